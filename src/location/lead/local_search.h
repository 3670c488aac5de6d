/* local_search.h - local search for an opening, against exact replies that are remembered. */
#ifndef DMI_LOCATION_LEAD_LOCAL_SEARCH_H
#define DMI_LOCATION_LEAD_LOCAL_SEARCH_H

#include "location/lead/exact_reply.h"
#include "location/lead/lead_methods.h"

/* Exact replies to earlier openings, the most recently useful first. */
typedef struct dmi_lead_refutations {
    int32_t count;
    int32_t *order;
    int32_t *black; /* `reply` sites per refutation */
    uint16_t *key;  /* Black's keys, one per customer and refutation */
    dmi_arrays arrays;
} dmi_lead_refutations;

dm_status dmi_lead_refutations_init(dmi_lead_refutations *refutations,
                                    const dmi_lead_market *market, dm_error *err);
void dmi_lead_refutations_clear(dmi_lead_refutations *refutations);
/* The sites of the i-th, the most recently useful being the 0-th. */
static inline const int32_t *dmi_lead_refutation(const dmi_lead_refutations *refutations,
                                                 const dmi_lead_market *market, int32_t i)
{
    return refutations->black + (size_t)refutations->order[i] * (size_t)market->sites.reply;
}

/* What a local search asks about openings; `context` is the user's. */
typedef struct dmi_lead_moves {
    /* Sets black and won of the opening to those of the exact reply. */
    dm_status (*evaluate)(void *context, dmi_lead_opening *opening, dm_error *err);
    /* Moves stone i of `now`, which has its value, to a better place; *better: there was one. */
    dm_status (*move)(void *context, dmi_lead_opening *now, int32_t i, bool *better, dm_error *err);
    void *context;
} dmi_lead_moves;

/* Called between two steps, with `best` up to date; a failure ends the search. */
typedef struct dmi_lead_listener {
    dm_status (*hear)(void *context, dm_error *err);
    void *context;
    int *rounds; /* rounds done; not 0 at first: go on from there and from `best` */
} dmi_lead_listener;

/* Moves single stones until no move gains; then again from perturbed openings, `rounds` times in
 * all.  The first time from `first` (NULL: a random one; under a budget that which changes
 * nothing).  After DM_STOPPED `best` is some opening and its `won` a valid lower bound.  `listener`
 * may be NULL. */
dm_status dmi_lead_improve(const dmi_lead_market *market, const dmi_lead_moves *moves,
                           const int32_t *first, int rounds, const dmi_lead_listener *listener,
                           dmi_lead_opening *best, dm_error *err);

/* The same with moves that earlier replies refute. */
dm_status dmi_lead_improve_by_keys(dmi_exact_reply *solver, dmi_lead_refutations *refutations,
                                   int rounds, const dmi_lead_listener *listener, dm_run *run,
                                   dmi_lead_opening *best, dm_error *err);

#endif
