/* lead_bound.h - bounds and fixings that hold whatever the floating point did.
 *
 * Non-negative whole multipliers y of the integer cuts give one inequality
 *
 *     (sum of y) * weight won  <=  sum of y * constant + sum over sites of (sum of y * coef) x
 *
 * whose right side is greatest, over the openings that a node allows, at its fixed stones and
 * the largest free coefficients.  All of it in 128-bit integers.
 */
#ifndef DMI_LEAD_BOUND_H
#define DMI_LEAD_BOUND_H

#include "base/base.h"
#include "oneround/lead_lp.h"

enum { DMI_SITE_BARRED = 0, DMI_SITE_HELD = 1, DMI_SITE_OPEN = 2 }; /* what a node says of a site */

typedef struct dmi_lead_bound {
    int32_t sites, count;
    dmi_wide *price;   /* of each site: sum of y * coef */
    dmi_wide *rank;    /* scratch for the largest */
    dmi_wide scale;    /* sum of y; 0: no bound */
    dmi_wide top;      /* scale * bound */
    dmi_wide least_in; /* the smallest free price that the maximum takes */
    dmi_wide most_out; /* the largest that it leaves */
    bool has_in, has_out;
} dmi_lead_bound;

dm_status dmi_lead_bound_init(dmi_lead_bound *bound, int32_t sites, int32_t count, dm_error *err);
void dmi_lead_bound_clear(dmi_lead_bound *bound);

/* The bound of the multipliers (one a cut place) over the node's openings. */
void dmi_lead_bound_compute(dmi_lead_bound *bound, const dmi_lead_cut *cuts, int32_t cut_count,
                            const double *multiplier, const unsigned char *fix);
/* The largest whole weight within the bound. */
int64_t dmi_lead_bound_floor(const dmi_lead_bound *bound, int64_t otherwise);
/* DMI_SITE_HELD or DMI_SITE_BARRED where the free site can only be that if the weight is to reach
 * `target`.
 */
int dmi_lead_bound_fixes(const dmi_lead_bound *bound, int32_t site, int64_t target);

#endif
