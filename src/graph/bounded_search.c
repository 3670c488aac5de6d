/* bounded_search.c - shortest-path searches that stop at a given distance.
 *
 * Breadth-first search if all edges have the same length, otherwise a ring of buckets as in
 * shortest_paths.c.  For these the arcs are copied without those that no search can use: a search
 * from u that has reached v may still go at most limit[u] - d(u,v) <= limit[v], so it leaves v only
 * by arcs of length at most limit[v].  (A backward search arrives at t by an arc of length at most
 * limit[t].)  The arcs of a vertex are sorted into 256 classes by length, and a search stops at
 * the first class that is too long.  On a complete board a search that finds b of the n vertices
 * costs O(b^2) instead of O(b n).
 *
 * On tables of pairs a search looks at the arcs of its origin alone, and among points it asks the
 * tree of boxes (points.h).
 *
 * A search clears only the entries that the one before has set.  Cost of a search: the arcs within
 * the distance, times a logarithm if a heap sorts the buckets.
 */
#include "graph/bounded_search.h"

#include "graph/points.h"
#include "graph/shortest_paths.h"
#include <assert.h>

enum { CLASSES = 256, FEW = 32, POLL = 1 << 14 }; /* POLL: vertices between looks at the run */

/* Counting sort by class, for many arcs. */
static void deal_arcs(int64_t *length, dm_vertex *target, uint32_t count, int shift,
                      dmi_heap_entry *copy)
{
    uint32_t begin[CLASSES + 1] = {0};
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = (dmi_heap_entry){(uint64_t)length[i], (uint32_t)target[i]};
        assert(length[i] >= 0 && length[i] >> shift < CLASSES);
        begin[(length[i] >> shift) + 1]++;
    }
    for (int c = 0; c < CLASSES; c++)
        begin[c + 1] += begin[c];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = begin[copy[i].key >> shift]++;
        length[to] = (int64_t)copy[i].key;
        target[to] = (dm_vertex)copy[i].item;
    }
}

static dm_status take_arcs(dmi_bounded_search *b, const int64_t *limit, bool backward,
                           dm_error *err)
{
    const dm_graph *graph = b->graph;
    uint32_t most = 0;
    for (dm_vertex v = 0; v < graph->n; v++)
        most = graph->first[v + 1] - graph->first[v] > most ? graph->first[v + 1] - graph->first[v]
                                                            : most;
    dmi_heap_entry *copy = dmi_alloc(most, sizeof *copy);
    b->first = dmi_array(&b->arrays, (size_t)graph->n + 1, sizeof *b->first);
    b->target = dmi_array(&b->arrays, (size_t)graph->arcs + 1, sizeof *b->target);
    b->length = dmi_array(&b->arrays, (size_t)graph->arcs + 1, sizeof *b->length);
    b->shift = dmi_array(&b->arrays, (size_t)graph->n, sizeof *b->shift);
    dm_status status = copy && !b->arrays.failed ? DM_OK : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++) {
        b->first[v] = v ? b->first[v] : 0;
        /* Copies the usable arcs of v behind those copied so far; returns how many. */
        uint32_t at = b->first[v];
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
            int64_t length = dm_graph_length(graph, a);
            b->target[at] = graph->target[a];
            b->length[at] = length;
            at += !limit || length <= limit[v] || (backward && length <= limit[graph->target[a]]);
        }
        uint32_t count = at - b->first[v];
        /* The class of a length at v is length >> shift[v]. */
        int64_t *length = b->length + b->first[v], longest = 0;
        for (uint32_t i = 0; i < count; i++)
            longest = length[i] > longest ? length[i] : longest;
        b->shift[v] = 0;
        while (longest >> b->shift[v] >= CLASSES)
            b->shift[v]++;
        if (count <= FEW) {
            /* Insertion sort, for few arcs. */
            dm_vertex *target = b->target + b->first[v];
            for (uint32_t i = 1; i < count; i++) {
                int64_t far = length[i];
                dm_vertex t = target[i];
                uint32_t to = i;
                for (; to > 0 && length[to - 1] > far; to--) {
                    length[to] = length[to - 1];
                    target[to] = target[to - 1];
                }
                length[to] = far;
                target[to] = t;
            }
        } else
            deal_arcs(length, b->target + b->first[v], count, b->shift[v], copy);
        b->first[v + 1] = b->first[v] + count;
        if (v % POLL == POLL - 1 && !dmi_run_go_on(b->run, 0))
            status = dmi_stopped(b->run, err);
    }
    free(copy);
    return status;
}

static dm_status make_scratch(dmi_bounded_search *b, dm_error *err)
{
    size_t n = (size_t)b->graph->n;
    b->distance = dmi_array(&b->arrays, n, sizeof *b->distance);
    b->found = dmi_array(&b->arrays, n + 1, sizeof *b->found); /* one more for collect_reached() */
    dm_status status = dmi_arrays_check(&b->arrays, err);
    for (size_t v = 0; status == DM_OK && v < n; v++)
        b->distance[v] = -1;
    return status;
}

/* Whether searches follow arcs of different lengths. */
static bool has_lengths(const dm_graph *graph)
{
    return graph->kind == DM_NETWORK && !graph->uniform;
}

/* Finds the greatest limit of the points in each box. */
static dm_status take_limits(dmi_bounded_search *b, const int64_t *limit, dm_error *err)
{
    const dm_points *points = b->graph->points;
    b->most = dmi_array(&b->arrays, (size_t)points->tree.nodes, sizeof *b->most);
    dm_status status = dmi_arrays_check(&b->arrays, err);
    if (status == DM_OK)
        dmi_points_limits(points, limit, b->most);
    return status;
}

dm_status dmi_bounded_search_init(dmi_bounded_search *search, const dm_graph *graph,
                                  const int64_t *limit, bool backward, dm_run *run, dm_error *err)
{
    dmi_bounded_search b = {.graph = graph, .run = run};
    dm_status status = make_scratch(&b, err);
    if (status == DM_OK && graph->kind == DM_POINTS && limit)
        status = take_limits(&b, limit, err);
    if (status == DM_OK && has_lengths(graph))
        status = take_arcs(&b, limit, backward, err);
    if (status == DM_OK && has_lengths(graph))
        status = dmi_graph_buckets(graph, &b.buckets, &b.bucket_shift, &b.ordered, err);
    if (status == DM_OK)
        *search = b;
    else
        dmi_bounded_search_clear(&b);
    return status;
}

dm_status dmi_bounded_search_share(dmi_bounded_search *search, const dmi_bounded_search *other,
                                   dm_error *err)
{
    dmi_bounded_search b = {.graph = other->graph,
                            .first = other->first,
                            .target = other->target,
                            .length = other->length,
                            .shift = other->shift,
                            .most = other->most};
    dm_status status = make_scratch(&b, err);
    if (status == DM_OK && has_lengths(b.graph))
        status = dmi_graph_buckets(b.graph, &b.buckets, &b.bucket_shift, &b.ordered, err);
    if (status == DM_OK)
        *search = b;
    else
        dmi_bounded_search_clear(&b);
    return status;
}

void dmi_bounded_search_clear(dmi_bounded_search *search)
{
    dmi_arrays_free(&search->arrays);
    dmi_heap_clear(&search->heap);
    dmi_buckets_clear(&search->buckets);
    *search = (dmi_bounded_search){0};
}

/* Where a search starts, with the distance `start`. */
typedef struct origins {
    const dm_vertex *vertex;
    int32_t count;
    int64_t start;
} origins;

/* Where a site at v is reached besides; -1: nowhere. */
static dm_vertex arrival_of(const dmi_bounded_search *b, dm_vertex v)
{
    return b->graph->arrival ? b->graph->arrival[v] : -1;
}

/* Puts the copies at which one arrives into `found` as the vertices that they are of, which a
 * search from a customer may have found itself, but then not nearer. */
static void name_arrivals(dmi_bounded_search *b)
{
    const dm_vertex *arrival = b->graph->arrival;
    for (dm_vertex i = 0; i < b->count; i++) {
        dm_vertex copy = b->found[i], v = arrival[copy] <= -2 ? -2 - arrival[copy] : -1;
        if (v < 0 || (b->distance[v] >= 0 && b->distance[v] <= b->distance[copy]))
            continue;
        for (dm_vertex k = i + 1; b->distance[v] >= 0 && k < b->count; k++)
            if (b->found[k] == v) {
                b->found[k] = copy;
                break;
            }
        bool was_found = b->distance[v] >= 0;
        b->distance[v] = b->distance[copy];
        b->found[i] = v;
        if (!was_found)
            b->distance[copy] = -1;
    }
}

/* For equal lengths; `found` is the queue. */
static dm_status search_breadth(dmi_bounded_search *b, const origins *from, int64_t reach,
                                const int64_t *limit, dm_error *err)
{
    const dm_graph *graph = b->graph;
    for (int32_t i = 0; i < from->count; i++)
        if (!limit || from->start <= limit[from->vertex[i]]) {
            dm_vertex arrival = arrival_of(b, from->vertex[i]);
            b->distance[from->vertex[i]] = from->start;
            b->found[b->count++] = from->vertex[i];
            if (arrival >= 0) {
                b->distance[arrival] = from->start;
                b->found[b->count++] = arrival;
            }
        }
    for (dm_vertex at = 0; at < b->count; at++) {
        dm_vertex u = b->found[at];
        int64_t far = b->distance[u] + graph->uniform;
        if (far > reach)
            break;
        if (at % POLL == POLL - 1 && !dmi_run_go_on(b->run, 0))
            return dmi_stopped(b->run, err);
        for (uint32_t a = graph->first[u]; a < graph->first[u + 1]; a++) {
            dm_vertex t = graph->target[a];
            if (b->distance[t] >= 0 || (limit && far > limit[t]))
                continue;
            b->distance[t] = far;
            b->found[b->count++] = t;
        }
    }
    return DM_OK;
}

/* Scans u, of bucket `current`: relaxes the arcs that end within reach or, if `limit` is given,
 * within the limits.  False: no memory.  `ordered` and whether there is a limit are constants for
 * the compiler, once this is inlined. */
static inline bool scan_vertex(dmi_bounded_search *b, dm_vertex u, uint64_t current, int64_t reach,
                               const int64_t *limit, bool ordered)
{
    const int shift = b->bucket_shift, class_shift = limit ? 0 : b->shift[u];
    const uint32_t end = b->first[u + 1];
    const dm_vertex *target = b->target;
    const int64_t *length = b->length;
    int64_t *distance = b->distance;
    const int64_t here = distance[u], left = reach - here, last_class = left >> class_shift;
    if (!dmi_buckets_reserve(&b->buckets, end - b->first[u]))
        return false;
    for (uint32_t a = b->first[u]; a < end; a++) {
        if (!limit && length[a] >> class_shift > last_class)
            break;
        dm_vertex t = target[a];
        int64_t far = here + length[a], known = distance[t];
        if ((limit ? far > limit[t] : length[a] > left) || (known >= 0 && known <= far))
            continue;
        distance[t] = far;
        uint64_t key = (uint64_t)far >> shift;
        if (ordered && key == current) {
            if (!dmi_heap_push(&b->heap, (uint64_t)far, (uint32_t)t))
                return false;
        } else if (known < 0 || key != (uint64_t)known >> shift) {
            dmi_buckets_push(&b->buckets, key, (uint32_t)t);
        }
    }
    return true;
}

/* Adds the vertices whose distance is in bucket `current` to the end of `found`; returns how many
 * there are now. */
static dm_vertex collect_reached(dmi_bounded_search *b, uint64_t current)
{
    dm_vertex count = b->count;
    uint32_t v;
    while (dmi_buckets_pop(&b->buckets, current, &v)) {
        b->found[count] = (dm_vertex)v;
        count += (uint64_t)b->distance[v] >> b->bucket_shift == current;
    }
    return count;
}

static bool scan_bucket(dmi_bounded_search *b, uint64_t current, int64_t reach,
                        const int64_t *limit)
{
    dm_vertex count = collect_reached(b, current);
    bool has_room = true;
    if (!limit)
        for (; has_room && b->count < count; b->count++)
            has_room = scan_vertex(b, b->found[b->count], current, reach, NULL, false);
    for (; has_room && b->count < count; b->count++)
        has_room = scan_vertex(b, b->found[b->count], current, 0, limit, false);
    return has_room;
}

/* The same for buckets wider than the shortest arc: a heap sorts the vertices. */
static bool scan_ordered(dmi_bounded_search *b, uint64_t current, int64_t reach,
                         const int64_t *limit)
{
    dm_vertex count = collect_reached(b, current);
    bool has_room = true;
    for (dm_vertex i = b->count; has_room && i < count; i++)
        has_room =
            dmi_heap_push(&b->heap, (uint64_t)b->distance[b->found[i]], (uint32_t)b->found[i]);
    while (has_room && b->heap.count) {
        dmi_heap_entry least = dmi_heap_pop(&b->heap);
        dm_vertex u = (dm_vertex)least.item;
        if ((int64_t)least.key != b->distance[u])
            continue;
        b->found[b->count++] = u;
        has_room = scan_vertex(b, u, current, reach, limit, true);
    }
    return has_room;
}

static dm_status search_lengths(dmi_bounded_search *b, const origins *from, int64_t reach,
                                const int64_t *limit, dm_error *err)
{
    uint64_t key = (uint64_t)from->start >> b->bucket_shift;
    if (!dmi_buckets_reserve(&b->buckets, 2 * (size_t)from->count))
        return dmi_no_memory(err);
    for (int32_t i = 0; i < from->count; i++)
        if (!limit || from->start <= limit[from->vertex[i]]) {
            dm_vertex arrival = arrival_of(b, from->vertex[i]);
            b->distance[from->vertex[i]] = from->start;
            dmi_buckets_push(&b->buckets, key, (uint32_t)from->vertex[i]);
            if (arrival >= 0) {
                b->distance[arrival] = from->start;
                dmi_buckets_push(&b->buckets, key, (uint32_t)arrival);
            }
        }
    dm_status status = DM_OK;
    for (dm_vertex poll = POLL; status == DM_OK && dmi_buckets_next(&b->buckets, &key);) {
        bool has_room =
            b->ordered ? scan_ordered(b, key, reach, limit) : scan_bucket(b, key, reach, limit);
        if (!has_room)
            status = dmi_no_memory(err);
        if (b->count < poll)
            continue;
        if (status == DM_OK && !dmi_run_go_on(b->run, 0))
            status = dmi_stopped(b->run, err);
        poll = b->count + POLL;
    }
    if (status != DM_OK) {
        /* After a search that did not end: its distances and buckets are not wiped by `found`. */
        for (dm_vertex v = 0; v < b->graph->n; v++)
            b->distance[v] = -1;
        dmi_buckets_reset(&b->buckets);
        b->heap.count = 0;
        b->count = 0;
    }
    return status;
}

/* Lowers the distance of u to `far`. */
static void take_distance(dmi_bounded_search *b, dm_vertex u, int64_t far)
{
    if (b->distance[u] < 0)
        b->found[b->count++] = u;
    if (b->distance[u] < 0 || far < b->distance[u])
        b->distance[u] = far;
}

/* For pairs and points. */
static dm_status search_directly(dmi_bounded_search *b, const origins *from, int64_t reach,
                                 const int64_t *limit, dm_error *err)
{
    const dm_graph *graph = b->graph;
    for (int32_t i = 0; i < from->count; i++) {
        dm_vertex v = from->vertex[i];
        if (i % POLL == POLL - 1 && !dmi_run_go_on(b->run, 0))
            return dmi_stopped(b->run, err);
        if (graph->kind == DM_POINTS) {
            dmi_points_search s = {.from = v,
                                   .start = from->start,
                                   .reach = reach,
                                   .limit = limit,
                                   .most = limit ? b->most : NULL,
                                   .distance = b->distance,
                                   .found = b->found,
                                   .count = b->count};
            dmi_points_within(graph->points, &s);
            b->count = s.count;
            continue;
        }
        for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
            dm_vertex u = graph->target[a];
            int64_t far = from->start + dm_graph_length(graph, a);
            if (far <= (limit ? limit[u] : reach))
                take_distance(b, u, far);
        }
    }
    return DM_OK;
}

static dm_status run_search(dmi_bounded_search *b, const origins *from, int64_t reach,
                            const int64_t *limit, dm_error *err)
{
    for (dm_vertex i = 0; i < b->count; i++)
        b->distance[b->found[i]] = -1;
    b->count = 0;
    if (b->graph->kind != DM_NETWORK)
        return search_directly(b, from, reach, limit, err);
    dm_status status = b->graph->uniform ? search_breadth(b, from, reach, limit, err)
                                         : search_lengths(b, from, reach, limit, err);
    if (status == DM_OK && b->graph->arrival)
        name_arrivals(b);
    return status;
}

dm_status dmi_bounded_search_run(dmi_bounded_search *search, dm_vertex v, int64_t reach,
                                 dm_error *err)
{
    assert(v >= 0);
    assert(reach >= 0);
    return run_search(search, &(origins){&v, 1, 0}, reach, NULL, err);
}

dm_status dmi_bounded_search_within(dmi_bounded_search *search, dm_vertex v, int64_t start,
                                    const int64_t *limit, dm_error *err)
{
    assert(v >= 0);
    assert(start >= 0);
    return run_search(search, &(origins){&v, 1, start}, INT64_MAX, limit, err);
}

dm_status dmi_bounded_search_from_all(dmi_bounded_search *search, const dm_vertex *from,
                                      int32_t count, int64_t start, const int64_t *limit,
                                      dm_error *err)
{
    assert(count >= 0);
    assert(start >= 0);
    return run_search(search, &(origins){from, count, start}, INT64_MAX, limit, err);
}
