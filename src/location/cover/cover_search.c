/* cover_search.c - branch and bound for maximum coverage, depth first, on one or more threads.
 *
 * A subproblem is bounded for some steps; sets that the bound decides are chosen or excluded at
 * once, which gives a smaller subproblem.  Then the search branches on one of the most profitable
 * sets: first with it, then without it.
 *
 *     subproblem --- in  --- in ...      open subproblems are a stack: at most one per set chosen
 *               \       \                on the way and per thread, so memory is O(count size)
 *                out     out
 *
 * Threads share the wanted weight, which only rises.  So the value does not depend on the number of
 * threads; which of the best covers is found may.
 */
#include "location/cover/cover_search.h"

#include "base/base.h"
#include "base/sort.h"
#include "location/cover/cover_lagrangian.h"
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOT_STEPS = 300,  /* steps of the multipliers at the root */
    STEPS = 20,        /* steps at any other subproblem */
    MORE_STEPS = 50,   /* so many times more if the subproblem is large */
    PATIENCE = 4,      /* steps without a better bound before the step size is halved */
    MORE_PATIENCE = 6, /* the same if there are at least MANY_ITEMS items */
    MANY_ITEMS = 400,
    LONG_PATIENCE = 10, /* of the volume algorithm */
    MANY = 8,           /* reduce again once one set in this many is decided, */
    FEW = 3,            /* or, as that forgets the averages of the volume algorithm, this many */
    LOOK_EVERY = 20,    /* steps between covers looked for in large problems */
    POOL = 4,           /* pool of the greedy search, per set to choose */
    REPORT_EVERY = 100000
};

static const double least_step = 0.01; /* the step size at which to stop */
static const double first_step = 0.3;  /* the least one to start with */
/* The same for steps of the volume algorithm, which are taken as long as a series of them makes the
 * gap smaller by such a part. */
static const double averaged_least_step = 1e-4, averaged_first_step = 0.1, worth_more = 0.02;

typedef struct dmi_cover_worker {
    dmi_cover_search *search;
    dmi_reducer reducer;
    dmi_lagrangian lagrangian;
    int32_t *cover;     /* room for one cover */
    int steps;          /* steps for the present subproblem */
    bool has_begun;     /* a first cover has been searched for */
    int64_t unreported; /* entries processed since the last report */
} worker;

typedef enum verdict { CLOSED, OPEN, SMALLER, GIVEN_UP } verdict;

static int64_t wanted_by(dmi_cover_search *search)
{
    return atomic_load_explicit(&search->wanted, memory_order_relaxed);
}

/* Ends the search; covers of the subproblem may weigh up to `upper`. */
static void give_up(dmi_cover_search *search, dm_status why, int64_t upper)
{
    pthread_mutex_lock(&search->tree.lock);
    search->abandoned = upper > search->abandoned ? upper : search->abandoned;
    pthread_mutex_unlock(&search->tree.lock);
    dmi_branch_bound_stop(&search->tree, why, NULL);
}

void dmi_cover_search_keep(dmi_cover_search *search, int64_t weight, const int32_t *sets,
                           int32_t count)
{
    const dmi_cover *cover = search->cover;
    bool is_enough = false;
    pthread_mutex_lock(&search->tree.lock);
    if (weight > search->weight) {
        assert(count <= cover->count);
        search->weight = weight;
        memcpy(search->chosen, sets, sizeof *sets * (size_t)count);
        search->chosen_count = count;
        if (!cover->cost) { /* it is filled up with unused sets */
            memset(search->is_chosen, 0, (size_t)cover->sets);
            for (int32_t i = 0; i < count; i++)
                search->is_chosen[sets[i]] = 1;
            for (int32_t s = 0; search->chosen_count < cover->count; s++)
                if (!search->is_chosen[s])
                    search->chosen[search->chosen_count++] = s;
        }
        if (weight >= wanted_by(search))
            atomic_store(&search->wanted, weight + 1);
        is_enough = weight >= search->enough;
    }
    pthread_mutex_unlock(&search->tree.lock);
    if (is_enough)
        dmi_branch_bound_stop(&search->tree, DM_OK, NULL);
}

/* Depth first: memory is that of one path per thread. */
static bool was_listed_later(const void *a, const void *b)
{
    return ((const dmi_subproblem *)a)->order > ((const dmi_subproblem *)b)->order;
}

static void list_subproblem(dmi_cover_search *search, dmi_subproblem *sub)
{
    pthread_mutex_lock(&search->tree.lock);
    sub->order = search->listed++;
    dmi_branch_bound_list(&search->tree, sub);
    pthread_mutex_unlock(&search->tree.lock);
}

static void begin_subproblem(void *context, int number, void *node)
{
    dmi_cover_search *search = context;
    worker *w = &search->worker[number];
    const dmi_subproblem *sub = node;
    w->has_begun = search->tree.taken > 1;
    w->steps = w->has_begun ? STEPS : ROOT_STEPS;
    w->steps *= sub->run ? MORE_STEPS : 1;
}

/* Whether to go on. Reports, which reads the clock, every REPORT_EVERY entries. While there is
 * only one subproblem, its upper bound holds for all covers. */
static bool go_on(worker *w, const dmi_subproblem *sub)
{
    dmi_cover_search *search = w->search;
    char note[96];
    if (!search->run)
        return true;
    w->unreported += sub->first[sub->sets];
    if (w->unreported < REPORT_EVERY)
        return dmi_run_go_on(search->run, 1);
    w->unreported = 0;
    pthread_mutex_lock(&search->tree.lock);
    uint64_t nodes = (uint64_t)search->tree.taken;
    if (nodes == 1)
        search->bound = sub->upper;
    int64_t most = search->bound;
    pthread_mutex_unlock(&search->tree.lock);
    int64_t best = search->lists_all ? wanted_by(search) : wanted_by(search) - 1;
    most = most > best ? most : best;
    snprintf(note, sizeof note, "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64,
             search->base + search->unit * best, search->base + search->unit * most,
             search->unit * (most - best));
    return dmi_run_report(search->run, 1, "reply", nodes, 0, note);
}

/* Lists one cover; false at the limit. */
static bool list_cover(dmi_cover_search *search, const int32_t *cover, int32_t count)
{
    size_t covers = (size_t)search->all_count;
    size_t at = covers ? (size_t)search->all_first[covers] : 0, end = at + (size_t)count;
    if (search->all_count == search->all_limit) {
        search->all_is_cut = true;
        dmi_branch_bound_stop(&search->tree, DM_OK, NULL);
        return false;
    }
    if (!dmi_reserve(&search->all, &search->all_capacity, end + 1, sizeof *search->all) ||
        !dmi_reserve(&search->all_first, &search->first_capacity, covers + 2,
                     sizeof *search->all_first)) {
        give_up(search, DM_NO_MEMORY, -1);
        return false;
    }
    memcpy(search->all + at, cover, sizeof *cover * (size_t)count);
    dmi_sort_int32(search->all + at, count);
    search->all_first[covers] = (int64_t)at;
    search->all_first[covers + 1] = (int64_t)end;
    search->all_count++;
    return true;
}

/* Lists every way to choose `count` of the free sets; with a budget at most so many. */
static void list_choices(worker *w, const dmi_subproblem *sub)
{
    int32_t have = 0, next = 0, *at = w->lagrangian.order, *cover = w->cover + sub->chosen_count;
    int64_t left = sub->budget;
    bool is_new = true;
    if (sub->gained < wanted_by(w->search))
        return;
    memcpy(w->cover, sub->chosen, sizeof *cover * (size_t)sub->chosen_count);
    for (;;) {
        if (is_new && (sub->cost || have == sub->count) &&
            !list_cover(w->search, w->cover, sub->chosen_count + have))
            return;
        int32_t least = sub->cost ? 1 : sub->count - have; /* sets that are still to be chosen */
        while (sub->cost && next < sub->sets && sub->cost[next] > left)
            next++;
        is_new = have < sub->count && sub->sets - next >= least;
        if (is_new) {
            left -= sub->cost ? sub->cost[next] : 0;
            cover[have] = sub->number[next];
            at[have++] = next;
        } else if (have > 0) {
            next = at[--have];
            left += sub->cost ? sub->cost[next] : 0;
        } else {
            return;
        }
        assert(left >= 0 || !sub->cost);
        next++;
    }
}

static void close_leaf(worker *w, const dmi_subproblem *sub)
{
    if (w->search->lists_all) {
        list_choices(w, sub);
        return;
    }
    int32_t more = sub->sets < sub->count ? sub->sets : sub->count;
    more = sub->cost ? 0 : more;
    memcpy(w->cover, sub->chosen, sizeof *w->cover * (size_t)sub->chosen_count);
    memcpy(w->cover + sub->chosen_count, sub->number, sizeof *w->cover * (size_t)more);
    if (sub->gained >= wanted_by(w->search))
        dmi_cover_search_keep(w->search, sub->gained, w->cover, sub->chosen_count + more);
}

/* Looks for a cover: greedy by multipliers among the most profitable sets, then swaps. Before
 * there are multipliers: greedy by weight among all sets. False: no memory. */
static bool look_for_cover(worker *w, const dmi_subproblem *sub, bool has_multipliers)
{
    dmi_cover_search *search = w->search;
    int32_t pool = sub->sets, count = 0, *sets = w->cover + sub->chosen_count;
    if (search->lists_all)
        return true;
    if (has_multipliers && !sub->run && sub->count < sub->sets / POOL)
        dmi_lagrangian_select(&w->lagrangian, sub, pool = POOL * sub->count);
    int64_t weight = dmi_cover_greedy(sub, w->lagrangian.order, pool,
                                      has_multipliers ? sub->multiplier : sub->weight,
                                      has_multipliers, search->run, sets, &count);
    if (has_multipliers)
        dmi_lagrangian_take(&w->lagrangian, sub);
    if (weight < 0) {
        give_up(search, DM_NO_MEMORY, sub->upper);
        return false;
    }
    memcpy(w->cover, sub->chosen, sizeof *w->cover * (size_t)sub->chosen_count);
    for (int32_t i = 0; i < count; i++)
        sets[i] = sub->number[sets[i]];
    if (weight >= wanted_by(search))
        dmi_cover_search_keep(search, weight, w->cover, sub->chosen_count + count);
    return true;
}

/* Closed if no cover can be heavy enough; smaller if enough sets are decided to reduce again. */
static verdict judge(const worker *w, const dmi_subproblem *sub)
{
    int64_t wanted = wanted_by(w->search);
    int32_t in = 0, out = 0, many = sub->is_averaged ? FEW : MANY;
    dmi_wide cost = 0;
    if (sub->upper < wanted)
        return CLOSED;
    dmi_lagrangian_decide(&w->lagrangian, sub, wanted, w->reducer.decision);
    for (int32_t s = 0; s < sub->sets; s++) {
        in += w->reducer.decision[s] == DMI_SET_IN;
        out += w->reducer.decision[s] == DMI_SET_OUT;
        cost += sub->cost && w->reducer.decision[s] == DMI_SET_IN ? sub->cost[s] : 0;
    }
    if (in > sub->count || cost > sub->budget || (!sub->cost && sub->sets - out < sub->count))
        return CLOSED;
    return (in > 0 && !sub->run) || out * many >= sub->sets ? SMALLER : OPEN;
}

/* Whether to take one more step.  In a large problem the volume algorithm follows, whose series of
 * steps begin with `gap`. */
static bool has_step(const worker *w, dmi_subproblem *sub, double *gap)
{
    double now = (double)(sub->upper - wanted_by(w->search) + 1);
    if (sub->step_size > (sub->is_averaged ? averaged_least_step : least_step))
        return true;
    if (!sub->run || (sub->is_averaged && now > (1 - worth_more) * *gap))
        return false;
    sub->is_averaged = true;
    sub->step_size = averaged_first_step;
    *gap = now;
    return true;
}

/* Moves the multipliers after a step without a better bound or, if `idle` is 0, with one. */
static bool take_step(worker *w, dmi_subproblem *sub, int idle)
{
    int64_t wanted = wanted_by(w->search);
    int patience = sub->items < MANY_ITEMS ? PATIENCE : MORE_PATIENCE;
    if (!sub->is_averaged) {
        sub->step_size = idle % patience == patience - 1 ? sub->step_size / 2 : sub->step_size;
        return dmi_lagrangian_move(&w->lagrangian, sub, wanted, sub->step_size);
    }
    if (idle == 0 && sub->step_size < 1)
        sub->step_size *= 1.1;
    else if (idle % LONG_PATIENCE == LONG_PATIENCE - 1)
        sub->step_size *= 0.66;
    return dmi_lagrangian_move_averaged(&w->lagrangian, sub, wanted, sub->step_size);
}

/* Moves the multipliers until the subproblem is closed, many sets are decided, or nothing
 * improves. */
static verdict step_multipliers(worker *w, dmi_subproblem *sub)
{
    int idle = 0;
    verdict so_far = OPEN;
    double gap = INFINITY;
    if (!sub->run && sub->step_size < first_step)
        sub->step_size = first_step;
    for (int step = 0; step < w->steps && so_far == OPEN && has_step(w, sub, &gap); step++) {
        int64_t found;
        bool improved = dmi_lagrangian_bound(&w->lagrangian, sub, &found);
        if (!w->search->lists_all && found >= wanted_by(w->search)) { /* the most profitable sets */
            int32_t taken = w->lagrangian.taken, *sets = w->cover + sub->chosen_count;
            memcpy(w->cover, sub->chosen, sizeof *w->cover * (size_t)sub->chosen_count);
            for (int32_t i = 0; i < taken; i++)
                sets[i] = sub->number[w->lagrangian.order[i]];
            dmi_cover_search_keep(w->search, found, w->cover, sub->chosen_count + taken);
        }
        if (sub->run && step % LOOK_EVERY == LOOK_EVERY - 1 && !look_for_cover(w, sub, true))
            return GIVEN_UP;
        if (improved || sub->upper < wanted_by(w->search))
            so_far = judge(w, sub);
        bool is_over = dmi_branch_bound_is_over(&w->search->tree);
        if (so_far != CLOSED && (is_over || !go_on(w, sub))) {
            give_up(w->search, is_over ? DM_OK : DM_STOPPED, sub->upper);
            return GIVEN_UP;
        }
        idle = improved ? 0 : idle + 1;
        if (!take_step(w, sub, idle))
            break;
    }
    return so_far;
}

/* Bounds the subproblem; leaves the best multipliers, their bound, and the decided sets. */
static verdict bound_subproblem(worker *w, dmi_subproblem *sub)
{
    int64_t found;
    if (!w->has_begun && sub->run) { /* not reduced: no multipliers yet */
        dmi_lagrangian_bound_simply(&w->lagrangian, sub);
        dmi_lagrangian_start(sub);
    }
    dmi_lagrangian_begin(&w->lagrangian, sub);
    if (!w->has_begun && !look_for_cover(w, sub, false))
        return GIVEN_UP;
    w->has_begun = true;
    verdict so_far = step_multipliers(w, sub);
    if (so_far == CLOSED || so_far == GIVEN_UP)
        return so_far;
    dmi_lagrangian_settle(&w->lagrangian, sub);
    dmi_lagrangian_bound(&w->lagrangian, sub, &found);
    return look_for_cover(w, sub, true) ? judge(w, sub) : GIVEN_UP;
}

/* Makes the subproblem that follows from the decided sets; NULL: no memory. A large one still
 * consists of runs. */
static dmi_subproblem *apply_decisions(worker *w, const dmi_subproblem *sub)
{
    bool is_large =
        sub->run && dmi_subproblem_entries(sub, w->reducer.decision) >= w->search->large;
    int32_t sets = sub->sets; /* that may be chosen */
    for (int32_t s = 0; is_large && s < sub->sets; s++)
        sets -= w->reducer.decision[s] == DMI_SET_OUT;
    is_large = is_large && (sub->cost || sets > sub->count);
    dmi_subproblem *made = is_large ? dmi_subproblem_as_runs(sub, w->reducer.decision)
                                    : dmi_reducer_apply(&w->reducer, sub);
    if (!made)
        give_up(w->search, DM_NO_MEMORY, sub->upper);
    return made;
}

static int64_t weight_of(const dmi_subproblem *sub, int32_t s)
{
    int64_t weight = 0;
    for (int64_t at = sub->first[s]; at < sub->first[s + 1]; at++) {
        dmi_item_run r = dmi_item_run_at(sub->run, sub->item, at);
        for (int32_t j = r.from; j < r.end; j++)
            weight += sub->weight[j];
    }
    return weight;
}

static void branch(worker *w, const dmi_subproblem *sub, int32_t set, dmi_cover_choice decision)
{
    w->reducer.decision[set] = (unsigned char)decision;
    dmi_subproblem *child = apply_decisions(w, sub);
    if (child)
        list_subproblem(w->search, child);
}

/* Bounds a subproblem and makes it smaller until it is closed or must branch. */
static void process_subproblem(void *context, int number, void *node)
{
    worker *w = &((dmi_cover_search *)context)->worker[number];
    dmi_subproblem *sub = node;
    verdict so_far = SMALLER;
    while (sub && so_far != CLOSED && so_far != GIVEN_UP) {
        if (sub->count == 0 || sub->items == 0) {
            close_leaf(w, sub);
            break;
        }
        if (so_far == OPEN) {
            /* Branches on the heaviest of the most profitable sets: excluding it lowers the bound
             * most, including it covers most.  With a budget there may be none: then any set. */
            int64_t found, most = -1;
            int32_t set = -1;
            dmi_lagrangian_begin(&w->lagrangian, sub);
            dmi_lagrangian_bound(&w->lagrangian, sub, &found);
            for (int32_t i = 0; i == 0 || i < w->lagrangian.taken; i++) {
                int32_t s = w->lagrangian.order[i];
                int64_t weight = weight_of(sub, s);
                if (weight > most) {
                    most = weight;
                    set = s;
                }
            }
            branch(w, sub, set, DMI_SET_OUT); /* the last one listed is taken first: with the set */
            branch(w, sub, set, DMI_SET_IN);
            break;
        }
        so_far = bound_subproblem(w, sub);
        if (so_far == SMALLER || so_far == OPEN) {
            dmi_subproblem *smaller = apply_decisions(w, sub);
            free(sub);
            sub = smaller;
        }
    }
    if (sub)
        memset(w->reducer.decision, DMI_SET_FREE, (size_t)sub->sets);
    free(sub);
}

const dmi_branch_bound_hooks dmi_cover_hooks = {
    .is_before = was_listed_later, .on_take = begin_subproblem, .process = process_subproblem};

/* Workers without memory are left out, except the first. */
void dmi_cover_search_run(dmi_cover_search *search, dmi_subproblem *root, int threads)
{
    int count = threads > 1 ? threads : 1, ready = 0;
    bool has_room = true;
    search->worker = dmi_calloc((size_t)count, sizeof *search->worker);
    for (int i = 0; search->worker && has_room && i < count; i++) {
        worker *w = &search->worker[i];
        w->search = search;
        w->reducer.keep_dominated = search->lists_all;
        w->reducer.run = search->run;
        w->cover = dmi_alloc((size_t)search->cover->count, sizeof *w->cover);
        has_room = w->cover && dmi_reducer_init(&w->reducer, root->sets) &&
                   dmi_lagrangian_init(&w->lagrangian, root->items, root->sets, search->run);
        ready += has_room;
    }
    list_subproblem(search, root);
    if (ready > 0)
        dmi_branch_bound_run(&search->tree, ready, NULL);
    else
        give_up(search, DM_NO_MEMORY, -1);
    for (int i = 0; search->worker && i < count; i++) {
        dmi_reducer_clear(&search->worker[i].reducer);
        dmi_lagrangian_clear(&search->worker[i].lagrangian);
        free(search->worker[i].cover);
    }
    free(search->worker);
    for (dmi_subproblem *sub; (sub = dmi_branch_bound_pop(&search->tree));) {
        search->abandoned = sub->upper > search->abandoned ? sub->upper : search->abandoned;
        free(sub);
    }
}
