/* dual_bound.c - exact bounds from the multipliers of the linear program.
 *
 * The multipliers are rounded to multiples of 2^-36, which weakens the bound a little but keeps it
 * valid.  Prices stay below 2^61 * 2^37 * cuts and their sums below 2^127 for any board that fits
 * into memory; a limit adds at most 2^62 * 2^62 to all prices together.
 *
 * Fixing: with q free stones to place the maximum takes the q largest free prices.  Forcing another
 * site in costs the smallest of these; forcing one of them out adds the largest of the others.
 */
#include "location/lead/exact/dual_bound.h"

#include "base/base.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { SCALE_BITS = 36 };

dm_status dmi_lead_bound_init(dmi_lead_bound *bound, int32_t sites, int32_t count, dm_error *err)
{
    *bound = (dmi_lead_bound){.sites = sites, .count = count};
    bound->price = dmi_array(&bound->arrays, (size_t)sites, sizeof *bound->price);
    bound->rank = dmi_array(&bound->arrays, (size_t)sites, sizeof *bound->rank);
    return dmi_arrays_check(&bound->arrays, err);
}

void dmi_lead_bound_clear(dmi_lead_bound *bound)
{
    dmi_arrays_free(&bound->arrays);
    *bound = (dmi_lead_bound){0};
}

static int falling(const void *a, const void *b)
{
    dmi_wide p = *(const dmi_wide *)a, q = *(const dmi_wide *)b;
    return (p < q) - (p > q);
}

void dmi_lead_bound_compute(dmi_lead_bound *bound, const dmi_lp_cut *cuts, int32_t cut_count,
                            const double *multiplier, const unsigned char *fix)
{
    int32_t open = 0, left = bound->count;
    bound->scale = bound->top = 0;
    for (int32_t i = 0; i < bound->sites; i++)
        bound->price[i] = 0;
    for (int32_t k = 0; k < cut_count; k++) {
        double most = cuts[k].limit ? ldexp(1, 62 - SCALE_BITS) : 2;
        if (!cuts[k].used || !(multiplier[k] > 0) || multiplier[k] > most)
            continue;
        int64_t y = (int64_t)ldexp(multiplier[k], SCALE_BITS);
        if (y == 0)
            continue;
        bound->scale += cuts[k].limit ? 0 : y;
        bound->top += (dmi_wide)y * cuts[k].constant;
        for (int32_t i = 0; i < bound->sites; i++)
            bound->price[i] += (dmi_wide)y * cuts[k].coef[i];
    }
    for (int32_t i = 0; i < bound->sites; i++) {
        if (fix[i] == DMI_SITE_OPEN)
            bound->rank[open++] = bound->price[i];
        if (fix[i] == DMI_SITE_HELD) {
            bound->top += bound->price[i];
            left--;
        }
    }
    qsort(bound->rank, (size_t)open, sizeof *bound->rank, falling);
    for (int32_t i = 0; i < left && i < open; i++)
        bound->top += bound->rank[i];
    bound->has_in = left > 0 && left <= open;
    bound->has_out = left >= 0 && left < open;
    bound->least_in = bound->has_in ? bound->rank[left - 1] : 0;
    bound->most_out = bound->has_out ? bound->rank[left] : 0;
}

int64_t dmi_lead_bound_floor(const dmi_lead_bound *bound, int64_t otherwise)
{
    if (bound->scale == 0)
        return otherwise;
    assert(bound->scale > 0);
    dmi_wide whole = bound->top / bound->scale;
    if (whole * bound->scale > bound->top)
        whole--;
    return whole < otherwise ? (int64_t)whole : otherwise;
}

int dmi_lead_bound_fixes(const dmi_lead_bound *bound, int32_t site, int64_t target)
{
    assert(site >= 0 && site < bound->sites);
    dmi_wide price = bound->price[site], need = bound->scale * target;
    if (bound->scale == 0)
        return DMI_SITE_OPEN;
    if (bound->has_in && price < bound->least_in && bound->top - bound->least_in + price < need)
        return DMI_SITE_BARRED;
    if (bound->has_out && price > bound->most_out && bound->top - price + bound->most_out < need)
        return DMI_SITE_HELD;
    return DMI_SITE_OPEN;
}
