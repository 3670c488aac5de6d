/* dual_bound.h - exact bounds on White's weight, whatever the floating point did.
 *
 * Non-negative whole multipliers y of the integer cuts give one inequality
 *
 *     (sum of y) * weight won  <=  sum of y * constant + sum over sites of (sum of y * coef) x
 *
 * Its right side is greatest, over the openings that a node allows, at the node's fixed stones and
 * the largest free coefficients.  All in 128-bit integers.
 */
#ifndef DMI_LOCATION_LEAD_EXACT_DUAL_BOUND_H
#define DMI_LOCATION_LEAD_EXACT_DUAL_BOUND_H

#include "base/base.h"
#include "search/cut_lp.h"

enum { DMI_SITE_BARRED = 0, DMI_SITE_HELD = 1, DMI_SITE_OPEN = 2 }; /* a site at a node */

typedef struct dmi_lead_bound {
    int32_t sites, count;
    dmi_wide *price;   /* of each site: sum of y * coef */
    dmi_wide *rank;    /* scratch for the largest */
    dmi_wide scale;    /* sum of y; 0: no bound */
    dmi_wide top;      /* scale * bound */
    dmi_wide least_in; /* the smallest free price in the maximum */
    dmi_wide most_out; /* the largest free price not in it */
    bool has_in, has_out;
    dmi_arrays arrays;
} dmi_lead_bound;

dm_status dmi_lead_bound_init(dmi_lead_bound *bound, int32_t sites, int32_t count, dm_error *err);
void dmi_lead_bound_clear(dmi_lead_bound *bound);

/* Bounds the openings of a node by the multipliers (one per entry of `cuts`). */
void dmi_lead_bound_compute(dmi_lead_bound *bound, const dmi_lp_cut *cuts, int32_t cut_count,
                            const double *multiplier, const unsigned char *fix);
/* The bound rounded down; at most `otherwise`. */
int64_t dmi_lead_bound_floor(const dmi_lead_bound *bound, int64_t otherwise);
/* DMI_SITE_HELD or DMI_SITE_BARRED if a free site must be that for the weight to reach `target`;
 * else DMI_SITE_OPEN. */
int dmi_lead_bound_fixes(const dmi_lead_bound *bound, int32_t site, int64_t target);

#endif
