/* clusters.h - candidates near each other.
 *
 * One search from all members of a cluster finds every customer from which any of them gains, so it
 * bounds them all long before each is searched.
 */
#ifndef DMI_LOCATION_MARKET_CLUSTERS_H
#define DMI_LOCATION_MARKET_CLUSTERS_H

#include "location/market/coverage_sets.h"

typedef struct dmi_cluster {
    int32_t first, count; /* its members */
    dmi_hits hits;        /* of all together, or more; is_current false: not searched */
} dmi_cluster;

typedef struct dmi_clusters {
    int32_t *member; /* numbers of candidates, cluster by cluster */
    int32_t *order;  /* the members in the order in which they are searched */
    int32_t members;
    dmi_cluster *at;
    int32_t count;
} dmi_clusters;

/* Divides the candidates on `list`, of which neighbours are near each other.  The order has one of
 * each cluster first, then the others cluster by cluster. */
dm_status dmi_clusters_init(dmi_clusters *clusters, const int32_t *list, int32_t count,
                            dm_error *err);
void dmi_clusters_clear(dmi_clusters *clusters);

/* Once the clusters are searched: puts the clusters in the order of a greedy choice. */
dm_status dmi_clusters_order(dmi_clusters *clusters, const dmi_customers *customers, dm_error *err);

#endif
