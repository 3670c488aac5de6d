/* lead_reply.h - Black's exact reply to one opening. */
#ifndef DMI_LOCATION_LEAD_LEAD_REPLY_H
#define DMI_LOCATION_LEAD_LEAD_REPLY_H

#include "base/base.h"
#include "location/lead/lead_problem.h"

/* Computes Black's exact replies; one per thread. */
typedef struct dmi_reply_solver {
    const dmi_lead_problem *problem;
    uint16_t *key;        /* white keys */
    unsigned char *taken; /* sites that White holds */
    int64_t *weight, *first;
    int32_t *number, *item, *site, *chosen;
    uint64_t replies;
    dmi_arrays arrays;
} dmi_reply_solver;

dm_status dmi_reply_solver_init(dmi_reply_solver *solver, const dmi_lead_problem *problem,
                                dm_error *err);
void dmi_reply_solver_clear(dmi_reply_solver *solver);

/* The weight White keeps against Black's best reply, and that reply (`reply` sites, -1 for those
 * that White's choice does not leave). After
 * DM_STOPPED `black` is some reply and `won` a lower bound. */
dm_status dmi_reply_solver_run(dmi_reply_solver *solver, const int32_t *white, dm_run *run,
                               int32_t *black, int64_t *won, dm_error *err);

#endif
