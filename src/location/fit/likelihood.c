/* likelihood.c - the log-likelihood of trips under a logit model, its gradient and information.
 *
 * With utilities u(j) = a(j) - beta d(j) a customer's chances are p(j) = exp(u(j)) / sum, computed
 * relative to the largest exponent.  With z(j) the vector whose product with the parameters is
 * u(j),
 *
 *     gradient      sum over trips of z(chosen) - E[z]
 *     information   sum over trips of E[z z'] - E[z] E[z]'         the same for every choice made,
 *
 * so expected and observed information agree.
 *
 * Cost: O(places x m^2).
 */
#include "location/fit/likelihood.h"

#include <assert.h>
#include <math.h>
#include <string.h>

dm_status dmi_likelihood_init(dmi_likelihood *likelihood, int32_t count, dm_error *err)
{
    size_t m = (size_t)count;
    dmi_likelihood *l = likelihood;
    assert(count >= 2);
    *l = (dmi_likelihood){.count = count};
    l->at = dmi_array_zeroed(&l->arrays, m, sizeof *l->at);
    l->gradient = dmi_array(&l->arrays, m, sizeof *l->gradient);
    l->information = dmi_array(&l->arrays, m * m, sizeof *l->information);
    l->predicted = dmi_array(&l->arrays, m, sizeof *l->predicted);
    l->chance = dmi_array(&l->arrays, m, sizeof *l->chance);
    return dmi_arrays_check(&l->arrays, err);
}

void dmi_likelihood_clear(dmi_likelihood *likelihood)
{
    dmi_arrays_free(&likelihood->arrays);
    *likelihood = (dmi_likelihood){0};
}

/* The chances of all sites for a place; returns the logarithm of the sum of exponentials. */
static double find_chances(const dmi_likelihood *l, const double *distance)
{
    int32_t m = l->count;
    double beta = l->at[m - 1], most = -INFINITY, sum = 0;
    for (int32_t j = 0; j < m; j++) {
        double a = j ? l->at[j - 1] : 0;
        l->chance[j] = isfinite(distance[j]) ? a - beta * distance[j] : -INFINITY;
        most = fmax(most, l->chance[j]);
    }
    assert(isfinite(most)); /* a place with trips reaches a site */
    for (int32_t j = 0; j < m; j++) {
        l->chance[j] = exp(l->chance[j] - most);
        sum += l->chance[j];
    }
    for (int32_t j = 0; j < m; j++)
        l->chance[j] /= sum;
    return most + log(sum);
}

/* Adds what the trips of a place say. */
static void add_place(dmi_likelihood *l, const double *distance, double trips)
{
    int32_t m = l->count;
    double *last = l->information + (size_t)(m - 1) * (size_t)m, mean = 0, spread = 0;
    l->value -= trips * find_chances(l, distance);
    for (int32_t j = 0; j < m; j++)
        if (l->chance[j] > 0)
            mean += l->chance[j] * distance[j];
    for (int32_t j = 0; j < m; j++) {
        double weight = trips * l->chance[j];
        if (weight <= 0)
            continue;
        double apart = distance[j] - mean;
        l->predicted[j] += weight;
        spread += weight * apart * apart;
        if (j == 0)
            continue;
        double *row = l->information + (size_t)(j - 1) * (size_t)m;
        for (int32_t k = 1; k <= j; k++)
            row[k - 1] -= weight * l->chance[k];
        row[j - 1] += weight;
        last[j - 1] -= weight * apart;
    }
    last[m - 1] += spread;
    l->gradient[m - 1] += trips * mean;
}

dm_status dmi_likelihood_find(dmi_likelihood *likelihood, const dmi_trips *trips, dm_run *run,
                              dm_error *err)
{
    dmi_likelihood *l = likelihood;
    size_t m = (size_t)l->count;
    memset(l->information, 0, m * m * sizeof *l->information);
    memset(l->predicted, 0, m * sizeof *l->predicted);
    l->gradient[m - 1] = -trips->travelled;
    l->value = -l->at[m - 1] * trips->travelled;
    for (size_t j = 1; j < m; j++)
        l->value += l->at[j - 1] * trips->arriving[j];
    for (size_t i = 0; i < (size_t)trips->places; i++) {
        add_place(l, trips->distance + i * m, trips->leaving[i]);
        if (!dmi_run_go_on(run, m))
            return dmi_stopped(run, err);
    }
    for (size_t j = 1; j < m; j++)
        l->gradient[j - 1] = trips->arriving[j] - l->predicted[j];
    return DM_OK;
}
