/* cover_lagrangian.h - the Lagrangian upper bound of a subproblem, and the sets that it decides. */
#ifndef DMI_LOCATION_COVER_COVER_LAGRANGIAN_H
#define DMI_LOCATION_COVER_COVER_LAGRANGIAN_H

#include "base/base.h"
#include "location/cover/cover_subproblem.h"

/* Scratch to bound subproblems no larger than the first. */
typedef struct dmi_lagrangian {
    int64_t *profit;  /* of each set: the sum of its items' multipliers, less its cost's price */
    int64_t *gross;   /* the same without the price */
    int64_t *best;    /* the multipliers with the least bound so far */
    int64_t *before;  /* with runs: the sum of the multipliers before each item */
    int32_t *order;   /* sets; the first `taken` maximise the profit */
    int32_t taken;    /* `count`; with a budget only those with a positive profit */
    int32_t *times;   /* how many of those contain each item */
    float *direction; /* of each multiplier: a decaying sum of recent subgradients */
    dmi_wide bound, least; /* at the present multipliers, and the least so far; scaled */
    dm_run *run;           /* may be NULL */
    bool is_stopped;       /* there is no bound: the run has stopped */
    void *block;
} dmi_lagrangian;

bool dmi_lagrangian_init(dmi_lagrangian *lagrangian, int32_t items, int32_t sets, dm_run *run);
void dmi_lagrangian_clear(dmi_lagrangian *lagrangian);

/* Bounds a new problem by its heaviest sets: multipliers that are the weights. */
void dmi_lagrangian_bound_simply(dmi_lagrangian *lagrangian, dmi_subproblem *sub);
/* Sets the first multipliers. */
void dmi_lagrangian_start(dmi_subproblem *sub);
/* Starts on a subproblem; needs 0 < count <= sets. */
void dmi_lagrangian_begin(dmi_lagrangian *lagrangian, const dmi_subproblem *sub);
/* Computes the bound at the present multipliers. Returns true if it is the best so far;
 * sub->upper may then fall. `found` receives the weight of the sets taken; -1: they cost more than
 * the budget, or the run has stopped. */
bool dmi_lagrangian_bound(dmi_lagrangian *lagrangian, dmi_subproblem *sub, int64_t *found);
/* With the bound just computed, decides every set without which, or with which, no cover weighs
 * `wanted`. */
void dmi_lagrangian_decide(const dmi_lagrangian *lagrangian, const dmi_subproblem *sub,
                           int64_t wanted, unsigned char *decision);
/* Moves the multipliers by `step_size` (0..2) times the step that would bring the bound down to
 * `wanted` if it were linear. False if none moves. */
bool dmi_lagrangian_move(dmi_lagrangian *lagrangian, dmi_subproblem *sub, int64_t wanted,
                         double step_size);
/* The same from the multipliers of the best bound, against the mean of what many steps took: the
 * volume algorithm.  It goes on where the other ends. */
bool dmi_lagrangian_move_averaged(dmi_lagrangian *lagrangian, dmi_subproblem *sub, int64_t wanted,
                                  double step_size);
/* Restores the multipliers of the best bound. */
void dmi_lagrangian_settle(const dmi_lagrangian *lagrangian, dmi_subproblem *sub);
/* Takes the sets that maximise the profit: they move to the front of `order`. */
void dmi_lagrangian_take(dmi_lagrangian *lagrangian, const dmi_subproblem *sub);
/* Moves the `count` most profitable sets to the front of `order`. */
void dmi_lagrangian_select(dmi_lagrangian *lagrangian, const dmi_subproblem *sub, int32_t count);

#endif
