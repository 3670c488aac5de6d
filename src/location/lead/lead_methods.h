/* lead_methods.h - the interface of the methods that find a lead. */
#ifndef DMI_LOCATION_LEAD_LEAD_METHODS_H
#define DMI_LOCATION_LEAD_LEAD_METHODS_H

#include "location/lead/local_search.h"

typedef struct dmi_lead_result {
    dmi_lead_opening best; /* made by the caller */
    int64_t upper;         /* no opening keeps more weight; set by the caller and lowered */
    uint64_t nodes, cuts, replies;
} dmi_lead_result;

/* `out` is filled even after DM_STOPPED. */
typedef dm_status dmi_lead_fn(const dmi_lead_market *market, dm_run *run, dmi_lead_result *out,
                              dm_error *err);

dmi_lead_fn dmi_lead_exact, dmi_lead_enumerate, dmi_lead_local;

/* Whether White has so few openings that going through all of them is fastest. */
bool dmi_lead_can_enumerate(const dmi_lead_sites *sites);

#endif
