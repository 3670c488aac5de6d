/* mixed_strategy.h - bounds leads in which White opens many more sites than Black. */
#ifndef DMI_LOCATION_LEAD_MIXED_STRATEGY_H
#define DMI_LOCATION_LEAD_MIXED_STRATEGY_H

#include "location/lead/lead_sites.h"
#include <demesne/run.h>

/* Lowers *upper, a bound on the value of every opening, if it can; stops early, with DM_OK, when
 * `run` does, or after some seconds. */
dm_status dmi_lead_mixed_bound(const dm_arena *arena, const dmi_lead_sites *sites, double seconds,
                               dm_run *run, int64_t *upper, dm_error *err);

/* Whether White opens so many more sites than Black that this bound is worth its time. */
bool dmi_lead_mixed_bound_pays(const dmi_lead_sites *sites);

#endif
