/* choice_set.c - sets of sites, chosen greedily and by exchanges.
 *
 * What a site adds falls as the set grows (the gain is submodular), so an old number bounds it.
 * The greedy choice looks again only at candidates whose old number is larger than the best new
 * one (lazy_greedy.h).
 */
#include "base/base.h"
#include "location/choice/choice_relax.h"
#include "search/lazy_greedy.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

dm_status dmi_choice_set_init(dmi_choice_set *set, const dmi_choice_problem *problem, dm_error *err)
{
    size_t customers = (size_t)problem->customers;
    *set = (dmi_choice_set){0};
    set->chosen = dmi_alloc((size_t)dmi_choice_most(problem), sizeof *set->chosen);
    set->sum = dmi_alloc(customers, sizeof *set->sum);
    bool has_room = set->chosen && set->sum;
    if (problem->strongest) {
        set->strongest = dmi_alloc(customers * (size_t)problem->choices, sizeof *set->strongest);
        has_room = has_room && set->strongest;
    }
    if (problem->spacing) {
        set->excluded = dmi_alloc((size_t)problem->spacing->count, sizeof *set->excluded);
        has_room = has_room && set->excluded;
    }
    if (has_room) {
        dmi_choice_set_fill(problem, NULL, 0, set);
        return DM_OK;
    }
    dmi_choice_set_clear(set);
    return dmi_no_memory(err);
}

void dmi_choice_set_clear(dmi_choice_set *set)
{
    free(set->chosen);
    free(set->sum);
    free(set->strongest);
    free(set->excluded);
    *set = (dmi_choice_set){0};
}

/* Of the strongest pulls of each customer the last, which a new one displaces. */
static const double *last_pulls(const dmi_choice_problem *p, const dmi_choice_set *set)
{
    return set->strongest + (p->choices - 1);
}

static double gain_of_strongest(const dmi_choice_problem *p, const dmi_choice_set *set,
                                const dmi_choice_row *row)
{
    const double *last = last_pulls(p, set);
    double gain = 0;
    for (int64_t i = 0; i < row->count; i++) {
        int32_t v = row->customer[i];
        double more = row->pull[i] - last[(size_t)v * (size_t)p->choices];
        if (more > 0)
            gain +=
                p->weight[v] * (p->is_linear ? more : (more / set->sum[v]) / (set->sum[v] + more));
    }
    return gain;
}

double dmi_choice_gain(const dmi_choice_problem *problem, const dmi_choice_set *set, int32_t c)
{
    const dmi_choice_row *row = &problem->row[c];
    double gain = 0;
    if (set->strongest)
        return gain_of_strongest(problem, set, row) - dmi_choice_price(problem, c);
    for (int64_t i = 0; i < row->count; i++) {
        int32_t v = row->customer[i];
        double before = set->sum[v];
        gain += problem->weight[v] * (row->pull[i] / before) / (before + row->pull[i]);
    }
    return gain - dmi_choice_price(problem, c);
}

void dmi_choice_take_pull(double *strongest, int32_t choices, double *sum, double pull)
{
    int32_t at = choices - 1;
    if (pull <= strongest[at])
        return;
    *sum += pull - strongest[at];
    for (; at > 0 && strongest[at - 1] < pull; at--)
        strongest[at] = strongest[at - 1];
    strongest[at] = pull;
}

static void exclude_near(const dmi_spacing *spacing, int32_t place, dmi_choice_set *set)
{
    for (int64_t k = spacing->first[place]; k < spacing->first[place + 1]; k++)
        set->excluded[spacing->near[k]]++;
}

void dmi_choice_set_add(const dmi_choice_problem *problem, dmi_choice_set *set, int32_t c)
{
    const dmi_choice_row *row = &problem->row[c];
    set->gain += dmi_choice_gain(problem, set, c);
    set->cost += problem->cost[c];
    set->news += dmi_choice_is_new(problem, c);
    assert(set->count < dmi_choice_most(problem));
    set->chosen[set->count++] = c;
    for (int64_t i = 0; i < row->count; i++) {
        int32_t v = row->customer[i];
        if (set->strongest)
            dmi_choice_take_pull(set->strongest + (size_t)v * (size_t)problem->choices,
                                 problem->choices, &set->sum[v], row->pull[i]);
        else
            set->sum[v] += row->pull[i];
    }
    if (set->excluded)
        exclude_near(problem->spacing, c, set);
}

void dmi_choice_set_fill(const dmi_choice_problem *problem, const int32_t *chosen, int32_t count,
                         dmi_choice_set *set)
{
    size_t customers = (size_t)problem->customers;
    if (problem->start && customers)
        memcpy(set->sum, problem->start, customers * sizeof *set->sum);
    else if (customers)
        memset(set->sum, 0, customers * sizeof *set->sum);
    if (set->strongest && customers)
        memcpy(set->strongest, problem->strongest,
               customers * (size_t)problem->choices * sizeof *set->strongest);
    if (set->excluded) { /* those that stand exclude, too */
        memset(set->excluded, 0, (size_t)problem->spacing->count * sizeof *set->excluded);
        for (int32_t i = problem->candidates; i < problem->spacing->count; i++)
            exclude_near(problem->spacing, i, set);
    }
    set->count = set->news = 0;
    set->cost = 0;
    set->gain = 0;
    for (int32_t i = 0; i < count; i++)
        dmi_choice_set_add(problem, set, chosen[i]);
}

bool dmi_choice_fits(const dmi_choice_problem *problem, const dmi_choice_set *set, int32_t c)
{
    return (set->news < problem->count || !dmi_choice_is_new(problem, c)) &&
           (!problem->has_budget || problem->cost[c] <= problem->budget - set->cost) &&
           (!set->excluded || set->excluded[c] == 0) && (!problem->closed || !problem->closed[c]);
}

/* What a greedy choice or swaps work on. */
typedef struct set_builder {
    const dmi_choice_problem *problem;
    dmi_choice_set *set;
    dmi_lazy_queue queue;
    double scale; /* of whole gains, which compare sites for a swap */
    double least; /* by how much more a swap must gain */
    bool *is_chosen;
    int32_t *list; /* scratch: the sites that stay */
    dm_run *run;
} set_builder;

static double look_at_site(void *context, int32_t c)
{
    const set_builder *b = context;
    double gain = dmi_choice_gain(b->problem, b->set, c);
    return gain > 0 ? gain : 0;
}

/* Looks at every candidate once; then adds one site after the other until none fits, or, where the
 * number is a limit, none gains.  *upper (may be NULL) falls to a bound on all gains. */
static dm_status choose_sites(set_builder *b, dmi_choice_relaxation *relax, double *upper,
                              dm_run *run, dm_error *err)
{
    const dmi_choice_problem *p = b->problem;
    dmi_choice_set *set = b->set;
    int64_t left = p->has_budget ? p->budget : INT64_MAX;
    int32_t next;
    b->queue.heap.count = 0;
    for (int32_t c = 0; c < p->candidates; c++) {
        b->queue.gain[c] = look_at_site(b, c);
        if (!dmi_lazy_queue_add(&b->queue, c))
            return dmi_no_memory(err);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    if (upper)
        *upper = dmi_choice_relax(relax, b->queue.gain, p->count, p->budget);
    while (set->count < dmi_choice_most(p) &&
           (next = dmi_lazy_queue_take(&b->queue, left - set->cost, look_at_site, b)) >= 0) {
        if (dmi_choice_fits(p, set, next) && (p->is_exact || b->queue.gain[next] > 0))
            dmi_choice_set_add(p, set, next);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    if (upper) { /* the gains are old, so they bound those of the set found */
        double later = set->gain + dmi_choice_relax(relax, b->queue.gain, p->count, p->budget);
        *upper = later < *upper ? later : *upper;
    }
    return DM_OK;
}

/* Any sites that fit complete the set. */
static void fill_up(const dmi_choice_problem *p, dmi_choice_set *set)
{
    for (int32_t c = 0; c < p->candidates && !dmi_choice_is_complete(p, set); c++) {
        bool is_chosen = false;
        for (int32_t i = 0; i < set->count; i++)
            is_chosen |= set->chosen[i] == c;
        if (!is_chosen && dmi_choice_fits(p, set, c))
            dmi_choice_set_add(p, set, c);
    }
}

dm_status dmi_choice_greedy(const dmi_choice_problem *problem, dmi_choice_set *set, double *upper,
                            dm_run *run, dm_error *err)
{
    dmi_choice_relaxation relax = {0};
    dmi_choice_set by_gain = {0};
    set_builder b = {.problem = problem,
                     .set = set,
                     .queue = {.cost = problem->has_budget ? problem->cost : NULL}};
    b.queue.gain = dmi_alloc((size_t)problem->candidates, sizeof *b.queue.gain);
    dm_status status =
        b.queue.gain ? dmi_choice_relaxation_init(&relax, problem, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = choose_sites(&b, &relax, upper, run, err);
    if (status == DM_OK && problem->has_budget)
        status = dmi_choice_set_init(&by_gain, problem, err);
    if (status == DM_OK && problem->has_budget) { /* the better set: by gain, or per cost */
        dmi_choice_set_fill(problem, set->chosen, set->count, &by_gain);
        dmi_choice_set_fill(problem, NULL, 0, set);
        b.queue.least_cost = 1e-9;
        status = choose_sites(&b, &relax, NULL, run, err);
        if (by_gain.gain > set->gain)
            dmi_choice_set_fill(problem, by_gain.chosen, by_gain.count, set);
    }
    if (status == DM_STOPPED)
        fill_up(problem, set);
    dmi_choice_set_clear(&by_gain);
    dmi_choice_relaxation_clear(&relax);
    dmi_heap_clear(&b.queue.heap);
    free(b.queue.gain);
    return status;
}

static int64_t whole_gain(void *context, int32_t c)
{
    set_builder *b = context;
    return (int64_t)(b->scale * dmi_choice_gain(b->problem, b->set, c));
}

/* The best site to add to a set from which one was taken. */
static int32_t find_best_site(void *context, bool per_cost, int64_t least, int64_t *gain)
{
    set_builder *b = context;
    int32_t best = -1;
    (void)per_cost;
    *gain = least + (int64_t)(b->scale * b->least);
    for (int32_t c = 0; c < b->problem->candidates; c++) {
        if (b->is_chosen[c] || !dmi_choice_fits(b->problem, b->set, c))
            continue;
        int64_t here = whole_gain(b, c);
        if (here > *gain) {
            *gain = here;
            best = c;
        }
        if (!dmi_run_go_on(b->run, 1))
            return -1; /* the next call of put_site() reports it */
    }
    return best;
}

/* A site that comes goes to the end of the set; one that goes leaves the order of the others, and
 * all sums are made anew, so that they do not drift. */
static dm_status put_site(void *context, int32_t c, bool is_in, dm_error *err)
{
    set_builder *b = context;
    dmi_choice_set *set = b->set;
    int32_t kept = 0;
    assert(b->is_chosen[c] != is_in);
    b->is_chosen[c] = is_in;
    if (is_in) {
        dmi_choice_set_add(b->problem, set, c);
        return dmi_run_go_on(b->run, 0) ? DM_OK : dmi_stopped(b->run, err);
    }
    for (int32_t i = 0; i < set->count; i++)
        if (set->chosen[i] != c)
            b->list[kept++] = set->chosen[i];
    b->least = 1e-9 * fabs(set->gain);
    dmi_choice_set_fill(b->problem, b->list, kept, set);
    return DM_OK;
}

dm_status dmi_choice_improve(const dmi_choice_problem *problem, dmi_choice_set *set, dm_run *run,
                             dm_error *err)
{
    static const dmi_greedy_hooks hooks = {
        .best = find_best_site, .gain = whole_gain, .put = put_site};
    dmi_arrays arrays = {0};
    size_t most = (size_t)dmi_choice_most(problem);
    set_builder b = {.problem = problem, .set = set, .run = run};
    b.scale = problem->ceiling > 0 ? 0x1p58 / problem->ceiling : 1;
    b.is_chosen = dmi_array_zeroed(&arrays, (size_t)problem->candidates, sizeof *b.is_chosen);
    b.list = dmi_array(&arrays, most, sizeof *b.list);
    dmi_greedy greedy = {.hooks = &hooks,
                         .context = &b,
                         .limit = dmi_choice_most(problem),
                         .has_budget = problem->has_budget,
                         .chosen = dmi_array(&arrays, most, sizeof *greedy.chosen),
                         .count = set->count};
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < set->count; i++) {
        b.is_chosen[set->chosen[i]] = true;
        greedy.chosen[i] = set->chosen[i];
    }
    status = dmi_greedy_swap(&greedy, err);
    dmi_arrays_free(&arrays);
    return status;
}
