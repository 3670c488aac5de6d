/* polygon_check.c - whether rings are the border of a polygon: none touches or crosses itself or
 * another, and holes are inside.
 *
 * Edges are sorted by their least x; each is compared with those whose range of x meets its own.
 * Signs are exact, by doubles where they suffice.  Cost: O(m^2) for m corners if many ranges meet.
 */
#include "plane/plane_board.h"

#include <math.h>
#include <stdlib.h>

typedef struct side {
    const dmi_exact_point *p, *q;
    int32_t ring, index, next; /* of q among the corners of its ring */
    double low, high;          /* of x */
} side;

/* The sign of the turn from p over q to r: 1 to the left. */
static int turn(const dmi_exact_point *p, const dmi_exact_point *q, const dmi_exact_point *r)
{
    double ax = q->near.x - p->near.x, ay = q->near.y - p->near.y;
    double bx = r->near.x - p->near.x, by = r->near.y - p->near.y;
    double value = ax * by - ay * bx;
    double size = (fabs(q->near.x) + fabs(p->near.x)) * (fabs(r->near.y) + fabs(p->near.y)) +
                  (fabs(q->near.y) + fabs(p->near.y)) * (fabs(r->near.x) + fabs(p->near.x));
    if (isfinite(value) && fabs(value) > 0x1p-48 * size && fabs(value) > 0x1p-900)
        return value > 0 ? 1 : -1;
    mpq_t a, b, c, d;
    mpq_inits(a, b, c, d, NULL);
    mpq_sub(a, q->x, p->x);
    mpq_sub(b, r->y, p->y);
    mpq_sub(c, q->y, p->y);
    mpq_sub(d, r->x, p->x);
    mpq_mul(a, a, b);
    mpq_mul(c, c, d);
    int sign = mpq_cmp(a, c);
    mpq_clears(a, b, c, d, NULL);
    return (sign > 0) - (sign < 0);
}

/* Whether r, which is on the line through p and q, is between them or one of them. */
static bool is_between(const dmi_exact_point *p, const dmi_exact_point *q, const dmi_exact_point *r)
{
    return mpq_cmp(p->x, r->x) * mpq_cmp(q->x, r->x) <= 0 &&
           mpq_cmp(p->y, r->y) * mpq_cmp(q->y, r->y) <= 0;
}

static bool sides_meet(const side *a, const side *b)
{
    int b1 = turn(a->p, a->q, b->p), b2 = turn(a->p, a->q, b->q);
    if (b1 * b2 > 0)
        return false;
    int a1 = turn(b->p, b->q, a->p), a2 = turn(b->p, b->q, a->q);
    if (a1 * a2 > 0)
        return false;
    if (b1 * b2 < 0 && a1 * a2 < 0)
        return true;
    return (b1 == 0 && is_between(a->p, a->q, b->p)) || (b2 == 0 && is_between(a->p, a->q, b->q)) ||
           (a1 == 0 && is_between(b->p, b->q, a->p)) || (a2 == 0 && is_between(b->p, b->q, a->q));
}

/* Whether the sides, which share a corner as neighbours of a ring, meet elsewhere too. */
static bool neighbours_fold(const side *a, const side *b)
{
    if (!mpq_equal(a->q->x, b->p->x) || !mpq_equal(a->q->y, b->p->y)) {
        const side *kept = a;
        a = b;
        b = kept;
    }
    return turn(a->p, a->q, b->q) == 0 &&
           (is_between(a->p, a->q, b->q) || is_between(b->p, b->q, a->p));
}

static bool are_neighbours(const side *a, const side *b)
{
    return a->ring == b->ring && (a->next == b->index || b->next == a->index);
}

static int by_low(const void *a, const void *b)
{
    double x = ((const side *)a)->low, y = ((const side *)b)->low;
    return (x > y) - (x < y);
}

static dm_status fail_at(const side *a, const side *b, dm_error *err)
{
    return dmi_fail(
        err, DM_BAD_INPUT,
        "the polygon touches or crosses itself: the side after corner %d of ring %d meets "
        "the side after corner %d of ring %d",
        a->index + 1, a->ring + 1, b->index + 1, b->ring + 1);
}

static dm_status check_sides(side *sides, int32_t count, dm_error *err)
{
    qsort(sides, (size_t)count, sizeof *sides, by_low);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = i + 1; k < count && sides[k].low <= sides[i].high; k++) {
            const side *a = sides + i, *b = sides + k;
            if (are_neighbours(a, b) ? neighbours_fold(a, b) : sides_meet(a, b))
                return a->ring < b->ring || (a->ring == b->ring && a->index < b->index)
                           ? fail_at(a, b, err)
                           : fail_at(b, a, err);
        }
    return DM_OK;
}

/* Where a place is relative to one ring: 1 inside, 0 on it, -1 outside. */
static int where_in_ring(const dmi_exact_ring *ring, const dmi_exact_point *at)
{
    bool inside = false;
    for (int32_t i = 0, j = ring->count - 1; i < ring->count; j = i++) {
        const dmi_exact_point *p = ring->at + i, *q = ring->at + j;
        bool is_above = mpq_cmp(p->y, at->y) > 0;
        int turned = turn(p, q, at);
        if (turned == 0 && is_between(p, q, at))
            return 0;
        if (is_above != (mpq_cmp(q->y, at->y) > 0) && (turned > 0) == !is_above)
            inside = !inside;
    }
    return inside ? 1 : -1;
}

int dmi_plane_board_where(const dm_plane_board *board, const dmi_exact_point *at)
{
    int where = where_in_ring(board->ring, at);
    for (int32_t i = 1; i < board->rings && where > 0; i++)
        where = -where_in_ring(board->ring + i, at);
    return where;
}

/* Holes are inside the outer ring and not inside each other; the rings are known not to meet. */
static dm_status check_holes(const dm_plane_board *board, dm_error *err)
{
    for (int32_t i = 1; i < board->rings; i++) {
        if (where_in_ring(board->ring, board->ring[i].at) < 0)
            return dmi_fail(err, DM_BAD_INPUT, "hole %d is outside the polygon", i);
        for (int32_t k = 1; k < board->rings; k++)
            if (k != i && where_in_ring(board->ring + k, board->ring[i].at) > 0)
                return dmi_fail(err, DM_BAD_INPUT, "hole %d is inside hole %d", i, k);
    }
    return DM_OK;
}

dm_status dmi_polygon_check(const dm_plane_board *board, dm_error *err)
{
    side *sides = dmi_alloc((size_t)board->corners, sizeof *sides);
    if (!sides)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    int32_t count = 0;
    for (int32_t r = 0; r < board->rings && status == DM_OK; r++) {
        const dmi_exact_ring *ring = board->ring + r;
        if (ring->count < 3)
            status = dmi_fail(err, DM_BAD_INPUT,
                              "ring %d of the polygon has %d corner%s; expected 3 or more", r + 1,
                              ring->count, ring->count == 1 ? "" : "s");
        for (int32_t i = 0; i < ring->count && status == DM_OK; i++) {
            int32_t next = (i + 1) % ring->count;
            const dmi_exact_point *p = ring->at + i, *q = ring->at + next;
            if (dmi_exact_point_equal(p, q))
                status =
                    dmi_fail(err, DM_BAD_INPUT,
                             "corner %d of ring %d is the same as the one after it", i + 1, r + 1);
            sides[count++] =
                (side){p, q, r, i, next, fmin(p->near.x, q->near.x), fmax(p->near.x, q->near.x)};
        }
    }
    if (status == DM_OK)
        status = check_sides(sides, count, err);
    free(sides);
    return status == DM_OK ? check_holes(board, err) : status;
}
