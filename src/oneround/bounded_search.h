/* bounded_search.h - the vertices within reach of one vertex, found again and again on one board.
 */
#ifndef DMI_BOUNDED_SEARCH_H
#define DMI_BOUNDED_SEARCH_H

#include "base/heap.h"
#include <demesne/arena.h>

/* Scratch for one graph.  After a search the search is found[0 .. count-1], nearest first, with
 * distance[v] for those vertices; every other distance is -1. */
typedef struct dmi_bounded_search {
    const dm_graph *graph; /* borrowed */
    uint32_t *first;       /* arcs of our own, the shorter classes first; NULL: equal lengths */
    dm_vertex *target;
    int64_t *length;
    uint8_t *shift; /* the class of a length at v is length >> shift[v] */
    int64_t *distance;
    dm_vertex *found;
    dm_vertex count;
    dmi_heap heap;
} dmi_bounded_search;

/* For searches around u that go no farther than limit[u]; and, where `captures`, for such that end
 * at any u within limit[u].  The limits differ by no more than the way between, limit[a] <=
 * limit[b] + d(a, b), as distances to given stones do.  They are not kept.  O(n + m). */
dm_status dmi_bounded_search_init(dmi_bounded_search *search, const dm_graph *graph,
                                  const int64_t *limit, bool captures, dm_error *err);
void dmi_bounded_search_clear(dmi_bounded_search *search);

/* The vertices at most `reach` from v. */
dm_status dmi_bounded_search_run(dmi_bounded_search *search, dm_vertex v, int64_t reach,
                                 dm_error *err);
/* The vertices u at most limit[u] from v. */
dm_status dmi_bounded_search_within(dmi_bounded_search *search, dm_vertex v, const int64_t *limit,
                                    dm_error *err);

#endif
