/* ranks.c - distances replaced by their order, vertex by vertex.
 *
 * For each u, sorts all vertices by their distance to u; equal distances make
 * one class.  On an undirected board row u of the table has them, otherwise
 * column u.  Rows of the result are by stone, as in the table of distances: cell [v][u] is the
 * class of v at column u.
 */
#include "graph/ranks.h"

#include "base/base.h"
#include "base/sort.h"
#include <stdlib.h>
#include <string.h>

/* Lists the vertices that u has a path to, nearest first; returns how many. */
static int32_t sort_by_distance(const dm_distances *table, dm_vertex u, dmi_keyed *out)
{
    int32_t count = 0;
    for (dm_vertex v = 0; v < table->n; v++) {
        int64_t distance =
            table->is_symmetric ? dm_distance(table, u, v) : dm_distance(table, v, u);
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
    uint16_t *order = ranks->order + (int64_t)u * ranks->n;
    for (int32_t i = 0; i < count; i++) {
        if (i == 0 || near[i].key != near[i - 1].key) {
            class ++;
            ranks->start[used++] = i;
        }
        ranks->cells[near[i].item * ranks->stride + u] = (uint16_t) class;
        order[i] = (uint16_t)near[i].item;
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
    for (dm_vertex u = 0; u < ranks->columns && status == DM_OK; u++) {
        ranks->first[u] = used;
        used =
            number_classes(ranks, u, near, sort_by_distance(table, ranks->vertex[u], near), used);
        if (!dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    ranks->first[ranks->columns] = used;
    free(near);
    return status;
}

/* Makes v the vertex of column u, and gives the column all vertices that are nearer to it than to
 * those before; `near` has their distances. */
static void add_column(dmi_ranks *ranks, const dm_distances *table, dm_vertex u, dm_vertex v,
                       int64_t *near)
{
    ranks->vertex[u] = v;
    for (dm_vertex w = 0; w < ranks->n; w++) {
        int64_t distance = dm_distance(table, v, w);
        if (distance >= 0 && distance < near[w]) {
            near[w] = distance;
            ranks->column_of[w] = (uint16_t)u;
        }
    }
}

/* Chooses the vertices of the columns: all, or each time the one farthest from those before. */
static dm_status choose_columns(dmi_ranks *ranks, const dm_distances *table, dm_error *err)
{
    int64_t *near = dmi_alloc((size_t)ranks->n, sizeof *near);
    if (!near)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < ranks->n; v++) {
        near[v] = INT64_MAX;
        ranks->column_of[v] = (uint16_t)v;
    }
    for (dm_vertex u = 0, farthest = 0; u < ranks->columns; u++) {
        if (ranks->columns == ranks->n)
            ranks->vertex[u] = u;
        else
            add_column(ranks, table, u, farthest, near);
        for (dm_vertex v = farthest = 0; v < ranks->n; v++)
            farthest = near[v] > near[farthest] ? v : farthest;
    }
    for (dm_vertex v = 0; ranks->columns < ranks->n && v < ranks->n; v++)
        if (near[v] == INT64_MAX)
            ranks->column_of[v] = DMI_RANK_NONE;
    free(near);
    return DM_OK;
}

static bool make_room(dmi_ranks *ranks)
{
    size_t n = (size_t)ranks->n, columns = (size_t)ranks->columns;
    size_t cells = n * (size_t)ranks->stride;
    ranks->cells = dmi_alloc_aligned(cells * sizeof *ranks->cells);
    ranks->vertex = dmi_alloc(columns, sizeof *ranks->vertex);
    ranks->column_of = dmi_alloc(n, sizeof *ranks->column_of);
    ranks->first = dmi_alloc(columns + 1, sizeof *ranks->first);
    ranks->start = dmi_alloc(columns * (n + 1), sizeof *ranks->start);
    ranks->order = dmi_alloc(columns * n, sizeof *ranks->order);
    if (!ranks->cells || !ranks->vertex || !ranks->column_of || !ranks->first || !ranks->start ||
        !ranks->order)
        return false;
    memset(ranks->cells, 0xff, cells * sizeof *ranks->cells);
    return true;
}

dm_status dmi_ranks_new(const dm_distances *table, dm_vertex columns, dm_run *run, dmi_ranks **out,
                        dm_error *err)
{
    if (columns > DMI_RANKS_MOST || table->n >= DMI_RANK_NONE)
        return dmi_fail(err, DM_TOO_LARGE, "ranks are made for at most %d vertices, not %d",
                        DMI_RANKS_MOST, table->n);
    dmi_ranks *ranks = dmi_calloc(1, sizeof *ranks);
    if (!ranks)
        return dmi_no_memory(err);
    ranks->n = table->n;
    ranks->columns = columns;
    ranks->stride = ((int64_t)columns + 63) / 64 * 64;
    dm_status status = make_room(ranks) ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = choose_columns(ranks, table, err);
    if (status == DM_OK)
        status = fill(ranks, table, run, err);
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
    free(ranks->vertex);
    free(ranks->column_of);
    free(ranks->first);
    free(ranks->start);
    free(ranks->order);
    free(ranks);
}

int64_t dmi_ranks_bytes(const dmi_ranks *ranks)
{
    int64_t n = ranks->n, columns = ranks->columns;
    return n * ranks->stride * (int64_t)sizeof *ranks->cells +
           columns * (n + 1) * (int64_t)(sizeof *ranks->start + sizeof *ranks->order);
}
