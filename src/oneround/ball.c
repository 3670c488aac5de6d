/* ball.c - searches that stop at a given distance.
 *
 * Breadth first where all edges are equally long, Dijkstra's way otherwise.  Then
 * the arcs are kept in 256 classes by length, shorter ones first at every
 * vertex: a search with r still to go leaves a vertex by its arcs up to r alone.
 * On a complete board of n points a ball of b vertices costs O(b^2) instead of
 * O(b n).  What was touched is wiped by the next search, so n does not count.
 *
 * Cost of a search: the arcs within the ball, times log in Dijkstra's case.
 */
#include "oneround/ball.h"

#include <string.h>

enum { CLASSES = 256 };

/* Copies the arcs out of v that are not too long, ordered by class; gives where they end. */
static uint32_t order_arcs(dmi_ball *b, dm_vertex v, int64_t most, uint32_t at)
{
    const dm_graph *graph = b->graph;
    uint32_t begin[CLASSES + 1] = {0}, first = graph->first[v], end = graph->first[v + 1];
    for (uint32_t a = first; a < end; a++)
        if (dm_graph_length(graph, a) <= most)
            begin[(dm_graph_length(graph, a) >> b->shift) + 1]++;
    begin[0] = at;
    for (int c = 0; c < CLASSES; c++)
        begin[c + 1] += begin[c];
    for (uint32_t a = first; a < end; a++) {
        int64_t length = dm_graph_length(graph, a);
        if (length > most)
            continue;
        uint32_t to = begin[length >> b->shift]++;
        b->target[to] = graph->target[a];
        b->length[to] = length;
    }
    return begin[CLASSES];
}

/* The same where arcs are few: one by one, each to its place. */
static uint32_t insert_arcs(dmi_ball *b, dm_vertex v, int64_t most, uint32_t at)
{
    const dm_graph *graph = b->graph;
    uint32_t start = at;
    for (uint32_t a = graph->first[v]; a < graph->first[v + 1]; a++) {
        int64_t length = dm_graph_length(graph, a);
        if (length > most)
            continue;
        uint32_t to = at++;
        for (; to > start && b->length[to - 1] > length; to--) {
            b->length[to] = b->length[to - 1];
            b->target[to] = b->target[to - 1];
        }
        b->length[to] = length;
        b->target[to] = graph->target[a];
    }
    return at;
}

static dm_status sort_arcs(dmi_ball *b, int64_t most, dm_error *err)
{
    const dm_graph *graph = b->graph;
    b->first = dmi_alloc((size_t)graph->n + 1, sizeof *b->first);
    b->target = dmi_alloc(graph->arcs, sizeof *b->target);
    b->length = dmi_alloc(graph->arcs, sizeof *b->length);
    if (!b->first || !b->target || !b->length)
        return dmi_no_memory(err);
    while (most >> b->shift >= CLASSES)
        b->shift++;
    b->first[0] = 0;
    for (dm_vertex v = 0; v < graph->n; v++) {
        bool is_few = graph->first[v + 1] - graph->first[v] < CLASSES / 8;
        b->first[v + 1] = (is_few ? insert_arcs : order_arcs)(b, v, most, b->first[v]);
    }
    return DM_OK;
}

/* No length is above the longest, so the classes need not reach any farther. */
static int64_t longest_up_to(const dm_graph *graph, int64_t most)
{
    int64_t longest = 0;
    for (uint32_t a = 0; a < graph->arcs; a++) {
        int64_t length = dm_graph_length(graph, a);
        longest = length > longest && length <= most ? length : longest;
    }
    return longest;
}

dm_status dmi_ball_init(dmi_ball *ball, const dm_graph *graph, int64_t most, dm_error *err)
{
    dmi_ball b = {.graph = graph};
    b.distance = dmi_alloc((size_t)graph->n, sizeof *b.distance);
    b.found = dmi_alloc((size_t)graph->n, sizeof *b.found);
    dm_status status = b.distance && b.found ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK && !graph->uniform)
        status = sort_arcs(&b, longest_up_to(graph, most), err);
    for (dm_vertex v = 0; status == DM_OK && v < graph->n; v++)
        b.distance[v] = -1;
    if (status == DM_OK)
        *ball = b;
    else
        dmi_ball_clear(&b);
    return status;
}

void dmi_ball_clear(dmi_ball *ball)
{
    free(ball->first);
    free(ball->target);
    free(ball->length);
    free(ball->distance);
    free(ball->found);
    dmi_heap_clear(&ball->heap);
    *ball = (dmi_ball){0};
}

static void wipe(dmi_ball *b)
{
    for (dm_vertex i = 0; i < b->count; i++)
        b->distance[b->found[i]] = -1;
    b->count = 0;
}

/* Equal lengths: `found` is the queue. */
static void search_breadth(dmi_ball *b, dm_vertex v, int64_t reach, const int64_t *limit)
{
    const dm_graph *graph = b->graph;
    b->distance[v] = 0;
    b->found[b->count++] = v;
    for (dm_vertex at = 0; at < b->count; at++) {
        dm_vertex u = b->found[at];
        int64_t far = b->distance[u] + graph->uniform;
        if (far > reach)
            break;
        for (uint32_t a = graph->first[u]; a < graph->first[u + 1]; a++) {
            dm_vertex t = graph->target[a];
            if (b->distance[t] >= 0 || (limit && far > limit[t]))
                continue;
            b->distance[t] = far;
            b->found[b->count++] = t;
        }
    }
}

/* Leaves u by the arcs that end within reach; false: no memory. */
static bool leave(dmi_ball *b, dm_vertex u, int64_t reach, const int64_t *limit)
{
    int64_t here = b->distance[u], left = reach - here, last_class = left >> b->shift;
    for (uint32_t a = b->first[u]; a < b->first[u + 1]; a++) {
        if (b->length[a] >> b->shift > last_class)
            break;
        dm_vertex t = b->target[a];
        int64_t far = here + b->length[a];
        if (b->length[a] > left || (b->distance[t] >= 0 && b->distance[t] <= far) ||
            (limit && far > limit[t]))
            continue;
        b->distance[t] = far;
        if (!dmi_heap_push(&b->heap, (uint64_t)far, (uint32_t)t))
            return false;
    }
    return true;
}

/* An entry of the heap that a shorter way has overtaken is skipped. */
static dm_status search_lengths(dmi_ball *b, dm_vertex v, int64_t reach, const int64_t *limit,
                                dm_error *err)
{
    b->heap.count = 0;
    b->distance[v] = 0;
    bool has_room = dmi_heap_push(&b->heap, 0, (uint32_t)v);
    while (has_room && b->heap.count) {
        dmi_heap_entry next = dmi_heap_pop(&b->heap);
        dm_vertex u = (dm_vertex)next.item;
        if ((int64_t)next.key != b->distance[u])
            continue;
        b->found[b->count++] = u;
        has_room = leave(b, u, reach, limit);
    }
    return has_room ? DM_OK : dmi_no_memory(err);
}

static dm_status search(dmi_ball *b, dm_vertex v, int64_t reach, const int64_t *limit,
                        dm_error *err)
{
    wipe(b);
    if (!b->graph->uniform)
        return search_lengths(b, v, reach, limit, err);
    search_breadth(b, v, reach, limit);
    return DM_OK;
}

dm_status dmi_ball_search(dmi_ball *ball, dm_vertex v, int64_t reach, dm_error *err)
{
    return search(ball, v, reach, NULL, err);
}

dm_status dmi_ball_capture(dmi_ball *ball, dm_vertex v, const int64_t *limit, dm_error *err)
{
    if (limit[v] >= 0)
        return search(ball, v, INT64_MAX, limit, err);
    wipe(ball);
    return DM_OK;
}
