/* huff_choice.c - sets of new sites under the Huff rule, chosen greedily and by exchanges.
 *
 * What a site adds falls as the set grows (the gain is submodular), so an old number bounds it.
 * The greedy choice looks again only at candidates whose old number is larger than the best new
 * one (lazy_greedy.h).
 */
#include "base/base.h"
#include "location/choice/huff_relax.h"
#include "search/lazy_greedy.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

dm_status dmi_huff_choice_init(dmi_huff_choice *choice, const dmi_huff_problem *problem,
                               dm_error *err)
{
    *choice = (dmi_huff_choice){0};
    choice->chosen = dmi_alloc((size_t)problem->count, sizeof *choice->chosen);
    choice->sum = dmi_calloc((size_t)problem->customers, sizeof *choice->sum);
    if (choice->chosen && choice->sum)
        return DM_OK;
    dmi_huff_choice_clear(choice);
    return dmi_no_memory(err);
}

void dmi_huff_choice_clear(dmi_huff_choice *choice)
{
    free(choice->chosen);
    free(choice->sum);
    *choice = (dmi_huff_choice){0};
}

double dmi_huff_gain(const dmi_huff_problem *problem, const dmi_huff_choice *choice, int32_t c)
{
    const dmi_huff_row *row = &problem->row[c];
    double gain = 0;
    for (int64_t i = 0; i < row->count; i++) {
        int32_t v = row->customer[i];
        double before = 1 + choice->sum[v];
        gain += problem->weight[v] * (row->pull[i] / before) / (before + row->pull[i]);
    }
    return gain;
}

void dmi_huff_choice_add(const dmi_huff_problem *problem, dmi_huff_choice *choice, int32_t c)
{
    const dmi_huff_row *row = &problem->row[c];
    choice->gain += dmi_huff_gain(problem, choice, c);
    choice->cost += problem->cost[c];
    assert(choice->count < problem->count);
    choice->chosen[choice->count++] = c;
    for (int64_t i = 0; i < row->count; i++)
        choice->sum[row->customer[i]] += row->pull[i];
}

void dmi_huff_choice_set(const dmi_huff_problem *problem, const int32_t *chosen, int32_t count,
                         dmi_huff_choice *choice)
{
    memset(choice->sum, 0, (size_t)problem->customers * sizeof *choice->sum);
    choice->count = 0;
    choice->cost = 0;
    choice->gain = 0;
    for (int32_t i = 0; i < count; i++)
        dmi_huff_choice_add(problem, choice, chosen[i]);
}

bool dmi_huff_fits(const dmi_huff_problem *problem, const dmi_huff_choice *choice, int32_t c)
{
    return choice->count < problem->count &&
           (!problem->has_budget || problem->cost[c] <= problem->budget - choice->cost);
}

/* What a greedy choice or swaps work on. */
typedef struct huff_greedy {
    const dmi_huff_problem *problem;
    dmi_huff_choice *choice;
    dmi_lazy_queue queue;
    double scale; /* of whole gains, which compare sites for a swap */
    double least; /* by how much more a swap must gain */
    bool *is_chosen;
    int32_t *list; /* scratch: the sites that stay */
    dm_run *run;
} huff_greedy;

static double look_at_site(void *context, int32_t c)
{
    const huff_greedy *g = context;
    return dmi_huff_gain(g->problem, g->choice, c);
}

/* Looks at every candidate once; then adds one site after the other until none fits.  *upper (may
 * be NULL) falls to a bound on all gains. */
static dm_status choose_sites(huff_greedy *g, dmi_huff_relaxation *relax, double *upper,
                              dm_run *run, dm_error *err)
{
    const dmi_huff_problem *p = g->problem;
    dmi_huff_choice *choice = g->choice;
    int64_t left = p->has_budget ? p->budget : INT64_MAX;
    int32_t next;
    g->queue.heap.count = 0;
    for (int32_t c = 0; c < p->candidates; c++) {
        g->queue.gain[c] = dmi_huff_gain(p, choice, c);
        if (!dmi_lazy_queue_add(&g->queue, c))
            return dmi_no_memory(err);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    if (upper)
        *upper = dmi_huff_relax(relax, g->queue.gain, p->count, p->budget);
    while (choice->count < p->count &&
           (next = dmi_lazy_queue_take(&g->queue, left - choice->cost, look_at_site, g)) >= 0) {
        assert(dmi_huff_fits(p, choice, next));
        dmi_huff_choice_add(p, choice, next);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    if (upper) { /* the gains are old, so they bound those of the choice found */
        double later = choice->gain + dmi_huff_relax(relax, g->queue.gain, p->count, p->budget);
        *upper = later < *upper ? later : *upper;
    }
    return DM_OK;
}

dm_status dmi_huff_greedy(const dmi_huff_problem *problem, dmi_huff_choice *choice, double *upper,
                          dm_run *run, dm_error *err)
{
    dmi_huff_relaxation relax = {0};
    dmi_huff_choice by_gain = {0};
    huff_greedy g = {.problem = problem,
                     .choice = choice,
                     .queue = {.cost = problem->has_budget ? problem->cost : NULL}};
    g.queue.gain = dmi_alloc((size_t)problem->candidates, sizeof *g.queue.gain);
    dm_status status =
        g.queue.gain ? dmi_huff_relaxation_init(&relax, problem, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = choose_sites(&g, &relax, upper, run, err);
    if (status == DM_OK && problem->has_budget)
        status = dmi_huff_choice_init(&by_gain, problem, err);
    if (status == DM_OK && problem->has_budget) { /* the better choice: by gain, or per cost */
        dmi_huff_choice_set(problem, choice->chosen, choice->count, &by_gain);
        dmi_huff_choice_set(problem, NULL, 0, choice);
        g.queue.least_cost = 1e-9;
        status = choose_sites(&g, &relax, NULL, run, err);
        if (by_gain.gain > choice->gain)
            dmi_huff_choice_set(problem, by_gain.chosen, by_gain.count, choice);
    }
    for (int32_t c = 0; status == DM_STOPPED && c < problem->candidates; c++) {
        bool is_chosen = false; /* any sites that fit complete the set */
        for (int32_t i = 0; i < choice->count; i++)
            is_chosen |= choice->chosen[i] == c;
        if (!is_chosen && dmi_huff_fits(problem, choice, c))
            dmi_huff_choice_add(problem, choice, c);
    }
    dmi_huff_choice_clear(&by_gain);
    dmi_huff_relaxation_clear(&relax);
    dmi_heap_clear(&g.queue.heap);
    free(g.queue.gain);
    return status;
}

static int64_t whole_gain(void *context, int32_t c)
{
    huff_greedy *g = context;
    return (int64_t)(g->scale * dmi_huff_gain(g->problem, g->choice, c));
}

/* The best site to add to a choice from which one was taken. */
static int32_t find_best_site(void *context, bool per_cost, int64_t least, int64_t *gain)
{
    huff_greedy *g = context;
    int32_t best = -1;
    (void)per_cost;
    *gain = least + (int64_t)(g->scale * g->least);
    for (int32_t c = 0; c < g->problem->candidates; c++) {
        if (g->is_chosen[c] || !dmi_huff_fits(g->problem, g->choice, c))
            continue;
        int64_t here = whole_gain(g, c);
        if (here > *gain) {
            *gain = here;
            best = c;
        }
        if (!dmi_run_go_on(g->run, 1))
            return -1; /* the next call of put_site() reports it */
    }
    return best;
}

/* A site that comes goes to the end of the choice; one that goes leaves the order of the others,
 * and all sums are made anew, so that they do not drift. */
static dm_status put_site(void *context, int32_t c, bool is_in, dm_error *err)
{
    huff_greedy *g = context;
    dmi_huff_choice *choice = g->choice;
    int32_t kept = 0;
    assert(g->is_chosen[c] != is_in);
    g->is_chosen[c] = is_in;
    if (is_in) {
        dmi_huff_choice_add(g->problem, choice, c);
        return dmi_run_go_on(g->run, 0) ? DM_OK : dmi_stopped(g->run, err);
    }
    for (int32_t i = 0; i < choice->count; i++)
        if (choice->chosen[i] != c)
            g->list[kept++] = choice->chosen[i];
    g->least = 1e-9 * choice->gain;
    dmi_huff_choice_set(g->problem, g->list, kept, choice);
    return DM_OK;
}

dm_status dmi_huff_improve(const dmi_huff_problem *problem, dmi_huff_choice *choice, dm_run *run,
                           dm_error *err)
{
    static const dmi_greedy_hooks hooks = {
        .best = find_best_site, .gain = whole_gain, .put = put_site};
    dmi_arrays arrays = {0};
    size_t count = (size_t)problem->count;
    huff_greedy g = {.problem = problem, .choice = choice, .run = run};
    g.scale = problem->ceiling > 0 ? 0x1p58 / problem->ceiling : 1;
    g.is_chosen = dmi_array_zeroed(&arrays, (size_t)problem->candidates, sizeof *g.is_chosen);
    g.list = dmi_array(&arrays, count, sizeof *g.list);
    dmi_greedy greedy = {.hooks = &hooks,
                         .context = &g,
                         .limit = problem->count,
                         .has_budget = problem->has_budget,
                         .chosen = dmi_array(&arrays, count, sizeof *greedy.chosen),
                         .count = choice->count};
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < choice->count; i++) {
        g.is_chosen[choice->chosen[i]] = true;
        greedy.chosen[i] = choice->chosen[i];
    }
    status = dmi_greedy_swap(&greedy, err);
    dmi_arrays_free(&arrays);
    return status;
}
