/* crossing.h - where a circle meets another circle or a side of the board, and the order of such
 * points along the circle. */
#ifndef DMI_PLANE_CUSTOMERS_CROSSING_H
#define DMI_PLANE_CUSTOMERS_CROSSING_H

#include "plane/customers/discs.h"

enum { DMI_AT_SITE = -1, DMI_AT_SIDE = -2 }; /* side s of the board is DMI_AT_SIDE - s */

/* A point of a circle. */
typedef struct dmi_crossing {
    double angle, error; /* from the centre, in (-pi, pi], and how far it may be off */
    int32_t with;        /* a disc, DMI_AT_SITE: the white site of the circle, or a side */
    int8_t sign;         /* which of two points, counterclockwise: -1 enters the disc, 1 leaves it;
                            0 touches it */
    bool at_site;        /* it is known to be the white site */
} dmi_crossing;

/* (x + u sqrt d, y + v sqrt d), from the centre of a circle. */
typedef struct dmi_root_point {
    mpq_t x, y, u, v, d;
} dmi_root_point;

typedef struct dmi_side {
    const dmi_exact_point *from, *to;
    dm_point near, along; /* `from`, and the way to `to`; from the origin of the discs */
} dmi_side;

/* What the crossings of circles are computed with. */
typedef struct dmi_crossings {
    const dmi_discs *discs;
    dmi_side *side; /* of the board */
    int32_t sides;
    dmi_root_point first, second;
    mpq_t scratch[4];
} dmi_crossings;

dm_status dmi_crossings_init(dmi_crossings *c, const dmi_discs *discs, dm_error *err);
void dmi_crossings_clear(dmi_crossings *c);

/* Where the circle of a disc meets that of another one: up to two crossings.  If they do not
 * cross, *is_within tells whether the first disc is in the second. */
int dmi_cross_disc(dmi_crossings *c, int32_t disc, int32_t other, dmi_crossing out[2],
                   bool *is_within);
/* Where it meets the side of this index, or almost: points beyond the ends of the side may be
 * listed. */
int dmi_cross_side(dmi_crossings *c, int32_t disc, int32_t index, dmi_crossing out[2]);
/* The order of two crossings of the circle along it, exactly. */
int dmi_crossing_order(dmi_crossings *c, int32_t disc, const dmi_crossing *a,
                       const dmi_crossing *b);
void dmi_crossing_exact(dmi_crossings *c, int32_t disc, const dmi_crossing *at,
                        dmi_root_point *out);
void dmi_root_point_init(dmi_root_point *point);
void dmi_root_point_clear(dmi_root_point *point);
/* The order of two points of a circle along it; changes `p`. */
int dmi_root_point_order(dmi_crossings *c, dmi_root_point *p, dmi_root_point *q);
/* Makes the point rational (u = v = 0), if it is. */
bool dmi_root_point_is_rational(dmi_root_point *point);

#endif
