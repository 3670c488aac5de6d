/* renumber.h - numberings that put neighbours close together in memory. */
#ifndef DMI_RENUMBER_H
#define DMI_RENUMBER_H

#include <demesne/arena.h>

/* Both write a permutation: vertex v becomes rank[v]. */

/* Along a Hilbert curve over the places.  O(n). */
dm_status dmi_order_hilbert(dm_vertex n, const dm_point *places, dm_vertex *rank, dm_error *err);
/* In the order a breadth-first search meets them, from vertex 0 and then from
 * the least vertex not met yet.  O(n + m). */
dm_status dmi_order_breadth_first(const dm_graph *graph, dm_vertex *rank, dm_error *err);

/* Whether a vertex is on average further than n/64 from its neighbours, by a
 * sample of the arcs: a random numbering has n/3, a good one about sqrt(n). */
bool dmi_order_is_poor(const dm_graph *graph);

/* A copy of `graph` in the new numbering; its rows keep the order they had, so
 * they are not sorted by target.  Freed by dmi_graph_clear. */
dm_status dmi_graph_permute(const dm_graph *graph, const dm_vertex *rank, dm_graph *out,
                            dm_error *err);

#endif
