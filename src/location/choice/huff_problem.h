/* huff_problem.h - a reply under the Huff rule as a problem: which candidates gain how much.
 *
 * Without new sites a customer of value w sees White's pull R and Black's pull K.  New sites that
 * pull with p in all change Black minus White there by
 *
 *     2 w R / (R + K) * y / (1 + y),   y = p / (R + K)
 *
 * So a customer is a weight 2 w R / (R + K) and the pulls of the candidates in units of R + K.
 * Where nobody pulls yet the first new site gains w: weight w, and a pull beyond all others.
 * Customers with the same pulls are one, with the sum of their weights.
 */
#ifndef DMI_LOCATION_CHOICE_HUFF_PROBLEM_H
#define DMI_LOCATION_CHOICE_HUFF_PROBLEM_H

#include "location/choice/huff_terms.h"
#include "location/reply/reply_problem.h"

typedef struct dmi_huff_row {
    int32_t *customer; /* those in reach of the candidate */
    double *pull;
    int64_t count;
} dmi_huff_row;

/* Pairs of a candidate and a customer that rows may hold: 12 bytes each. */
#define DMI_HUFF_PAIRS INT64_C(200000000)

typedef struct dmi_huff_problem {
    const dm_arena *arena; /* borrowed */
    dmi_pull_rule rule;
    dmi_pulls standing; /* of the sites that stand, by vertex */
    double base;        /* Black minus White without new sites */
    double ceiling;     /* no reply gains more: each customer from its nearest candidates alone */
    dmi_reply_problem asked; /* candidates and limits, checked */
    int32_t candidates;      /* the free ones, by vertex */
    const dm_vertex *vertex;
    double *attraction;
    const int64_t *cost;
    int32_t count;  /* sites to choose; at most */
    int64_t budget; /* what they may cost */
    bool has_budget;
    int32_t customers;
    double *weight;
    dmi_huff_row *row; /* of each candidate */
    void *rows;        /* what they point into */
    int workers;
} dmi_huff_problem;

/* DM_STOPPED: the rows that are missing are empty.  DM_UNFINISHED: not even the standing sites
 * were added up. */
dm_status dmi_huff_problem_init(dmi_huff_problem *problem, const dm_arena *arena,
                                const dm_reply_request *request, dm_run *run, dm_error *err);
void dmi_huff_problem_clear(dmi_huff_problem *problem);

/* A set of candidates with what it does to every customer. */
typedef struct dmi_huff_choice {
    int32_t *chosen;
    int32_t count;
    int64_t cost;
    double gain;
    double *sum; /* of the pulls at each customer */
} dmi_huff_choice;

dm_status dmi_huff_choice_init(dmi_huff_choice *choice, const dmi_huff_problem *problem,
                               dm_error *err);
void dmi_huff_choice_clear(dmi_huff_choice *choice);
/* What candidate c would add. */
double dmi_huff_gain(const dmi_huff_problem *problem, const dmi_huff_choice *choice, int32_t c);
void dmi_huff_choice_set(const dmi_huff_problem *problem, const int32_t *chosen, int32_t count,
                         dmi_huff_choice *choice);
void dmi_huff_choice_add(const dmi_huff_problem *problem, dmi_huff_choice *choice, int32_t c);
bool dmi_huff_fits(const dmi_huff_problem *problem, const dmi_huff_choice *choice, int32_t c);

/* A set that is built by adding the candidate of the largest gain; *upper becomes a bound on all
 * gains.  DM_STOPPED: the set may be smaller than it could be. */
dm_status dmi_huff_greedy(const dmi_huff_problem *problem, dmi_huff_choice *choice, double *upper,
                          dm_run *run, dm_error *err);
/* Exchanges one site for another as long as that gains.  DM_STOPPED. */
dm_status dmi_huff_improve(const dmi_huff_problem *problem, dmi_huff_choice *choice, dm_run *run,
                           dm_error *err);
/* Branch and bound from `choice`, which becomes the best; *upper falls to within `tolerance` of its
 * gain.  DM_STOPPED. */
dm_status dmi_huff_exact(const dmi_huff_problem *problem, double tolerance, int threads,
                         dmi_huff_choice *choice, double *upper, int64_t *nodes, dm_run *run,
                         dm_error *err);

/* A reply under DM_HUFF: what dm_reply_new() does. */
dm_status dmi_huff_reply(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                         dm_reply **out, dm_error *err);

#endif
