/* prefetch.h - asking for memory before it is needed.
 *
 * A walk over the vertices of a queue reads where their rows are, then the rows,
 * then something at the other ends of their arcs; each of the three is asked for
 * while vertices before are at work.
 */
#ifndef DMI_FETCH_H
#define DMI_FETCH_H

#include <demesne/arena.h>
#include <stddef.h>

enum { DMI_QUEUE_AHEAD = 16, DMI_ROW_AHEAD = 8, DMI_CELLS_AHEAD = 4, DMI_ARCS_AHEAD = 3 };

/* `queue` holds more than DMI_QUEUE_AHEAD vertices from here; `cells` has
 * `cell_size` bytes a vertex.  Does not branch on what it reads: a wrong guess
 * costs more than the memory.  Inlined always, since gcc drops calls of a
 * function that only prefetches. */
__attribute__((always_inline)) static inline void
dmi_fetch_ahead(const dm_graph *graph, const dm_vertex *queue, const void *cells, size_t cell_size)
{
    __builtin_prefetch(&graph->first[queue[DMI_QUEUE_AHEAD]]);
    uint32_t arc = graph->first[queue[DMI_ROW_AHEAD]];
    __builtin_prefetch(&graph->target[arc]);
    if (graph->length32)
        __builtin_prefetch(&graph->length32[arc]);
    arc = graph->first[queue[DMI_CELLS_AHEAD]];
    for (uint32_t i = 0; i < DMI_ARCS_AHEAD && arc + DMI_ARCS_AHEAD <= graph->arcs; i++)
        __builtin_prefetch((const char *)cells + (size_t)graph->target[arc + i] * cell_size);
}

#endif
