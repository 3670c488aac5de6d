/* quick_bounds.h - an opening and bounds on its value with little work, without the table of ranks.
 */
#ifndef DMI_LOCATION_LEAD_QUICK_BOUNDS_H
#define DMI_LOCATION_LEAD_QUICK_BOUNDS_H

#include "location/lead/lead_sites.h"

typedef struct dmi_lead_quick {
    int32_t *white;   /* `choose` sites */
    dm_vertex *black; /* Black's reply */
    int32_t black_count;
    int64_t lower, upper; /* bounds on the value under best play */
    dmi_arrays arrays;
} dmi_lead_quick;

/* `rounds` of the first bounds, unless the run stops; 0: the least work. */
dm_status dmi_lead_quick_init(dmi_lead_quick *quick, const dm_arena *arena,
                              const dmi_lead_sites *sites, int rounds, dm_run *run, dm_error *err);
void dmi_lead_quick_clear(dmi_lead_quick *quick);

#endif
