/* ranks.c - distances replaced by their order, vertex by vertex.
 *
 * For each u, sorts all vertices by their distance to u; equal distances make
 * one class.  Distances are symmetric, so row u of the table suffices.  Rows of
 * the result are by stone, as in the table of distances: cell [v][u] is the
 * class of v at u.
 */
#include "graph/ranks.h"

#include "base/base.h"
#include "base/sort.h"
#include <stdlib.h>
#include <string.h>

/* Lists the vertices that u reaches, nearest first; returns how many. */
static int32_t sort_by_distance(const dm_distances *table, dm_vertex u, dmi_keyed *out)
{
    int32_t count = 0;
    for (dm_vertex v = 0; v < table->n; v++) {
        int64_t distance = dm_distance(table, u, v);
        if (distance >= 0)
            out[count++] = (dmi_keyed){distance, v};
    }
    dmi_sort_keyed(out, count);
    return count;
}

/* Writes column u and its part of `start`, beginning at `used`; returns the new end. */
static uint32_t number_classes(dmi_ranks *ranks, dm_vertex u, const dmi_keyed *near, int32_t count,
                               uint32_t used)
{
    int32_t class = -1;
    for (int32_t i = 0; i < count; i++) {
        if (i == 0 || near[i].key != near[i - 1].key) {
            class ++;
            ranks->start[used++] = i;
        }
        ranks->cells[near[i].item * ranks->stride + u] = (uint16_t) class;
    }
    ranks->start[used++] = count;
    if (class + 1 > ranks->classes)
        ranks->classes = class + 1;
    if (class + 1 < count)
        ranks->has_ties = true;
    return used;
}

static dm_status fill(dmi_ranks *ranks, const dm_distances *table, dm_run *run, dm_error *err)
{
    dmi_keyed *near = dmi_alloc((size_t)table->n, sizeof *near);
    if (!near)
        return dmi_no_memory(err);
    uint32_t used = 0;
    dm_status status = DM_OK;
    for (dm_vertex u = 0; u < table->n && status == DM_OK; u++) {
        ranks->first[u] = used;
        used = number_classes(ranks, u, near, sort_by_distance(table, u, near), used);
        if (!dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    ranks->first[table->n] = used;
    free(near);
    return status;
}

static bool make_room(dmi_ranks *ranks)
{
    size_t n = (size_t)ranks->n, cells = n * (size_t)ranks->stride;
    ranks->cells = dmi_alloc_aligned(cells * sizeof *ranks->cells);
    ranks->first = dmi_alloc(n + 1, sizeof *ranks->first);
    ranks->start = dmi_alloc(n * (n + 1), sizeof *ranks->start);
    if (!ranks->cells || !ranks->first || !ranks->start)
        return false;
    memset(ranks->cells, 0xff, cells * sizeof *ranks->cells);
    return true;
}

dm_status dmi_ranks_new(const dm_distances *table, dm_run *run, dmi_ranks **out, dm_error *err)
{
    if (table->n > DMI_RANKS_MOST)
        return dmi_fail(err, DM_TOO_LARGE, "ranks are made for at most %d vertices, not %d",
                        DMI_RANKS_MOST, table->n);
    dmi_ranks *ranks = dmi_calloc(1, sizeof *ranks);
    if (!ranks)
        return dmi_no_memory(err);
    ranks->n = table->n;
    ranks->stride = ((int64_t)table->n + 63) / 64 * 64;
    dm_status status = make_room(ranks) ? fill(ranks, table, run, err) : dmi_no_memory(err);
    if (status == DM_OK)
        *out = ranks;
    else
        dmi_ranks_free(ranks);
    return status;
}

void dmi_ranks_free(dmi_ranks *ranks)
{
    if (!ranks)
        return;
    free(ranks->cells);
    free(ranks->first);
    free(ranks->start);
    free(ranks);
}
