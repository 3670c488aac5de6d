/* draft.h - making levels: a level after a move, one function per operation. */
#ifndef DMI_LINES_LEVEL_DRAFT_H
#define DMI_LINES_LEVEL_DRAFT_H

#include "lines/level/ratio.h"
#include <math.h>

typedef dm_status dmi_level_apply_fn(const dm_level *level, const dm_line_move *move,
                                     int32_t player, dm_level **out, dm_error *err);
dmi_level_apply_fn dmi_level_apply_add, dmi_level_apply_remove, dmi_level_apply_cut;
dmi_level_apply_fn dmi_level_apply_rope; /* rope_apply.c */

/* A draft with copies of the level's points, edges and sites, and room for further vertices and
 * edges. */
dm_status dmi_draft_copy(const dm_level *level, int32_t vertices, int32_t edges, dm_level *out,
                         dm_error *err);
void dmi_draft_clear(dm_level *draft);

/* The normal form of a place: a vertex if it is one, otherwise a fraction strictly between 0 and 1
 * in lowest terms.  DM_BAD_VERTEX or DM_BAD_MOVE if it is not on the level; `what` begins the
 * message ("the new site"). */
dm_status dmi_level_find_place(const dm_level *level, const dm_line_place *place, const char *what,
                               dm_line_place *out, dm_error *err);
/* Whether two places in normal form are the same point. */
static inline bool dmi_is_same_place(const dm_line_place *a, const dm_line_place *b)
{
    return a->vertex == b->vertex &&
           (a->vertex >= 0 || (a->edge == b->edge && dmi_ratio_compare(a->at, b->at) == 0));
}

/* The site at a place in normal form, or -1. */
int32_t dmi_level_site_at(const dm_level *level, const dm_line_place *place);
/* The point at the fraction `at` of edge e; the level has coordinates. */
dm_point dmi_level_edge_point(const dm_level *level, int32_t e, dm_ratio at);

/* The common denominator of lengths and sites, and the sum of all lengths in such units; false if
 * numbers need more than 62 bits. */
bool dmi_level_unit(const dm_level *level, int64_t *unit, int64_t *total);

/* The length of an edge that has none: the distance of its ends. Rounded to 10^-6 of the coordinate
 * unit; false if that does not fit.  Only here are lengths computed from coordinates; all results
 * are exact for the rounded number. */
static inline bool dmi_straight_length(dm_point a, dm_point b, dm_ratio *out)
{
    const long double millionths = 1e6L;
    long double dx = (long double)a.x - b.x, dy = (long double)a.y - b.y;
    long double way = sqrtl(dx * dx + dy * dy) * millionths;
    if (!(way < 0x1p61L))
        return false;
    return dmi_ratio_make((dmi_wide)llroundl(way), 1000000, out);
}

#endif
