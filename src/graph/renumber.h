/* renumber.h - numberings that put neighbours close together in memory. */
#ifndef DMI_RENUMBER_H
#define DMI_RENUMBER_H

#include <demesne/arena.h>
#include <demesne/run.h>

/* Writes a permutation: vertex v becomes rank[v].  Along a Hilbert curve over the places.  O(n). */
dm_status dmi_order_hilbert(dm_vertex n, const dm_point *places, dm_run *run, dm_vertex *rank,
                            dm_error *err);
/* The same, in the order of a breadth-first search from vertex 0 and then from
 * the least vertex not reached yet.  O(n + m). */
dm_status dmi_order_breadth_first(const dm_graph *graph, dm_vertex *rank, dm_error *err);

/* Whether the graph is a network, too large for the cache, and neighbours differ by more than n/64
 * on average in a sample of the arcs: in a random numbering by n/3, in a good one by about sqrt(n).
 */
bool dmi_order_is_poor(const dm_graph *graph);

/* A copy of `graph` in the new numbering.  Rows keep their order, so they are
 * not sorted by target.  dmi_graph_clear frees it. */
dm_status dmi_graph_permute(const dm_graph *graph, const dm_vertex *rank, dm_run *run,
                            dm_graph *out, dm_error *err);

/* Both: a numbering by the places (NULL: breadth first), new, and the copy. */
dm_status dmi_graph_renumber(const dm_graph *graph, const dm_point *places, dm_run *run,
                             dm_vertex **rank, dm_graph *out, dm_error *err);

#endif
