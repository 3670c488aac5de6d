/* reply_cover.h - a reply problem as maximum coverage: which candidates reach which customers. */
#ifndef DMI_REPLY_COVER_H
#define DMI_REPLY_COVER_H

#include "oneround/cover.h"
#include "oneround/reply_problem.h"

/* Limit on entries (a candidate that reaches a step of a customer). The search keeps several
 * copies; this many take about 3 GiB. */
#define DMI_MOST_ENTRIES INT64_C(100000000)

/* The customers of a problem, one per vertex. Without a radius, all customers of a component
 * that White does not reach are joined into one: any stone there has them all. No stone farther
 * than limit[v] from v changes anything at v; the limits are as bounded_search.h needs them. */
typedef struct dmi_reply_demand {
    dmi_reply_customer *customer;
    int64_t *limit;
} dmi_reply_demand;

dm_status dmi_reply_demand_init(dmi_reply_demand *demand, const dmi_reply_problem *problem,
                                dm_error *err);
void dmi_reply_demand_clear(dmi_reply_demand *demand);

/* Set i is candidate i; item weights are gains. */
typedef struct dmi_reply_cover {
    dmi_cover cover;
    int64_t *weight, *first;
    int32_t *item;
} dmi_reply_cover;

/* One search per customer. DM_TOO_LARGE past DMI_MOST_ENTRIES; nothing is left allocated after
 * DM_STOPPED. */
dm_status dmi_reply_cover_init(dmi_reply_cover *lists, const dmi_reply_problem *problem,
                               dm_run *run, dm_error *err);
void dmi_reply_cover_clear(dmi_reply_cover *lists);

#endif
