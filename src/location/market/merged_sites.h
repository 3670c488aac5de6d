/* merged_sites.h - sites of one side that share a vertex, as one site for a search.
 *
 * Under the nearest rule only the site with the least offset can serve, among equal ones the first
 * listed, so no score changes.
 */
#ifndef DMI_LOCATION_MARKET_MERGED_SITES_H
#define DMI_LOCATION_MARKET_MERGED_SITES_H

#include "base/base.h"
#include <demesne/market.h>

typedef struct dmi_merged_sites {
    dm_sites sites;        /* distinct vertices, in the order of their first sites */
    dm_vertex closable_at; /* a vertex that sites share of which one may be closed; -1: none */
    dmi_arrays arrays;
} dmi_merged_sites;

/* A list that is wrong (a vertex out of range) stays as it is:
 * the checks that follow say what is wrong.  O(n). */
dm_status dmi_sites_merge(const dm_sites *sites, dm_vertex n, dmi_merged_sites *out, dm_error *err);
/* Whether some vertex is on both lists.  O(n). */
dm_status dmi_sites_meet(const dm_sites *a, const dm_sites *b, dm_vertex n, bool *meet,
                         dm_error *err);
void dmi_merged_sites_clear(dmi_merged_sites *merged);

#endif
