/* fit.c - the most likely beta and attractions, by Newton's method.
 *
 * The log-likelihood is concave, so a step that the information gives and that is halved until the
 * likelihood grows enough leads to the maximum from anywhere.  What the trips say nothing about is
 * seen at the start: a direction along which the likelihood is constant is one everywhere.  If
 * there is no maximum, the parameters grow for ever and the information fades: along some direction
 * less than a millionth of a millionth of it remains, and the search fails with a message.
 *
 * Cost: some ten times O(places x m^2 + m^3), for m sites.
 * Sources: McFadden 1974 (concavity); Albert and Anderson, On the existence of maximum likelihood
 * estimates in logistic regression models, Biometrika 71, 1984 (separation).
 */
#include <demesne/fit.h>

#include "location/fit/likelihood.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 200, MOST_HALVINGS = 60 };
#define FADED   1e-12 /* of the information at the start */
#define SETTLED 1e-9  /* the most that a utility changes in the last step */

typedef struct newton {
    const dmi_trips *trips;
    const dm_fit_request *request;
    dmi_likelihood now, next;
    double *first;  /* the diagonal of the information at the start */
    double *factor; /* m x m, the lower half: Cholesky's */
    double *step;
    int steps;
    dmi_arrays arrays;
} newton;

/* Factors the information; the first pivot that has faded is returned, -1: none. */
static int32_t factor_information(newton *w)
{
    size_t m = (size_t)w->now.count;
    memcpy(w->factor, w->now.information, m * m * sizeof *w->factor);
    for (size_t j = 0; j < m; j++) {
        double *row = w->factor + j * m;
        for (size_t k = 0; k <= j; k++) {
            const double *other = w->factor + k * m;
            double sum = row[k];
            for (size_t i = 0; i < k; i++)
                sum -= row[i] * other[i];
            if (k < j)
                row[k] = sum / other[k];
            else if (!(sum > FADED * w->first[j]))
                return (int32_t)j;
            else
                row[j] = sqrt(sum);
        }
    }
    return -1;
}

/* Replaces b by the solution x of information x = b. */
static void solve(const newton *w, double *b)
{
    size_t m = (size_t)w->now.count;
    for (size_t j = 0; j < m; j++) {
        for (size_t k = 0; k < j; k++)
            b[j] -= w->factor[j * m + k] * b[k];
        b[j] /= w->factor[j * m + j];
    }
    for (size_t j = m; j-- > 0;) {
        for (size_t k = j + 1; k < m; k++)
            b[j] -= w->factor[k * m + j] * b[k];
        b[j] /= w->factor[j * m + j];
    }
}

static int32_t root_of(int32_t *parent, int32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* A site that no chain of customers with a choice joins to the first; -1: none, or no memory. */
static int32_t find_apart(const dmi_trips *t)
{
    size_t m = (size_t)t->sites;
    int32_t apart = -1, *parent = dmi_alloc(m, sizeof *parent);
    for (int32_t j = 0; parent && j < t->sites; j++)
        parent[j] = j;
    for (size_t i = 0; parent && i < (size_t)t->places; i++) {
        int32_t seen = -1;
        for (int32_t j = 0; j < t->sites; j++)
            if (isfinite(t->distance[i * m + (size_t)j])) {
                if (seen >= 0)
                    parent[root_of(parent, j)] = root_of(parent, seen);
                seen = j;
            }
    }
    for (int32_t j = t->sites; parent && j-- > 1;)
        if (root_of(parent, j) != root_of(parent, 0))
            apart = j;
    free(parent);
    return apart;
}

static dm_status not_identified(const newton *w, dm_error *err)
{
    char first[80], other[80];
    int32_t apart = find_apart(w->trips);
    if (apart > 0)
        return dmi_fail(err, DM_BAD_INPUT,
                        "no customer has a choice that joins site %s to site %s, so their "
                        "attractions cannot be compared",
                        dmi_trips_site(w->request, apart, other),
                        dmi_trips_site(w->request, 0, first));
    return dmi_fail(err, DM_BAD_INPUT,
                    "beta cannot be told from the attractions: the ways to the sites are longer or "
                    "shorter by the same amounts for all customers; expected trips from more "
                    "places");
}

static dm_status no_maximum(const newton *w, dm_error *err)
{
    int32_t m = w->now.count, most = m - 1;
    double reach = fabs(w->now.at[m - 1]) * w->trips->farthest;
    char name[80];
    for (int32_t j = 1; j < m; j++)
        if (fabs(w->now.at[j - 1]) > reach)
            reach = fabs(w->now.at[j - 1]), most = j - 1;
    if (most < m - 1)
        return dmi_fail(err, DM_BAD_INPUT,
                        "the trips have no most likely rule: the %s site %s is, the likelier they "
                        "are, without end; expected more trips, or fewer sites",
                        w->now.at[most] > 0 ? "more attractive" : "less attractive",
                        dmi_trips_site(w->request, most + 1, name));
    return dmi_fail(err, DM_BAD_INPUT,
                    "the trips have no most likely beta: the %s it is, the likelier they are, "
                    "without end, as if all went to the %s site; expected more trips, of which "
                    "some do otherwise",
                    w->now.at[m - 1] > 0 ? "larger" : "smaller",
                    w->now.at[m - 1] > 0 ? "nearest" : "farthest");
}

/* The most that the step changes a utility. */
static double step_size(const newton *w)
{
    int32_t m = w->now.count;
    double most = fabs(w->step[m - 1]) * w->trips->farthest;
    for (int32_t j = 0; j + 1 < m; j++)
        most = fmax(most, fabs(w->step[j]));
    return most;
}

/* Goes along the step as far as it helps; *moved is false if not at all. */
static dm_status go_along(newton *w, double slope, bool *moved, dm_run *run, dm_error *err)
{
    double part = 1, noise = 1e-12 * (1 + fabs(w->now.value));
    *moved = false;
    for (int i = 0; i < MOST_HALVINGS && !*moved; i++, part /= 2) {
        for (int32_t j = 0; j < w->now.count; j++)
            w->next.at[j] = w->now.at[j] + part * w->step[j];
        dm_status status = dmi_likelihood_find(&w->next, w->trips, run, err);
        if (status != DM_OK)
            return status;
        *moved = w->next.value >= w->now.value + 1e-4 * part * slope - noise;
    }
    dmi_likelihood kept = w->now;
    if (*moved) {
        w->now = w->next;
        w->next = kept;
    }
    return DM_OK;
}

static dm_status climb(newton *w, dm_run *run, dm_error *err)
{
    size_t m = (size_t)w->now.count;
    const double *arriving = w->trips->arriving;
    bool moved = true;
    for (size_t j = 1; j < m; j++)
        w->now.at[j - 1] = log(arriving[j] / arriving[0]);
    dm_status status = dmi_likelihood_find(&w->now, w->trips, run, err);
    for (size_t j = 0; j < m && status == DM_OK; j++)
        w->first[j] = w->now.information[j * m + j];
    for (w->steps = 0; status == DM_OK; w->steps++) {
        if (factor_information(w) >= 0)
            return w->steps ? no_maximum(w, err) : not_identified(w, err);
        memcpy(w->step, w->now.gradient, m * sizeof *w->step);
        solve(w, w->step);
        if (step_size(w) <= SETTLED || !moved)
            return DM_OK;
        if (w->steps == MOST_STEPS)
            return no_maximum(w, err);
        double slope = 0;
        for (size_t j = 0; j < m; j++)
            slope += w->step[j] * w->now.gradient[j];
        status = go_along(w, slope, &moved, run, err);
    }
    return status;
}

static dm_status newton_init(newton *w, const dmi_trips *trips, const dm_fit_request *request,
                             dm_error *err)
{
    size_t m = (size_t)trips->sites;
    *w = (newton){.trips = trips, .request = request};
    w->first = dmi_array(&w->arrays, m, sizeof *w->first);
    w->factor = dmi_array(&w->arrays, m * m, sizeof *w->factor);
    w->step = dmi_array(&w->arrays, m, sizeof *w->step);
    dm_status status = dmi_arrays_check(&w->arrays, err);
    if (status == DM_OK)
        status = dmi_likelihood_init(&w->now, trips->sites, err);
    return status == DM_OK ? dmi_likelihood_init(&w->next, trips->sites, err) : status;
}

/* The standard error of a parameter. */
static double error_of(newton *w, int32_t parameter)
{
    size_t m = (size_t)w->now.count;
    memset(w->step, 0, m * sizeof *w->step);
    w->step[parameter] = 1;
    solve(w, w->step);
    return sqrt(w->step[parameter]);
}

static dm_status make_fit(newton *w, dm_fit **out, dm_error *err)
{
    int32_t m = w->now.count;
    const dmi_trips *t = w->trips;
    dm_fit *fit = dmi_calloc(1, sizeof *fit);
    if (!fit)
        return dmi_no_memory(err);
    fit->attraction = dmi_alloc((size_t)m, sizeof *fit->attraction);
    fit->error = dmi_calloc((size_t)m, sizeof *fit->error);
    fit->observed = dmi_alloc((size_t)m, sizeof *fit->observed);
    fit->predicted = dmi_alloc((size_t)m, sizeof *fit->predicted);
    if (!fit->attraction || !fit->error || !fit->observed || !fit->predicted) {
        dm_fit_free(fit);
        return dmi_no_memory(err);
    }
    fit->sites = m;
    fit->trips = t->count;
    fit->iterations = w->steps;
    fit->beta = w->now.at[m - 1] / t->scale;
    fit->beta_error = error_of(w, m - 1) / t->scale;
    for (int32_t j = 0; j < m; j++) {
        double a = j ? w->now.at[j - 1] : 0;
        fit->attraction[j] = w->request->rule == DM_LOGIT ? a : exp(a);
        fit->error[j] = j ? error_of(w, j - 1) : 0;
        fit->observed[j] = (int64_t)t->arriving[j];
        fit->predicted[j] = w->now.predicted[j];
    }
    fit->log_likelihood = w->now.value;
    fit->null_log_likelihood = t->null_log_likelihood;
    fit->rho_squared = 1 - fit->log_likelihood / fit->null_log_likelihood;
    *out = fit;
    return DM_OK;
}

dm_status dm_fit_new(const dm_arena *arena, const dm_fit_request *request, dm_run *run,
                     dm_fit **out, dm_error *err)
{
    dmi_trips trips;
    newton w = {0};
    if (request->failed_trip)
        *request->failed_trip = -1;
    dm_status status = dmi_trips_init(&trips, arena, request, run, err);
    if (status != DM_OK)
        return dmi_as_unfinished(status, err);
    status = newton_init(&w, &trips, request, err);
    if (status == DM_OK)
        status = climb(&w, run, err);
    if (status == DM_OK)
        status = make_fit(&w, out, err);
    dmi_likelihood_clear(&w.now);
    dmi_likelihood_clear(&w.next);
    dmi_arrays_free(&w.arrays);
    dmi_trips_clear(&trips);
    return dmi_as_unfinished(status, err);
}

void dm_fit_free(dm_fit *fit)
{
    if (!fit)
        return;
    free(fit->attraction);
    free(fit->error);
    free(fit->observed);
    free(fit->predicted);
    free(fit);
}
