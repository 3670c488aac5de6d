/* trips.h - trips that were counted, with the distances that the customers had to choose from. */
#ifndef DMI_LOCATION_FIT_TRIPS_H
#define DMI_LOCATION_FIT_TRIPS_H

#include "base/base.h"
#include <demesne/fit.h>

/* Customers on one vertex are one place; places without trips are left out.  Of place i the
 * `distance` to site j is at [i * sites + j]: the distance or its logarithm, less the place's mean,
 * in units of `scale`; infinite: the site is out of reach. */
typedef struct dmi_trips {
    int32_t sites, places;
    double *distance;
    double *leaving;        /* trips from each place */
    double *arriving;       /* trips to each site */
    double travelled;       /* the sum of the distances of all trips */
    double scale, farthest; /* the largest |distance| */
    int64_t count;          /* of all trips */
    double null_log_likelihood;
    dmi_arrays arrays;
} dmi_trips;

dm_status dmi_trips_init(dmi_trips *trips, const dm_arena *arena, const dm_fit_request *request,
                         dm_run *run, dm_error *err);
void dmi_trips_clear(dmi_trips *trips);

/* "'Mill Lane'", or the number of a site. */
const char *dmi_trips_site(const dm_fit_request *request, int32_t site, char out[80]);

#endif
