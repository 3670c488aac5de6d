/* components.c - connected components by one search over the whole graph.
 *
 * Searches start at the least vertex not yet reached, so components are
 * numbered by their least vertex.  O(n + m).
 */
#include "base/base.h"
#include <demesne/graph.h>
#include <stdlib.h>

/* Gives every vertex reachable from `root` the number `number`. */
static void number_component(const dm_graph *graph, dm_vertex root, int32_t number, int32_t *part,
                             dm_vertex *stack)
{
    dm_vertex height = 0;
    stack[height++] = root;
    part[root] = number;
    while (height > 0) {
        dm_vertex v = stack[--height];
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
            dm_vertex w = graph->target[arc];
            if (part[w] < 0) {
                part[w] = number;
                stack[height++] = w;
            }
        }
    }
}

dm_status dm_components(const dm_arena *arena, int32_t *part, int32_t *count, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    size_t n = (size_t)graph->n;
    dm_vertex *stack = dmi_alloc(n, sizeof *stack);
    int32_t *own = part ? NULL : dmi_alloc(n, sizeof *own);
    int32_t *number = part ? part : own;
    dm_status status = stack && number ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        int32_t found = 0;
        for (dm_vertex v = 0; v < graph->n; v++)
            number[v] = -1;
        for (dm_vertex v = 0; v < graph->n; v++)
            if (number[v] < 0)
                number_component(graph, v, found++, number, stack);
        *count = found;
    }
    free(stack);
    free(own);
    return status;
}
