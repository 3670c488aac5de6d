/* discs.h - the discs in which a new black site takes customers of White's; diamonds under
 * Manhattan.
 *
 * A disc lies around a place of customers and reaches to its nearest white site, so that site is a
 * point with fractions as coordinates on the circle.
 */
#ifndef DMI_PLANE_CUSTOMERS_DISCS_H
#define DMI_PLANE_CUSTOMERS_DISCS_H

#include "plane/customers/customers.h"

typedef struct dmi_disc {
    const dmi_exact_point *centre, *site; /* borrowed */
    mpq_t square; /* of the radius, positive; under Manhattan the radius itself */
    int32_t site_index;
    double x, y;              /* the centre, from the origin of the discs */
    double square_near, near; /* of the square, and its root */
    double site_angle;        /* where the site is, in (-pi, pi] */
    int64_t inside, on;       /* what black - white gains by a site inside; on the circle */
} dmi_disc;

typedef struct dmi_discs {
    const dm_plane *plane;
    dmi_disc *disc;
    int32_t count;
    const dmi_exact_point *origin; /* of the doubles: a corner of the board */
    double error;                  /* of x and y */
    int64_t most;                  /* the sum of what may be gained */
} dmi_discs;

/* Makes the discs of all customers that Black can still gain; those at one place share a disc.  If
 * White has no sites there are none. */
dm_status dmi_discs_init(dmi_discs *discs, const dm_plane *plane,
                         const dm_plane_customers *customers, dm_run *run, dm_error *err);
void dmi_discs_clear(dmi_discs *discs);
/* Where a place is, exactly: 1 inside, 0 on the circle, -1 outside. */
int dmi_disc_where(const dmi_discs *discs, int32_t disc, const dmi_exact_point *at, dm_point near,
                   mpq_t scratch);
/* A place as doubles, from the origin. */
dm_point dmi_discs_from_origin(const dmi_discs *discs, const dmi_exact_point *at);

#endif
