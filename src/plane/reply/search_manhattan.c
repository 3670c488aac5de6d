/* search_manhattan.c - a bound of what one new site takes under Manhattan: branch and bound over
 * boxes of places, the greatest bound first.
 *
 * Take a rival's site w and one of its quadrants, u, v >= 0 from w.  There the distance to w is
 * u + v, and the distance to a box of places is the greatest of nine linear functions.  So the land
 * of w in the quadrant that some place of the box is as near to is convex, and cutting by nine
 * half-planes gives its area.  A place p with p.x - w.x >= |p.y - w.y| takes nothing where x < w.x,
 * and likewise in the other directions; so w loses at most the greatest sum over two neighbouring
 * quadrants, of those directions in which the box has places.
 *
 * The bound of a box is the sum over all rivals.  Its error is proportional to the size of the box.
 *
 * Cost: O(pieces of land) per box.
 */
#include "plane/reply/land.h"

#include "plane/reply/boxes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BOXES = 4000000 };

typedef struct search {
    const dmi_land *land;
    dmi_float_piece piece, spare;
    dmi_box_heap boxes;
} search;

/* Cuts s->piece to where (a1 u + b1) + (a2 v + b2) <= u + v; u and v are turned by sx and sy. */
static bool cut(search *s, double sx, double sy, double a1, double b1, double a2, double b2)
{
    return dmi_float_piece_cut(&s->piece, &s->spare, sx * (a1 - 1), sy * (a2 - 1), -b1 - b2, -1);
}

/* The area of the piece that some place of the box is as near to as its site; -1: no memory. */
static double area_reached(search *s, const dmi_land_piece *piece, const dmi_place_box *box)
{
    dm_point at = s->land->rival[piece->site];
    double sx = piece->sx, sy = piece->sy;
    dmi_float_piece *to = &s->piece;
    if (!dmi_float_piece_set(to, s->land->land.corner + piece->first, piece->count,
                             (dm_point){0, 0}))
        return -1;
    /* the box in the quadrant's own directions */
    double u0 = sx * (box->x0 - at.x), u1 = sx * (box->x1 - at.x);
    double v0 = sy * (box->y0 - at.y), v1 = sy * (box->y1 - at.y);
    const double along_u[3][2] = {{-1, fmin(u0, u1)}, {0, 0}, {1, -fmax(u0, u1)}};
    const double along_v[3][2] = {{-1, fmin(v0, v1)}, {0, 0}, {1, -fmax(v0, v1)}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3 && to->count > 0; k++)
            if (!cut(s, sx, sy, along_u[i][0], along_u[i][1], along_v[k][0], along_v[k][1]))
                return -1;
    return dmi_float_piece_area(to);
}

/* What the rival loses at most, by what is reached in its quadrants: [x right][y up]. */
static double loss_of(const dmi_place_box *box, dm_point w, double reached[2][2])
{
    double x0 = box->x0 - w.x, x1 = box->x1 - w.x, y0 = box->y0 - w.y, y1 = box->y1 - w.y;
    double least_x = x0 > 0 ? x0 : x1 < 0 ? -x1 : 0, least_y = y0 > 0 ? y0 : y1 < 0 ? -y1 : 0;
    double most = 0;
    if (x1 >= least_y)
        most = fmax(most, reached[1][0] + reached[1][1]);
    if (-x0 >= least_y)
        most = fmax(most, reached[0][0] + reached[0][1]);
    if (y1 >= least_x)
        most = fmax(most, reached[0][1] + reached[1][1]);
    if (-y0 >= least_x)
        most = fmax(most, reached[0][0] + reached[1][0]);
    return most;
}

static dm_status enter(search *s, dmi_place_box box, double most, double known, dm_error *err)
{
    const dmi_land_list *land = &s->land->land;
    double upper = 1e-12 * s->land->area;
    for (int32_t i = 0; i < land->count;) {
        int32_t site = land->piece[i].site;
        double reached[2][2] = {{0, 0}, {0, 0}};
        for (; i < land->count && land->piece[i].site == site; i++) {
            const dmi_land_piece *piece = land->piece + i;
            double area = area_reached(s, piece, &box);
            if (area < 0)
                return dmi_no_memory(err);
            reached[piece->sx > 0][piece->sy > 0] += area;
        }
        upper += loss_of(&box, s->land->rival[site], reached);
    }
    box.upper = fmin(upper, most);
    if (box.upper <= known)
        return DM_OK;
    return dmi_box_push(&s->boxes, box, err);
}

static dm_status divide(search *s, const dmi_place_box *box, double known, dm_error *err)
{
    dmi_place_box half[2];
    dmi_box_halves(box, half);
    dm_status status = enter(s, half[0], box->upper, known, err);
    return status == DM_OK ? enter(s, half[1], box->upper, known, err) : status;
}

dm_status dmi_search_manhattan(const dmi_land *land, double known, double epsilon, dm_run *run,
                               double *upper, int64_t *nodes, dm_error *err)
{
    search s = {.land = land};
    const dmi_place_box *top;
    *nodes = 0;
    dm_status status = enter(&s, dmi_box_of_board(land->board), INFINITY, known, err);
    while (status == DM_OK && (top = dmi_box_top(&s.boxes)) && *nodes < MOST_BOXES) {
        dmi_place_box box = *top;
        if (box.upper <= known + epsilon)
            break;
        if (!dmi_run_report(run, 1, "boxes", (uint64_t)*nodes, 0, NULL)) {
            status = dmi_stopped(run, err);
            break;
        }
        dmi_heap_pop(&s.boxes.heap);
        ++*nodes;
        status = divide(&s, &box, known, err);
    }
    top = dmi_box_top(&s.boxes);
    if (status == DM_OK || status == DM_STOPPED)
        *upper = fmax(known, top ? top->upper : 0);
    dmi_box_heap_clear(&s.boxes);
    dmi_float_piece_clear(&s.piece);
    dmi_float_piece_clear(&s.spare);
    return status;
}
