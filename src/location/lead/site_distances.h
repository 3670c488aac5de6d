/* site_distances.h - distance plus offset from every site of a lead to every customer. */
#ifndef DMI_LOCATION_LEAD_SITE_DISTANCES_H
#define DMI_LOCATION_LEAD_SITE_DISTANCES_H

#include "location/lead/lead_sites.h"

#define DMI_LEAD_NONE INT64_MAX /* the site does not reach the customer */

/* Customers are the vertices that are worth something. */
typedef struct dmi_lead_distances {
    int32_t customers;
    dm_vertex *vertex;      /* of each customer */
    int64_t *white, *black; /* the least of the standing sites that cannot be closed */
    uint32_t *narrow;       /* sites x customers; UINT32_MAX: none */
    int64_t *wide;          /* the same, if a sum does not fit; else NULL */
    dmi_arrays arrays;
} dmi_lead_distances;

/* DM_TOO_LARGE if the table would surely be. */
dm_status dmi_lead_distances_check(const dm_arena *arena, const dmi_lead_sites *sites,
                                   dm_error *err);
/* One search per site, on `threads` threads.  DM_TOO_LARGE above 1 GiB; DM_STOPPED. */
dm_status dmi_lead_distances_init(dmi_lead_distances *distances, const dm_arena *arena,
                                  const dmi_lead_sites *sites, dm_run *run, dm_error *err);
void dmi_lead_distances_clear(dmi_lead_distances *distances);

static inline int64_t dmi_lead_sum(const dmi_lead_distances *distances, int32_t site,
                                   int32_t customer)
{
    size_t at = (size_t)site * (size_t)distances->customers + (size_t)customer;
    if (distances->wide)
        return distances->wide[at];
    return distances->narrow[at] == UINT32_MAX ? DMI_LEAD_NONE : (int64_t)distances->narrow[at];
}

#endif
