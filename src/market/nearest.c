/* nearest.c - one search from all sites, or a bounded search per site.
 *
 * With equal offsets the nearest site serves, so one search from all sites finds it.
 *
 * Otherwise the sites are searched one after another, the smallest offset first.
 *
 * Without a radius the searches compare sums: a site that does not serve v serves nothing behind v,
 * as both sums grow by the same length.  With a radius that is false, because the site that serves
 * v may be farther away than the other and not reach what is behind v.  There the searches compare
 * distances: at v, site j stops if an earlier site i is no farther away.  Its offset is no greater,
 * so behind v site i serves whatever j could, with a sum that is less, or equal and listed first.
 *
 * Cost: O(n + m), or the vertices where a site beats all with smaller offsets, which for sites in
 * random places are n (1 + 1/2 + ... + 1/count).
 */
#include "market/nearest.h"

#include "base/sort.h"
#include "graph/bounded_search.h"
#include "graph/shortest_paths.h"

dm_status dmi_sites_check(const dm_sites *sites, const char *whose, dm_vertex n, dm_error *err)
{
    for (int32_t i = 0; i < sites->count; i++) {
        dm_vertex v = sites->vertex[i];
        int64_t offset = dmi_offset_of(sites, i);
        if (v < 0 || v >= n)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "%s vertex %d does not exist; the board has vertices 0..%d", whose, v,
                            n - 1);
        if (offset < 0)
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "%s vertex %d has the offset %lld; expected 0 or more", whose, v,
                            (long long)offset);
        if (offset > DM_MAX_TOTAL / 2)
            return dmi_fail(err, DM_BAD_ARGUMENT, "%s vertex %d has an offset above 2^61", whose,
                            v);
    }
    return DM_OK;
}

bool dmi_offsets_differ(const dm_sites *sites)
{
    for (int32_t i = 1; sites->offset && i < sites->count; i++)
        if (sites->offset[i] != sites->offset[0])
            return true;
    return false;
}

static dm_status search_together(const dmi_nearest *out, const dm_graph *graph,
                                 const dm_sites *sites, int64_t radius, dm_error *err)
{
    dmi_paths paths = {0};
    dm_status status = dmi_paths_init(&paths, graph, err);
    if (status != DM_OK)
        return status;
    dmi_paths_start(&paths);
    for (int32_t i = 0; i < sites->count && status == DM_OK; i++)
        status = dmi_paths_origin(&paths, sites->vertex[i], (uint32_t)i, err);
    if (status == DM_OK)
        status = dmi_paths_run(&paths, UINT32_MAX, err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++) {
        dmi_cell cell = dmi_paths_at(&paths, v);
        if (cell.distance > (uint64_t)radius)
            continue;
        out->sum[v] = (int64_t)cell.distance + dmi_offset_of(sites, 0);
        out->site[v] = (int32_t)cell.label;
    }
    dmi_paths_clear(&paths);
    return status;
}

/* Notes what site i serves.  `start` is the key of the search at the site. */
static void take_found(const dmi_nearest *out, const dmi_bounded_search *search, int32_t i,
                       int64_t offset, bool has_radius, int64_t *limit)
{
    for (dm_vertex k = 0; k < search->count; k++) {
        dm_vertex v = search->found[k];
        int64_t key = search->distance[v], sum = has_radius ? key + offset : key;
        limit[v] = has_radius ? key - 1 : key;
        if (sum < out->sum[v] || (sum == out->sum[v] && i < out->site[v])) {
            out->sum[v] = sum;
            out->site[v] = i;
        }
    }
}

static dm_status search_each(const dmi_nearest *out, const dm_graph *graph, const dm_sites *sites,
                             bool has_radius, int64_t radius, dm_error *err)
{
    dmi_bounded_search search = {0};
    int64_t *limit = dmi_alloc((size_t)graph->n, sizeof *limit);
    dmi_keyed *order = dmi_alloc((size_t)sites->count, sizeof *order);
    dm_status status = limit && order ? DM_OK : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++)
        limit[v] = radius;
    if (status == DM_OK)
        status = dmi_bounded_search_init(&search, graph, limit, true, err);
    for (int32_t i = 0; status == DM_OK && i < sites->count; i++)
        order[i] = (dmi_keyed){sites->offset[i], i};
    if (status == DM_OK)
        dmi_sort_keyed(order, sites->count);
    for (int32_t k = 0; status == DM_OK && k < sites->count; k++) {
        int32_t i = order[k].item;
        status = dmi_bounded_search_within(&search, sites->vertex[i], has_radius ? 0 : order[k].key,
                                           limit, err);
        if (status == DM_OK)
            take_found(out, &search, i, order[k].key, has_radius, limit);
    }
    dmi_bounded_search_clear(&search);
    free(limit);
    free(order);
    return status;
}

dm_status dmi_nearest_init(dmi_nearest *nearest, const dm_graph *graph, const dm_sites *sites,
                           const dm_terms *terms, dm_error *err)
{
    bool has_radius = terms && terms->has_radius;
    int64_t radius = has_radius ? terms->radius : INT64_MAX;
    dmi_nearest out = {.sum = dmi_alloc((size_t)graph->n, sizeof *out.sum),
                       .site = dmi_alloc((size_t)graph->n, sizeof *out.site)};
    dm_status status = out.sum && out.site ? DM_OK : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++) {
        out.sum[v] = DMI_NOT_SERVED;
        out.site[v] = -1;
    }
    if (status == DM_OK && sites->count > 0)
        status = dmi_offsets_differ(sites)
                     ? search_each(&out, graph, sites, has_radius, radius, err)
                     : search_together(&out, graph, sites, radius, err);
    if (status == DM_OK)
        *nearest = out;
    else
        dmi_nearest_clear(&out);
    return status;
}

void dmi_nearest_clear(dmi_nearest *nearest)
{
    free(nearest->sum);
    free(nearest->site);
    *nearest = (dmi_nearest){0};
}
