/* reply_cover.h - a problem written out as a cover: which candidates reach which customers. */
#ifndef DMI_REPLY_COVER_H
#define DMI_REPLY_COVER_H

#include "oneround/cover.h"
#include "oneround/reply_problem.h"

/* Entries (a candidate that reaches a step of a customer) that the lists may have: the search
 * keeps several copies, and this many take about 3 GiB. */
#define DMI_MOST_ENTRIES INT64_C(100000000)

/* The customers of a problem, one a vertex; those that White does not reach, with no radius, are
 * one customer a component: whoever is there has them all.  limit[v]: no stone farther from v than
 * this changes anything at v, and limits differ by no more than the way between (bounded_search.h).
 */
typedef struct dmi_reply_demand {
    dmi_reply_customer *customer;
    int64_t *limit;
} dmi_reply_demand;

dm_status dmi_reply_demand_init(dmi_reply_demand *demand, const dmi_reply_problem *problem,
                                dm_error *err);
void dmi_reply_demand_clear(dmi_reply_demand *demand);

/* Set i of the cover is candidate i; item weights are gains. */
typedef struct dmi_reply_cover {
    dmi_cover cover;
    int64_t *weight, *first;
    int32_t *item;
} dmi_reply_cover;

/* One search around each customer.  DM_TOO_LARGE past DMI_MOST_ENTRIES; DM_STOPPED: nothing is
 * there. */
dm_status dmi_reply_cover_init(dmi_reply_cover *lists, const dmi_reply_problem *problem,
                               dm_run *run, dm_error *err);
void dmi_reply_cover_clear(dmi_reply_cover *lists);

#endif
