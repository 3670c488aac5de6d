/* local_search.h - local search for an opening, against exact replies. */
#ifndef DMI_LOCATION_LEAD_LOCAL_SEARCH_H
#define DMI_LOCATION_LEAD_LOCAL_SEARCH_H

#include "base/base.h"
#include "location/lead/lead_reply.h"

/* An opening, a reply to it, and a lower bound on what White keeps against the best reply. */
typedef struct dmi_lead_opening {
    int32_t *white, *black; /* sites; `black` ends with -1 if Black has fewer places */
    int64_t won;            /* -1: none yet */
    dmi_arrays arrays;
} dmi_lead_opening;

dm_status dmi_lead_opening_init(dmi_lead_opening *opening, const dmi_lead_sites *sites,
                                dm_error *err);
void dmi_lead_opening_clear(dmi_lead_opening *opening);
void dmi_lead_opening_copy(dmi_lead_opening *to, const dmi_lead_opening *from,
                           const dmi_lead_sites *sites);

/* Exact replies to earlier openings, the most recently useful first. */
typedef struct dmi_lead_refutations {
    int32_t count;
    int32_t *order;
    int32_t *black; /* `reply` sites per refutation */
    uint16_t *key;  /* black keys, one per item and refutation */
    dmi_arrays arrays;
} dmi_lead_refutations;

dm_status dmi_lead_refutations_init(dmi_lead_refutations *refutations,
                                    const dmi_lead_problem *problem, dm_error *err);
void dmi_lead_refutations_clear(dmi_lead_refutations *refutations);

/* Called between two steps, with `best` up to date; a failure ends the search. */
typedef struct dmi_lead_listener {
    dm_status (*hear)(void *context, dm_error *err);
    void *context;
    int *rounds; /* rounds done; not 0 at first: go on from there and from `best` */
} dmi_lead_listener;

/* Repeats the search from perturbed openings `rounds` times. After DM_STOPPED `best` is some
 * opening and its `won` a valid lower bound.  `listener` may be NULL. */
dm_status dmi_lead_improve(dmi_reply_solver *solver, dmi_lead_refutations *refutations, int rounds,
                           uint64_t seed, const dmi_lead_listener *listener, dm_run *run,
                           dmi_lead_opening *best, dm_error *err);

#endif
