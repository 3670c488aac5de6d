/* ledger.c - gains kept true by searches around the customers that change.
 *
 * What a stone at v adds is the sum over customers of its step there less the
 * step the customer has already.  When stones come or go, only customers within
 * their reach can change their step; around each that does, the candidates within
 * its wider reach have their gain corrected.
 *
 * What a stone at v reaches is found by a search from v that does not go past a
 * vertex beyond its limit: the distance to White's stones, or the radius.  On the
 * way from v to a customer within its limit every vertex is within its own, as
 * limits fall by at most the way gone (ball.h).
 *
 * Cost: a customer is searched around once at the start and once for each step it
 * rises or falls; greed raises it at most twice.
 */
#include "oneround/ledger.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

static int64_t rise(int64_t gain, int64_t had)
{
    return gain > had ? gain - had : 0;
}

/* What the customer gives with the stones that are there. */
static int64_t held(const dmi_ledger *l, dm_vertex u)
{
    return l->near[1][u]   ? l->demand.customer[u].step[1].gain
           : l->near[0][u] ? l->demand.customer[u].step[0].gain
                           : 0;
}

/* Tells everyone around u that it gives `now` instead of `before`; before < 0: for the first time.
 */
static dm_status spread_news(dmi_ledger *l, dm_vertex u, int64_t before, int64_t now, dm_error *err)
{
    const dmi_customer *c = &l->demand.customer[u];
    dm_status status = dmi_ball_search(&l->ball, u, c->step[0].reach, err);
    for (dm_vertex i = 0; status == DM_OK && i < l->ball.count; i++) {
        dm_vertex v = l->ball.found[i];
        int64_t gain = dmi_gain(c, l->ball.distance[v]);
        l->gain[v] += rise(gain, now) - (before < 0 ? 0 : rise(gain, before));
    }
    if (status == DM_OK && !dmi_run_report(l->run, 1, l->phase, l->done, l->total, NULL))
        status = dmi_stopped(l->run, err);
    return status;
}

static bool make_room(dmi_ledger *l)
{
    size_t n = (size_t)l->market->n;
    l->gain = dmi_calloc(n, sizeof *l->gain);
    l->is_free = dmi_calloc(n, 1);
    l->changed = dmi_alloc(n, sizeof *l->changed);
    l->before = dmi_alloc(n, sizeof *l->before);
    for (int k = 0; k < 2; k++)
        l->near[k] = dmi_calloc(n, sizeof *l->near[k]);
    return l->gain && l->is_free && l->changed && l->before && l->near[0] && l->near[1];
}

dm_status dmi_ledger_init(dmi_ledger *ledger, const dmi_market *market, dm_run *run, dm_error *err)
{
    dmi_ledger l = {
        .market = market, .run = run, .phase = "customers", .total = (uint64_t)market->n};
    dm_status status = make_room(&l) ? dmi_demand_init(&l.demand, market, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_ball_init(&l.ball, dm_arena_graph(market->arena), l.demand.limit, true, err);
    for (dm_vertex i = 0; status == DM_OK && i < market->candidate_count; i++)
        l.is_free[market->candidate[i]] = 1;
    *ledger = l;
    for (dm_vertex u = 0; status == DM_OK && u < market->n; u++) {
        ledger->done = (uint64_t)u;
        if (l.demand.customer[u].step[0].reach >= 0)
            status = spread_news(ledger, u, -1, 0, err);
    }
    if (status != DM_OK && status != DM_STOPPED)
        dmi_ledger_clear(ledger);
    return status;
}

void dmi_ledger_clear(dmi_ledger *ledger)
{
    dmi_demand_clear(&ledger->demand);
    free(ledger->gain);
    free(ledger->is_free);
    free(ledger->changed);
    free(ledger->before);
    free(ledger->near[0]);
    free(ledger->near[1]);
    dmi_ball_clear(&ledger->ball);
    *ledger = (dmi_ledger){0};
}

/* Counts the stone at v in or out; gives how many customers change what they give. */
static dm_vertex recount(dmi_ledger *l, int32_t change)
{
    dm_vertex count = 0;
    for (dm_vertex i = 0; i < l->ball.count; i++) {
        dm_vertex u = l->ball.found[i];
        int64_t before = held(l, u), far = l->ball.distance[u];
        for (int k = 0; k < 2; k++)
            l->near[k][u] += far <= l->demand.customer[u].step[k].reach ? change : 0;
        if (held(l, u) == before)
            continue;
        l->changed[count] = u;
        l->before[count++] = before;
    }
    return count;
}

dm_status dmi_ledger_put(dmi_ledger *ledger, dm_vertex v, int32_t change, dm_error *err)
{
    dm_status status = dmi_ball_capture(&ledger->ball, v, ledger->demand.limit, err);
    dm_vertex count = status == DM_OK ? recount(ledger, change) : 0;
    ledger->is_free[v] = change < 0;
    for (dm_vertex i = 0; status == DM_OK && i < count; i++) {
        dm_vertex u = ledger->changed[i];
        status = spread_news(ledger, u, ledger->before[i], held(ledger, u), err);
    }
    return status;
}

dm_vertex dmi_ledger_best(const dmi_ledger *ledger)
{
    dm_vertex best = -1;
    for (dm_vertex i = 0; i < ledger->market->candidate_count; i++) {
        dm_vertex v = ledger->market->candidate[i];
        if (ledger->is_free[v] && (best < 0 || ledger->gain[v] > ledger->gain[best]))
            best = v;
    }
    return best;
}

dm_status dmi_ledger_greedy(dmi_ledger *ledger, dm_vertex *chosen, dm_error *err)
{
    dm_status status = DM_OK;
    ledger->phase = "stones";
    ledger->total = (uint64_t)ledger->market->count;
    for (int32_t i = 0; i < ledger->market->count; i++) {
        chosen[i] = dmi_ledger_best(ledger);
        ledger->done = (uint64_t)i;
        if (status == DM_OK)
            status = dmi_ledger_put(ledger, chosen[i], 1, err);
        ledger->is_free[chosen[i]] = 0;
        if (status != DM_OK && status != DM_STOPPED)
            return status;
    }
    return status;
}
