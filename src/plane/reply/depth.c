/* depth.c - the place of greatest half-plane depth: branch and bound over boxes of places.
 *
 * One site against one: Black takes the greater side of any line through White's site, or comes as
 * near to it as he likes, so White keeps the least area on one side of such a line.  For places in
 * a box and one direction the area in that direction is greatest at one corner of the box; the
 * least of that over directions bounds the depth.  The directions are those that are worst in the
 * middle of the box.
 *
 * Cost: O(directions * corners of the board) per box.
 */
#include "plane/reply/depth.h"

#include "plane/reply/boxes.h"

#include <math.h>
#include <stdlib.h>

enum { DIRECTIONS = 48, REFINEMENTS = 40, WORST = 4 };

typedef struct search {
    const dm_plane_board *board;
    dmi_float_piece ring, spare;
    dmi_box_heap boxes;
    double area;
    bool failed;
} search;

/* The area of the board ahead of a line through `at` across the direction. */
static double area_ahead(search *s, dm_point at, double angle)
{
    double dx = cos(angle), dy = sin(angle), area = 0;
    const dm_plane_board *board = s->board;
    for (int32_t r = 0, from = 0; r < board->rings; from = board->ring_end[r++]) {
        int32_t count = board->ring_end[r] - from;
        dmi_float_piece *ring = &s->ring;
        if (!dmi_float_piece_set(ring, board->corner + from, count, at)) {
            s->failed = true;
            return 0;
        }
        s->failed |= !dmi_float_piece_cut(ring, &s->spare, -dx, -dy, 0, -1);
        area += dmi_float_piece_area(ring);
    }
    return area;
}

/* The least area ahead in a direction near `angle`, by halving steps. */
static double refine(search *s, dm_point at, double *angle, double width)
{
    double best = area_ahead(s, at, *angle);
    for (int i = 0; i < REFINEMENTS; i++, width *= 0.6)
        for (int sign = -1; sign <= 1; sign += 2) {
            double other = *angle + sign * width, area = area_ahead(s, at, other);
            if (area < best) {
                best = area;
                *angle = other;
            }
        }
    return best;
}

/* The directions in which the least lies ahead of `at`, the worst first; returns the least. */
static double worst_directions(search *s, dm_point at, double angle[WORST])
{
    double area[WORST], pi = acos(-1), all[DIRECTIONS];
    int count = 0;
    for (int i = 0; i < DIRECTIONS; i++)
        all[i] = area_ahead(s, at, 2 * pi * i / DIRECTIONS);
    for (int i = 0; i < DIRECTIONS; i++) { /* local minima */
        if (all[i] > all[(i + 1) % DIRECTIONS] || all[i] > all[(i + DIRECTIONS - 1) % DIRECTIONS])
            continue;
        double where = 2 * pi * i / DIRECTIONS, value = refine(s, at, &where, pi / DIRECTIONS);
        int k = count < WORST ? count++ : value < area[WORST - 1] ? WORST - 1 : WORST;
        for (; k < WORST && k > 0 && area[k - 1] > value; k--) {
            area[k] = area[k - 1];
            angle[k] = angle[k - 1];
        }
        if (k < WORST) {
            area[k] = value;
            angle[k] = where;
        }
    }
    for (int k = count; k < WORST; k++)
        angle[k] = angle[0];
    return area[0];
}

static dm_status enter(search *s, dmi_place_box box, double most, dmi_depth *best, dm_error *err)
{
    double angle[WORST], upper = fmin(most, s->area / 2);
    dm_point middle = {(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2};
    double here = worst_directions(s, middle, angle);
    if (here > best->lower && dm_plane_board_holds(s->board, middle)) {
        best->lower = here;
        best->at = middle;
    }
    for (int k = 0; k < WORST; k++) {
        dm_point worst = {cos(angle[k]) > 0 ? box.x0 : box.x1, sin(angle[k]) > 0 ? box.y0 : box.y1};
        upper = fmin(upper, area_ahead(s, worst, angle[k]));
    }
    box.upper = upper + 1e-12 * s->area;
    if (s->failed)
        return dmi_no_memory(err);
    if (box.upper <= best->lower)
        return DM_OK;
    return dmi_box_push(&s->boxes, box, err);
}

dm_status dmi_depth_find(const dm_plane_board *board, double epsilon, dm_run *run, dmi_depth *out,
                         dm_error *err)
{
    search s = {.board = board, .area = mpq_get_d(board->area)};
    const dmi_place_box *top;
    dmi_depth best = {.at = board->corner[0], .lower = 0};
    dm_status status = enter(&s, dmi_box_of_board(board), INFINITY, &best, err);
    while (status == DM_OK && (top = dmi_box_top(&s.boxes))) {
        dmi_place_box box = *top, half[2];
        if (box.upper <= best.lower + epsilon)
            break;
        if (!dmi_run_report(run, 1, "boxes", (uint64_t)best.nodes, 0, NULL)) {
            status = dmi_stopped(run, err);
            break;
        }
        dmi_heap_pop(&s.boxes.heap);
        best.nodes++;
        dmi_box_halves(&box, half);
        status = enter(&s, half[0], box.upper, &best, err);
        if (status == DM_OK)
            status = enter(&s, half[1], box.upper, &best, err);
    }
    top = dmi_box_top(&s.boxes);
    best.upper = fmax(best.lower, top ? top->upper : 0);
    if (status == DM_OK || status == DM_STOPPED)
        *out = best;
    dmi_box_heap_clear(&s.boxes);
    dmi_float_piece_clear(&s.ring);
    dmi_float_piece_clear(&s.spare);
    return status;
}
