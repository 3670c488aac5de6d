/* layout.h - places for the vertices of one connected graph, by its structure. */
#ifndef DMI_DRAW_LAYOUT_LAYOUT_H
#define DMI_DRAW_LAYOUT_LAYOUT_H

#include <demesne/arena.h>

/* Each of these takes a connected graph and fills places[0..n-1]; a usual edge
 * is about 1 long.  If the graph has another structure, `done` stays false and the places are
 * undefined.  Lengths of edges have no influence. */

/* Paths on a line (long ones folded), cycles and complete graphs on a circle.  O(n). */
bool dmi_layout_simple(const dm_graph *graph, dm_point *places);
/* Cartesian products of two paths.  O(n + m). */
dm_status dmi_layout_grid(const dm_graph *graph, dm_point *places, bool *done, dm_error *err);
/* Trees: from the root down, or from the centre outwards. */
dm_status dmi_layout_tree(const dm_graph *graph, dm_point *places, bool *done, dm_error *err);
/* Anything: distances on the page follow the steps between vertices, from a start that `seed`
 * shakes. */
dm_status dmi_layout_stress(const dm_graph *graph, uint64_t seed, dm_point *places, dm_error *err);

/* Breadth-first from `from`: fills order (n entries) and depth (n entries, -1: not reached), gives
 * the number of vertices reached. */
dm_vertex dmi_breadth_first(const dm_graph *graph, dm_vertex from, dm_vertex *order,
                            int32_t *depth);

static inline dm_vertex dmi_degree(const dm_graph *graph, dm_vertex v)
{
    return (dm_vertex)(graph->first[v + 1] - graph->first[v]);
}

typedef struct dmi_draw_box {
    double left, right, low, high;
} dmi_draw_box;

/* Degrees of longitude are narrower than degrees of latitude: the cosine of the middle latitude of
 * a map, so that pictures keep shapes; 1 for boards without a map. */
double dmi_map_narrowing(const dm_arena *arena);
dmi_draw_box dmi_draw_box_of(const dm_point *places, dm_vertex n);
/* Scales coordinates that are too large or too small to calculate with. */
void dmi_limit_places(dm_point *places, dm_vertex n);

#endif
