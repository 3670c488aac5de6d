/* market.c - what a market remembers of its last question.
 *
 * The board is renumbered once if neighbours are far apart in memory.  Then the sums of both sides,
 * the customers and the lists follow one from the other; update_sites.c updates them when sites
 * change.
 */
#include "location/market/market.h"

#include "base/base.h"
#include "graph/csr.h"
#include "graph/renumber.h"
#include <assert.h>
#include <stdlib.h>

dm_status dm_market_new(const dm_arena *arena, dm_market **out, dm_error *err)
{
    dm_market *m = dmi_calloc(1, sizeof *m);
    if (!m)
        return dmi_no_memory(err);
    m->arena = arena;
    m->n = dm_arena_vertices(arena);
    *out = m;
    return DM_OK;
}

/* Forgets the numbering. */
static void clear_numbering(dm_market *m)
{
    dmi_graph_clear(&m->own[0]);
    dmi_graph_clear(&m->own[1]);
    free(m->rank);
    free(m->own_value);
    free(m->number);
    free(m->place);
    m->own[0] = m->own[1] = (dm_graph){0};
    m->rank = NULL;
    m->own_value = NULL;
    m->number = m->place = NULL;
    m->from_site = NULL;
}

/* Gives vertices numbers that have neighbours close together in memory, and numbers the customers,
 * which are the vertices with a value. */
static dm_status number_vertices(dm_market *m, dm_run *run, dm_error *err)
{
    const dm_graph *from = dm_arena_reverse(m->arena), *to = dm_arena_graph(m->arena);
    const int64_t *values = dm_arena_values(m->arena);
    m->from_site = from;
    m->to_site = to;
    m->customers = m->n;
    if (dmi_order_is_poor(from)) {
        dm_status status =
            dmi_graph_renumber(from, dm_arena_places(m->arena), run, &m->rank, &m->own[0], err);
        if (status == DM_OK && from != to)
            status = dmi_graph_permute(to, m->rank, run, &m->own[1], err);
        if (status != DM_OK)
            return status;
        m->from_site = &m->own[0];
        m->to_site = from != to ? &m->own[1] : &m->own[0];
    }
    if (!values)
        return DM_OK;
    m->own_value = dmi_alloc((size_t)m->n, sizeof *m->own_value);
    m->number = dmi_alloc((size_t)m->n, sizeof *m->number);
    m->place = dmi_alloc((size_t)m->n, sizeof *m->place);
    if (!m->own_value || !m->number || !m->place)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < m->n; v++)
        m->own_value[dmi_market_vertex(m, v)] = values[v];
    m->value = m->own_value;
    m->customers = 0;
    for (dm_vertex v = 0; v < m->n; v++) {
        m->place[m->customers] = v;
        m->number[v] = m->value[v] > 0 ? m->customers++ : -1;
    }
    return DM_OK;
}

static void side_clear(dmi_market_side *side)
{
    free(side->vertex);
    free(side->offset);
    dmi_nearest_clear(&side->nearest);
    *side = (dmi_market_side){0};
}

/* Forgets the last question. */
static void forget_question(dm_market *m)
{
    side_clear(&m->side[DM_WHITE]);
    side_clear(&m->side[DM_BLACK]);
    dmi_demand_clear(&m->demand);
    dmi_candidates_clear(&m->candidates);
    dmi_clusters_clear(&m->clusters);
    dmi_prices_clear(&m->prices);
    free(m->signatures.of);
    m->signatures.of = NULL;
    dmi_coverage_clear(&m->coverage);
    m->is_known = m->has_coverage = false;
}

void dm_market_free(dm_market *market)
{
    if (!market)
        return;
    forget_question(market);
    dmi_bounded_search_clear(&market->search);
    clear_numbering(market);
    free(market);
}

static dm_sites side_sites(const dmi_market_side *side)
{
    return (dm_sites){.vertex = side->vertex, .count = side->count, .offset = side->offset};
}

/* Takes the sites of one side, in the market's numbering. */
static dm_status take_sites(const dm_market *m, const dm_sites *sites, dmi_market_side *side,
                            dm_error *err)
{
    side->vertex = dmi_alloc((size_t)sites->count, sizeof *side->vertex);
    side->offset = dmi_alloc((size_t)sites->count, sizeof *side->offset);
    if (!side->vertex || !side->offset)
        return dmi_no_memory(err);
    for (; side->count < sites->count; side->count++) {
        side->vertex[side->count] = dmi_market_vertex(m, sites->vertex[side->count]);
        side->offset[side->count] = dmi_offset_of(sites, side->count);
    }
    return DM_OK;
}

dmi_standing dmi_market_standing(const dm_market *m)
{
    return (dmi_standing){
        .arena = m->arena,
        .rank = m->rank,
        .value = m->value,
        .ties = m->terms.ties,
        .objective = m->terms.objective,
        .has_radius = m->terms.has_radius,
        .radius = m->terms.radius,
        .most_offset = m->terms.candidates.offset ? DMI_MOST_OFFSET : 0,
        .side = {&m->side[DM_WHITE].nearest, &m->side[DM_BLACK].nearest},
    };
}

/* Takes the terms and sites, and finds the sums and the customers. */
static dm_status start_again(dm_market *m, const dm_reply_request *request, dm_run *run,
                             dm_error *err)
{
    const dm_sites *sites[2] = {&request->white, &request->kept};
    dmi_nearest least[2] = {0}; /* whatever the radius */
    dm_status status = DM_OK;
    bool differ = false;
    forget_question(m);
    m->terms = request->terms;
    for (int s = 0; status == DM_OK && s < 2; s++) {
        status = take_sites(m, sites[s], &m->side[s], err);
        const dm_sites own = side_sites(&m->side[s]);
        differ = differ || dmi_offsets_differ(&own);
        if (status == DM_OK)
            status = dmi_nearest_init(&m->side[s].nearest, m->from_site, &own, &m->terms, run, err);
    }
    bool needs_least = m->terms.has_radius && differ; /* the sums of each side do not say it */
    for (int s = 0; status == DM_OK && needs_least && s < 2; s++) {
        const dm_sites own = side_sites(&m->side[s]);
        status = dmi_nearest_init(&least[s], m->from_site, &own, NULL, run, err);
    }
    for (dm_vertex v = 0; status == DM_OK && needs_least && v < m->n; v++)
        if (least[1].sum[v] < least[0].sum[v])
            least[0].sum[v] = least[1].sum[v];
    dmi_standing standing = dmi_market_standing(m);
    standing.least_sum = least[0].sum;
    if (status == DM_OK)
        status = dmi_demand_init(&m->demand, &standing, err);
    dmi_nearest_clear(&least[0]);
    dmi_nearest_clear(&least[1]);
    m->is_known = status == DM_OK;
    return status;
}

dm_status dmi_market_update(dm_market *market, const dm_reply_request *request, dm_run *run,
                            dm_error *err)
{
    dm_reply_request own = *request;
    bool is_done = false;
    dm_status status = market->from_site ? DM_OK : number_vertices(market, run, err);
    if (status != DM_OK)
        clear_numbering(market);
    if (own.terms.radius > DM_MAX_TOTAL)
        own.terms.radius = DM_MAX_TOTAL; /* no distance is greater */
    if (status == DM_OK && dmi_market_can_change(market, &own))
        status = dmi_market_change(market, &own, run, &is_done, err);
    if (status == DM_OK && !is_done)
        status = start_again(market, &own, run, err);
    if (status != DM_OK)
        market->is_known = false; /* the next question starts again */
    return dmi_as_unfinished(status, err);
}

dm_status dmi_market_score(const dm_market *market, const dm_sites *black, dmi_market_totals *out,
                           dm_error *err)
{
    const dmi_nearest *white = &market->side[DM_WHITE].nearest;
    const dmi_nearest *kept = &market->side[DM_BLACK].nearest;
    dmi_market_side added = {0};
    dmi_market_totals t = {{0}, 0, 0};
    dm_status status = take_sites(market, black, &added, err);
    const dm_sites sites = side_sites(&added);
    if (status == DM_OK)
        status = dmi_nearest_within(&added.nearest, market->from_site, &sites, &market->terms,
                                    market->demand.limit, err);
    for (dm_vertex v = 0; status == DM_OK && v < market->n; v++) {
        int64_t w = white->sum[v], b = kept->sum[v], more = added.nearest.sum[v];
        int32_t owner = dmi_owner_by_sums(w, more < b ? more : b, market->terms.ties, true);
        assert(w >= 0 && b >= 0 && more >= 0);
        *(owner >= 0         ? &t.score[owner]
          : owner == DM_TIED ? &t.tied
                             : &t.unreached) += dm_value_of(market->value, v);
    }
    side_clear(&added);
    if (status == DM_OK)
        *out = t;
    return status;
}
