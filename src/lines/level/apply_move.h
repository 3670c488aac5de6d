/* apply_move.h - a level after a move, one function per operation. */
#ifndef DMI_LINES_LEVEL_APPLY_MOVE_H
#define DMI_LINES_LEVEL_APPLY_MOVE_H

#include <demesne/lines.h>

typedef dm_status dmi_apply_fn(const dm_level *level, const dm_line_move *move, int32_t player,
                               dm_level **out, dm_error *err);
dmi_apply_fn dmi_apply_add, dmi_apply_remove, dmi_apply_cut;
dmi_apply_fn dmi_apply_rope; /* rope_apply.c */

/* A draft with copies of the level's points, edges and sites, and room for further vertices and
 * edges. */
dm_status dmi_draft_copy(const dm_level *level, int32_t vertices, int32_t edges, dm_level *out,
                         dm_error *err);
void dmi_draft_clear(dm_level *draft);

/* The normal form of a place: a vertex if it is one, otherwise a fraction strictly between 0 and 1
 * in lowest terms.  DM_BAD_INPUT if it is not on the level; `what` begins the message ("the new
 * site"). */
dm_status dmi_find_place(const dm_level *level, const dm_place *place, const char *what,
                         dm_place *out, dm_error *err);
/* The site at a place in normal form, or -1. */
int32_t dmi_site_at(const dm_level *level, const dm_place *place);
/* The point at the fraction `at` of edge e; the level has coordinates. */
dm_point dmi_edge_point(const dm_level *level, int32_t e, dm_ratio at);

#endif
