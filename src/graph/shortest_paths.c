/* shortest_paths.c - multi-source shortest paths with labels that join at ties.
 *
 * Lengths are positive, so a vertex gets its distance and label from vertices
 * nearer than itself: both are final before the vertex is scanned, and each
 * vertex is scanned once.
 *
 * Equal lengths: breadth-first search, distances in steps.
 *
 * Other lengths: a ring of buckets, each 2^shift distances wide.  As long as
 * no arc is shorter than a bucket is wide, the vertices of one bucket cannot
 * improve each other and are scanned in any order (Dinitz 1978; width 1 is
 * Dial 1969).  If that would take more than 2^15 buckets they are wider and
 * a small heap sorts the current one.  A vertex is in the bucket of its
 * present distance; outdated entries in other buckets are skipped.
 *
 * A vertex takes one 8-byte word, distance and label together, so an arc costs
 * one cache line.  If a distance does not fit in 32 bits the run starts again
 * with 16-byte cells.
 *
 * Cost O(n + m), plus O(log n) per arc if the heap is needed.  Where distances are no lengths of
 * paths, see direct_paths.c.
 */
#include "graph/shortest_paths.h"

#include "base/base.h"
#include "graph/direct_paths.h"
#include "graph/prefetch.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES_PER_POLL = 1 << 14, BUCKETS_PER_POLL = 16 };

dm_status dmi_graph_buckets(const dm_graph *graph, dmi_buckets *buckets, int *shift, bool *ordered,
                            dm_error *err)
{
    assert(graph->shortest >= 1 && graph->shortest <= graph->longest);
    uint64_t longest = (uint64_t)graph->longest;
    int independent = 63 - __builtin_clzll((uint64_t)graph->shortest);
    uint64_t most = 4 * (uint64_t)graph->n + 64; /* emptying more would cost more */
    most = most < DMI_BITSET_LIMIT ? most : DMI_BITSET_LIMIT;
    *shift = independent;
    while ((longest >> *shift) + 2 > most)
        ++*shift;
    *ordered = *shift > independent;
    if (!dmi_buckets_init(buckets, (uint32_t)(longest >> *shift) + 2))
        return dmi_no_memory(err);
    return DM_OK;
}

dm_status dmi_paths_init(dmi_paths *paths, const dm_graph *graph, dm_error *err)
{
    *paths = (dmi_paths){.graph = graph};
    size_t n = (size_t)graph->n;
    paths->narrow = dmi_calloc_huge(n * sizeof *paths->narrow);
    paths->queue = dmi_alloc(n + 1, sizeof *paths->queue);
    dm_status status = paths->narrow && paths->queue ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK && !graph->uniform && graph->kind == DM_NETWORK)
        status = dmi_graph_buckets(graph, &paths->buckets, &paths->shift, &paths->ordered, err);
    if (status != DM_OK)
        dmi_paths_clear(paths);
    return status;
}

void dmi_paths_clear(dmi_paths *paths)
{
    free(paths->narrow);
    free(paths->wide);
    free(paths->queue);
    free(paths->origins);
    dmi_buckets_clear(&paths->buckets);
    dmi_heap_clear(&paths->heap);
    *paths = (dmi_paths){0};
}

void dmi_paths_start(dmi_paths *paths)
{
    memset(paths->narrow, 0xff, (size_t)paths->graph->n * sizeof *paths->narrow);
    paths->origin_count = 0;
    paths->is_wide = false;
}

dm_status dmi_paths_origin(dmi_paths *paths, dm_vertex v, uint32_t label, dm_error *err)
{
    assert(v < paths->graph->n);
    assert(v >= 0);
    if (paths->narrow[v] != DMI_UNREACHED)
        return DM_BAD_VERTEX;
    size_t count = paths->origin_count;
    if (!dmi_reserve(&paths->origins, &paths->origin_capacity, count + 2, sizeof *paths->origins))
        return dmi_no_memory(err);
    const dm_vertex both[] = {v, paths->graph->arrival ? paths->graph->arrival[v] : -1};
    for (int i = 0; i < 2 && both[i] >= 0; i++) {
        paths->origins[paths->origin_count++] = (dmi_cell){(uint64_t)both[i], label};
        paths->narrow[both[i]] = label;
    }
    return DM_OK;
}

#define FORM(name)             name##_narrow
#define CELLS(paths)           ((paths)->narrow)
#define CELL                   uint64_t
#define CELL_MAKE(d, l)        ((d) << 32 | (l))
#define CELL_DISTANCE(c)       ((c) >> 32)
#define CELL_LABEL(c)          ((uint32_t)(c))
#define ARC_LENGTH(graph, arc) ((uint64_t)(graph)->length32[arc])
#define DISTANCE_LIMIT(shift)  ((uint64_t)(UINT32_MAX >> (shift) << (shift)))
#include "graph/shortest_paths_impl.h"

#define FORM(name)             name##_wide
#define CELLS(paths)           ((paths)->wide)
#define CELL                   dmi_cell
#define CELL_MAKE(d, l)        ((dmi_cell){(d), (l)})
#define CELL_DISTANCE(c)       ((c).distance)
#define CELL_LABEL(c)          ((c).label)
#define ARC_LENGTH(graph, arc) ((uint64_t)dm_graph_length(graph, arc))
#define DISTANCE_LIMIT(shift)  (DMI_UNREACHED >> (shift) << (shift))
#include "graph/shortest_paths_impl.h"

/* Neighbouring origins are scanned one after another: if there are many, this keeps their part of
 * the board in cache. */
static int compare_origins(const void *a, const void *b)
{
    uint64_t u = ((const dmi_cell *)a)->distance, v = ((const dmi_cell *)b)->distance;
    return u < v ? -1 : u > v;
}

/* Whether v is new is unpredictable, so no branch depends on it: an unreached cell
 * is the largest word and a known one at most the word offered, unless two labels
 * meet, which is rare.  With one origin no labels meet, and the search ends when all
 * vertices are reached: on dense boards after a few rows. */
static dm_status search_breadth_first(dmi_paths *paths, uint32_t floor, dm_error *err)
{
    const dm_graph graph = *paths->graph;
    uint64_t *cells = paths->narrow;
    dm_vertex *queue = paths->queue;
    size_t tail = 0, last = paths->origin_count == 1 ? (size_t)graph.n : SIZE_MAX;
    for (; tail < paths->origin_count; tail++)
        queue[tail] = (dm_vertex)paths->origins[tail].distance;
    for (size_t head = 0; head < tail && tail < last; head++) {
        if (head % VERTICES_PER_POLL == VERTICES_PER_POLL - 1 && !dmi_run_go_on(paths->run, 0))
            return dmi_stopped(paths->run, err);
        dm_vertex u = queue[head];
        uint64_t offered = cells[u] + (UINT64_C(1) << 32);
        uint32_t end = graph.first[u + 1];
        if (head + DMI_QUEUE_AHEAD < tail)
            dmi_prefetch_ahead(&graph, queue + head, cells, sizeof *cells);
        for (uint32_t arc = graph.first[u]; arc < end; arc++) {
            dm_vertex v = graph.target[arc];
            uint64_t known = cells[v];
            uint64_t least = known < offered ? known : offered;
            queue[tail] = v; /* stays if v is new */
            tail += known == DMI_UNREACHED;
            if (known >> 32 == offered >> 32 && known != offered)
                least = (known & ~(uint64_t)UINT32_MAX) |
                        dmi_join((uint32_t)known, (uint32_t)offered, floor);
            cells[v] = least;
        }
    }
    return DM_OK;
}

/* From now on cells have 16 bytes; none is reached. */
static dm_status start_wide(dmi_paths *paths, dm_error *err)
{
    size_t n = (size_t)paths->graph->n;
    assert(!paths->is_wide);
    if (!paths->wide)
        paths->wide = dmi_alloc(n, sizeof *paths->wide);
    if (!paths->wide)
        return dmi_no_memory(err);
    for (size_t v = 0; v < n; v++)
        paths->wide[v] = (dmi_cell){DMI_UNREACHED, 0};
    paths->is_wide = true;
    return DM_OK;
}

dm_status dmi_paths_run(dmi_paths *paths, uint32_t floor, dm_error *err)
{
    assert(paths->origin_count <= (size_t)paths->graph->n);
    bool is_network = paths->graph->kind == DM_NETWORK;
    if (paths->origin_count)
        qsort(paths->origins, paths->origin_count, sizeof *paths->origins, compare_origins);
    if (is_network && paths->graph->uniform)
        return search_breadth_first(paths, floor, err);
    dm_status status = DM_TOO_LARGE;
    if (is_network && paths->graph->length32)
        status = search_buckets_narrow(paths, floor, err);
    if (status != DM_TOO_LARGE)
        return status;
    status = start_wide(paths, err);
    if (status != DM_OK || !is_network)
        return status == DM_OK ? dmi_direct_paths_run(paths, floor, err) : status;
    for (size_t i = 0; i < paths->origin_count; i++)
        paths->wide[paths->origins[i].distance] = (dmi_cell){0, paths->origins[i].label};
    return search_buckets_wide(paths, floor, err);
}
