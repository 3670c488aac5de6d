/* land.h - the land that a new site can take: the rivals' cells as convex pieces. */
#ifndef DMI_PLANE_LAND_H
#define DMI_PLANE_LAND_H

#include "plane/plane_sites.h"

/* A convex polygon: corners counterclockwise, relative to a site. */
typedef struct dmi_land_piece {
    int32_t site; /* an index among the rivals */
    int32_t first, count;
    int8_t sx, sy; /* Manhattan: the quadrant of the site that it is in */
    double area;
} dmi_land_piece;

typedef struct dmi_land_list {
    dmi_land_piece *piece;
    int32_t count;
    size_t room;
    dm_point *corner;
    int32_t corners;
    size_t corner_room;
} dmi_land_list;

typedef struct dmi_land {
    const dm_plane_board *board;
    dm_line_metric metric;
    int32_t rivals;
    dm_point *rival;         /* their places */
    dmi_land_list land;      /* whose they are, beside all sites */
    dmi_land_list around;    /* the places nearer to each rival than to other rivals */
    double rival_area, area; /* of `land`, of the board */
    double extent;           /* of the board */
} dmi_land;

/* What the side that replies can take from the others: all land that is not its own, ties too. */
dm_status dmi_land_init(dmi_land *land, const dm_plane *plane, int32_t side, dm_error *err);
void dmi_land_clear(dmi_land *land);

/* A bound of what one new site takes under Manhattan, within `epsilon` (an area) of `known` if that
 * many boxes suffice.  DM_STOPPED: the bound so far. */
dm_status dmi_search_manhattan(const dmi_land *land, double known, double epsilon, dm_run *run,
                               double *upper, int64_t *nodes, dm_error *err);

/* A convex part of a board that need not be convex: half-planes a x + b y <= c. */
typedef struct dmi_board_part {
    double (*edge)[3];
    int32_t edges;
} dmi_board_part;

typedef struct dmi_board_parts {
    dmi_board_part *part;
    int32_t count;
    dmi_arrays arrays;
} dmi_board_parts;

/* One part if the board is convex; otherwise the trapezoids between the heights of its corners. */
dm_status dmi_board_parts_init(dmi_board_parts *parts, const dm_plane_board *board, dm_error *err);
/* Cuts a piece, whose corners are relative to `at`, to one part; false without memory. */
bool dmi_board_part_cut(const dmi_board_part *part, dm_point at, dmi_float_piece *piece,
                        dmi_float_piece *spare);
void dmi_board_parts_clear(dmi_board_parts *parts);

#endif
