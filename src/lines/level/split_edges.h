/* split_edges.h - adds vertices inside edges.
 *
 *      u ----x------y-- v      edge 5 stays (u,x); (x,y) and (y,v) come last
 *
 * Sites keep their points: those at a new vertex become sites on it, the others get the exact
 * fraction of their part.
 */
#ifndef DMI_LINES_LEVEL_SPLIT_EDGES_H
#define DMI_LINES_LEVEL_SPLIT_EDGES_H

#include <demesne/lines.h>

typedef struct dmi_split_point {
    int32_t edge, vertex;
    dm_ratio at;
} dmi_split_point;

typedef struct dmi_edge_splits {
    const dm_level *level; /* borrowed; with coordinates */
    int32_t count, most, next_vertex;
    dmi_split_point *split;
} dmi_edge_splits;

dm_status dmi_edge_splits_init(const dm_level *level, int32_t most, dmi_edge_splits *out,
                               dm_error *err);
void dmi_edge_splits_clear(dmi_edge_splits *splits);
/* The vertex at a place in normal form; a new one if there is none.  At most `most` times. */
int32_t dmi_edge_splits_vertex(dmi_edge_splits *splits, const dm_line_place *place);
/* A draft of the level with the new vertices, and room for `more` edges; end with
 * dmi_draft_clear(). DM_TOO_LARGE if a fraction does not fit. */
dm_status dmi_edge_splits_draft(dmi_edge_splits *splits, int32_t more, dm_level *draft,
                                dm_error *err);

#endif
