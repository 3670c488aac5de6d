/* boxes.c - boxes of places in a branch and bound, the greatest bound first. */
#include "plane/reply/boxes.h"

#include "plane/reply/patches.h"

#include <stdlib.h>

void dmi_box_heap_clear(dmi_box_heap *boxes)
{
    dmi_heap_clear(&boxes->heap);
    free(boxes->box);
    *boxes = (dmi_box_heap){0};
}

dm_status dmi_box_push(dmi_box_heap *boxes, dmi_place_box box, dm_error *err)
{
    if (!dmi_reserve(&boxes->box, &boxes->room, (size_t)boxes->count + 1, sizeof *boxes->box) ||
        !dmi_heap_push(&boxes->heap, dmi_bound_key(box.upper), boxes->count))
        return dmi_no_memory(err);
    boxes->box[boxes->count++] = box;
    return DM_OK;
}

const dmi_place_box *dmi_box_top(const dmi_box_heap *boxes)
{
    return boxes->heap.count > 0 ? boxes->box + boxes->heap.entry[0].item : NULL;
}

dmi_place_box dmi_box_of_board(const dm_plane_board *board)
{
    return (dmi_place_box){board->low.x, board->high.x, board->low.y, board->high.y, 0};
}

void dmi_box_halves(const dmi_place_box *box, dmi_place_box half[2])
{
    half[0] = half[1] = *box;
    if (box->x1 - box->x0 > box->y1 - box->y0)
        half[0].x1 = half[1].x0 = (box->x0 + box->x1) / 2;
    else
        half[0].y1 = half[1].y0 = (box->y0 + box->y1) / 2;
}
