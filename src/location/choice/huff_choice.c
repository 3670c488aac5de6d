/* huff_choice.c - sets of new sites under the Huff rule, chosen greedily and by exchanges.
 *
 * What a site adds falls as the set grows (the gain is submodular), so an old number bounds it.
 * The greedy choice looks again only at candidates whose old number is larger than the best new
 * one (Minoux, Accelerated greedy algorithms for maximizing submodular set functions, 1978).  Its
 * gain is at least 1 - 1/e of the best (Nemhauser, Wolsey, Fisher 1978).
 */
#include "base/base.h"
#include "location/choice/huff_relax.h"
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

/* Candidates by a number of which the largest comes first. */
static uint64_t largest_first(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits); /* positive doubles are ordered as their bits */
    return UINT64_MAX - bits;
}

/* A greedy choice by gain, or by gain per cost. */
typedef struct greedy {
    const dmi_huff_problem *problem;
    dmi_huff_choice *choice;
    double *gain; /* of each candidate, when it was last looked at */
    bool per_cost;
    dmi_heap heap;
} greedy;

static double rank(const greedy *g, int32_t c)
{
    return g->per_cost ? g->gain[c] / ((double)g->problem->cost[c] + 1e-9) : g->gain[c];
}

/* Looks at every candidate once. */
static dm_status start(greedy *g, dm_run *run, dm_error *err)
{
    g->heap.count = 0;
    for (int32_t c = 0; c < g->problem->candidates; c++) {
        g->gain[c] = dmi_huff_gain(g->problem, g->choice, c);
        if (!dmi_heap_push(&g->heap, largest_first(rank(g, c)), (uint32_t)c))
            return dmi_no_memory(err);
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

/* Adds one site after the other until none fits. */
static dm_status extend(greedy *g, dm_run *run, dm_error *err)
{
    while (g->heap.count > 0 && g->choice->count < g->problem->count) {
        int32_t c = (int32_t)dmi_heap_pop(&g->heap).item;
        if (!dmi_huff_fits(g->problem, g->choice, c))
            continue;
        g->gain[c] = dmi_huff_gain(g->problem, g->choice, c);
        uint64_t key = largest_first(rank(g, c));
        if (g->heap.count == 0 || key <= g->heap.entry[0].key)
            dmi_huff_choice_add(g->problem, g->choice, c);
        else
            dmi_heap_push(&g->heap, key, (uint32_t)c); /* there is room: it was popped */
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

/* Stopped: any sites that fit complete the set. */
static void complete(const dmi_huff_problem *p, dmi_huff_choice *choice)
{
    for (int32_t c = 0; c < p->candidates && choice->count < p->count; c++) {
        bool is_chosen = false;
        for (int32_t i = 0; i < choice->count; i++)
            is_chosen |= choice->chosen[i] == c;
        if (!is_chosen && dmi_huff_fits(p, choice, c))
            dmi_huff_choice_add(p, choice, c);
    }
}

/* Under a budget the better of two choices: by gain, and by gain per cost. */
static dm_status choose_twice(greedy *g, dm_run *run, dm_error *err)
{
    const dmi_huff_problem *p = g->problem;
    dmi_huff_choice by_gain = {0};
    dm_status status = dmi_huff_choice_init(&by_gain, p, err);
    if (status != DM_OK)
        return status;
    dmi_huff_choice_set(p, g->choice->chosen, g->choice->count, &by_gain);
    dmi_huff_choice_set(p, NULL, 0, g->choice);
    g->per_cost = true;
    status = start(g, run, err);
    if (status == DM_OK)
        status = extend(g, run, err);
    if (by_gain.gain > g->choice->gain)
        dmi_huff_choice_set(p, by_gain.chosen, by_gain.count, g->choice);
    dmi_huff_choice_clear(&by_gain);
    return status;
}

dm_status dmi_huff_greedy(const dmi_huff_problem *problem, dmi_huff_choice *choice, double *upper,
                          dm_run *run, dm_error *err)
{
    greedy g = {.problem = problem, .choice = choice};
    dmi_huff_relaxation relax = {0};
    g.gain = dmi_alloc((size_t)problem->candidates, sizeof *g.gain);
    dm_status status = g.gain ? dmi_huff_relaxation_init(&relax, problem, err) : dmi_no_memory(err);
    if (status == DM_OK && (status = start(&g, run, err)) == DM_OK) {
        *upper = dmi_huff_relax(&relax, g.gain, problem->count, problem->budget);
        status = extend(&g, run, err);
        double later =
            choice->gain + dmi_huff_relax(&relax, g.gain, problem->count, problem->budget);
        *upper = later < *upper ? later : *upper;
    }
    if (status == DM_OK && problem->has_budget)
        status = choose_twice(&g, run, err);
    if (status == DM_STOPPED)
        complete(problem, choice);
    dmi_huff_relaxation_clear(&relax);
    dmi_heap_clear(&g.heap);
    free(g.gain);
    return status;
}

/* The best site to add to a choice from which one was taken; -1: none is better than `least`. */
static dm_status find_best(const dmi_huff_problem *p, const dmi_huff_choice *choice,
                           const bool *is_chosen, double least, int32_t *best, dm_run *run,
                           dm_error *err)
{
    *best = -1;
    for (int32_t c = 0; c < p->candidates; c++) {
        if (is_chosen[c] || !dmi_huff_fits(p, choice, c))
            continue;
        double gain = dmi_huff_gain(p, choice, c);
        if (gain > least) {
            least = gain;
            *best = c;
        }
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

/* Tries to exchange the first site of the choice, which moves to its end. */
static dm_status exchange(const dmi_huff_problem *p, dmi_huff_choice *choice, int32_t *list,
                          bool *is_chosen, bool *better, dm_run *run, dm_error *err)
{
    double before = choice->gain;
    int32_t count = choice->count, old = choice->chosen[0], best;
    memcpy(list, choice->chosen + 1, (size_t)(count - 1) * sizeof *list);
    dmi_huff_choice_set(p, list, count - 1, choice);
    double least = before * (1 + 1e-9) - choice->gain;
    dm_status status = find_best(p, choice, is_chosen, least, &best, run, err);
    *better = best >= 0;
    dmi_huff_choice_add(p, choice, *better ? best : old);
    if (*better) {
        is_chosen[old] = false;
        is_chosen[best] = true;
    }
    return status;
}

dm_status dmi_huff_improve(const dmi_huff_problem *problem, dmi_huff_choice *choice, dm_run *run,
                           dm_error *err)
{
    bool *is_chosen = dmi_calloc((size_t)problem->candidates, sizeof *is_chosen), better;
    int32_t *list = dmi_alloc((size_t)problem->count, sizeof *list);
    dm_status status = is_chosen && list ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < choice->count; i++)
        is_chosen[choice->chosen[i]] = true;
    for (int32_t failures = 0; status == DM_OK && failures < choice->count;) {
        status = exchange(problem, choice, list, is_chosen, &better, run, err);
        failures = better ? 0 : failures + 1;
    }
    free(is_chosen);
    free(list);
    return status;
}
