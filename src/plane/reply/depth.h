/* depth.h - half-plane depth: what is left of the board on the worse side of a line through a
 * place. */
#ifndef DMI_PLANE_DEPTH_H
#define DMI_PLANE_DEPTH_H

#include "plane/reply/land.h"

/* The deepest place of a board and bounds of its depth, an area, within `epsilon` of each other.
 * DM_STOPPED: the bounds so far. */
typedef struct dmi_depth {
    dm_point at;
    double lower, upper;
    int64_t nodes;
} dmi_depth;

dm_status dmi_depth_find(const dm_plane_board *board, double epsilon, dm_run *run, dmi_depth *out,
                         dm_error *err);

#endif
