/* pulls.h - how strongly sites attract the vertices in their reach, under the Huff rule. */
#ifndef DMI_LOCATION_CHOICE_PULLS_H
#define DMI_LOCATION_CHOICE_PULLS_H

#include "graph/bounded_search.h"
#include "graph/shortest_paths.h"
#include <math.h>

typedef struct dmi_pull_rule {
    double beta;
    int64_t floor;  /* at least 1 */
    int64_t radius; /* -1: none */
} dmi_pull_rule;

/* Of a site of attraction 1 at `distance`; scaled so that it is 1 within the floor. */
static inline double dmi_pull(const dmi_pull_rule *rule, int64_t distance)
{
    if (distance <= rule->floor)
        return 1;
    double ratio = (double)rule->floor / (double)distance;
    return rule->beta == 2 ? ratio * ratio : pow(ratio, rule->beta);
}

/* Searches from one site at a time.  After a search the vertices in reach are vertex[0 .. count-1]
 * with their distances. */
typedef struct dmi_site_search {
    int64_t radius; /* -1: none */
    dmi_paths paths;
    dmi_bounded_search bounded; /* used instead if there is a radius */
    dm_vertex *vertex, count;
    int64_t *distance;
} dmi_site_search;

/* Clear those that share with `other` (NULL: none) before it. */
dm_status dmi_site_search_init(dmi_site_search *search, const dm_graph *graph, int64_t radius,
                               const dmi_site_search *other, dm_error *err);
void dmi_site_search_clear(dmi_site_search *search);
dm_status dmi_site_search_run(dmi_site_search *search, dm_vertex site, dm_error *err);

/* One search per thread. */
dm_status dmi_site_searches_new(const dm_graph *graph, int64_t radius, int count,
                                dmi_site_search **out, dm_error *err);
void dmi_site_searches_free(dmi_site_search *searches, int count);

typedef struct dmi_pull_site {
    dm_vertex vertex;
    int32_t side;   /* 0 or 1 */
    int32_t number; /* the caller's */
    double attraction;
} dmi_pull_site;

/* What the sites of both sides add up to at every vertex. */
typedef struct dmi_pulls {
    dm_vertex n;
    double *total[2]; /* of each side; 0: no site reaches the vertex */
    double *most;     /* the strongest pull of a site */
    int32_t *site;    /* its number, or -1 */
    int64_t *distance;
    dmi_arrays arrays;
} dmi_pulls;

/* Sorts the sites by vertex and adds them in this order, so that neither the order nor the number
 * of threads changes the sums.  One search per site. */
dm_status dmi_pulls_init(dmi_pulls *pulls, const dm_graph *graph, const dmi_pull_rule *rule,
                         dmi_pull_site *sites, int32_t count, int threads, dm_run *run,
                         dm_error *err);
void dmi_pulls_clear(dmi_pulls *pulls);

#endif
