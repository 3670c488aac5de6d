/* renumber.c - numberings for locality, and the graph in such a numbering.
 *
 * Searches read a vertex's neighbours; if these are close in memory most of
 * them are in cache.  A Hilbert curve visits a square's quarters one after
 * another, so points near each other are mostly near each other on it:
 *
 *      +--+  +--+
 *      |  |  |  |        two of its steps; 16 of them number a grid
 *      +  +--+  +        of 65536 x 65536 cells
 *      |        |
 *      +--+  +--+
 *         |  |
 *      +--+  +--+
 *
 * Source: D. Hilbert, Math. Annalen 38 (1891).
 */
#include "graph/renumber.h"

#include "base/base.h"
#include "graph/csr.h"
#include "graph/points.h"
#include "graph/prefetch.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_BITS = 16, DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, POLL = 1 << 14 };

/* The place of cell (x, y) along the curve: finds its quarter of each square, from the largest
 * down, and how the curve is turned inside it. */
static uint32_t hilbert_key(uint32_t x, uint32_t y)
{
    uint32_t key = 0;
    for (uint32_t side = 1u << (CURVE_BITS - 1); side > 0; side /= 2) {
        uint32_t right = (x & side) != 0, upper = (y & side) != 0;
        key = key << 2 | ((3 * right) ^ upper);
        uint32_t turn = upper - 1, flip = turn & (0 - right); /* masks instead of branches */
        uint32_t differ = (x ^ y) & turn;
        x ^= differ ^ flip;
        y ^= differ ^ flip;
    }
    return key;
}

typedef struct square {
    double x, y, scale;
} square;

/* Spans too large or too small for a double end up in cell 0: any numbering is allowed. */
static uint32_t cell_of(double offset, double scale)
{
    double cell = offset * scale;
    return cell >= 0 && cell < 1 << CURVE_BITS ? (uint32_t)cell : 0;
}

/* Sorts by the upper halves, 11 bits at a time; `spare` is as long as `items`.
 * The sorted items are in the array returned.  NULL: the run has stopped. */
static uint64_t *sort_by_key(uint64_t *items, uint64_t *spare, size_t count, dm_run *run)
{
    for (int shift = 32; shift < 64; shift += DIGIT_BITS) {
        size_t start[DIGITS + 1] = {0};
        if (!dmi_run_go_on(run, 0))
            return NULL;
        for (size_t i = 0; i < count; i++)
            start[(items[i] >> shift) % DIGITS + 1]++;
        for (size_t d = 0; d < DIGITS; d++)
            start[d + 1] += start[d];
        for (size_t i = 0; i < count; i++)
            spare[start[(items[i] >> shift) % DIGITS]++] = items[i];
        uint64_t *sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}

dm_status dmi_order_hilbert(dm_vertex n, const dm_point *places, dm_run *run, dm_vertex *rank,
                            dm_error *err)
{
    assert(n >= 0);
    uint64_t *items = dmi_alloc((size_t)n, sizeof *items);
    uint64_t *spare = dmi_alloc((size_t)n, sizeof *spare);
    dm_status status = items && spare ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK && n > 0) {
        dm_point low = places[0], high = places[0];
        for (dm_vertex v = 1; v < n; v++) {
            low.x = places[v].x < low.x ? places[v].x : low.x;
            low.y = places[v].y < low.y ? places[v].y : low.y;
            high.x = places[v].x > high.x ? places[v].x : high.x;
            high.y = places[v].y > high.y ? places[v].y : high.y;
        }
        double wide = high.x - low.x, tall = high.y - low.y;
        double side = wide > tall ? wide : tall;
        square around = {low.x, low.y, side > 0 ? ((1 << CURVE_BITS) - 1) / side : 0};
        for (dm_vertex v = 0; status == DM_OK && v < n; v++) {
            if (v % POLL == POLL - 1 && !dmi_run_go_on(run, 0))
                status = dmi_stopped(run, err);
            uint32_t x = cell_of(places[v].x - around.x, around.scale);
            uint32_t y = cell_of(places[v].y - around.y, around.scale);
            items[v] = (uint64_t)hilbert_key(x, y) << 32 | (uint32_t)v;
        }
        const uint64_t *sorted = status == DM_OK ? sort_by_key(items, spare, (size_t)n, run) : NULL;
        if (!sorted)
            status = dmi_stopped(run, err);
        for (dm_vertex i = 0; sorted && i < n; i++)
            rank[(uint32_t)sorted[i]] = i;
    }
    free(items);
    free(spare);
    return status;
}

dm_status dmi_order_breadth_first(const dm_graph *graph, dm_vertex *rank, dm_error *err)
{
    dm_vertex n = graph->n, head = 0, tail = 0;
    dm_vertex *queue = dmi_alloc((size_t)n, sizeof *queue);
    if (!queue)
        return dmi_no_memory(err);
    memset(rank, 0xff, (size_t)n * sizeof *rank);
    for (dm_vertex root = 0; root < n; root++) {
        if (rank[root] >= 0)
            continue;
        rank[root] = tail;
        queue[tail++] = root;
        for (; head < tail; head++) {
            dm_vertex u = queue[head];
            if (tail - head > DMI_QUEUE_AHEAD)
                dmi_prefetch_ahead(graph, queue + head, rank, sizeof *rank);
            for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++) {
                dm_vertex v = graph->target[arc];
                if (rank[v] < 0) {
                    rank[v] = tail;
                    queue[tail++] = v;
                }
            }
        }
    }
    free(queue);
    return DM_OK;
}

/* Of points: by how much the places of neighbouring numbers on the Hilbert curve differ. */
static bool are_scattered(const dm_points *points)
{
    const int64_t few = 1 << 10;
    int64_t total = 0;
    for (dm_vertex v = 1; v < points->n; v++)
        total += llabs((int64_t)points->rank[v] - points->rank[v - 1]);
    return points->n >= few && total / points->n > points->n / 64;
}

bool dmi_order_is_poor(const dm_graph *graph)
{
    const int64_t samples = 4096, fits_in_cache = 1 << 16;
    int64_t total = 0, count = 0;
    if (graph->kind == DM_POINTS)
        return are_scattered(graph->points);
    if (graph->n < fits_in_cache || graph->kind == DM_PAIRS)
        return false;
    int64_t step = graph->n / samples + 1;
    for (int64_t v = 0; v < graph->n; v += step)
        if (graph->first[v] < graph->first[v + 1]) {
            total += llabs(graph->target[graph->first[v]] - v);
            count++;
        }
    return total > count * (graph->n / 64);
}

static dm_status make_rows(const dm_graph *graph, dm_graph *out, dm_error *err)
{
    *out = (dm_graph){.n = graph->n,
                      .arcs = graph->arcs,
                      .uniform = graph->uniform,
                      .shortest = graph->shortest,
                      .longest = graph->longest,
                      .kind = graph->kind};
    if (graph->arrival)
        out->arrival = dmi_alloc((size_t)graph->n, sizeof *out->arrival);
    out->first = dmi_alloc((size_t)graph->n + 1, sizeof *out->first);
    out->target = dmi_alloc(graph->arcs, sizeof *out->target);
    if (graph->length32)
        out->length32 = dmi_alloc(graph->arcs, sizeof *out->length32);
    if (graph->length64)
        out->length64 = dmi_alloc(graph->arcs, sizeof *out->length64);
    if (out->first && out->target && !graph->length32 == !out->length32 &&
        !graph->length64 == !out->length64 && !graph->arrival == !out->arrival)
        return DM_OK;
    dmi_graph_clear(out);
    return dmi_no_memory(err);
}

dm_status dmi_graph_permute(const dm_graph *graph, const dm_vertex *rank, dm_run *run,
                            dm_graph *out, dm_error *err)
{
    dm_graph made = {0};
    dm_points *points = NULL;
    if (graph->kind == DM_POINTS) {
        dm_status permuted = dmi_points_permute(graph->points, rank, &points, err);
        return permuted == DM_OK ? dmi_points_graph(points, out, err) : permuted;
    }
    dm_vertex *order = dmi_alloc((size_t)graph->n, sizeof *order);
    dm_status status = order ? make_rows(graph, &made, err) : dmi_no_memory(err);
    if (status != DM_OK) {
        free(order);
        return status;
    }
    uint32_t *first = (uint32_t *)(uintptr_t)made.first;
    dm_vertex *target = (dm_vertex *)(uintptr_t)made.target;
    uint32_t *length32 = (uint32_t *)(uintptr_t)made.length32;
    int64_t *length64 = (int64_t *)(uintptr_t)made.length64;
    dm_vertex *arrival = (dm_vertex *)(uintptr_t)made.arrival;
    for (dm_vertex v = 0; v < graph->n; v++)
        order[rank[v]] = v;
    for (dm_vertex v = 0; arrival && v < graph->n; v++) {
        dm_vertex other = graph->arrival[v];
        arrival[rank[v]] = other >= 0 ? rank[other] : other == -1 ? -1 : -2 - rank[-2 - other];
    }
    first[0] = 0;
    for (dm_vertex i = 0; status == DM_OK && i < graph->n; i++) {
        uint32_t at = first[i];
        if (i % POLL == POLL - 1 && !dmi_run_go_on(run, 0))
            status = dmi_stopped(run, err);
        if (graph->n - i > DMI_QUEUE_AHEAD)
            dmi_prefetch_ahead(graph, order + i, rank, sizeof *rank);
        for (uint32_t arc = graph->first[order[i]]; arc < graph->first[order[i] + 1]; arc++, at++) {
            target[at] = rank[graph->target[arc]];
            if (length32)
                length32[at] = graph->length32[arc];
            else if (length64)
                length64[at] = graph->length64[arc];
        }
        first[i + 1] = at;
    }
    free(order);
    if (status == DM_OK)
        *out = made;
    else
        dmi_graph_clear(&made);
    return status;
}

dm_status dmi_graph_renumber(const dm_graph *graph, const dm_point *places, dm_run *run,
                             dm_vertex **rank, dm_graph *out, dm_error *err)
{
    dm_vertex *made = dmi_alloc((size_t)graph->n, sizeof *made);
    if (!made)
        return dmi_no_memory(err);
    dm_status status = places ? dmi_order_hilbert(graph->n, places, run, made, err)
                              : dmi_order_breadth_first(graph, made, err);
    if (status == DM_OK && !dmi_run_go_on(run, 0))
        status = dmi_stopped(run, err);
    if (status == DM_OK)
        status = dmi_graph_permute(graph, made, run, out, err);
    if (status == DM_OK)
        *rank = made;
    else
        free(made);
    return status;
}
