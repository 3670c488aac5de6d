/* reply_greedy.c - one stone after another, each where it gains most; then swaps of single stones.
 *
 * Nothing is stored per pair of candidate and customer, so memory is O(n + m) on any board.  A
 * stone at v adds, for every customer, its step there minus the step that the customer already has.
 * When a stone comes or goes, only customers within reach can change; around each of these a search
 * corrects the gains of the candidates.
 *
 * A search from v finds what a stone there reaches.  It does not pass a vertex beyond that vertex's
 * limit: its distance to White's stones, or the radius.  Nothing is missed, because limits differ
 * by at most the distance between vertices (bounded_search.h).
 *
 * Cost: one search per customer at the start, and one whenever its step changes; greedy changes it
 * at most twice, and a round of swaps twice per stone.  O(candidates) per stone besides.
 */
#include "base/base.h"
#include "graph/bounded_search.h"
#include "location/reply/reply_problem.h"
#include "search/lazy_greedy.h"
#include <assert.h>

/* What a stone on each candidate would gain, kept up to date.  Vertices have the market's numbers
 * here. */
typedef struct stone_gains {
    const dmi_reply_problem *problem;
    const dmi_demand *demand;          /* the market's */
    dmi_bounded_search search;         /* from the stones */
    dmi_bounded_search from_customers; /* on a directed board; on others `search` does it too */
    int32_t *near[2];                  /* new stones within each step of each customer */
    int64_t *gain;                     /* of a stone on each vertex */
    int64_t *offset;                   /* of a stone on each vertex */
    int32_t *candidate;                /* the number of the candidate on each vertex */
    unsigned char *is_free;            /* vertices where a stone may go */
    int64_t *cost;                     /* with a budget: of a stone on each vertex; NULL: none */
    int64_t left;                      /* of the budget */
    dm_vertex *changed;                /* scratch: customers whose step changes */
    int64_t *before;                   /* scratch: what they gave before */
    dm_run *run;
    bool is_stopped;   /* the gains are no longer updated */
    const char *phase; /* for progress reports */
    uint64_t done, total;
    dmi_arrays arrays;
} stone_gains;

/* What the customer gives Black with the present stones. */
static int64_t gained_from(const stone_gains *g, dm_vertex u)
{
    return g->near[1][u]   ? g->demand->customer[u].step[1].gain
           : g->near[0][u] ? g->demand->customer[u].step[0].gain
                           : 0;
}

/* Corrects the gains around u, which gives `now` instead of `before` (-1: nothing was counted
 * yet). */
static dm_status correct_gains_around(stone_gains *g, dm_vertex u, int64_t before, int64_t now,
                                      dm_error *err)
{
    const dmi_market_customer *c = &g->demand->customer[u];
    dmi_bounded_search *around =
        dm_arena_is_directed(g->problem->arena) ? &g->from_customers : &g->search;
    int64_t reach = g->demand->limit[u]; /* no stone farther away gains from u */
    if (c->step[0].reach < reach)
        reach = c->step[0].reach;
    dm_status status = dmi_bounded_search_run(around, u, reach, err);
    for (dm_vertex i = 0; status == DM_OK && i < around->count; i++) {
        dm_vertex v = around->found[i];
        int64_t gain = dmi_market_gain(c, around->distance[v] + g->offset[v]);
        g->gain[v] += gain > now ? gain - now : 0;
        g->gain[v] -= before >= 0 && gain > before ? gain - before : 0;
        assert(g->gain[v] >= 0);
    }
    if (status == DM_OK && !dmi_run_report(g->run, 1, g->phase, g->done, g->total, NULL))
        status = dmi_stopped(g->run, err);
    return status;
}

/* Adds a stone at v or removes it, and corrects the gains of the others. */
static dm_status put_stone(void *context, int32_t v, bool is_in, dm_error *err)
{
    stone_gains *g = context;
    const dmi_bounded_search *search = &g->search;
    int32_t change = is_in ? 1 : -1;
    dm_vertex count = 0;
    assert(g->is_free[v] == is_in);
    g->is_free[v] = !is_in;
    g->left -= g->cost ? change * g->cost[v] : 0;
    assert(!g->cost || g->left >= 0);
    if (g->is_stopped)
        return DM_STOPPED;
    int64_t start = g->problem->market->terms.has_radius ? 0 : g->offset[v];
    dm_status status = dmi_bounded_search_within(&g->search, v, start, g->demand->limit, err);
    for (dm_vertex i = 0; status == DM_OK && i < search->count; i++) {
        dm_vertex u = search->found[i];
        int64_t before = gained_from(g, u), sum = search->distance[u] + g->offset[v] - start;
        for (int k = 0; k < 2; k++) {
            g->near[k][u] += sum <= g->demand->customer[u].step[k].reach ? change : 0;
            assert(g->near[k][u] >= 0);
        }
        if (gained_from(g, u) == before)
            continue;
        g->changed[count] = u;
        g->before[count++] = before;
    }
    for (dm_vertex i = 0; status == DM_OK && i < count; i++) {
        dm_vertex u = g->changed[i];
        status = correct_gains_around(g, u, g->before[i], gained_from(g, u), err);
    }
    g->done++;
    g->is_stopped = status == DM_STOPPED;
    return status;
}

/* The free vertex with the greatest gain (or gain per cost) whose cost is left, among equals the
 * smallest. */
static int32_t find_best_vertex(void *context, bool per_cost, int64_t least, int64_t *gain)
{
    const stone_gains *g = context;
    dm_vertex best = -1;
    assert(!per_cost || g->cost);
    for (dm_vertex i = 0; i < g->problem->candidate_count; i++) {
        dm_vertex v = dmi_market_vertex(g->problem->market, g->problem->candidate[i]);
        if (!g->is_free[v] || g->gain[v] <= least || (g->cost && g->cost[v] > g->left))
            continue;
        dmi_wide here = g->gain[v], there = best < 0 ? -1 : g->gain[best];
        if (per_cost && best >= 0) {
            here *= g->cost[best];
            there *= g->cost[v];
        }
        if (here > there || (here == there && g->gain[v] > g->gain[best]))
            best = v;
    }
    *gain = best < 0 ? 0 : g->gain[best];
    return best;
}

static int64_t gain_of_vertex(void *context, int32_t v)
{
    return ((const stone_gains *)context)->gain[v];
}

/* Computes the gains, one search per customer.  DM_STOPPED: some are missing. */
static dm_status stone_gains_init(stone_gains *g, const dmi_reply_problem *problem, dm_run *run,
                                  dm_error *err)
{
    const dm_market *market = problem->market;
    size_t n = (size_t)problem->n;
    *g = (stone_gains){.problem = problem,
                       .demand = &market->demand,
                       .left = problem->budget,
                       .run = run,
                       .phase = "customers",
                       .total = (uint64_t)problem->n};
    g->gain = dmi_array_zeroed(&g->arrays, n, sizeof *g->gain);
    g->offset = dmi_array_zeroed(&g->arrays, n, sizeof *g->offset);
    g->candidate = dmi_array(&g->arrays, n, sizeof *g->candidate);
    g->is_free = dmi_array_zeroed(&g->arrays, n, 1);
    if (problem->has_budget)
        g->cost = dmi_array(&g->arrays, n, sizeof *g->cost);
    g->changed = dmi_array(&g->arrays, n, sizeof *g->changed);
    g->before = dmi_array(&g->arrays, n, sizeof *g->before);
    for (int k = 0; k < 2; k++)
        g->near[k] = dmi_array_zeroed(&g->arrays, n, sizeof *g->near[k]);
    if (dmi_arrays_check(&g->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    dm_status status =
        dmi_bounded_search_init(&g->search, market->from_site, g->demand->limit, true, run, err);
    if (status == DM_OK && dm_arena_is_directed(market->arena))
        status = dmi_bounded_search_init(&g->from_customers, market->to_site, g->demand->limit,
                                         false, run, err);
    status = dmi_as_unfinished(status, err);
    for (int32_t i = 0; status == DM_OK && i < problem->candidate_count; i++) {
        dm_vertex v = dmi_market_vertex(market, problem->candidate[i]);
        g->candidate[v] = i;
        g->is_free[v] = 1;
        g->offset[v] = problem->offset[i];
        if (g->cost)
            g->cost[v] = problem->cost[i];
    }
    for (dm_vertex u = 0; status == DM_OK && u < problem->n; u++) {
        g->done = (uint64_t)u;
        if (g->demand->customer[u].step[0].reach >= 0)
            status = correct_gains_around(g, u, -1, 0, err);
    }
    g->is_stopped = status == DM_STOPPED;
    return status;
}

/* Places all stones one after another, and swaps if asked to.  `result` is filled even after a
 * stop. */
static dm_status place_stones(const dmi_reply_problem *problem, bool swaps, dm_run *run,
                              dmi_reply_result *result, dm_error *err)
{
    static const dmi_greedy_hooks hooks = {
        .best = find_best_vertex, .gain = gain_of_vertex, .put = put_stone};
    stone_gains g;
    dmi_greedy greedy = {.hooks = &hooks,
                         .context = &g,
                         .limit = problem->count,
                         .has_budget = problem->has_budget,
                         .chosen = result->chosen};
    dm_status status = stone_gains_init(&g, problem, run, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status begun = status;
        g.phase = "stones";
        g.done = 0;
        g.total = (uint64_t)problem->count;
        status = dmi_greedy_choose(&greedy, err);
        status = status == DM_OK ? begun : status;
    }
    if (status == DM_OK && swaps) {
        g.phase = "swaps";
        g.done = g.total = 0;
        status = dmi_greedy_improve(&greedy, err);
    }
    if (status == DM_OK || status == DM_STOPPED) {
        result->count = greedy.count;
        for (int32_t i = 0; i < greedy.count; i++)
            result->chosen[i] = problem->candidate[g.candidate[result->chosen[i]]];
    }
    dmi_arrays_free(&g.arrays);
    dmi_bounded_search_clear(&g.search);
    dmi_bounded_search_clear(&g.from_customers);
    return status;
}

dm_status dmi_reply_local(const dmi_reply_problem *problem, const dm_reply_request *request,
                          dm_run *run, dmi_reply_result *result, dm_error *err)
{
    (void)request;
    return place_stones(problem, true, run, result, err);
}

dm_status dmi_reply_greedy(const dmi_reply_problem *problem, const dm_reply_request *request,
                           dm_run *run, dmi_reply_result *result, dm_error *err)
{
    (void)request;
    return place_stones(problem, false, run, result, err);
}
