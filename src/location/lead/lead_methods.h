/* lead_methods.h - openings, and the methods that find the best one. */
#ifndef DMI_LOCATION_LEAD_LEAD_METHODS_H
#define DMI_LOCATION_LEAD_LEAD_METHODS_H

#include "location/lead/lead_market.h"

/* An opening, a reply to it, and a lower bound on what White keeps against the best reply. */
typedef struct dmi_lead_opening {
    int32_t *white, *black; /* sites; `black` ends with -1 if Black has fewer places */
    int64_t won;            /* -1: none yet */
    dmi_arrays arrays;
} dmi_lead_opening;

dm_status dmi_lead_opening_init(dmi_lead_opening *opening, const dmi_lead_sites *sites,
                                dm_error *err);
void dmi_lead_opening_clear(dmi_lead_opening *opening);
void dmi_lead_opening_copy(dmi_lead_opening *to, const dmi_lead_opening *from,
                           const dmi_lead_sites *sites);

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
