/* choice_cut.h - linear functions of the sites that no gain exceeds. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_CUT_H
#define DMI_LOCATION_CHOICE_CHOICE_CUT_H

#include "location/choice/choice_cell.h"
#include "location/choice/choice_problem.h"

/* The unit of a customer, and the weight of its gain in that unit. */
typedef struct dmi_choice_unit {
    double rest; /* pulls are multiplied by it */
    double weight;
} dmi_choice_unit;

/* What small pulls are charged with beyond those of 0, in the units of the rows: slope * pull -
 * bend * min(pull, far). */
typedef struct dmi_choice_smalls {
    double limit, slope, bend, far;
} dmi_choice_smalls;

/* Scratch of one thread. */
typedef struct dmi_choice_cutter {
    const dmi_choice_problem *problem;
    const dmi_choice_set *in;         /* borrowed */
    struct dmi_choice_cutter *coarse; /* borrowed: of clusters of the customers; NULL: none */
    const int32_t *cluster;           /* of each customer */
    dmi_choice_unit *unit;
    dmi_choice_cell *cell;
    dmi_choice_smalls *small;
    int64_t *end; /* of the customer's pulls in `shared` */
    dmi_choice_shared *shared;
    size_t shared_room;
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
