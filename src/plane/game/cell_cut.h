/* cell_cut.h - pieces of cells cut by the bisectors of further sites. */
#ifndef DMI_PLANE_GAME_CELL_CUT_H
#define DMI_PLANE_GAME_CELL_CUT_H

#include "plane/game/cells.h"

/* The points with a x + b y <= c. */
typedef struct dmi_cell_half {
    double a, b, c;
} dmi_cell_half;

/* What is left of a piece: the union of one or two intersections of one or two half-planes. */
typedef struct dmi_cell_kept {
    int parts, halves[2];
    dmi_cell_half half[2][2];
} dmi_cell_kept;

static inline dmi_cell_half dmi_cell_nearer(dm_point site, dm_point other)
{
    double a = other.x - site.x, b = other.y - site.y;
    return (dmi_cell_half){a, b, a * (site.x + other.x) / 2 + b * (site.y + other.y) / 2};
}

/* What is nearer to `site` than to `other` within a piece of its cell; no parts: all of it. */
dmi_cell_kept dmi_cell_keep(const dmi_cells *cells, const dmi_cell_piece *piece, dm_point site,
                            dm_point other, bool keeps_ties);
void dmi_cell_add_part(dmi_cell_kept *kept, int halves, dmi_cell_half first, dmi_cell_half second);
/* Cuts a ring; returns how many corners `to` gets, which has room for 2 n + 2.  A ring that is not
 * convex may cross the line often. */
int32_t dmi_cell_cut_ring(const dm_point *corner, int32_t n, dmi_cell_half h, dm_point *to);
double dmi_cell_ring_area(const dm_point *corner, int32_t n);
/* Cuts a ring by the half-planes of one part; the result is in scratch.one. */
int32_t dmi_cells_cut_to_part(dmi_cells *cells, const dm_point *corner, int32_t n,
                              const dmi_cell_kept *kept, int part);

#endif
