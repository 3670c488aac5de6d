/* boxes.h - boxes of places in a branch and bound, the greatest bound first. */
#ifndef DMI_PLANE_BOXES_H
#define DMI_PLANE_BOXES_H

#include "base/heap.h"
#include "plane/plane_board.h"

typedef struct dmi_place_box {
    double x0, x1, y0, y1, upper;
} dmi_place_box;

/* {0} is empty. */
typedef struct dmi_box_heap {
    dmi_heap heap;
    dmi_place_box *box; /* all that were pushed */
    uint32_t count;
    size_t room;
} dmi_box_heap;

void dmi_box_heap_clear(dmi_box_heap *boxes);
dm_status dmi_box_push(dmi_box_heap *boxes, dmi_place_box box, dm_error *err);
/* The box with the greatest bound; NULL: there is none.  It is removed by dmi_heap_pop(). */
const dmi_place_box *dmi_box_top(const dmi_box_heap *boxes);
/* The box around the board, without a bound. */
dmi_place_box dmi_box_of_board(const dm_plane_board *board);
/* Divides a box across its longer side. */
void dmi_box_halves(const dmi_place_box *box, dmi_place_box half[2]);

#endif
