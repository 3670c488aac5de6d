/* demesne/fit.h - beta and the attractions of sites, from trips that were counted.
 *
 * A customer at distance d(j) from site j goes there with the probability
 *
 *     DM_LOGIT   exp(a(j) - beta d(j)) / sum over the sites in reach
 *     DM_HUFF    A(j) max(d(j), floor)^-beta / sum over the sites in reach
 *
 * and the beta and attractions are found under which the trips are most likely.  As only quotients
 * of attractions count, that of the first site is fixed: a(0) = 0, A(0) = 1.
 *
 *     customer,site,count
 *     Mill Lane,Old Market,34        34 of the trips from Mill Lane went to Old Market,
 *     Mill Lane,Harbour,6            6 to the harbour
 *
 * Sources: McFadden, Conditional logit analysis of qualitative choice behavior, 1974; Huff, A
 * probabilistic analysis of shopping center trade areas, 1963.
 */
#ifndef DEMESNE_FIT_H
#define DEMESNE_FIT_H

#include <demesne/market.h>
#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* So many trips of a customer to a site, both by their numbers in the request. */
typedef struct dm_trip {
    int32_t customer, site;
    int64_t count; /* 0 or more */
} dm_trip;

typedef struct dm_fit_request {
    dm_rule rule; /* DM_HUFF or DM_LOGIT */
    int64_t
        floor; /* DM_HUFF: smaller distances count as this one; in the board's unit, at least 1 */
    bool has_radius;
    int64_t radius; /* a site farther than this from a customer is not among his choices */
    const dm_vertex *site;
    const int64_t *offset; /* DM_LOGIT: added to the distances from each site; NULL: 0 */
    int32_t sites;
    const dm_vertex *customer;
    int32_t customers;
    const dm_trip *trip;
    int64_t trips;
    const char *const *site_name; /* in messages; NULL: numbers */
    int64_t *failed_trip;    /* receives the trip that a failure is about, or -1; may be NULL */
    const void *reserved[4]; /* NULL; later versions may use them */
} dm_fit_request;

typedef struct dm_fit {
    double beta, beta_error; /* the standard error */
    int32_t sites;
    double *attraction; /* of each site: a, under Huff's rule A */
    double *error;      /* its standard error, under Huff's rule that of log A; 0 of the first */
    int64_t *observed;  /* trips */
    double *predicted;  /* trips: what the fitted rule expects */
    int64_t trips;
    double log_likelihood;      /* without the multinomial coefficient */
    double null_log_likelihood; /* if every site in reach were as likely as another */
    double rho_squared;         /* 1 minus their quotient */
    int iterations;
} dm_fit;

/* Newton's method on the concave log-likelihood; the errors are from the inverse of the Fisher
 * information.
 *
 * DM_BAD_INPUT: fewer than two sites; a site without trips; a trip to a site out of reach; no
 * maximum, as the trips can be told apart without error (all go to the nearest site, for example);
 * beta or an attraction that the trips say nothing about.  DM_BAD_VERTEX, DM_BAD_ARGUMENT (floor,
 * radius, a number of a trip out of range), DM_UNFINISHED.
 *
 * One search per site; then per iteration O(c m^2 + m^3) for m sites and c places of customers with
 * trips.  Memory O(c m). */
dm_status dm_fit_new(const dm_arena *arena, const dm_fit_request *request, dm_run *run,
                     dm_fit **out, dm_error *err);
void dm_fit_free(dm_fit *fit);

#ifdef __cplusplus
}
#endif
#endif
