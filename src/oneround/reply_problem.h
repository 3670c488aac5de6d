/* reply_problem.h - one round seen by Black: what a new stone gains at each distance.
 *
 * A customer is a vertex.  With the stones that lie it gives Black minus White a
 * certain share; a new black stone at distance d raises it in at most two steps:
 *
 *     gain   step[1].gain |----|
 *                         |    |
 *     gain   step[0].gain |    |----|            step[1].reach < step[0].reach
 *                         +----+----+---------> d
 *
 * Only the building of a problem knows tie rules, kept stones and the radius.
 */
#ifndef DMI_REPLY_PROBLEM_H
#define DMI_REPLY_PROBLEM_H

#include <demesne/reply.h>

typedef struct dmi_reply_step {
    int64_t reach; /* a stone at most this far has the effect; -1: no such step */
    int64_t gain;  /* beside no stone at all; positive, rising with the step */
} dmi_reply_step;

typedef struct dmi_reply_customer {
    dmi_reply_step step[2]; /* the wide one first; a customer with one step has it in step[0] */
    int64_t white;          /* distance to White's nearest stone within the radius, or -1 */
    int64_t black;          /* the same of Black's kept stones */
} dmi_reply_customer;

typedef struct dmi_reply_problem {
    const dm_arena *arena; /* borrowed */
    dm_vertex n;
    dmi_reply_customer *customer; /* one a vertex */
    int64_t base;                 /* Black minus White without new stones */
    int64_t reachable;            /* the sum of all gains: base + reachable bounds every reply */
    int32_t count;                /* stones to add */
    dm_vertex *candidate;         /* free ones, increasing */
    dm_vertex candidate_count;
} dmi_reply_problem;

/* Checks the request and builds its problem.  O(n + m) and two searches. */
dm_status dmi_reply_problem_init(const dm_arena *arena, const dm_reply_request *request,
                                 dmi_reply_problem *out, dm_error *err);
void dmi_reply_problem_clear(dmi_reply_problem *problem);

void dmi_sort_vertices(dm_vertex *list, int32_t count); /* increasing */

/* What a customer adds with a new stone at distance d (-1: none). */
static inline int64_t dmi_reply_gain(const dmi_reply_customer *customer, int64_t d)
{
    return d < 0                          ? 0
           : d <= customer->step[1].reach ? customer->step[1].gain
           : d <= customer->step[0].reach ? customer->step[0].gain
                                          : 0;
}

/* What a method of replying hands back; dm_reply_new() scores and sorts it. */
typedef struct dmi_reply_result {
    dm_vertex *chosen; /* room for problem->count, filled completely */
    int64_t upper;     /* on Black minus White; INT64_MAX: none better than the problem's own */
    bool proven;
    uint64_t nodes;
    dm_vertex *optima; /* where they were asked for: new, freed by the caller */
    int64_t optima_count;
    bool optima_complete;
} dmi_reply_result;

/* DM_STOPPED with `chosen` filled: the best so far. */
typedef dm_status dmi_reply_fn(const dmi_reply_problem *problem, const dm_reply_request *request,
                               dm_run *run, dmi_reply_result *result, dm_error *err);

dmi_reply_fn dmi_reply_tree, dmi_reply_slides, dmi_reply_exact, dmi_reply_local, dmi_reply_greedy;

#endif
