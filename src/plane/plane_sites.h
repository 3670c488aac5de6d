/* plane_sites.h - sites on a board, as the modules of the plane see them. */
#ifndef DMI_PLANE_SITES_H
#define DMI_PLANE_SITES_H

#include "plane/float_cells.h"

struct dm_plane {
    const dm_plane_board *board;
    dm_plane_rules rules;
    int32_t count;
    dmi_exact_ring site; /* a list of places, not a ring */
    dm_point *near;      /* the places as doubles */
    int32_t *side;
    size_t near_room, side_room;
    int32_t *slot;  /* a hash table of all sites by their doubles: 1 plus the index; 0: empty */
    uint32_t slots; /* a power of two, or 0 */
};

/* Whether site a has the land that is as near to it as to site b; a dmi_tie_fn. */
bool dmi_plane_has_ties(const void *plane, int32_t a, int32_t b);
/* The same if ties between sides go to the site that was placed first: all land is somebody's. */
bool dmi_plane_is_first(const void *plane, int32_t a, int32_t b);
/* Adds a site at the decimal nearest to the place that has ten digits of the board's extent. */
dm_status dmi_plane_place_short(dm_plane *plane, int32_t side, dm_point at, dm_error *err);
dm_status dmi_plane_float_sites(const dm_plane *plane, dmi_float_sites *out, dm_error *err);

/* The part of the board in one convex piece of a cell: each ring of the board, cut. */
typedef struct dmi_exact_piece {
    dmi_exact_ring *ring;
    int8_t sx, sy; /* Manhattan: the quadrant of the site that it is in */
} dmi_exact_piece;

/* The exact cells of sites, one at a time. */
typedef struct dmi_exact_cell {
    const dm_plane *plane;
    dmi_float_sites sites;
    dmi_float_cell near; /* the cell as doubles, which tells how far neighbours can be */
    dmi_exact_piece *piece;
    int32_t count;
    size_t room;
    dmi_exact_ring spare;
    dmi_half_plane half;
} dmi_exact_cell;

dm_status dmi_exact_cell_init(dmi_exact_cell *cell, const dm_plane *plane, dm_error *err);
void dmi_exact_cell_clear(dmi_exact_cell *cell);
dm_status dmi_exact_cell_find(dmi_exact_cell *cell, int32_t site, dmi_tie_fn *ties, dm_error *err);
void dmi_exact_cell_area(const dmi_exact_cell *cell, mpq_t area);
/* The border of the cell, without lines between its pieces. */
dm_status dmi_exact_cell_outline(const dmi_exact_cell *cell, dm_plane_cell *out, dm_error *err);

#endif
