/* ledger.h - what every candidate would gain, kept true while stones come and go.
 *
 * No lists are kept: a customer that changes hands is searched around, and the
 * candidates found there are told.  So memory is O(n + m) on any board.
 */
#ifndef DMI_LEDGER_H
#define DMI_LEDGER_H

#include "oneround/ball.h"
#include "oneround/lists.h"

typedef struct dmi_ledger {
    const dmi_market *market;
    dmi_demand demand;
    dmi_ball ball;
    int32_t *near[2];       /* new stones within each step of each customer */
    int64_t *gain;          /* of each vertex, were a stone put there */
    unsigned char *is_free; /* vertices where a stone may go */
    dm_vertex *changed;     /* scratch: customers that change their step, */
    int64_t *before;        /* ... and what they gave */
    dm_run *run;
    const char *phase; /* what the reporter is told: so many of so many */
    uint64_t done, total;
} dmi_ledger;

/* The gains of first stones: a search around every customer.  DM_STOPPED as the run says. */
dm_status dmi_ledger_init(dmi_ledger *ledger, const dmi_market *market, dm_run *run, dm_error *err);
void dmi_ledger_clear(dmi_ledger *ledger);

/* A stone comes to v (change 1) or goes (change -1).  On failure the gains are no longer true. */
dm_status dmi_ledger_put(dmi_ledger *ledger, dm_vertex v, int32_t change, dm_error *err);
/* The free vertex with the greatest gain, the least one of equals. */
dm_vertex dmi_ledger_best(const dmi_ledger *ledger);
/* Puts the market's count of stones one after the other, each where it gains most; after a stop
 * `chosen` is full too. */
dm_status dmi_ledger_greedy(dmi_ledger *ledger, dm_vertex *chosen, dm_error *err);

#endif
