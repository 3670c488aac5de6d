/* reply_gains.h - what a stone on each candidate would gain, updated as stones come and go.
 *
 * Nothing is stored per pair of candidate and customer: when a customer's share changes, a search
 * from it updates the candidates nearby.  Memory is O(n + m) on any board.
 */
#ifndef DMI_LOCATION_REPLY_REPLY_GAINS_H
#define DMI_LOCATION_REPLY_REPLY_GAINS_H

#include "base/base.h"
#include "graph/bounded_search.h"
#include "location/reply/reply_problem.h"

/* Vertices have the market's numbers here. */
typedef struct dmi_gains {
    const dmi_reply_problem *problem;
    const dmi_demand *demand;          /* the market's */
    dmi_bounded_search search;         /* from the stones */
    dmi_bounded_search from_customers; /* on a directed board; on others `search` does it too */
    int32_t *near[2];                  /* new stones within each step of each customer */
    int64_t *gain;                     /* of a stone on each vertex */
    int64_t *offset;                   /* of a stone on each vertex */
    int32_t *candidate;                /* the number of the candidate on each vertex */
    unsigned char *is_free;            /* vertices where a stone may go */
    int64_t *cost;                     /* with a budget: of a stone on each vertex; NULL: none */
    int64_t left;                      /* of the budget */
    dm_vertex *changed;                /* scratch: customers whose step changes */
    int64_t *before;                   /* scratch: what they gave before */
    dm_run *run;
    bool is_stopped;   /* the gains are no longer updated */
    const char *phase; /* for progress reports */
    uint64_t done, total;
    dmi_arrays arrays;
} dmi_gains;

/* Computes the gains, one search per customer, and places all stones one after another, each where
 * it gains most; with a budget each where it gains most per cost, the last where it gains most.
 * `result` is filled even after a stop. */
dm_status dmi_gains_init(dmi_gains *gains, const dmi_reply_problem *problem, dm_run *run,
                         dmi_reply_result *result, dm_error *err);
void dmi_gains_clear(dmi_gains *gains);
/* Ends with the board's numbers in `chosen`. */
void dmi_gains_name(const dmi_gains *gains, dmi_reply_result *result);

/* Adds a stone at v (change 1) or removes it (change -1). After a failure the gains are invalid. */
dm_status dmi_gains_put(dmi_gains *gains, dm_vertex v, int32_t change, dm_error *err);
/* The free vertex with the greatest gain (or gain per cost) whose cost is left, among equals the
 * smallest; -1: none.  With a budget it gains something. */
dm_vertex dmi_gains_best(const dmi_gains *gains, bool per_cost);
/* Places one more such stone; `placed` says whether there was one. */
dm_status dmi_gains_add(dmi_gains *gains, bool per_cost, dmi_reply_result *result, bool *placed,
                        dm_error *err);

#endif
