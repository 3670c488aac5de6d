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
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static dm_status fill_ranks(dmi_ranks *ranks, const dm_distances *table, dm_run *run, dm_error *err)
{
    dmi_keyed *near = dmi_alloc((size_t)table->n, sizeof *near);
    if (!near)
        return dmi_no_memory(err);
    uint32_t used = 0;
    dm_status status = DM_OK;
    for (dm_vertex u = 0; u < ranks->columns && status == DM_OK; u++) {
        ranks->first[u] = used;
        dm_vertex at = ranks->vertex[u];
        int32_t count = 0; /* the vertices that it has a path to, nearest first */
        for (dm_vertex v = 0; v < table->n; v++) {
            int64_t distance =
                table->is_symmetric ? dm_distance(table, at, v) : dm_distance(table, v, at);
            if (distance >= 0)
                near[count++] = (dmi_keyed){distance, v};
        }
        dmi_sort_keyed(near, count);
        assert(count >= 0 && count <= ranks->n);
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
        if (!dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    assert(status != DM_OK || used <= (uint64_t)ranks->columns * ((uint64_t)ranks->n + 1));
    ranks->first[ranks->columns] = used;
    free(near);
    return status;
}

/* For each vertex the nearest vertex of the net so far, and its distance. */
typedef struct nearest {
    int64_t *distance; /* INT64_MAX: none reaches it */
    uint16_t *place;   /* in the net */
} nearest;

/* Each vertex of the net is the one farthest from those before.  A sample is the start of it. */
static void choose_net(dmi_ranks *ranks, const dm_distances *table, nearest *near)
{
    assert(ranks->columns <= ranks->n && ranks->net_count <= DMI_RANKS_NET);
    bool is_sample = ranks->columns < ranks->n;
    for (dm_vertex v = 0; v < ranks->n; v++) {
        near->distance[v] = INT64_MAX;
        near->place[v] = DMI_RANK_NONE;
    }
    for (dm_vertex i = 0; i < (is_sample ? ranks->columns : ranks->net_count); i++) {
        dm_vertex v = 0;
        for (dm_vertex w = 1; i > 0 && w < ranks->n; w++)
            v = near->distance[w] > near->distance[v] ? w : v;
        for (dm_vertex w = 0; w < table->n; w++) {
            int64_t distance = dm_distance(table, v, w);
            if (distance < 0 || distance >= near->distance[w])
                continue;
            near->distance[w] = distance;
            near->place[w] = (uint16_t)i;
        }
        if (i < ranks->net_count)
            ranks->net[i] = v;
        if (i + 1 == DMI_RANKS_COARSE || (i + 1 == ranks->net_count && i < DMI_RANKS_COARSE))
            memcpy(ranks->coarse_of, near->place, (size_t)ranks->n * sizeof *near->place);
        if (is_sample)
            ranks->vertex[i] = v;
    }
}

static dm_status make_room(dmi_ranks *ranks, dm_error *err)
{
    size_t n = (size_t)ranks->n, wide = (size_t)ranks->columns, cells = n * (size_t)ranks->stride;
    ranks->cells = dmi_alloc_aligned(cells * sizeof *ranks->cells);
    ranks->coarse_cells = dmi_alloc_aligned(n * DMI_RANKS_COARSE * sizeof *ranks->coarse_cells);
    ranks->vertex = dmi_array(&ranks->arrays, wide, sizeof *ranks->vertex);
    ranks->net = dmi_array(&ranks->arrays, DMI_RANKS_NET, sizeof *ranks->net);
    ranks->coarse_of = dmi_array(&ranks->arrays, n, sizeof *ranks->coarse_of);
    ranks->distance_sum = dmi_array_zeroed(&ranks->arrays, n, sizeof *ranks->distance_sum);
    ranks->column_of = dmi_array(&ranks->arrays, n, sizeof *ranks->column_of);
    ranks->first = dmi_array(&ranks->arrays, wide + 1, sizeof *ranks->first);
    ranks->start = dmi_array(&ranks->arrays, wide * (n + 1), sizeof *ranks->start);
    ranks->order = dmi_array(&ranks->arrays, wide * n, sizeof *ranks->order);
    ranks->net_count = ranks->n < DMI_RANKS_NET ? ranks->n : DMI_RANKS_NET;
    if (!ranks->cells || !ranks->coarse_cells || ranks->arrays.failed)
        return dmi_no_memory(err);
    memset(ranks->cells, 0xff, cells * sizeof *ranks->cells);
    return DM_OK;
}

dm_status dmi_ranks_new(const dm_distances *table, dm_vertex columns, dm_run *run, dmi_ranks **out,
                        dm_error *err)
{
    assert(columns >= 0);
    if (columns > DMI_RANKS_MOST || table->n >= DMI_RANK_NONE)
        return dmi_fail(err, DM_TOO_LARGE, "ranks are made for at most %d vertices, not %d",
                        DMI_RANKS_MOST, table->n);
    dmi_ranks *ranks = dmi_calloc(1, sizeof *ranks);
    if (!ranks)
        return dmi_no_memory(err);
    ranks->n = table->n;
    ranks->columns = columns;
    ranks->stride = ((int64_t)columns + 63) / 64 * 64;
    dm_status status = make_room(ranks, err);
    if (status == DM_OK) {
        /* Chooses the net, and the vertices of the columns: all, or a sample. */
        nearest near = {dmi_alloc((size_t)ranks->n, sizeof *near.distance),
                        dmi_alloc((size_t)ranks->n, sizeof *near.place)};
        if (near.distance && near.place) {
            choose_net(ranks, table, &near);
            for (dm_vertex v = 0; v < ranks->n; v++) {
                bool is_all = ranks->columns == ranks->n;
                ranks->column_of[v] = is_all ? (uint16_t)v : near.place[v];
                if (is_all)
                    ranks->vertex[v] = v;
            }
        }
        bool done = near.distance && near.place;
        free(near.distance);
        free(near.place);
        status = done ? DM_OK : dmi_no_memory(err);
    }
    if (status == DM_OK)
        status = fill_ranks(ranks, table, run, err);
    if (status == DM_OK) {
        /* The first columns of every row once more, close together. */
        dm_vertex coarse =
            ranks->net_count < DMI_RANKS_COARSE ? ranks->net_count : DMI_RANKS_COARSE;
        bool is_all = ranks->columns == ranks->n;
        for (dm_vertex v = 0; v < ranks->n; v++)
            for (dm_vertex i = 0; i < DMI_RANKS_COARSE; i++)
                ranks->coarse_cells[(int64_t)v * DMI_RANKS_COARSE + i] =
                    i < coarse ? dmi_ranks_row(ranks, v)[is_all ? ranks->net[i] : i]
                               : DMI_RANK_NONE;
        for (dm_vertex v = 0; v < ranks->n; v++)
            for (dm_vertex u = 0; u < ranks->n; u++) {
                int64_t distance = dm_distance(table, v, u);
                ranks->distance_sum[v] += distance > 0 ? (double)distance : 0;
            }
        *out = ranks;
    } else {
        dmi_ranks_free(ranks);
    }
    return status;
}

void dmi_ranks_free(dmi_ranks *ranks)
{
    if (!ranks)
        return;
    free(ranks->cells);
    free(ranks->coarse_cells);
    dmi_arrays_free(&ranks->arrays);
    free(ranks);
}

int64_t dmi_ranks_bytes(const dmi_ranks *ranks)
{
    int64_t n = ranks->n, columns = ranks->columns;
    return n * (ranks->stride + DMI_RANKS_COARSE) * (int64_t)sizeof *ranks->cells +
           columns * (n + 1) * (int64_t)(sizeof *ranks->start + sizeof *ranks->order);
}

void dmi_ranks_add_values(const dmi_ranks *ranks, const uint16_t *place, const int64_t *values,
                          double *sums)
{
    for (dm_vertex v = 0; v < ranks->n; v++)
        if (place[v] != DMI_RANK_NONE)
            sums[place[v]] += (double)dm_value_of(values, v);
}
