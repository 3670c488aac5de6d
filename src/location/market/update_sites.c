/* update_sites.c - what a change of the sites changes.
 *
 * When sites close and open, the sums of the vertices around them change (nearest_site.c), and with
 * them the customers there.  What a candidate gains from a customer depends on the distance between
 * the two and on the customer alone, so a candidate has to be searched again only if it can gain
 * from a changed customer: if its key at a changed vertex v is at most l(v), the greater of v's old
 * and new limits.  One search finds these candidates: it starts at every changed v with the key L -
 * l(v), where L is the greatest l(v), and runs against the arcs.  Where it arrives with the key k,
 * the least of d(c,v) - l(v) is k - L, so c has to be searched if k plus its offset is at most L.
 *
 * On tables and points nothing is updated: the market starts again.
 *
 * Cost: a few passes over the vertices, the part of the board that changes, and the searches from
 * the candidates near it.
 */
#include "base/base.h"
#include "graph/spread.h"
#include "location/market/market.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* How the sites of one side change. */
typedef struct side_change {
    bool *is_closed; /* of each site there was */
    bool is_changed; /* some site closed or opened */
    int64_t *before; /* the sums */
    dmi_arrays arrays;
} side_change;

/* Whether all sites have the same offset as before. */
static bool same_offset(const dmi_market_side *side, const dm_sites *sites)
{
    int64_t one = side->count ? side->offset[0] : sites->count ? dmi_offset_of(sites, 0) : 0;
    for (int32_t i = 0; i < side->count; i++)
        if (side->offset[i] != one)
            return false;
    for (int32_t i = 0; i < sites->count; i++)
        if (dmi_offset_of(sites, i) != one)
            return false;
    return true;
}

bool dmi_market_can_change(const dm_market *market, const dm_reply_request *request)
{
    const dm_terms *now = &request->terms, *then = &market->terms;
    if (!market->is_known || market->from_site->kind != DM_NETWORK || market->demand.is_joined ||
        now->ties != then->ties || now->objective != then->objective ||
        now->has_radius != then->has_radius || !now->candidates.offset != !then->candidates.offset)
        return false;
    return !now->has_radius ||
           (now->radius == then->radius && same_offset(&market->side[DM_WHITE], &request->white) &&
            same_offset(&market->side[DM_BLACK], &request->kept));
}

/* Closes the sites that are not on the new list and opens those that are new, in gaps first; then
 * updates the sums. */
static dm_status change_side(dm_market *m, dmi_market_side *side, const dm_sites *sites,
                             side_change *c, dm_run *run, dm_error *err)
{
    size_t most = (size_t)side->count + (size_t)sites->count;
    dm_vertex *vertex = dmi_realloc(side->vertex, most + 1, sizeof *vertex);
    side->vertex = vertex ? vertex : side->vertex;
    int64_t *offset = dmi_realloc(side->offset, most + 1, sizeof *offset);
    side->offset = offset ? offset : side->offset;
    c->is_closed = dmi_array_zeroed(&c->arrays, most + 1, sizeof *c->is_closed);
    c->before = dmi_array(&c->arrays, (size_t)m->n, sizeof *c->before);
    int32_t *at = dmi_array(&c->arrays, (size_t)m->n, sizeof *at); /* the new site on each vertex */
    if (!vertex || !offset || c->arrays.failed)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < m->n; v++)
        at[v] = -1;
    for (int32_t i = 0; i < sites->count; i++)
        at[dmi_market_vertex(m, sites->vertex[i])] = i;
    for (int32_t s = 0; s < side->count; s++) {
        dm_vertex v = side->vertex[s];
        if (v < 0)
            continue;
        if (at[v] >= 0 && dmi_offset_of(sites, at[v]) == side->offset[s]) {
            at[v] = -1; /* it stays */
            continue;
        }
        c->is_closed[s] = c->is_changed = true;
        side->vertex[s] = -1;
    }
    for (int32_t i = 0, gap = 0; i < sites->count; i++) {
        dm_vertex v = dmi_market_vertex(m, sites->vertex[i]);
        if (at[v] != i)
            continue;
        while (gap < side->count && side->vertex[gap] >= 0)
            gap++;
        side->count += gap == side->count;
        assert((size_t)side->count <= most);
        side->vertex[gap] = v;
        side->offset[gap] = dmi_offset_of(sites, i);
        c->is_changed = true;
    }
    memcpy(c->before, side->nearest.sum, (size_t)m->n * sizeof *c->before);
    if (!c->is_changed)
        return DM_OK;
    const dm_sites now = {.vertex = side->vertex, .count = side->count, .offset = side->offset};
    return dmi_nearest_update(&side->nearest, m->from_site, m->to_site, &now, c->is_closed,
                              &m->terms, run, err);
}

/* Marks the candidates whose searches reach a changed vertex. */
static dm_status mark_candidates(dm_market *m, const int64_t *limit, int64_t most, dm_run *run,
                                 dm_error *err)
{
    int64_t *key = dmi_alloc((size_t)m->n, sizeof *key);
    dmi_spread spread = {.graph = m->to_site, .key = key, .bound = most, .run = run};
    bool has_room = true;
    if (!key)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < m->n; v++)
        key[v] = INT64_MAX;
    for (dm_vertex v = 0; has_room && v < m->n; v++)
        if (limit[v] >= 0)
            has_room = dmi_spread_offer(&spread, v, most - limit[v], 0);
    dm_status status = dmi_spread_run(&spread, err);
    for (int32_t i = 0; i < m->candidates.count; i++) {
        dm_vertex v = dmi_market_vertex(m, m->candidates.vertex[i]);
        dm_vertex arrival = m->to_site->arrival ? m->to_site->arrival[v] : -1;
        int64_t k = arrival >= 0 && key[arrival] < key[v] ? key[arrival] : key[v];
        int64_t offset = m->terms.has_radius ? 0 : m->candidates.offset[i];
        if (k <= most && offset <= most - k)
            m->candidates.hits[i].is_current = false;
    }
    free(key);
    return has_room ? status : dmi_no_memory(err);
}

dm_status dmi_market_change(dm_market *market, const dm_reply_request *request, dm_run *run,
                            bool *is_done, dm_error *err)
{
    const dm_sites *sites[2] = {&request->white, &request->kept};
    side_change c[2] = {0};
    int64_t *limit = dmi_alloc((size_t)market->n, sizeof *limit), most = -1;
    dm_status status = limit ? DM_OK : dmi_no_memory(err);
    for (int s = 0; status == DM_OK && s < 2; s++)
        status = change_side(market, &market->side[s], sites[s], &c[s], run, err);
    if (status == DM_OK && (c[0].is_changed || c[1].is_changed)) {
        /* limit[v] becomes the greater of the old and new limits where something has changed, and
         * -1 elsewhere; `most` is the greatest */
        const dmi_standing standing = dmi_market_standing(market);
        for (dm_vertex v = 0; v < market->n; v++) {
            limit[v] = -1;
            if (c[0].before[v] == standing.side[0]->sum[v] &&
                c[1].before[v] == standing.side[1]->sum[v])
                continue;
            int64_t old = market->demand.limit[v];
            dmi_demand_change(&market->demand, &standing, v);
            limit[v] = market->demand.limit[v] > old ? market->demand.limit[v] : old;
            most = limit[v] > most ? limit[v] : most;
        }
    }
    *is_done = most < INT64_MAX;
    if (status == DM_OK && most >= 0 && *is_done) {
        market->has_coverage = false;
        status = mark_candidates(market, limit, most, run, err);
    }
    dmi_arrays_free(&c[0].arrays);
    dmi_arrays_free(&c[1].arrays);
    free(limit);
    return status;
}
