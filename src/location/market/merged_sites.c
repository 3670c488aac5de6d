/* merged_sites.c - see the header. */
#include "location/market/merged_sites.h"

#include <assert.h>
#include <stdlib.h>

/* Whether the sites are ones that can be merged, and two of them share a vertex. */
static bool needs_merging(const dm_sites *s, dm_vertex n, int32_t *at)
{
    bool meet = false;
    for (int32_t i = 0; i < s->count; i++) {
        dm_vertex v = s->vertex[i];
        if (v < 0 || v >= n)
            return false;
        meet |= at[v] > 0;
        at[v] = i + 1;
    }
    return meet;
}

/* Puts site i of `from` to place k, or joins it with the one there. */
static void take_site(const dm_sites *from, int32_t i, bool is_new, int64_t *offset, int64_t *cost,
                      bool *may_close)
{
    int64_t own = from->offset ? from->offset[i] : 0;
    if (is_new) {
        *offset = own;
        *cost = from->cost ? from->cost[i] : 0;
        *may_close = from->may_close && from->may_close[i];
        return;
    }
    *offset = own < *offset ? own : *offset;
    *may_close |= from->may_close && from->may_close[i];
}

dm_status dmi_sites_merge(const dm_sites *sites, dm_vertex n, dmi_merged_sites *out, dm_error *err)
{
    dmi_merged_sites m = {.sites = *sites, .closable_at = -1};
    int32_t *at = dmi_calloc((size_t)n, sizeof *at); /* of each vertex: its site, from 1 */
    if (!at)
        return dmi_no_memory(err);
    if (!needs_merging(sites, n, at)) {
        free(at);
        *out = m;
        return DM_OK;
    }
    size_t most = (size_t)sites->count;
    dm_vertex *vertex = dmi_array(&m.arrays, most, sizeof *vertex);
    int64_t *offset = dmi_array(&m.arrays, most, sizeof *offset);
    int64_t *cost = dmi_array(&m.arrays, most, sizeof *cost);
    bool *may_close = dmi_array(&m.arrays, most, sizeof *may_close);
    dm_status status = dmi_arrays_check(&m.arrays, err);
    int32_t count = 0;
    for (int32_t i = 0; status == DM_OK && i < sites->count; i++)
        at[sites->vertex[i]] = 0;
    for (int32_t i = 0; status == DM_OK && i < sites->count; i++) {
        dm_vertex v = sites->vertex[i];
        bool is_new = at[v] == 0;
        if (is_new) {
            vertex[count] = v;
            at[v] = ++count;
        }
        int32_t k = at[v] - 1;
        take_site(sites, i, is_new, &offset[k], &cost[k], &may_close[k]);
        m.closable_at = !is_new && may_close[k] ? v : m.closable_at;
    }
    free(at);
    if (status != DM_OK)
        return status;
    assert(count < sites->count);
    m.sites = (dm_sites){.vertex = vertex,
                         .count = count,
                         .offset = sites->offset ? offset : NULL,
                         .cost = sites->cost ? cost : NULL,
                         .may_close = sites->may_close ? may_close : NULL};
    *out = m;
    return DM_OK;
}

dm_status dmi_sites_meet(const dm_sites *a, const dm_sites *b, dm_vertex n, bool *meet,
                         dm_error *err)
{
    bool *taken = dmi_calloc((size_t)n, sizeof *taken);
    if (!taken)
        return dmi_no_memory(err);
    *meet = false;
    for (int32_t i = 0; i < a->count; i++)
        if (a->vertex[i] >= 0 && a->vertex[i] < n)
            taken[a->vertex[i]] = true;
    for (int32_t i = 0; i < b->count; i++)
        *meet |= b->vertex[i] >= 0 && b->vertex[i] < n && taken[b->vertex[i]];
    free(taken);
    return DM_OK;
}

void dmi_merged_sites_clear(dmi_merged_sites *merged)
{
    dmi_arrays_free(&merged->arrays);
    *merged = (dmi_merged_sites){0};
}
