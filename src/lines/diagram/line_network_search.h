/* line_network_search.h - Dijkstra's search on a network.
 *
 * The search keeps the order, a visitor the times.  The caller offers the first vertices and pushes
 * them; then vertices leave the heap in the order of their times, and each offers its neighbours.
 * As both functions of the visitor are known where the search is compiled, they become part of it.
 *
 * Cost: O(m + n log n) for the m pieces and n vertices that it meets.
 */
#ifndef DMI_LINES_DIAGRAM_LINE_NETWORK_SEARCH_H
#define DMI_LINES_DIAGRAM_LINE_NETWORK_SEARCH_H

#include "base/heap.h"
#include "lines/diagram/line_network.h"
#include <assert.h>

typedef struct dmi_line_network_visitor {
    /* Vertex v leaves the heap.  False: the search does not go on from it, as it was reached
     * earlier or does not matter. */
    bool (*settle)(void *user, int32_t v, int64_t when);
    /* A path over `piece` goes on from u to v.  True: it is the shortest so far, and v goes into
     * the heap. */
    bool (*offer)(void *user, int32_t piece, int32_t u, int32_t v, int64_t when);
} dmi_line_network_visitor;

/* Searches until the heap is empty.  False: no memory. */
__attribute__((always_inline)) static inline bool
dmi_line_network_search(const dmi_line_network *net, dmi_heap *heap,
                        const dmi_line_network_visitor *visitor, void *user)
{
    while (heap->count > 0) {
        dmi_heap_entry next = dmi_heap_pop(heap);
        int32_t u = (int32_t)next.item;
        assert(u < net->n);
        if (!visitor->settle(user, u, (int64_t)next.key))
            continue;
        for (uint32_t arc = net->first[u]; arc < net->first[u + 1]; arc++) {
            int32_t piece = net->arc_piece[arc], v = dmi_other_end(net, piece, u);
            int64_t when = (int64_t)next.key + net->piece[piece].length;
            assert(when > (int64_t)next.key); /* lengths are positive */
            if (visitor->offer(user, piece, u, v, when) &&
                !dmi_heap_push(heap, (uint64_t)when, (uint32_t)v))
                return false;
        }
    }
    return true;
}

#endif
