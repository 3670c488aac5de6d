/* plane_board.h - what a board in the plane is made of. */
#ifndef DMI_PLANE_BOARD_H
#define DMI_PLANE_BOARD_H

#include "plane/exact_ring.h"
#include <demesne/plane.h>

struct dm_plane_board {
    char *name, *area_text;
    int32_t rings;
    dmi_exact_ring *ring; /* the outer one counterclockwise, holes clockwise */
    int32_t *ring_end;
    int32_t corners;
    dm_point *corner; /* of all rings */
    mpq_t area;
    bool is_convex;
    dm_point low, high;
};

/* Takes the rings, also on failure: turns them the right way, checks them and measures. */
dm_status dmi_plane_board_take(const char *name, dmi_exact_ring *rings, int32_t count,
                               dm_plane_board **out, dm_error *err);
/* Fails if a ring has no area, or touches or crosses itself or another, or a hole is outside. */
dm_status dmi_polygon_check(const dm_plane_board *board, dm_error *err);
/* Where a place is: 1 inside, 0 on the border, -1 outside; exact. */
int dmi_plane_board_where(const dm_plane_board *board, const dmi_exact_point *at);
char *dmi_exact_text(const mpq_t value); /* NULL without memory; free with dm_free() */

#endif
