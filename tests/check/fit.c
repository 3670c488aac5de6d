/* fit.c - trips by the definition of the two rules (fit.h). */
#include "check/fit.h"

#include <math.h>

/* The distance as it counts; negative: out of reach. */
static long double measure(const dm_arena *arena, const int64_t *distances, const dm_fit_request *r,
                           int32_t customer, int32_t site)
{
    dm_vertex n = dm_arena_vertices(arena);
    int64_t d = distances[(int64_t)r->customer[customer] * n + r->site[site]];
    if (d < 0 || (r->has_radius && d > r->radius))
        return -1;
    if (r->rule == DM_LOGIT)
        return (long double)(d + (r->offset ? r->offset[site] : 0)) /
               powl(10, dm_arena_decimals(arena));
    return logl((long double)(d > r->floor ? d : r->floor) / (long double)r->floor);
}

long double check_fit_likelihood(const dm_arena *arena, const int64_t *distances,
                                 const dm_fit_request *request, const double *a, double beta)
{
    long double sum = 0;
    for (int64_t i = 0; i < request->trips; i++) {
        const dm_trip *t = &request->trip[i];
        long double all = 0, own = measure(arena, distances, request, t->customer, t->site);
        if (t->count == 0)
            continue;
        for (int32_t j = 0; j < request->sites; j++) {
            long double d = measure(arena, distances, request, t->customer, j);
            if (d >= 0)
                all += expl((long double)a[j] - (long double)a[t->site] - beta * (d - own));
        }
        sum -= (long double)t->count * logl(all);
    }
    return sum;
}

bool check_fit_has_none(const dm_arena *arena, const int64_t *distances,
                        const dm_fit_request *request)
{
    /* how much farther the second site is, of the trips to either one */
    long double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY};
    for (int64_t i = 0; i < request->trips; i++) {
        const dm_trip *t = &request->trip[i];
        long double first = measure(arena, distances, request, t->customer, 0);
        long double second = measure(arena, distances, request, t->customer, 1);
        if (t->count == 0 || first < 0 || second < 0)
            continue;
        least[t->site] = fminl(least[t->site], second - first);
        most[t->site] = fmaxl(most[t->site], second - first);
    }
    return least[0] >= most[1] - 1e-12L || least[1] >= most[0] - 1e-12L; /* of logarithms */
}
