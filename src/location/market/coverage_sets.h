/* coverage_sets.h - which candidates gain from which customers, as lists of a maximum coverage
 * problem.
 *
 * Customers from which the same candidates gain the same are one group.  A group has up to two
 * items: what all of its candidates gain, and what those within the inner step gain besides.  Set i
 * has the items that a site on candidate i reaches.
 */
#ifndef DMI_LOCATION_MARKET_COVERAGE_SETS_H
#define DMI_LOCATION_MARKET_COVERAGE_SETS_H

#include "location/cover/cover.h"
#include "location/market/hits.h"
#include <demesne/run.h>

typedef struct dmi_coverage {
    int32_t items, sets;
    int64_t *weight; /* of each item, positive */
    int64_t *first;  /* set s holds item[first[s] .. first[s+1]-1], increasing */
    int32_t *item;   /* NULL: `run` has them */
    dmi_item_run *run;
} dmi_coverage;

void dmi_coverage_clear(dmi_coverage *coverage);

#define DMI_MOST_HITS INT64_C(1000000000) /* entries in all, and items in all lists */

/* Groups the customers and makes the lists.  Signs the candidates whose signatures are missing.
 * DM_STOPPED: there are none.  O(entries). */
dm_status dmi_coverage_init(dmi_coverage *coverage, const dmi_customers *customers,
                            dmi_candidates *candidates, dmi_signatures *signatures, dm_run *run,
                            dm_error *err);

/* The same without groups, for many entries: each customer has its own items, and those of a set
 * are runs of customers with neighbouring numbers.  O(entries). */
dm_status dmi_coverage_init_runs(dmi_coverage *coverage, const dmi_customers *customers,
                                 const dmi_candidates *candidates, dm_run *run, dm_error *err);

#endif
