/* prefetch.h - requests memory before it is needed.
 *
 * A loop over the vertices of a queue reads where their rows are, then the rows,
 * then a cell of each neighbour.  Each of the three is requested while earlier
 * vertices are processed.
 */
#ifndef DMI_PREFETCH_H
#define DMI_PREFETCH_H

#include <demesne/arena.h>
#include <stddef.h>

enum { DMI_QUEUE_AHEAD = 16, DMI_ROW_AHEAD = 8, DMI_CELLS_AHEAD = 4, DMI_ARCS_AHEAD = 3 };

/* `queue` has more than DMI_QUEUE_AHEAD vertices left; `cells` has `cell_size`
 * bytes per vertex.  Does not branch on what it reads: a mispredicted branch
 * costs more than the read.  Always inlined, since gcc removes calls of a
 * function that only prefetches. */
__attribute__((always_inline)) static inline void dmi_prefetch_ahead(const dm_graph *graph,
                                                                     const dm_vertex *queue,
                                                                     const void *cells,
                                                                     size_t cell_size)
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
