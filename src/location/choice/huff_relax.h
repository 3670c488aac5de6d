/* huff_relax.h - the largest linear function over shares of candidates. */
#ifndef DMI_LOCATION_CHOICE_HUFF_RELAX_H
#define DMI_LOCATION_CHOICE_HUFF_RELAX_H

#include "location/choice/huff_problem.h"

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

#endif
