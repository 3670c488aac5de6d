/* choice_cut.h - linear functions of the sites that no gain exceeds. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_CUT_H
#define DMI_LOCATION_CHOICE_CHOICE_CUT_H

#include "location/choice/choice_problem.h"

/* What the cut of a customer needs. */
typedef struct dmi_choice_cell {
    double rest;   /* pulls are multiplied by it */
    double weight; /* of the gain g in that unit */
    double slope;  /* 1 / (1 + t), where t is the point of the cut */
    double square; /* (1 - slope)^2 */
} dmi_choice_cell;

/* How high the cuts of a customer are at the shares: that of t = 0, and three others. */
typedef struct dmi_choice_heights {
    double slope[3], height[4];
} dmi_choice_heights;

/* Scratch of one thread. */
typedef struct dmi_choice_cutter {
    const dmi_choice_problem *problem;
    const dmi_choice_set *in; /* borrowed */
    dmi_choice_cell *cell;
    double *sum, *point[2], *small, *large;
    dmi_choice_heights *height;
    double *single;    /* of each candidate: what it gains alone, less its price */
    double *threshold; /* what is taken off every pull; NULL: nothing, as all sites compete */
    double raised;     /* gain of the sites that are in if every pull counts from its threshold */
    dmi_arrays arrays;
} dmi_choice_cutter;

/* Fills `single`: one pass over all rows. */
dm_status dmi_choice_cutter_init(dmi_choice_cutter *cutter, const dmi_choice_problem *problem,
                                 dm_error *err);
void dmi_choice_cutter_clear(dmi_choice_cutter *cutter);

/* From now on cuts are made for sets that have the sites of `in`. */
void dmi_choice_cutter_start(dmi_choice_cutter *cutter, const dmi_choice_set *in);

/* A cut that is low at `share`: every set gains at most *constant + its coefficients.  Only the
 * `count` candidates of `list`, none of them in, get coefficients of their own and have shares; the
 * shares of all others are 0.  DM_STOPPED. */
dm_status dmi_choice_cut(dmi_choice_cutter *cutter, const int32_t *list, int32_t count,
                         const double *share, double *coefficient, double *constant, dm_run *run,
                         dm_error *err);

#endif
