/* reply_gains.c - updates gains by searches around the customers that change.
 *
 * A stone at v adds, for every customer, its step there minus the step that the customer already
 * has.  When a stone comes or goes, only customers within reach can change; around each of these
 * the gains of the candidates are corrected.
 *
 * A search from v hits what a stone there reaches.  It does not pass a vertex beyond that vertex's
 * limit: its distance to White's stones, or the radius.  Nothing is missed, because limits differ
 * by at most the distance between vertices (bounded_search.h).
 *
 * Cost: one search per customer at the start, and one whenever its step changes; greedy changes it
 * at most twice.
 */
#include "location/reply/reply_gains.h"

static int64_t rise(int64_t gain, int64_t had)
{
    return gain > had ? gain - had : 0;
}

/* What the customer gives Black with the present stones. */
static int64_t held(const dmi_gains *g, dm_vertex u)
{
    return g->near[1][u]   ? g->demand->customer[u].step[1].gain
           : g->near[0][u] ? g->demand->customer[u].step[0].gain
                           : 0;
}

/* Corrects the gains around u, which gives `now` instead of `before` (-1: nothing was counted
 * yet). */
static dm_status correct_gains_around(dmi_gains *g, dm_vertex u, int64_t before, int64_t now,
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
        g->gain[v] += rise(gain, now) - (before < 0 ? 0 : rise(gain, before));
    }
    if (status == DM_OK && !dmi_run_report(g->run, 1, g->phase, g->done, g->total, NULL))
        status = dmi_stopped(g->run, err);
    return status;
}

static bool make_room(dmi_gains *g)
{
    size_t n = (size_t)g->problem->n;
    g->gain = dmi_array_zeroed(&g->arrays, n, sizeof *g->gain);
    g->offset = dmi_array_zeroed(&g->arrays, n, sizeof *g->offset);
    g->candidate = dmi_array(&g->arrays, n, sizeof *g->candidate);
    g->is_free = dmi_array_zeroed(&g->arrays, n, 1);
    if (g->problem->has_budget)
        g->cost = dmi_array(&g->arrays, n, sizeof *g->cost);
    g->changed = dmi_array(&g->arrays, n, sizeof *g->changed);
    g->before = dmi_array(&g->arrays, n, sizeof *g->before);
    for (int k = 0; k < 2; k++)
        g->near[k] = dmi_array_zeroed(&g->arrays, n, sizeof *g->near[k]);
    return !g->arrays.failed;
}

void dmi_gains_clear(dmi_gains *gains)
{
    dmi_arrays_free(&gains->arrays);
    dmi_bounded_search_clear(&gains->search);
    dmi_bounded_search_clear(&gains->from_customers);
    *gains = (dmi_gains){0};
}

/* Counts the stone just searched from in or out; returns how many customers changed.  `more` is
 * added to the keys of the search. */
static dm_vertex recount(dmi_gains *g, int64_t more, int32_t change)
{
    dm_vertex count = 0;
    for (dm_vertex i = 0; i < g->search.count; i++) {
        dm_vertex u = g->search.found[i];
        int64_t before = held(g, u), sum = g->search.distance[u] + more;
        for (int k = 0; k < 2; k++)
            g->near[k][u] += sum <= g->demand->customer[u].step[k].reach ? change : 0;
        if (held(g, u) == before)
            continue;
        g->changed[count] = u;
        g->before[count++] = before;
    }
    return count;
}

dm_status dmi_gains_put(dmi_gains *gains, dm_vertex v, int32_t change, dm_error *err)
{
    gains->is_free[v] = change < 0;
    gains->left -= gains->cost ? change * gains->cost[v] : 0;
    if (gains->is_stopped)
        return DM_STOPPED;
    int64_t start = gains->problem->market->terms.has_radius ? 0 : gains->offset[v];
    dm_status status =
        dmi_bounded_search_within(&gains->search, v, start, gains->demand->limit, err);
    dm_vertex count = status == DM_OK ? recount(gains, gains->offset[v] - start, change) : 0;
    for (dm_vertex i = 0; status == DM_OK && i < count; i++) {
        dm_vertex u = gains->changed[i];
        status = correct_gains_around(gains, u, gains->before[i], held(gains, u), err);
    }
    gains->is_stopped = status == DM_STOPPED;
    return status;
}

static dm_vertex vertex_of(const dmi_gains *g, int32_t candidate)
{
    return dmi_market_vertex(g->problem->market, g->problem->candidate[candidate]);
}

void dmi_gains_name(const dmi_gains *gains, dmi_reply_result *result)
{
    for (int32_t i = 0; i < result->count; i++)
        result->chosen[i] = gains->problem->candidate[gains->candidate[result->chosen[i]]];
}

/* Whether a stone at v is better than one at `best`. */
static bool beats(const dmi_gains *gains, dm_vertex v, dm_vertex best, bool per_cost)
{
    int64_t here = gains->gain[v], there = gains->gain[best];
    if (!per_cost)
        return here > there;
    dmi_wide x = (dmi_wide)here * gains->cost[best], y = (dmi_wide)there * gains->cost[v];
    return x != y ? x > y : here > there;
}

dm_vertex dmi_gains_best(const dmi_gains *gains, bool per_cost)
{
    dm_vertex best = -1;
    for (dm_vertex i = 0; i < gains->problem->candidate_count; i++) {
        dm_vertex v = vertex_of(gains, i);
        if (!gains->is_free[v] ||
            (gains->cost && (gains->cost[v] > gains->left || gains->gain[v] == 0)))
            continue;
        if (best < 0 || beats(gains, v, best, per_cost))
            best = v;
    }
    return best;
}

dm_status dmi_gains_add(dmi_gains *gains, bool per_cost, dmi_reply_result *result, bool *placed,
                        dm_error *err)
{
    dm_vertex best = result->count < gains->problem->count ? dmi_gains_best(gains, per_cost) : -1;
    *placed = best >= 0;
    if (best < 0)
        return gains->is_stopped ? DM_STOPPED : DM_OK;
    gains->done = (uint64_t)result->count;
    result->chosen[result->count++] = best;
    return dmi_gains_put(gains, best, 1, err);
}

/* Places stones until there is none to place; goes on after a stop, with gains that are not
 * updated. */
static dm_status add_all(dmi_gains *gains, dmi_reply_result *result, dm_error *err)
{
    dm_status status = DM_OK;
    for (bool placed = true; placed && (status == DM_OK || status == DM_STOPPED);)
        status = dmi_gains_add(gains, gains->cost != NULL, result, &placed, err);
    return status;
}

static dm_status init_searches(dmi_gains *g, dm_error *err)
{
    const dm_market *market = g->problem->market;
    dm_status status =
        dmi_bounded_search_init(&g->search, market->from_site, g->demand->limit, true, g->run, err);
    if (status == DM_OK && dm_arena_is_directed(market->arena))
        status = dmi_bounded_search_init(&g->from_customers, market->to_site, g->demand->limit,
                                         false, g->run, err);
    return dmi_as_unfinished(status, err);
}

/* Keeps the first `count` stones and places one at `last`. */
static dm_status end_with(dmi_gains *gains, dmi_reply_result *result, int32_t count, dm_vertex last,
                          dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && result->count > count)
        status = dmi_gains_put(gains, result->chosen[--result->count], -1, err);
    if (status != DM_OK)
        return status;
    result->chosen[result->count++] = last;
    return dmi_gains_put(gains, last, 1, err);
}

/* Places stones per cost; then cuts them off where a single stone gains most, and places that. */
static dm_status add_within_budget(dmi_gains *gains, dmi_reply_result *result, dm_error *err)
{
    int64_t so_far = 0, most = 0;
    int32_t kept = 0;
    dm_vertex last = -1;
    dm_status status = DM_OK;
    for (bool placed = true; placed && status == DM_OK;) {
        dm_vertex one = dmi_gains_best(gains, false), next = dmi_gains_best(gains, true);
        if (result->count < gains->problem->count && one >= 0 && so_far + gains->gain[one] > most) {
            most = so_far + gains->gain[one];
            kept = result->count;
            last = one;
        }
        so_far += next >= 0 ? gains->gain[next] : 0;
        status = dmi_gains_add(gains, true, result, &placed, err);
    }
    if (status == DM_OK && last >= 0)
        status = end_with(gains, result, kept, last, err);
    return status;
}

static dm_status place_greedily(dmi_gains *gains, dmi_reply_result *result, dm_error *err)
{
    gains->phase = "stones";
    gains->total = (uint64_t)gains->problem->count;
    result->count = 0;
    dm_status status =
        gains->cost && !gains->is_stopped ? add_within_budget(gains, result, err) : DM_OK;
    return status == DM_OK || status == DM_STOPPED ? add_all(gains, result, err) : status;
}

static void take_candidate(dmi_gains *g, int32_t i)
{
    dm_vertex v = vertex_of(g, i);
    g->candidate[v] = i;
    g->is_free[v] = 1;
    g->offset[v] = g->problem->offset[i];
    if (g->cost)
        g->cost[v] = g->problem->cost[i];
}

dm_status dmi_gains_init(dmi_gains *gains, const dmi_reply_problem *problem, dm_run *run,
                         dmi_reply_result *result, dm_error *err)
{
    const dm_market *market = problem->market;
    dmi_gains g = {.problem = problem,
                   .demand = &market->demand,
                   .left = problem->budget,
                   .run = run,
                   .phase = "customers",
                   .total = (uint64_t)problem->n};
    dm_status status = make_room(&g) ? init_searches(&g, err) : dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < problem->candidate_count; i++)
        take_candidate(&g, i);
    *gains = g;
    for (dm_vertex u = 0; status == DM_OK && u < problem->n; u++) {
        gains->done = (uint64_t)u;
        if (market->demand.customer[u].step[0].reach >= 0)
            status = correct_gains_around(gains, u, -1, 0, err);
    }
    gains->is_stopped = status == DM_STOPPED;
    if (status == DM_OK || status == DM_STOPPED)
        status = place_greedily(gains, result, err);
    if (status != DM_OK && status != DM_STOPPED)
        dmi_gains_clear(gains);
    return status;
}
