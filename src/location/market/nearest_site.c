/* nearest_site.c - one search from all sites; with a radius and differing offsets, one per site.
 * So it is on tables and points too if offsets differ, or if there are limits.
 *
 * Without a radius the search compares sums: a site that does not serve v serves nothing behind v,
 * as both sums grow by the same length.  If the offsets are equal too, sums are distances.
 *
 * With a radius that is false, because the site that serves v may be farther away than the other
 * and not reach what is behind v.  There the sites are searched one after another, the smallest
 * offset first, and the searches compare distances: at v, site j stops if an earlier site i is no
 * farther away.  Its offset is no greater, so behind v site i serves whatever j could, with a sum
 * that is less, or equal and listed first.
 *
 * A site that is closed gives its vertices back; they get new sums from those around them that
 * keep theirs (the repair of Ramalingam and Reps, 1996).
 *
 * Cost: O(n + m), a logarithm more with offsets.  One search per site costs the vertices where it
 * is nearer than all with smaller offsets: for sites in random places n (1 + 1/2 + ... + 1/count)
 * in all.
 */
#include "location/market/nearest_site.h"

#include "base/sort.h"
#include "graph/bounded_search.h"
#include "graph/shortest_paths.h"
#include "graph/spread.h"
#include <assert.h>

dm_status dmi_sites_check(const dm_sites *sites, const char *whose, dm_vertex n, dm_error *err)
{
    for (int32_t i = 0; i < sites->count; i++) {
        dm_vertex v = sites->vertex[i];
        int64_t offset = dmi_offset_of(sites, i);
        if (v < 0 || v >= n)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "%s %d does not exist; the board has vertices 0..%d", whose, v, n - 1);
        if (offset < 0)
            return dmi_fail(err, DM_BAD_ARGUMENT, "%s %d has the offset %lld; expected 0 or more",
                            whose, v, (long long)offset);
        if (offset > DMI_MOST_OFFSET)
            return dmi_fail(err, DM_BAD_ARGUMENT, "%s %d has an offset above 2^61", whose, v);
    }
    return DM_OK;
}

dm_sites dmi_sites_or_all(const dm_sites *sites, const dm_arena *arena)
{
    dm_sites all = {0};
    if (sites->vertex)
        return *sites;
    all.vertex = dm_arena_sites(arena, &all.count);
    return all;
}

bool dmi_offsets_differ(const dm_sites *sites)
{
    for (int32_t i = 1; sites->offset && i < sites->count; i++)
        if (sites->offset[i] != sites->offset[0])
            return true;
    return false;
}

/* How to search. */
typedef struct search_terms {
    bool has_radius;
    int64_t radius;
    const int64_t *limit; /* of each vertex; NULL: none */
    dm_run *run;
} search_terms;

static dm_status search_together(const dmi_nearest *out, const dm_graph *graph,
                                 const dm_sites *sites, const search_terms *terms, dm_error *err)
{
    dmi_paths paths = {0};
    dm_status status = dmi_paths_init(&paths, graph, err);
    if (status != DM_OK)
        return status;
    paths.run = terms->run;
    dmi_paths_start(&paths);
    for (int32_t i = 0; i < sites->count && status == DM_OK; i++)
        status = dmi_paths_origin(&paths, sites->vertex[i], (uint32_t)i, err);
    if (status == DM_OK)
        status = dmi_paths_run(&paths, UINT32_MAX, err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++) {
        dmi_cell cell = dmi_paths_at(&paths, v);
        if (cell.distance > (uint64_t)terms->radius)
            continue;
        out->sum[v] = (int64_t)cell.distance + dmi_offset_of(sites, 0);
        out->site[v] = (int32_t)cell.label;
    }
    dmi_paths_clear(&paths);
    return status;
}

/* Keys are sums; with a radius all offsets are equal, and keys are distances. */
static dm_status search_sums(const dmi_nearest *out, const dm_graph *graph, const dm_sites *sites,
                             const search_terms *terms, dm_error *err)
{
    int64_t more = terms->has_radius ? dmi_offset_of(sites, 0) : 0;
    dmi_spread spread = {.graph = graph,
                         .key = out->sum,
                         .label = out->site,
                         .bound = terms->has_radius ? terms->radius : INT64_MAX - 1,
                         .limit = terms->limit,
                         .run = terms->run};
    bool has_room = true;
    for (int32_t i = 0; has_room && i < sites->count; i++)
        has_room =
            dmi_spread_offer_site(&spread, sites->vertex[i], dmi_offset_of(sites, i) - more, i);
    dm_status status = dmi_spread_run(&spread, err);
    for (dm_vertex v = 0; more > 0 && v < graph->n; v++)
        out->sum[v] += out->site[v] >= 0 ? more : 0;
    return has_room ? status : dmi_no_memory(err);
}

static dm_status search_each(const dmi_nearest *out, const dm_graph *graph, const dm_sites *sites,
                             const search_terms *terms, dm_error *err)
{
    dmi_bounded_search search = {0};
    int64_t *limit = dmi_alloc((size_t)graph->n, sizeof *limit);
    dmi_keyed *order = dmi_alloc((size_t)sites->count, sizeof *order);
    dm_status status = limit && order ? DM_OK : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++)
        limit[v] = terms->limit ? terms->limit[v] : terms->radius;
    if (status == DM_OK)
        status = dmi_bounded_search_init(&search, graph, limit, true, terms->run, err);
    for (int32_t i = 0; status == DM_OK && i < sites->count; i++)
        order[i] = (dmi_keyed){dmi_offset_of(sites, i), i};
    if (status == DM_OK)
        dmi_sort_keyed(order, sites->count);
    for (int32_t k = 0; status == DM_OK && k < sites->count; k++) {
        int32_t i = order[k].item;
        status = dmi_bounded_search_within(&search, sites->vertex[i], 0, limit, err);
        for (dm_vertex at = 0; status == DM_OK && at < search.count; at++) {
            dm_vertex v = search.found[at];
            int64_t sum = search.distance[v] + order[k].key;
            limit[v] = search.distance[v] - 1;
            if (sum < out->sum[v] || (sum == out->sum[v] && i < out->site[v])) {
                out->sum[v] = sum;
                out->site[v] = i;
            }
        }
    }
    dmi_bounded_search_clear(&search);
    free(limit);
    free(order);
    return status;
}

static dm_status find_nearest(dmi_nearest *nearest, const dm_graph *graph, const dm_sites *sites,
                              const search_terms *terms, dm_error *err)
{
    bool differ = dmi_offsets_differ(sites), is_network = graph->kind == DM_NETWORK;
    dmi_nearest out = {.sum = dmi_alloc((size_t)graph->n, sizeof *out.sum),
                       .site = dmi_alloc((size_t)graph->n, sizeof *out.site)};
    dm_status status = out.sum && out.site ? DM_OK : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++) {
        out.sum[v] = DMI_NOT_SERVED;
        out.site[v] = -1;
    }
    if (status == DM_OK && sites->count > 0)
        status = !differ && !terms->limit ? search_together(&out, graph, sites, terms, err)
                 : is_network && !(differ && terms->has_radius)
                     ? search_sums(&out, graph, sites, terms, err)
                     : search_each(&out, graph, sites, terms, err);
    if (status == DM_OK)
        *nearest = out;
    else
        dmi_nearest_clear(&out);
    return status;
}

static search_terms terms_of(const dm_terms *terms, const int64_t *limit, dm_run *run)
{
    bool has_radius = terms && terms->has_radius;
    return (search_terms){has_radius, has_radius ? terms->radius : INT64_MAX, limit, run};
}

dm_status dmi_nearest_init(dmi_nearest *nearest, const dm_graph *graph, const dm_sites *sites,
                           const dm_terms *terms, dm_run *run, dm_error *err)
{
    const search_terms ask = terms_of(terms, NULL, run);
    return find_nearest(nearest, graph, sites, &ask, err);
}

dm_status dmi_nearest_within(dmi_nearest *nearest, const dm_graph *graph, const dm_sites *sites,
                             const dm_terms *terms, const int64_t *limit, dm_error *err)
{
    const search_terms ask = terms_of(terms, limit, NULL);
    return find_nearest(nearest, graph, sites, &ask, err);
}

/* A site that stands is offered its own vertex again too, as another may have served it. */
dm_status dmi_nearest_update(dmi_nearest *nearest, const dm_graph *graph, const dm_graph *back,
                             const dm_sites *sites, const bool *is_closed, const dm_terms *terms,
                             dm_run *run, dm_error *err)
{
    int64_t bound = INT64_MAX - 1;
    assert(!terms->has_radius || !dmi_offsets_differ(sites));
    if (terms->has_radius && sites->count > 0)
        bound = terms->radius + sites->offset[0];
    dmi_spread spread = {
        .graph = graph, .key = nearest->sum, .label = nearest->site, .bound = bound, .run = run};
    dm_vertex *lost = dmi_alloc((size_t)graph->n, sizeof *lost);
    if (!lost)
        return dmi_no_memory(err);
    dm_vertex count = 0;
    bool has_room = true;
    for (dm_vertex v = 0; v < graph->n; v++) { /* what the closed sites serve */
        if (nearest->site[v] < 0 || !is_closed[nearest->site[v]])
            continue;
        nearest->sum[v] = DMI_NOT_SERVED;
        nearest->site[v] = -1;
        lost[count++] = v;
    }
    for (dm_vertex i = 0; i < count; i++) /* is offered the sums of served vertices around it */
        for (uint32_t a = back->first[lost[i]]; has_room && a < back->first[lost[i] + 1]; a++) {
            dm_vertex u = back->target[a];
            if (spread.label[u] >= 0)
                has_room = dmi_spread_offer(
                    &spread, lost[i], spread.key[u] + dm_graph_length(back, a), spread.label[u]);
        }
    for (int32_t i = 0; has_room && i < sites->count; i++)
        if (sites->vertex[i] >= 0)
            has_room = dmi_spread_offer_site(&spread, sites->vertex[i], sites->offset[i], i);
    free(lost);
    dm_status status = dmi_spread_run(&spread, err);
    return has_room ? status : dmi_no_memory(err);
}

void dmi_nearest_clear(dmi_nearest *nearest)
{
    free(nearest->sum);
    free(nearest->site);
    *nearest = (dmi_nearest){0};
}
