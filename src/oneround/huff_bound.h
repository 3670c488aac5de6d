/* huff_bound.h - upper bounds on what sets of candidates gain under the Huff rule. */
#ifndef DMI_HUFF_BOUND_H
#define DMI_HUFF_BOUND_H

#include "oneround/huff_problem.h"

typedef struct dmi_huff_ranked {
    double key;
    int32_t item;
} dmi_huff_ranked;

/* Shares of the active candidates for which a linear function is largest: `count` of them at most,
 * within a budget. */
typedef struct dmi_huff_relaxation {
    const dmi_huff_problem *problem;
    int32_t *active, actives;
    double *share;   /* of each active candidate, 0 to 1 */
    double *reduced; /* of each active candidate: if negative, choices with it are worse by this
                        much; if positive, choices without it are */
    dmi_huff_ranked *order;
    dmi_arrays arrays;
} dmi_huff_relaxation;

/* All candidates are active. */
dm_status dmi_huff_relaxation_init(dmi_huff_relaxation *relax, const dmi_huff_problem *problem,
                                   dm_error *err);
void dmi_huff_relaxation_clear(dmi_huff_relaxation *relax);
/* The largest sum of coefficients, or an upper bound on it; fills `share` and `reduced`. */
double dmi_huff_relax(dmi_huff_relaxation *relax, const double *coefficient, int32_t count,
                      int64_t budget);

/* What the bound knows of a customer. */
typedef struct dmi_huff_cell {
    double rest;   /* 1 / (1 + the pulls of the sites that are in) */
    double weight; /* times rest */
    double slope;  /* 1 / (1 + the point where the cut touches) */
    double square; /* of 1 - slope */
} dmi_huff_cell;

/* Bounds the gain of every set that has the sites of `in` and else only active candidates. */
typedef struct dmi_huff_bounder {
    const dmi_huff_problem *problem;
    dmi_huff_choice in;
    dmi_huff_relaxation relax;
    double *share; /* of each candidate: the point where the next cut is made */
    int steps;
    double upper;         /* the least bound so far */
    double *best_reduced; /* its reduced costs, as in the relaxation */
    dmi_huff_cell *cell;
    double *coefficient;
    double *sum, *point[2], *small, *large, *height[4];
    dmi_arrays arrays;
} dmi_huff_bounder;

dm_status dmi_huff_bounder_init(dmi_huff_bounder *bounder, const dmi_huff_problem *problem,
                                dm_error *err);
void dmi_huff_bounder_clear(dmi_huff_bounder *bounder);
/* Starts with new sites `in`; the caller has set relax.active and `share`. */
void dmi_huff_bounder_start(dmi_huff_bounder *bounder, const int32_t *in, int32_t count);
/* One cut: lowers `upper` if it can and moves `share`. */
dm_status dmi_huff_bounder_step(dmi_huff_bounder *bounder, dm_run *run, dm_error *err);

#endif
