/* first_bounds.h - an opening and valid bounds for boards whose table of ranks takes long. */
#ifndef DMI_LOCATION_LEAD_FIRST_BOUNDS_H
#define DMI_LOCATION_LEAD_FIRST_BOUNDS_H

#include "location/lead/lead_sites.h"

typedef struct dmi_lead_first_bounds {
    int32_t *white;       /* `choose` sites; room for them and for `black` is the caller's */
    int32_t *black;       /* a good answer: up to `reply` sites, then -1 */
    bool has_opening;     /* `white`, `black` and `lower` are set */
    int64_t lower, upper; /* bounds on the value under best play; `upper` is set by the caller and
                             lowered */
} dmi_lead_first_bounds;

/* Better and better bounds, in up to `rounds` rounds.  Each begins with a sample of the sites,
 * `size` more of each side than the one before.  DM_OK also if the run stops it. */
dm_status dmi_lead_first_bounds_find(const dm_arena *arena, const dmi_lead_sites *sites,
                                     int32_t size, int rounds, dm_run *run,
                                     dmi_lead_first_bounds *out, dm_error *err);

#endif
