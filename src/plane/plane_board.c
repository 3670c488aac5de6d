/* plane_board.c - boards in the plane: polygons with exact corners.
 *
 * The outer ring comes first and runs counterclockwise, holes run clockwise, so that the areas of
 * all rings add up to the board's, also after each is cut by the same half-planes.
 */
#include "plane/plane_board.h"

#include "base/fraction.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *dmi_exact_text(const mpq_t value)
{
    return dmi_fraction_text(mpq_numref(value), mpq_denref(value));
}

/* Turns a ring so that the sign of its area is `sign`. */
static void orient(dmi_exact_ring *ring, int sign)
{
    mpq_t area;
    mpq_init(area);
    dmi_exact_ring_area(ring, area);
    if (mpq_sgn(area) * sign < 0)
        for (int32_t i = 0, j = ring->count - 1; i < j; i++, j--) {
            dmi_exact_point kept = ring->at[i];
            ring->at[i] = ring->at[j];
            ring->at[j] = kept;
        }
    mpq_clear(area);
}

static bool ring_is_convex(const dmi_exact_ring *ring)
{
    mpq_t a, b, c, d;
    mpq_inits(a, b, c, d, NULL);
    bool convex = true;
    for (int32_t i = 0; convex && i < ring->count; i++) {
        const dmi_exact_point *p = ring->at + i, *q = ring->at + (i + 1) % ring->count,
                              *r = ring->at + (i + 2) % ring->count;
        mpq_sub(a, q->x, p->x);
        mpq_sub(b, r->y, q->y);
        mpq_sub(c, q->y, p->y);
        mpq_sub(d, r->x, q->x);
        mpq_mul(a, a, b);
        mpq_mul(c, c, d);
        convex = mpq_cmp(a, c) >= 0;
    }
    mpq_clears(a, b, c, d, NULL);
    return convex;
}

/* Lists all corners as doubles, with the box around them. */
static dm_status list_corners(dm_plane_board *board, dm_error *err)
{
    board->low = (dm_point){INFINITY, INFINITY};
    board->high = (dm_point){-INFINITY, -INFINITY};
    board->ring_end = dmi_alloc((size_t)board->rings, sizeof *board->ring_end);
    for (int32_t i = 0; i < board->rings; i++)
        board->corners += board->ring[i].count;
    board->corner = dmi_alloc((size_t)board->corners, sizeof *board->corner);
    if (!board->ring_end || !board->corner)
        return dmi_no_memory(err);
    int32_t at = 0;
    for (int32_t i = 0; i < board->rings; i++) {
        for (int32_t k = 0; k < board->ring[i].count; k++) {
            dm_point p = board->corner[at++] = board->ring[i].at[k].near;
            board->low = (dm_point){fmin(board->low.x, p.x), fmin(board->low.y, p.y)};
            board->high = (dm_point){fmax(board->high.x, p.x), fmax(board->high.y, p.y)};
        }
        board->ring_end[i] = at;
    }
    return DM_OK;
}

dm_status dmi_plane_board_take(const char *name, dmi_exact_ring *rings, int32_t count,
                               dm_plane_board **out, dm_error *err)
{
    dm_plane_board *board = dmi_calloc(1, sizeof *board);
    if (board) {
        mpq_init(board->area);
        board->ring = rings;
        board->rings = count;
        board->name = dmi_strdup(name);
    } else {
        for (int32_t i = 0; i < count; i++)
            dmi_exact_ring_clear(rings + i);
        free(rings);
    }
    dm_status status = board && board->name ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        orient(rings + i, i == 0 ? 1 : -1);
    if (status == DM_OK)
        status = list_corners(board, err);
    if (status == DM_OK)
        status = dmi_polygon_check(board, err);
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        dmi_exact_ring_area(rings + i, board->area);
    if (status == DM_OK && !(board->area_text = dmi_exact_text(board->area)))
        status = dmi_no_memory(err);
    if (status == DM_OK) {
        board->is_convex = count == 1 && ring_is_convex(rings);
        *out = board;
    } else {
        dm_plane_board_free(board);
    }
    return status;
}

void dm_plane_board_free(dm_plane_board *board)
{
    if (!board)
        return;
    for (int32_t i = 0; i < board->rings; i++)
        dmi_exact_ring_clear(board->ring + i);
    mpq_clear(board->area);
    free(board->ring);
    free(board->ring_end);
    free(board->corner);
    free(board->name);
    dm_free(board->area_text);
    free(board);
}

/* Reads one ring; `which` is "corner" or "hole 2, corner", for messages. */
static dm_status read_ring(const dm_plane_ring *given, int32_t number, dmi_exact_ring *to,
                           dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < given->count && status == DM_OK; i++) {
        char what[64];
        dmi_exact_point *at = dmi_exact_ring_add(to);
        if (!at)
            return dmi_no_memory(err);
        if (number == 0)
            snprintf(what, sizeof what, "corner %d", (int)i + 1);
        else
            snprintf(what, sizeof what, "hole %d, corner %d", (int)number, (int)i + 1);
        const char *const *xy = given->xy + 2 * (ptrdiff_t)i;
        status = dmi_fraction_read(xy[0], strlen(xy[0]), what, at->x, err);
        if (status == DM_OK)
            status = dmi_fraction_read(xy[1], strlen(xy[1]), what, at->y, err);
        dmi_exact_point_round(at);
    }
    if (status == DM_OK && to->count > 1 && dmi_exact_point_equal(to->at, to->at + to->count - 1))
        to->count--;
    return status == DM_BAD_ARGUMENT ? DM_BAD_INPUT : status;
}

dm_status dm_plane_board_new(const char *name, const dm_plane_ring *rings, int32_t count,
                             dm_plane_board **out, dm_error *err)
{
    int64_t corners = 0;
    for (int32_t i = 0; i < count; i++)
        corners += rings[i].count;
    if (count < 1)
        return dmi_fail(err, DM_BAD_INPUT, "a polygon without corners; expected three or more");
    if (corners > DM_PLANE_CORNERS)
        return dmi_fail(err, DM_TOO_LARGE, "a polygon with %lld corners; at most %d are allowed",
                        (long long)corners, DM_PLANE_CORNERS);
    dmi_exact_ring *exact = dmi_calloc((size_t)count, sizeof *exact);
    dm_status status = exact ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < count && status == DM_OK; i++)
        status = read_ring(rings + i, i, exact + i, err);
    if (status == DM_OK)
        return dmi_plane_board_take(name, exact, count, out, err);
    for (int32_t i = 0; exact && i < count; i++)
        dmi_exact_ring_clear(exact + i);
    free(exact);
    return status;
}

const char *dm_plane_board_name(const dm_plane_board *board)
{
    return board->name;
}

const char *dm_plane_board_area(const dm_plane_board *board)
{
    return board->area_text;
}

bool dm_plane_board_is_convex(const dm_plane_board *board)
{
    return board->is_convex;
}

int32_t dm_plane_board_rings(const dm_plane_board *board, const int32_t **ring_end,
                             const dm_point **corners)
{
    *ring_end = board->ring_end;
    *corners = board->corner;
    return board->rings;
}

dm_status dm_plane_board_corner(const dm_plane_board *board, int32_t corner, char **x, char **y,
                                dm_error *err)
{
    int32_t ring = 0;
    while (corner >= board->ring_end[ring])
        ring++;
    const dmi_exact_point *at =
        board->ring[ring].at + (corner - (ring ? board->ring_end[ring - 1] : 0));
    char *first = dmi_exact_text(at->x), *second = dmi_exact_text(at->y);
    if (!first || !second) {
        dm_free(first);
        dm_free(second);
        return dmi_no_memory(err);
    }
    *x = first;
    *y = second;
    return DM_OK;
}

void dm_plane_board_box(const dm_plane_board *board, dm_point *low, dm_point *high)
{
    *low = board->low;
    *high = board->high;
}

bool dm_plane_board_holds(const dm_plane_board *board, dm_point at)
{
    bool inside = false;
    for (int32_t r = 0, from = 0; r < board->rings; from = board->ring_end[r++])
        for (int32_t i = from, j = board->ring_end[r] - 1; i < board->ring_end[r]; j = i++) {
            dm_point p = board->corner[i], q = board->corner[j];
            if (p.x == at.x && p.y == at.y)
                return true;
            double side = (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x);
            if (side == 0 && fmin(p.x, q.x) <= at.x && at.x <= fmax(p.x, q.x) &&
                fmin(p.y, q.y) <= at.y && at.y <= fmax(p.y, q.y))
                return true;
            if ((p.y > at.y) != (q.y > at.y) && (side > 0) == (q.y > p.y))
                inside = !inside;
        }
    return inside;
}
