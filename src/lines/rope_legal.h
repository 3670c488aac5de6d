/* rope_legal.h - the ropes of a box against one edge, and against the angle asked for. */
#ifndef DMI_LINES_ROPE_LEGAL_H
#define DMI_LINES_ROPE_LEGAL_H

#include "lines/rope_tables.h"

/* One end of a box's ropes. */
typedef struct dmi_rope_end {
    dm_point at[2];
    int32_t edge;   /* -1 on a vertex without edges */
    int32_t vertex; /* of the level, where all ropes begin there, or -1 */
} dmi_rope_end;

dmi_rope_end dmi_rope_end_of(const dmi_rope_tables *tables, int32_t number, double from, double to);

/* Whether an edge holds the end. */
bool dmi_rope_end_on(const dmi_rope_tables *tables, const dmi_rope_end *end, int32_t e);

/* Whether it lies in one line with the edge. */
bool dmi_rope_end_in_line(const dmi_rope_tables *tables, const dmi_rope_end *end, int32_t e);

#define DMI_ROPES_ALONG (-2)

/* 1: the ropes miss the edge or only begin on it, -1: all cross it, 0: neither is sure;
 * DMI_ROPES_ALONG: all run along it. */
int dmi_ropes_miss(const dmi_rope_tables *tables, const dmi_rope_end *x, const dmi_rope_end *y,
                   int32_t e);
/* All ropes cross edges at the vertex, though which of them is open. */
bool dmi_ropes_barred(const dmi_rope_tables *tables, const dmi_rope_box *box, int32_t v);
/* 1: the level's smallest angle is kept, -1: by none of them, 0: neither is sure. */
int dmi_ropes_keep_angle(const dmi_rope_tables *tables, const dmi_rope_box *box);

#endif
