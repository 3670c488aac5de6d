/* all_distances.c - the table of all distances, in the narrowest type that fits.
 *
 * One search per row, against the direction of the arcs.  The table begins with cells of one byte;
 * a distance that does not fit widens the rows written so far, at most three times, so no second
 * pass over the board is needed.  Cells start as all ones, which means unreachable in every width:
 * padding and unreached vertices need nothing else.
 */
#include <assert.h>
#include <demesne/graph.h>

#include "base/base.h"
#include "graph/shortest_paths.h"
#include <stdlib.h>
#include <string.h>

static const int64_t default_limit = INT64_C(1) << 30;

static uint64_t unreachable_mark(int width)
{
    assert(width == 1 || width == 2 || width == 4 || width == 8);
    return UINT64_MAX >> (64 - 8 * width);
}

static void *cell_at(const dm_distances *table, dm_vertex row, dm_vertex v)
{
    assert(row >= 0 && row < table->n && v >= 0 && v < table->n);
    return (char *)table->cells + (row * table->stride + v) * table->width;
}

/* Reads by type, since byte order differs between machines. */
static uint64_t read_cell(const void *cell, int width)
{
    switch (width) {
    case 1:
        return *(const uint8_t *)cell;
    case 2:
        return *(const uint16_t *)cell;
    case 4:
        return *(const uint32_t *)cell;
    default:
        return *(const uint64_t *)cell;
    }
}

static void write_cell(void *cell, int width, uint64_t distance)
{
    switch (width) {
    case 1:
        *(uint8_t *)cell = (uint8_t)distance;
        break;
    case 2:
        *(uint16_t *)cell = (uint16_t)distance;
        break;
    case 4:
        *(uint32_t *)cell = (uint32_t)distance;
        break;
    default:
        *(uint64_t *)cell = distance;
    }
}

static dm_status make_cells(dm_distances *table, int width, int64_t max_bytes, dm_error *err)
{
    int64_t row_bytes = ((int64_t)table->n * width + 63) & ~INT64_C(63);
    if (table->n && row_bytes > max_bytes / table->n)
        return dmi_fail(err, DM_TOO_LARGE,
                        "a table of %d x %d distances of %d bytes passes the limit of %lld bytes",
                        table->n, table->n, width, (long long)max_bytes);
    size_t bytes = (size_t)row_bytes * (size_t)table->n;
    void *cells = dmi_alloc_aligned(bytes);
    if (!cells)
        return dmi_no_memory(err);
    memset(cells, 0xff, bytes);
    table->width = width;
    table->stride = row_bytes / width;
    table->cells = cells;
    return DM_OK;
}

/* Moves the first `rows` rows to cells of `width` bytes. */
static dm_status widen_cells(dm_distances *table, dm_vertex rows, int width, int64_t max_bytes,
                             dm_error *err)
{
    assert(width > table->width && rows <= table->n);
    dm_distances wide = {.n = table->n, .is_symmetric = table->is_symmetric};
    dm_status status = make_cells(&wide, width, max_bytes, err);
    if (status != DM_OK)
        return status;
    for (dm_vertex u = 0; u < rows; u++)
        for (dm_vertex v = 0; v < table->n; v++) {
            uint64_t distance = read_cell(cell_at(table, u, v), table->width);
            if (distance != unreachable_mark(table->width))
                write_cell(cell_at(&wide, u, v), width, distance);
        }
    free(table->cells);
    *table = wide;
    return DM_OK;
}

static dm_status write_row(dm_distances *table, dm_vertex row, dmi_paths *paths, int64_t max_bytes,
                           dm_error *err)
{
    dmi_paths_start(paths);
    dm_status status = dmi_paths_origin(paths, row, 0, err);
    if (status == DM_OK)
        status = dmi_paths_run(paths, UINT32_MAX, err);
    if (status != DM_OK)
        return status;
    uint64_t greatest = 0;
    for (dm_vertex v = 0; v < paths->graph->n; v++) {
        uint64_t distance = dmi_paths_at(paths, v).distance;
        if (distance != DMI_UNREACHED && distance > greatest)
            greatest = distance;
    }
    int width = 1;
    while (greatest >= unreachable_mark(width))
        width *= 2;
    if (width > table->width)
        status = widen_cells(table, row, width, max_bytes, err);
    for (dm_vertex v = 0; v < table->n && status == DM_OK; v++) {
        uint64_t distance = dmi_paths_at(paths, v).distance;
        if (distance != DMI_UNREACHED)
            write_cell(cell_at(table, row, v), table->width, distance);
    }
    return status;
}

dm_status dm_distances_new(const dm_arena *arena, int64_t max_bytes, dm_run *run,
                           dm_distances **out, dm_error *err)
{
    const dm_graph *graph = dm_arena_reverse(arena);
    dm_distances *table = dmi_calloc(1, sizeof *table);
    if (!table)
        return dmi_no_memory(err);
    table->n = graph->n;
    table->is_symmetric = !dm_arena_is_directed(arena);
    max_bytes = max_bytes > 0 ? max_bytes : default_limit;
    dmi_paths paths = {0};
    dm_status status = make_cells(table, 1, max_bytes, err);
    if (status == DM_OK)
        status = dmi_paths_init(&paths, graph, err);
    uint64_t work = (uint64_t)graph->n + graph->arcs;
    for (dm_vertex v = 0; v < graph->n && status == DM_OK; v++) {
        status = write_row(table, v, &paths, max_bytes, err);
        if (status == DM_OK &&
            !dmi_run_report(run, work, "distances", (uint64_t)v + 1, (uint64_t)graph->n, NULL))
            status = dmi_stopped(run, err);
    }
    dmi_paths_clear(&paths);
    if (status == DM_OK)
        *out = table;
    else
        dm_distances_free(table);
    return dmi_as_unfinished(status, err);
}

void dm_distances_free(dm_distances *table)
{
    if (!table)
        return;
    free(table->cells);
    free(table);
}

int64_t dm_distance(const dm_distances *table, dm_vertex s, dm_vertex v)
{
    assert(s >= 0 && s < table->n && v >= 0 && v < table->n);
    uint64_t distance = read_cell(cell_at(table, s, v), table->width);
    return distance == unreachable_mark(table->width) ? -1 : (int64_t)distance;
}
