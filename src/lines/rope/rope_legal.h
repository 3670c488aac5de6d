/* rope_legal.h - whether the ropes of a box cross an edge, and keep the smallest angle. */
#ifndef DMI_LINES_ROPE_ROPE_LEGAL_H
#define DMI_LINES_ROPE_ROPE_LEGAL_H

#include "lines/rope/rope_tables.h"

/* One end of a box's ropes. */
typedef struct dmi_rope_end {
    dm_point at[2];
    int32_t edge;   /* -1: a vertex without edges */
    int32_t vertex; /* the level's vertex at which all ropes begin, or -1 */
} dmi_rope_end;

dmi_rope_end dmi_rope_end_of(const dmi_rope_tables *tables, int32_t number, double from, double to);

#define DMI_ROPES_ALONG (-2)

/* 1: all ropes miss the edge or only begin on it, -1: all cross it, 0: unknown;
 * DMI_ROPES_ALONG: all run along it. */
int dmi_ropes_miss(const dmi_rope_tables *tables, const dmi_rope_end *x, const dmi_rope_end *y,
                   int32_t e);
/* Whether all ropes cross some edge at the vertex, whichever it is. */
bool dmi_ropes_barred(const dmi_rope_tables *tables, const dmi_rope_box *box, int32_t v);
/* 1: all ropes keep the level's smallest angle, -1: none does, 0: unknown. */
int dmi_ropes_keep_angle(const dmi_rope_tables *tables, const dmi_rope_box *box);

#endif
