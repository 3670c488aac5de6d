/* float_cells.h - cells of sites with doubles: for search, pictures and 10^5 sites.
 *
 * A cell is a list of convex pieces within the board's box: one under Euclid, several under
 * Manhattan, where a cell need not be convex.  Corners are relative to the site, which keeps them
 * sharp where sites are close.
 */
#ifndef DMI_PLANE_FLOAT_CELLS_H
#define DMI_PLANE_FLOAT_CELLS_H

#include "plane/plane_board.h"

/* Sites in buckets of a grid. */
typedef struct dmi_float_sites {
    int32_t count;
    const dm_point *at; /* borrowed */
    dm_line_metric metric;
    dm_point low, high; /* the box that cells are cut to */
    double blind;       /* sites nearer than this do not cut a cell; 0 at first */
    double bucket;      /* the side of a bucket */
    int32_t columns, rows;
    int32_t *first; /* of each bucket, in `member`; one more at the end */
    int32_t *member;
    dmi_arrays arrays;
} dmi_float_sites;

/* `at` is borrowed; low and high are the board's box. */
dm_status dmi_float_sites_init(dmi_float_sites *sites, const dm_point *at, int32_t count,
                               dm_line_metric metric, dm_point low, dm_point high, dm_error *err);
void dmi_float_sites_clear(dmi_float_sites *sites);

/* The other sites, those in nearer buckets first.
 *
 *     for (dmi_near_walk walk = dmi_near_begin(sites, at); dmi_near_next(&walk, reach);)
 *         .. walk.site
 *
 * ends when all sites within `reach` of `at` were given; those farther away may come too. */
typedef struct dmi_near_walk {
    const dmi_float_sites *sites;
    dm_point at;
    int32_t column, row, ring; /* of the bucket of `at`; the ring around it that is walked */
    int32_t step;              /* of the ring */
    int32_t next, end;         /* members of the bucket that are left */
    int32_t site;
} dmi_near_walk;

dmi_near_walk dmi_near_begin(const dmi_float_sites *sites, dm_point at);
bool dmi_near_next(dmi_near_walk *walk, double reach);

/* A convex piece: corners counterclockwise; across[i] is the site across the edge that ends at
 * corner i, -1 for the border of the box and the lines between pieces. */
typedef struct dmi_float_piece {
    dm_point *corner;
    int32_t *across;
    int32_t count;
    int8_t sx, sy; /* Manhattan: the quadrant of the site that it is in */
    size_t room, across_room;
} dmi_float_piece;

/* Scratch for one cell at a time. */
typedef struct dmi_float_cell {
    dmi_float_piece *piece;
    int32_t count;
    size_t room;
    dmi_float_piece spare;
    double reach; /* the greatest distance of a corner from the site */
    bool failed;  /* memory ran out */
} dmi_float_cell;

void dmi_float_cell_clear(dmi_float_cell *cell);

/* Tells whether `a` has the land that is as near to it as to `b`, an area under Manhattan. */
typedef bool dmi_tie_fn(const void *context, int32_t a, int32_t b);

/* The cell of a place beside all sites but number `self`.  Land as near to another site belongs to
 * the cell unless `ties` says otherwise (NULL: always).  DM_NO_MEMORY. */
dm_status dmi_float_cell_find(const dmi_float_sites *sites, dm_point at, int32_t self,
                              dmi_tie_fn *ties, const void *context, dmi_float_cell *cell,
                              dm_error *err);

/* Cuts a convex piece to the points with a x + b y <= c; the new edge faces `site`. */
bool dmi_float_piece_cut(dmi_float_piece *piece, dmi_float_piece *spare, double a, double b,
                         double c, int32_t site);
/* Makes `to` a copy; false without memory.  {0} is an empty piece. */
bool dmi_float_piece_copy(dmi_float_piece *to, const dmi_float_piece *from);
/* A piece of these corners, moved by -at, with nothing across its edges. */
bool dmi_float_piece_set(dmi_float_piece *to, const dm_point *corner, int32_t count, dm_point at);
void dmi_float_piece_clear(dmi_float_piece *piece);
double dmi_float_piece_area(const dmi_float_piece *piece);

/* How a piece in one quadrant of a site is cut by another site in the Manhattan metric.  The other
 * is at (p, q) from the site, mirrored so that the quadrant has u, v >= 0. */
typedef enum dmi_manhattan_cut {
    DMI_CUT_NOTHING,
    DMI_CUT_V,   /* v <= (|p| + q) / 2 */
    DMI_CUT_U,   /* u <= (p + |q|) / 2 */
    DMI_CUT_SUM, /* u + v <= c = (p + q) / 2 */
    DMI_SPLIT_V, /* v <= q and u + v <= c, or v >= q and u <= c - q */
    DMI_SPLIT_U  /* u <= p and u + v <= c, or u >= p and v <= c - p */
} dmi_manhattan_cut;

/* By the signs of p and q, that of |p| - |q|, and whether land as near to both stays. */
dmi_manhattan_cut dmi_manhattan_case(int p, int q, int longer, bool keeps_ties);

#endif
