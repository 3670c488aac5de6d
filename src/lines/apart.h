/* apart.h - edges that get vertices at places inside them.
 *
 *      u ----x------y-- v      edge 5 stays (u,x); (x,y) and (y,v) come last
 *
 * Sites keep their points: those on a place become sites on the vertex, the others get
 * the exact fraction of the part they lie on.
 */
#ifndef DMI_APART_H
#define DMI_APART_H

#include <demesne/lines.h>

typedef struct dmi_gap {
    int32_t edge, vertex;
    dm_ratio at;
} dmi_gap;

typedef struct dmi_apart {
    const dm_level *level; /* borrowed; with coordinates */
    int32_t count, next_vertex;
    dmi_gap *gap;
} dmi_apart;

dm_status dmi_apart_init(const dm_level *level, int32_t most, dmi_apart *out, dm_error *err);
void dmi_apart_clear(dmi_apart *apart);
/* The vertex at a place that dmi_find_place() gave; a new one where there was none.  At most
 * `most` times. */
int32_t dmi_apart_vertex(dmi_apart *apart, const dm_place *place);
/* A draft of the level with the new vertices, and room for `more` edges.  It owns its points,
 * edges and sites; free them with dmi_apart_free_draft().  DM_TOO_LARGE where a fraction does not
 * fit. */
dm_status dmi_apart_draft(dmi_apart *apart, int32_t more, dm_level *draft, dm_error *err);
void dmi_apart_free_draft(dm_level *draft);

#endif
