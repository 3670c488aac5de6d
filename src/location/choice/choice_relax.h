/* choice_relax.h - the largest linear function over shares of candidates. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_RELAX_H
#define DMI_LOCATION_CHOICE_CHOICE_RELAX_H

#include "location/choice/choice_problem.h"

typedef struct dmi_choice_ranked {
    double key;
    int32_t item;
} dmi_choice_ranked;

/* Shares of the active candidates for which a linear function is largest: `count` new ones at most
 * and any closable ones, within a budget, one of each clique of sites that exclude each other. */
typedef struct dmi_choice_relaxation {
    const dmi_choice_problem *problem;
    int32_t *active, actives;
    double *reduced; /* of each active candidate: if negative, sets with it are worse by this much;
                        if positive, sets without it are */
    dmi_choice_ranked *order;
    double *taken, *second; /* of each clique: the largest and the second largest key; NULL: no
                               spacing */
    dmi_arrays arrays;
} dmi_choice_relaxation;

/* All candidates are active. */
dm_status dmi_choice_relaxation_init(dmi_choice_relaxation *relax,
                                     const dmi_choice_problem *problem, dm_error *err);
void dmi_choice_relaxation_clear(dmi_choice_relaxation *relax);
/* The largest sum of coefficients, or an upper bound on it; fills `reduced`. */
double dmi_choice_relax(dmi_choice_relaxation *relax, const double *coefficient, int32_t count,
                        int64_t budget);

#endif
