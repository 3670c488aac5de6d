/* lead_local.h - good openings by swapping stones, against exact answers. */
#ifndef DMI_LEAD_LOCAL_H
#define DMI_LEAD_LOCAL_H

#include "oneround/lead_problem.h"

/* An opening, an answer to it, and what White keeps against the best one at least. */
typedef struct dmi_lead_opening {
    int32_t *white, *black; /* sites */
    int64_t won;            /* -1: none yet */
} dmi_lead_opening;

dm_status dmi_lead_opening_init(dmi_lead_opening *opening, const dmi_lead_problem *problem,
                                dm_error *err);
void dmi_lead_opening_clear(dmi_lead_opening *opening);
void dmi_lead_opening_copy(dmi_lead_opening *to, const dmi_lead_opening *from,
                           const dmi_lead_problem *problem);

/* Answers met before, the one that refuted last in front. */
typedef struct dmi_lead_killers {
    int32_t count;
    int32_t *order;
    int32_t *black; /* `reply` sites each */
    uint16_t *key;  /* black keys, one an item, each */
} dmi_lead_killers;

dm_status dmi_lead_killers_init(dmi_lead_killers *killers, const dmi_lead_problem *problem,
                                dm_error *err);
void dmi_lead_killers_clear(dmi_lead_killers *killers);

/* Repeats the search from shaken openings `rounds` times.  DM_STOPPED: `best` is still some
 * opening and its `won` a true lower bound. */
dm_status dmi_lead_improve(dmi_reply_solver *solver, dmi_lead_killers *killers, int rounds,
                           uint64_t seed, dm_run *run, dmi_lead_opening *best, dm_error *err);

#endif
