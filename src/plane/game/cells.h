/* cells.h - the cells of all sites with doubles, for players: what a further site would gain.
 *
 * A cell is the board cut by bisectors: rings that are cut by half-planes, as the exact cells are.
 * Under Manhattan it is in up to four pieces and more, one or several per quadrant of the site
 * (float_cells.h).  All corners are in one array, so that a copy is a few calls of memcpy().
 */
#ifndef DMI_PLANE_GAME_CELLS_H
#define DMI_PLANE_GAME_CELLS_H

#include "plane/plane_sites.h"

typedef struct dmi_cell_site {
    dm_point at;
    double area;
    double reach; /* no corner of the cell is farther away */
    int32_t side;
} dmi_cell_site;

typedef struct dmi_cell_piece {
    int32_t site;
    int32_t rings; /* how many */
    int8_t sx, sy; /* Manhattan: the quadrant of the site */
} dmi_cell_piece;

/* Pieces in any order; their rings follow each other, as the corners of the rings do. */
typedef struct dmi_cells {
    const dm_plane_board *board;
    dm_line_metric metric;
    int32_t sites, pieces, rings, corners;
    dmi_cell_site *site;
    dmi_cell_piece *piece;
    int32_t *ring_end;
    dm_point *corner;
    size_t site_room, piece_room, ring_room, corner_room;
    double area[DM_PLANE_SIDES];
    struct dmi_cells_scratch {
        dm_point *one, *other;
        size_t one_room, other_room;
    } scratch;
    struct dmi_cells *spare; /* scratch for the cell of a new site, or NULL */
    bool failed;             /* memory ran out */
} dmi_cells;

/* No sites; `cells` is {0} or was used before. */
void dmi_cells_begin(const dm_plane_board *board, dm_line_metric metric, dmi_cells *cells);
/* The cells of all sites of a plane; ties go to the earlier one. */
dm_status dmi_cells_of(const dm_plane *plane, dmi_cells *cells, dm_error *err);
void dmi_cells_clear(dmi_cells *cells);
/* `to` becomes `from` with one more site. */
void dmi_cells_add(const dmi_cells *from, dm_point at, int32_t side, dmi_cells *to);
#define DMI_OWN_WEIGHT 1e-3

/* The area that a further site of `side` takes from other sides, and DMI_OWN_WEIGHT of what it
 * takes from its own, so that points spread where there is nothing else to gain. */
double dmi_cells_gain(dmi_cells *cells, dm_point at, int32_t side);
/* The same under Euclid with its gradient. */
double dmi_cells_slope(dmi_cells *cells, dm_point at, int32_t side, dm_point *slope);
/* The centroid of each site's cell. */
void dmi_cells_centroids(const dmi_cells *cells, dm_point *centroid);
/* The farthest that a corner is from its cell's site; `where` NULL, or receives it.  Without sites
 * INFINITY. */
double dmi_cells_farthest(const dmi_cells *cells, dm_point *where);

double dmi_plane_distance(dm_line_metric metric, dm_point a, dm_point b);

#endif
