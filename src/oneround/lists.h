/* lists.h - a market written out as a cover: which candidates reach which customers. */
#ifndef DMI_LISTS_H
#define DMI_LISTS_H

#include "oneround/cover.h"
#include "oneround/market.h"

/* Entries (a candidate that reaches a step of a customer) that the lists may have: the search
 * keeps several copies, and this many take about 3 GiB. */
#define DMI_MOST_ENTRIES INT64_C(100000000)

/* The customers of a market, one a vertex; those that White does not reach, with no radius, are one
 * customer a component: whoever is there has them all.  limit[v]: no stone farther from v than this
 * changes anything at v, and limits differ by no more than the way between (ball.h). */
typedef struct dmi_demand {
    dmi_customer *customer;
    int64_t *limit;
} dmi_demand;

dm_status dmi_demand_init(dmi_demand *demand, const dmi_market *market, dm_error *err);
void dmi_demand_clear(dmi_demand *demand);

/* Set i of the cover is candidate i; item weights are gains. */
typedef struct dmi_lists {
    dmi_cover cover;
    int64_t *weight, *first;
    int32_t *item;
} dmi_lists;

/* One search around each customer.  DM_TOO_LARGE past DMI_MOST_ENTRIES; DM_STOPPED: nothing is
 * there. */
dm_status dmi_lists_init(dmi_lists *lists, const dmi_market *market, dm_run *run, dm_error *err);
void dmi_lists_clear(dmi_lists *lists);

#endif
