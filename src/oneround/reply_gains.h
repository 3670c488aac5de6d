/* reply_gains.h - what every candidate would gain, kept true while stones come and go.
 *
 * No lists are kept: a customer that changes hands is searched around, and the
 * candidates found there are told.  So memory is O(n + m) on any board.
 */
#ifndef DMI_REPLY_GAINS_H
#define DMI_REPLY_GAINS_H

#include "oneround/bounded_search.h"
#include "oneround/reply_cover.h"

typedef struct dmi_gains {
    const dmi_reply_problem *problem;
    dmi_reply_demand demand;
    dmi_bounded_search search;
    int32_t *near[2];       /* new stones within each step of each customer */
    int64_t *gain;          /* of each vertex, were a stone put there */
    unsigned char *is_free; /* vertices where a stone may go */
    dm_vertex *changed;     /* scratch: customers that change their step, */
    int64_t *before;        /* ... and what they gave */
    dm_run *run;
    const char *phase; /* what the reporter is told: so many of so many */
    uint64_t done, total;
} dmi_gains;

/* The gains of first stones: a search around every customer.  DM_STOPPED as the run says. */
dm_status dmi_gains_init(dmi_gains *ledger, const dmi_reply_problem *problem, dm_run *run,
                         dm_error *err);
void dmi_gains_clear(dmi_gains *ledger);

/* A stone comes to v (change 1) or goes (change -1).  On failure the gains are no longer true. */
dm_status dmi_gains_put(dmi_gains *ledger, dm_vertex v, int32_t change, dm_error *err);
/* The free vertex with the greatest gain, the least one of equals. */
dm_vertex dmi_gains_best(const dmi_gains *ledger);
/* Puts the problem's count of stones one after the other, each where it gains most; after a stop
 * `chosen` is full too. */
dm_status dmi_gains_greedy(dmi_gains *ledger, dm_vertex *chosen, dm_error *err);

#endif
