/* exact_ring.c - rings of corners with exact coordinates, cut by half-planes.
 *
 * Cutting goes along the ring and keeps corners inside, with a new corner where an edge crosses the
 * border (Sutherland and Hodgman 1974).  Signs are decided by doubles where their error cannot
 * change them, and by fractions otherwise.
 */
#include "plane/exact_ring.h"

#include <math.h>
#include <stdlib.h>

void dmi_exact_point_init(dmi_exact_point *point)
{
    mpq_inits(point->x, point->y, NULL);
    point->near = (dm_point){0, 0};
}

void dmi_exact_point_clear(dmi_exact_point *point)
{
    mpq_clears(point->x, point->y, NULL);
}

void dmi_exact_point_set(dmi_exact_point *to, const dmi_exact_point *from)
{
    mpq_set(to->x, from->x);
    mpq_set(to->y, from->y);
    to->near = from->near;
}

void dmi_exact_point_round(dmi_exact_point *point)
{
    point->near = (dm_point){mpq_get_d(point->x), mpq_get_d(point->y)};
}

bool dmi_exact_point_equal(const dmi_exact_point *a, const dmi_exact_point *b)
{
    return mpq_equal(a->x, b->x) && mpq_equal(a->y, b->y);
}

void dmi_exact_ring_clear(dmi_exact_ring *ring)
{
    for (size_t i = 0; i < ring->room; i++)
        dmi_exact_point_clear(ring->at + i);
    free(ring->at);
    *ring = (dmi_exact_ring){0};
}

dmi_exact_point *dmi_exact_ring_add(dmi_exact_ring *ring)
{
    size_t before = ring->room;
    if (!dmi_reserve(&ring->at, &ring->room, (size_t)ring->count + 1, sizeof *ring->at))
        return NULL;
    for (size_t i = before; i < ring->room; i++)
        dmi_exact_point_init(ring->at + i);
    return ring->at + ring->count++;
}

void dmi_exact_ring_area(const dmi_exact_ring *ring, mpq_t area)
{
    mpq_t sum, x, y;
    mpq_inits(sum, x, y, NULL);
    for (int32_t i = 0; i < ring->count; i++) {
        const dmi_exact_point *p = ring->at + i, *q = ring->at + (i + 1) % ring->count;
        mpq_sub(x, p->x, q->x);
        mpq_add(y, p->y, q->y);
        mpq_mul(x, x, y);
        mpq_add(sum, sum, x);
    }
    mpq_div_2exp(sum, sum, 1);
    mpq_add(area, area, sum);
    mpq_clears(sum, x, y, NULL);
}

void dmi_half_plane_init(dmi_half_plane *half)
{
    mpq_inits(half->a, half->b, half->c, NULL);
}

void dmi_half_plane_clear(dmi_half_plane *half)
{
    mpq_clears(half->a, half->b, half->c, NULL);
}

void dmi_half_plane_round(dmi_half_plane *half)
{
    half->near_a = mpq_get_d(half->a);
    half->near_b = mpq_get_d(half->b);
    half->near_c = mpq_get_d(half->c);
}

void dmi_half_plane_between(dmi_half_plane *half, const dmi_exact_point *a,
                            const dmi_exact_point *b)
{
    mpq_t sum;
    mpq_init(sum);
    mpq_sub(half->a, b->x, a->x);
    mpq_add(sum, b->x, a->x);
    mpq_mul(half->c, half->a, sum);
    mpq_sub(half->b, b->y, a->y);
    mpq_add(sum, b->y, a->y);
    mpq_mul(sum, half->b, sum);
    mpq_add(half->c, half->c, sum);
    mpq_div_2exp(half->c, half->c, 1);
    mpq_clear(sum);
    dmi_half_plane_round(half);
}

/* out = a x + b y - c */
static void value_at(const dmi_half_plane *half, const dmi_exact_point *at, mpq_t out,
                     mpq_t scratch)
{
    mpq_mul(out, half->a, at->x);
    mpq_mul(scratch, half->b, at->y);
    mpq_add(out, out, scratch);
    mpq_sub(out, out, half->c);
}

int dmi_half_plane_sign(const dmi_half_plane *half, const dmi_exact_point *at)
{
    double x = half->near_a * at->near.x, y = half->near_b * at->near.y;
    double value = x + y - half->near_c;
    /* each double is within 2^-52 of its fraction, so the sum is within 8 times that of the terms
     */
    if (fabs(value) > 0x1p-48 * (fabs(x) + fabs(y) + fabs(half->near_c)) && isfinite(value) &&
        fabs(value) > 0x1p-900)
        return value > 0 ? 1 : -1;
    mpq_t exact, scratch;
    mpq_inits(exact, scratch, NULL);
    value_at(half, at, exact, scratch);
    int sign = mpq_sgn(exact);
    mpq_clears(exact, scratch, NULL);
    return sign;
}

/* Adds the point where the line from p to q crosses the border. */
static bool add_crossing(const dmi_half_plane *half, const dmi_exact_point *p,
                         const dmi_exact_point *q, dmi_exact_ring *to)
{
    dmi_exact_point *at = dmi_exact_ring_add(to);
    if (!at)
        return false;
    mpq_t part, other, scratch;
    mpq_inits(part, other, scratch, NULL);
    value_at(half, p, part, scratch);
    value_at(half, q, other, scratch);
    mpq_sub(other, part, other);
    mpq_div(part, part, other);
    mpq_sub(at->x, q->x, p->x);
    mpq_mul(at->x, at->x, part);
    mpq_add(at->x, at->x, p->x);
    mpq_sub(at->y, q->y, p->y);
    mpq_mul(at->y, at->y, part);
    mpq_add(at->y, at->y, p->y);
    mpq_clears(part, other, scratch, NULL);
    dmi_exact_point_round(at);
    return true;
}

dm_status dmi_exact_ring_cut(const dmi_exact_ring *from, const dmi_half_plane *half,
                             dmi_exact_ring *to, dm_error *err)
{
    to->count = 0;
    int sign = from->count ? dmi_half_plane_sign(half, from->at + from->count - 1) : 0;
    for (int32_t i = 0; i < from->count; i++) {
        const dmi_exact_point *q = from->at + i, *p = i > 0 ? q - 1 : from->at + from->count - 1;
        int before = sign;
        sign = dmi_half_plane_sign(half, q);
        if (before * sign < 0 && !add_crossing(half, p, q, to))
            return dmi_no_memory(err);
        if (sign > 0)
            continue;
        dmi_exact_point *kept = dmi_exact_ring_add(to);
        if (!kept)
            return dmi_no_memory(err);
        dmi_exact_point_set(kept, q);
    }
    return DM_OK;
}
