/* group_bound.h - bounds one side's best answer to given sites of the other. */
#ifndef DMI_LOCATION_LEAD_GROUP_BOUND_H
#define DMI_LOCATION_LEAD_GROUP_BOUND_H

#include "location/lead/lead_sites.h"

/* The value of a lead, White minus Black, if the other side opens the `count` sites of `against`:
 *
 *     side DM_BLACK   against is White's whole opening; `value` is a lower bound, and Black cannot
 *                     do better than it if the call ends by itself
 *     side DM_WHITE   against is a plan of Black's, at most `reply` sites; `value` is an upper
 *                     bound for every opening
 *
 * `value` is set by the caller and changed if the bound is better.  `answer`, with room for the
 * sites that the side may open, receives sites of a good answer; the caller fills it with -1. Stops
 * early, with DM_OK, when `run` does. */
dm_status dmi_lead_group_bound(const dm_arena *arena, const dmi_lead_sites *sites, dm_side side,
                               const int32_t *against, int32_t count, double seconds, dm_run *run,
                               int64_t *value, int32_t *answer, dm_error *err);

#endif
