/* exact_ring.h - rings of corners with exact coordinates, cut by half-planes. */
#ifndef DMI_PLANE_EXACT_RING_H
#define DMI_PLANE_EXACT_RING_H

#include "base/base.h"
#include <demesne/plane.h>
#include <gmp.h>

typedef struct dmi_exact_point {
    mpq_t x, y;
    dm_point near; /* the nearest doubles, or almost */
} dmi_exact_point;

void dmi_exact_point_init(dmi_exact_point *point);
void dmi_exact_point_clear(dmi_exact_point *point);
void dmi_exact_point_set(dmi_exact_point *to, const dmi_exact_point *from);
/* Sets `near` by x and y. */
void dmi_exact_point_round(dmi_exact_point *point);
bool dmi_exact_point_equal(const dmi_exact_point *a, const dmi_exact_point *b);

/* {0} is an empty ring. */
typedef struct dmi_exact_ring {
    dmi_exact_point *at;
    int32_t count;
    size_t room; /* points that are initialized */
} dmi_exact_ring;

void dmi_exact_ring_clear(dmi_exact_ring *ring);
/* A new last point, whatever it held before; NULL without memory. */
dmi_exact_point *dmi_exact_ring_add(dmi_exact_ring *ring);
/* Adds the area of the ring to `area`: negative if its corners run clockwise. */
void dmi_exact_ring_area(const dmi_exact_ring *ring, mpq_t area);

/* All points with a x + b y <= c. */
typedef struct dmi_half_plane {
    mpq_t a, b, c;
    double near_a, near_b, near_c;
} dmi_half_plane;

void dmi_half_plane_init(dmi_half_plane *half);
void dmi_half_plane_clear(dmi_half_plane *half);
void dmi_half_plane_round(dmi_half_plane *half);
/* The points that are not nearer to `b` than to `a`. */
void dmi_half_plane_between(dmi_half_plane *half, const dmi_exact_point *a,
                            const dmi_exact_point *b);
/* The sign of a x + b y - c: exact, by doubles if they suffice. */
int dmi_half_plane_sign(const dmi_half_plane *half, const dmi_exact_point *at);

/* `to` becomes the part of `from` in the half-plane.  A ring that is not convex may fall apart: its
 * parts stay joined along the border of the half-plane, and its area is theirs. */
dm_status dmi_exact_ring_cut(const dmi_exact_ring *from, const dmi_half_plane *half,
                             dmi_exact_ring *to, dm_error *err);

#endif
