/* components.c - connected and strong components, each by one search over the whole graph.
 *
 * Searches start at the least vertex not yet reached, so components are
 * numbered by their least vertex.
 *
 * Strong components: a depth-first search numbers the vertices as it enters them, and low[v] is
 * the least number that the search has found from v on among vertices without a component.  The
 * vertices that were entered from v on and have none yet are a component if low[v] is v's own
 * number (Tarjan 1972).  The path of the search is kept in an array, as boards are deep.
 *
 * O(n + m).
 */
#include "base/base.h"
#include <assert.h>
#include <demesne/graph.h>
#include <stdlib.h>

/* Gives the neighbours of v its number, and puts those that had none on the stack. */
static dm_vertex spread_label(const dm_graph *graph, dm_vertex v, int32_t *part, dm_vertex *stack,
                              dm_vertex height)
{
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
        dm_vertex w = graph->target[arc];
        if (part[w] < 0) {
            part[w] = part[v];
            stack[height++] = w;
        }
    }
    return height;
}

/* Points reach each other. */
static bool is_whole(const dm_arena *arena)
{
    return dm_arena_graph(arena)->kind == DM_POINTS;
}

dm_status dm_components(const dm_arena *arena, int32_t *part, int32_t *count, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    dm_vertex *stack = dmi_alloc((size_t)n, sizeof *stack);
    int32_t *own = part ? NULL : dmi_alloc((size_t)n, sizeof *own);
    int32_t *number = part ? part : own;
    dm_status status = stack && number ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        int32_t found = 0;
        for (dm_vertex v = 0; v < n; v++)
            number[v] = -1;
        if (is_whole(arena)) {
            found = n > 0;
            for (dm_vertex v = 0; v < n; v++)
                number[v] = 0;
        }
        for (dm_vertex root = 0; root < n; root++) {
            dm_vertex height = 0;
            if (number[root] >= 0)
                continue;
            number[root] = found++;
            stack[height++] = root;
            while (height > 0) {
                dm_vertex v = stack[--height];
                height = spread_label(dm_arena_graph(arena), v, number, stack, height);
                if (dm_arena_is_directed(arena))
                    height = spread_label(dm_arena_reverse(arena), v, number, stack, height);
            }
        }
        *count = found;
    }
    free(stack);
    free(own);
    return status;
}

/* A depth-first search.  Arrays are indexed by vertex except `path` and `open`. */
typedef struct depth_search {
    const dm_graph *graph;
    int32_t *entered; /* the number of v in the order of entering; -1: not yet */
    int32_t *low;
    int32_t *part;  /* -1: none yet */
    uint32_t *next; /* the next arc to follow */
    dm_vertex *path, *open;
    int32_t entered_count, open_count, parts;
    dmi_arrays arrays;
} depth_search;

static void enter_vertex(depth_search *s, dm_vertex v)
{
    assert(s->entered[v] < 0);
    s->entered[v] = s->low[v] = s->entered_count++;
    s->next[v] = s->graph->first[v];
    s->open[s->open_count++] = v;
}

static void search_from(depth_search *s, dm_vertex root)
{
    dm_vertex depth = 0;
    s->path[depth++] = root;
    enter_vertex(s, root);
    while (depth > 0) {
        dm_vertex v = s->path[depth - 1], before = depth > 1 ? s->path[depth - 2] : -1, w;
        if (s->next[v] < s->graph->first[v + 1]) {
            w = s->graph->target[s->next[v]++];
            if (s->entered[w] < 0) {
                s->path[depth++] = w;
                enter_vertex(s, w);
            } else if (s->part[w] < 0 && s->entered[w] < s->low[v]) {
                s->low[v] = s->entered[w];
            }
            continue;
        }
        depth--;
        if (before >= 0 && s->low[v] < s->low[before])
            s->low[before] = s->low[v];
        if (s->low[v] != s->entered[v])
            continue;
        do { /* a component */
            assert(s->open_count > 0);
            w = s->open[--s->open_count];
            s->part[w] = s->parts;
        } while (w != v);
        s->parts++;
    }
}

dm_status dm_strong_components(const dm_arena *arena, int32_t *part, int32_t *count, dm_error *err)
{
    if (!dm_arena_is_directed(arena))
        return dm_components(arena, part, count, err);
    depth_search s = {.graph = dm_arena_graph(arena)};
    size_t n = (size_t)s.graph->n;
    s.entered = dmi_array(&s.arrays, n, sizeof *s.entered);
    s.low = dmi_array(&s.arrays, n, sizeof *s.low);
    s.part = dmi_array(&s.arrays, n, sizeof *s.part);
    s.next = dmi_array(&s.arrays, n, sizeof *s.next);
    s.path = dmi_array(&s.arrays, n, sizeof *s.path);
    s.open = dmi_array(&s.arrays, n, sizeof *s.open);
    dm_status status = dmi_arrays_check(&s.arrays, err);
    if (status == DM_OK) {
        for (size_t v = 0; v < n; v++)
            s.entered[v] = s.part[v] = -1;
        for (dm_vertex v = 0; v < s.graph->n; v++)
            if (s.entered[v] < 0)
                search_from(&s, v);
        *count = s.parts;
        if (part) {
            /* Numbers the components by their least vertex. */
            int32_t *number = s.low, found = 0;
            for (int32_t i = 0; i < s.parts; i++)
                number[i] = -1;
            for (dm_vertex v = 0; v < s.graph->n; v++) {
                if (number[s.part[v]] < 0)
                    number[s.part[v]] = found++;
                part[v] = number[s.part[v]];
            }
        }
    }
    dmi_arrays_free(&s.arrays);
    return status;
}
