/* check/fit.h - the likelihood of trips from its definition, trip by trip, in long doubles. */
#ifndef CHECK_FIT_H
#define CHECK_FIT_H

#include <demesne/fit.h>

/* The log-likelihood at these parameters: a of every site (under Huff's rule log A), and beta.
 * `distances` has the distance from customer's to site's vertex at [customer * n + site], -1: none.
 */
long double check_fit_likelihood(const dm_arena *arena, const int64_t *distances,
                                 const dm_fit_request *request, const double *a, double beta);

/* For two sites: whether no beta is the most likely one, as the trips to each site can be told
 * apart by how much nearer it is, or because all differences are equal. */
bool check_fit_has_none(const dm_arena *arena, const int64_t *distances,
                        const dm_fit_request *request);

#endif
