/* likelihood.h - how likely counted trips are, with the slopes that Newton's method needs. */
#ifndef DMI_LOCATION_FIT_LIKELIHOOD_H
#define DMI_LOCATION_FIT_LIKELIHOOD_H

#include "location/fit/trips.h"

/* At one point: at[0 .. m-2] are a of sites 1 .. m-1, at[m-1] is beta in the units of the trips,
 * for m sites. */
typedef struct dmi_likelihood {
    int32_t count; /* m, which is also the number of parameters */
    double *at;
    double value;        /* the log-likelihood */
    double *gradient;    /* m */
    double *information; /* m x m, the lower half: minus the second derivatives */
    double *predicted;   /* trips to each site */
    double *chance;      /* scratch: of each site */
    dmi_arrays arrays;
} dmi_likelihood;

dm_status dmi_likelihood_init(dmi_likelihood *likelihood, int32_t count, dm_error *err);
void dmi_likelihood_clear(dmi_likelihood *likelihood);
/* Fills all of it at `at`.  Asks the run after each place. */
dm_status dmi_likelihood_find(dmi_likelihood *likelihood, const dmi_trips *trips, dm_run *run,
                              dm_error *err);

#endif
