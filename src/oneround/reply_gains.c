/* reply_gains.c - gains kept true by searches around the customers that change.
 *
 * What a stone at v adds is the sum over customers of its step there less the
 * step the customer has already.  When stones come or go, only customers within
 * their reach can change their step; around each that does, the candidates within
 * its wider reach have their gain corrected.
 *
 * What a stone at v reaches is found by a search from v that does not go past a
 * vertex beyond its limit: the distance to White's stones, or the radius.  On the
 * way from v to a customer within its limit every vertex is within its own, as
 * limits fall by at most the way gone (bounded_search.h).
 *
 * Cost: a customer is searched around once at the start and once for each step it
 * rises or falls; greed raises it at most twice.
 */
#include "oneround/reply_gains.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static int64_t rise(int64_t gain, int64_t had)
{
    return gain > had ? gain - had : 0;
}

/* What the customer gives with the stones that are there. */
static int64_t held(const dmi_gains *l, dm_vertex u)
{
    return l->near[1][u]   ? l->demand.customer[u].step[1].gain
           : l->near[0][u] ? l->demand.customer[u].step[0].gain
                           : 0;
}

/* Tells everyone around u that it gives `now` instead of `before`; before < 0: for the first time.
 */
static dm_status spread_news(dmi_gains *l, dm_vertex u, int64_t before, int64_t now, dm_error *err)
{
    const dmi_reply_customer *c = &l->demand.customer[u];
    dm_status status = dmi_bounded_search_run(&l->search, u, c->step[0].reach, err);
    for (dm_vertex i = 0; status == DM_OK && i < l->search.count; i++) {
        dm_vertex v = l->search.found[i];
        int64_t gain = dmi_reply_gain(c, l->search.distance[v]);
        l->gain[v] += rise(gain, now) - (before < 0 ? 0 : rise(gain, before));
    }
    if (status == DM_OK && !dmi_run_report(l->run, 1, l->phase, l->done, l->total, NULL))
        status = dmi_stopped(l->run, err);
    return status;
}

static bool make_room(dmi_gains *l)
{
    size_t n = (size_t)l->problem->n;
    l->gain = dmi_calloc(n, sizeof *l->gain);
    l->is_free = dmi_calloc(n, 1);
    l->changed = dmi_alloc(n, sizeof *l->changed);
    l->before = dmi_alloc(n, sizeof *l->before);
    for (int k = 0; k < 2; k++)
        l->near[k] = dmi_calloc(n, sizeof *l->near[k]);
    return l->gain && l->is_free && l->changed && l->before && l->near[0] && l->near[1];
}

dm_status dmi_gains_init(dmi_gains *ledger, const dmi_reply_problem *problem, dm_run *run,
                         dm_error *err)
{
    dmi_gains l = {
        .problem = problem, .run = run, .phase = "customers", .total = (uint64_t)problem->n};
    dm_status status =
        make_room(&l) ? dmi_reply_demand_init(&l.demand, problem, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_bounded_search_init(&l.search, dm_arena_graph(problem->arena), l.demand.limit,
                                         true, err);
    for (dm_vertex i = 0; status == DM_OK && i < problem->candidate_count; i++)
        l.is_free[problem->candidate[i]] = 1;
    *ledger = l;
    for (dm_vertex u = 0; status == DM_OK && u < problem->n; u++) {
        ledger->done = (uint64_t)u;
        if (l.demand.customer[u].step[0].reach >= 0)
            status = spread_news(ledger, u, -1, 0, err);
    }
    if (status != DM_OK && status != DM_STOPPED)
        dmi_gains_clear(ledger);
    return status;
}

void dmi_gains_clear(dmi_gains *ledger)
{
    dmi_reply_demand_clear(&ledger->demand);
    free(ledger->gain);
    free(ledger->is_free);
    free(ledger->changed);
    free(ledger->before);
    free(ledger->near[0]);
    free(ledger->near[1]);
    dmi_bounded_search_clear(&ledger->search);
    *ledger = (dmi_gains){0};
}

/* Counts the stone at v in or out; gives how many customers change what they give. */
static dm_vertex recount(dmi_gains *l, int32_t change)
{
    dm_vertex count = 0;
    for (dm_vertex i = 0; i < l->search.count; i++) {
        dm_vertex u = l->search.found[i];
        int64_t before = held(l, u), far = l->search.distance[u];
        for (int k = 0; k < 2; k++)
            l->near[k][u] += far <= l->demand.customer[u].step[k].reach ? change : 0;
        if (held(l, u) == before)
            continue;
        l->changed[count] = u;
        l->before[count++] = before;
    }
    return count;
}

dm_status dmi_gains_put(dmi_gains *ledger, dm_vertex v, int32_t change, dm_error *err)
{
    dm_status status = dmi_bounded_search_within(&ledger->search, v, ledger->demand.limit, err);
    dm_vertex count = status == DM_OK ? recount(ledger, change) : 0;
    ledger->is_free[v] = change < 0;
    for (dm_vertex i = 0; status == DM_OK && i < count; i++) {
        dm_vertex u = ledger->changed[i];
        status = spread_news(ledger, u, ledger->before[i], held(ledger, u), err);
    }
    return status;
}

dm_vertex dmi_gains_best(const dmi_gains *ledger)
{
    dm_vertex best = -1;
    for (dm_vertex i = 0; i < ledger->problem->candidate_count; i++) {
        dm_vertex v = ledger->problem->candidate[i];
        if (ledger->is_free[v] && (best < 0 || ledger->gain[v] > ledger->gain[best]))
            best = v;
    }
    return best;
}

dm_status dmi_gains_greedy(dmi_gains *ledger, dm_vertex *chosen, dm_error *err)
{
    dm_status status = DM_OK;
    ledger->phase = "stones";
    ledger->total = (uint64_t)ledger->problem->count;
    for (int32_t i = 0; i < ledger->problem->count; i++) {
        chosen[i] = dmi_gains_best(ledger);
        ledger->done = (uint64_t)i;
        if (status == DM_OK)
            status = dmi_gains_put(ledger, chosen[i], 1, err);
        ledger->is_free[chosen[i]] = 0;
        if (status != DM_OK && status != DM_STOPPED)
            return status;
    }
    return status;
}
