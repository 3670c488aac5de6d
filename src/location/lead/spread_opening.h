/* spread_opening.h - an opening that is near the customers, without a look at Black. */
#ifndef DMI_LOCATION_LEAD_SPREAD_OPENING_H
#define DMI_LOCATION_LEAD_SPREAD_OPENING_H

#include "location/lead/lead_sites.h"
#include <demesne/run.h>

/* Fills `white` with `choose` sites; there must be no budget.  Improves them until `run` stops;
 * NULL: the least work. */
dm_status dmi_lead_spread(const dm_arena *arena, const dmi_lead_sites *sites, dm_run *run,
                          int32_t *white, dm_error *err);

#endif
