/* facts.c - degrees, ranges of lengths and values, and the kind of graph, in one pass. */
#include "base/base.h"
#include <demesne/graph.h>
#include <stdlib.h>

/* The same from v alone; adds the neighbours that had no side to the stack. */
static bool split_row(const dm_graph *graph, dm_vertex v, unsigned char *side, dm_vertex *stack,
                      dm_vertex *height)
{
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
        dm_vertex w = graph->target[arc];
        if (side[w] == side[v])
            return false;
        if (side[w] == 0) {
            side[w] = (unsigned char)(3 - side[v]);
            stack[(*height)++] = w;
        }
    }
    return true;
}

/* Gives neighbours opposite sides (1 and 2) from `root` on; false if that is impossible. */
static bool split_components(const dm_arena *arena, dm_vertex root, unsigned char *side,
                             dm_vertex *stack)
{
    dm_vertex height = 0;
    stack[height++] = root;
    side[root] = 1;
    while (height > 0) {
        dm_vertex v = stack[--height];
        if (!split_row(dm_arena_graph(arena), v, side, stack, &height))
            return false;
        if (dm_arena_is_directed(arena) &&
            !split_row(dm_arena_reverse(arena), v, side, stack, &height))
            return false;
    }
    return true;
}

dm_status dm_facts_find(const dm_arena *arena, dm_facts *out, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dm_facts f = {0};
    dm_status status = dm_components(arena, NULL, &f.components, err);
    f.strong_components = f.components;
    if (status == DM_OK && dm_arena_is_directed(arena))
        status = dm_strong_components(arena, NULL, &f.strong_components, err);
    if (status == DM_OK) {
        /* Two colours, breadth first. */
        size_t n = (size_t)dm_arena_vertices(arena);
        unsigned char *side = dmi_calloc(n + 1, 1);
        dm_vertex *stack = dmi_alloc(n + 1, sizeof *stack);
        f.bipartite = true;
        if (side && stack) {
            for (dm_vertex v = 0; f.bipartite && v < (dm_vertex)n; v++)
                f.bipartite = side[v] || split_components(arena, v, side, stack);
        } else {
            status = dmi_no_memory(err);
        }
        free(side);
        free(stack);
    }
    if (status != DM_OK)
        return status;
    for (dm_vertex v = 0; v < graph->n; v++) {
        int64_t degree = (int64_t)graph->first[v + 1] - graph->first[v];
        if (v == 0 || degree < f.degree_min)
            f.degree_min = degree;
        if (degree > f.degree_max)
            f.degree_max = degree;
    }
    f.degree_mean = graph->n ? (double)graph->arcs / graph->n : 0;
    for (uint32_t arc = 0; arc < graph->arcs; arc++) {
        int64_t length = dm_graph_length(graph, arc);
        if (arc == 0 || length < f.length_min)
            f.length_min = length;
        if (length > f.length_max)
            f.length_max = length;
    }
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        int64_t value = dm_value_of(dm_arena_values(arena), v);
        if (v == 0 || value < f.value_min)
            f.value_min = value;
        if (value > f.value_max)
            f.value_max = value;
    }
    f.connected = f.components == 1;
    f.bipartite = f.bipartite && graph->kind != DM_POINTS;
    f.tree = f.connected && !dm_arena_is_directed(arena) && dm_arena_edges(arena) + 1 == graph->n;
    *out = f;
    return DM_OK;
}
