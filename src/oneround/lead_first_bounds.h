/* lead_first_bounds.h - an opening and valid bounds for boards whose table of ranks takes long. */
#ifndef DMI_LEAD_FIRST_BOUNDS_H
#define DMI_LEAD_FIRST_BOUNDS_H

#include "oneround/lead_sites.h"

typedef struct dmi_lead_first_bounds {
    int32_t *white;       /* `choose` sites; room for them is the caller's */
    bool has_opening;     /* `white` and `lower` are set */
    int64_t lower, upper; /* bounds on the value under best play; `upper` is set by the caller and
                             lowered */
} dmi_lead_first_bounds;

/* DM_OK also if the run stops it, or if the request is of a kind that it does not know. */
dm_status dmi_lead_first_bounds_find(const dm_arena *arena, const dmi_lead_sites *sites,
                                     dm_run *run, dmi_lead_first_bounds *out, dm_error *err);

#endif
