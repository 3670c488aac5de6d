/* huff_cut.h - linear functions of the sites that no gain under the Huff rule exceeds. */
#ifndef DMI_LOCATION_CHOICE_HUFF_CUT_H
#define DMI_LOCATION_CHOICE_HUFF_CUT_H

#include "location/choice/huff_problem.h"

/* What the cut of a customer needs. */
typedef struct dmi_huff_cell {
    double rest;   /* 1 / (1 + the pulls of the sites that are in) */
    double weight; /* times rest */
    double slope;  /* 1 / (1 + t), where t is the point of the cut */
    double square; /* (1 - slope)^2 */
} dmi_huff_cell;

/* Scratch of one thread. */
typedef struct dmi_huff_cutter {
    const dmi_huff_problem *problem;
    const dmi_huff_choice *in; /* borrowed */
    dmi_huff_cell *cell;
    double *sum, *point[2], *small, *large, *height[4];
    double *single; /* of each candidate: what it gains alone */
    dmi_arrays arrays;
} dmi_huff_cutter;

/* Fills `single`: one pass over all rows. */
dm_status dmi_huff_cutter_init(dmi_huff_cutter *cutter, const dmi_huff_problem *problem,
                               dm_error *err);
void dmi_huff_cutter_clear(dmi_huff_cutter *cutter);

/* From now on cuts are made for sets that have the sites of `in`. */
void dmi_huff_cutter_start(dmi_huff_cutter *cutter, const dmi_huff_choice *in);

/* A cut that is low at `share`: every set gains at most *constant + its coefficients.  Only the
 * `count` candidates of `list`, none of them in, get coefficients of their own and have shares.
 * DM_STOPPED. */
dm_status dmi_huff_cut(dmi_huff_cutter *cutter, const int32_t *list, int32_t count,
                       const double *share, double *coefficient, double *constant, dm_run *run,
                       dm_error *err);

#endif
