/* choice_coarse.h - a problem with fewer customers, whose gains are no less. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_COARSE_H
#define DMI_LOCATION_CHOICE_CHOICE_COARSE_H

#include "location/choice/choice_problem.h"

typedef struct dmi_choice_coarse {
    dmi_choice_problem problem; /* customers: clusters of those of the fine one; 0: there is none */
    int32_t *cluster;           /* of each customer of the fine one */
    dmi_arrays arrays;
} dmi_choice_coarse;

/* None where it would not help: few customers, or not all sites compete. */
dm_status dmi_choice_coarse_init(dmi_choice_coarse *coarse, const dmi_choice_problem *fine,
                                 dm_error *err);
void dmi_choice_coarse_clear(dmi_choice_coarse *coarse);

#endif
