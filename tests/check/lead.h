/* check/lead.h - the best lead beside standing sites, from the definition alone.
 *
 * Every set of standing sites that White may close, every set that it may then open and every reply
 * of Black's is tried, and scored by check/market.h.
 */
#ifndef CHECK_LEAD_H
#define CHECK_LEAD_H

#include <demesne/lead.h>

/* White minus Black under best play; INT64_MIN: White cannot open as many sites as it must. */
int64_t check_lead_value(const dm_arena *arena, const int64_t *distances,
                         const dm_lead_request *request);

/* White minus Black after Black's best reply to this lead (its `white` and `closed`). */
int64_t check_lead_answer(const dm_arena *arena, const int64_t *distances,
                          const dm_lead_request *request, const dm_lead *lead);

#endif
