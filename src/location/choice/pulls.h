/* pulls.h - searches from sites, and what the weights of sites that stand add up to at every
 * vertex. */
#ifndef DMI_LOCATION_CHOICE_PULLS_H
#define DMI_LOCATION_CHOICE_PULLS_H

#include "graph/bounded_search.h"
#include "graph/shortest_paths.h"
#include "location/choice/choice_rule.h"

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

/* What the sites of both sides add up to at every vertex.  Weights are in units of e^top[v]. */
typedef struct dmi_pulls {
    dm_vertex n;
    double *top;      /* the largest utility, of a site or the outside; -INFINITY: there is none */
    double *total[2]; /* weights of each side that compete; 0: none */
    double *most;     /* the largest utility of a site */
    int32_t *site;    /* its number, or -1 */
    int64_t *distance;
    int32_t choices;      /* sites of a side that compete at a vertex; INT32_MAX: all, no lists */
    double *strongest[2]; /* of each side: their utilities, `choices` per vertex, largest first, */
    int32_t *which[2];    /* and their numbers; -1: no site */
    dmi_arrays arrays;
} dmi_pulls;

/* Sorts the sites by vertex and adds them in this order, so that neither the order nor the number
 * of threads changes the sums.  One search per site. */
dm_status dmi_pulls_init(dmi_pulls *pulls, const dm_graph *graph, const dmi_choice_rule *rule,
                         dmi_choice_site *sites, int32_t count, int threads, dm_run *run,
                         dm_error *err);
void dmi_pulls_clear(dmi_pulls *pulls);

/* The weight of what stays outside, in the units of v. */
static inline double dmi_pulls_outside(const dmi_pulls *pulls, const dmi_choice_rule *rule,
                                       dm_vertex v)
{
    return rule->outside > -INFINITY ? exp(rule->outside - pulls->top[v]) : 0;
}

#endif
