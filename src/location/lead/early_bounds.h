/* early_bounds.h - openings and valid bounds before the table of ranks, or without it.
 *
 *     quick           an opening, Black's reply and both bounds with little work
 *     first bounds    the same by rounds of samples, for boards whose table takes long
 *     group bound     one side's best answer to given sites of the other
 *     mixed strategy  an upper bound if White opens many more sites than Black
 */
#ifndef DMI_LOCATION_LEAD_EARLY_BOUNDS_H
#define DMI_LOCATION_LEAD_EARLY_BOUNDS_H

#include "location/lead/lead_sites.h"
#include <demesne/run.h>

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

/* Fills `white` with `choose` sites near the customers; there must be no budget.  Improves them
 * until `run` stops; NULL: the least work. */
dm_status dmi_lead_open_near(const dm_arena *arena, const dmi_lead_sites *sites, dm_run *run,
                             int32_t *white, dm_error *err);

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

/* The value of a lead, White minus Black, if the other side opens the `count` sites of `against`:
 *
 *     side DM_BLACK   against is White's whole opening; `value` is a lower bound, and Black cannot
 *                     do better than it if the call ends by itself
 *     side DM_WHITE   against are sites to which Black commits himself, at most `reply`; `value` is
 *                     an upper bound for every opening
 *
 * `value` is set by the caller and changed if the bound is better.  `answer`, with room for the
 * sites that the side may open, receives sites of a good answer; the caller fills it with -1. Stops
 * early, with DM_OK, when `run` does. */
dm_status dmi_lead_group_bound(const dm_arena *arena, const dmi_lead_sites *sites, dm_side side,
                               const int32_t *against, int32_t count, double seconds, dm_run *run,
                               int64_t *value, int32_t *answer, dm_error *err);

/* Lowers *upper, a bound on the value of every opening, if it can; stops early, with DM_OK, when
 * `run` does, or after some seconds. */
dm_status dmi_lead_mixed_bound(const dm_arena *arena, const dmi_lead_sites *sites, double seconds,
                               dm_run *run, int64_t *upper, dm_error *err);
/* Whether White opens so many more sites than Black that this bound is worth its time. */
bool dmi_lead_mixed_bound_pays(const dmi_lead_sites *sites);

#endif
