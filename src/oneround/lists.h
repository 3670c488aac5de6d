/* lists.h - a market written out as a cover: which candidates reach which customers. */
#ifndef DMI_LISTS_H
#define DMI_LISTS_H

#include "oneround/cover.h"
#include "oneround/market.h"

/* Entries (a candidate that reaches a step of a customer) that the lists may have: the search
 * keeps several copies, and this many take about 3 GiB. */
#define DMI_MOST_ENTRIES INT64_C(100000000)

/* The customers of a market; those that White does not reach, with no radius, are one customer a
 * component: whoever is there has them all.  New, one a vertex; NULL (an error is told) on
 * failure.  `most` receives the greatest finite reach, at least 0. */
dmi_customer *dmi_joint_customers(const dmi_market *market, int64_t *most, dm_error *err);

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
