/* fit.c - a logit fitted to 100 000 trips among 50 sites, compared with plain gradient ascent.
 *
 * The trips are drawn from a known beta and attractions.  The peer has all distances at hand, and
 * climbs with steps that double while they help and halve when they do not, until its likelihood is
 * within a hundred-millionth of the maximum.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 50, HOMES = 2000, EACH = 50, MOST_STEPS = 5000 };

static const double true_beta = 0.0005; /* for ways of some thousand units */

typedef struct trial {
    dm_arena *town;
    dm_vertex site[SITES], home[HOMES];
    double distance[HOMES][SITES], attraction[SITES];
    dm_trip trip[HOMES * SITES];
    dm_fit *fit;
    double reached; /* the peer's likelihood */
    int steps;
} trial;

static dm_status measure(trial *t, dm_error *err)
{
    const dm_terms terms = {.rule = DM_NEAREST};
    dm_status status = DM_OK;
    for (int j = 0; j < SITES && status == DM_OK; j++) {
        const dm_group group = {DM_WHITE, {.vertex = &t->site[j], .count = 1}};
        dm_dominance *from = NULL;
        status = dm_terms_dominance(t->town, &terms, &group, 1, &from, err);
        for (int i = 0; i < HOMES && status == DM_OK; i++)
            t->distance[i][j] = (double)from->distance[t->home[i]];
        dm_dominance_free(from);
    }
    return status;
}

/* Fills `chance`; returns the logarithm of the sum. */
static double find_chances(const trial *t, int home, const double *a, double beta, double *chance)
{
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < SITES; j++) {
        chance[j] = a[j] - beta * t->distance[home][j];
        most = fmax(most, chance[j]);
    }
    for (int j = 0; j < SITES; j++)
        sum += chance[j] = exp(chance[j] - most);
    for (int j = 0; j < SITES; j++)
        chance[j] /= sum;
    return most + log(sum);
}

static void draw_trips(trial *t, dm_rng *rng)
{
    double chance[SITES];
    for (int i = 0; i < HOMES; i++) {
        find_chances(t, i, t->attraction, true_beta, chance);
        for (int j = 0; j < SITES; j++)
            t->trip[i * SITES + j] = (dm_trip){i, j, 0};
        for (int k = 0; k < EACH; k++) {
            double at = dm_rng_unit(rng);
            int j = 0;
            while (j + 1 < SITES && (at -= chance[j]) >= 0)
                j++;
            t->trip[i * SITES + j].count++;
        }
    }
}

static dm_status fit_newton(void *user, dm_error *err)
{
    trial *t = user;
    const dm_fit_request request = {.rule = DM_LOGIT,
                                    .site = t->site,
                                    .sites = SITES,
                                    .customer = t->home,
                                    .customers = HOMES,
                                    .trip = t->trip,
                                    .trips = (int64_t)HOMES * SITES};
    dm_fit_free(t->fit);
    t->fit = NULL;
    return dm_fit_new(t->town, &request, NULL, &t->fit, err);
}

/* The likelihood and its gradient; beta comes last, in units of 1/1000. */
static double climb_value(const trial *t, const double *at, double *gradient)
{
    double value = 0, chance[SITES];
    memset(gradient, 0, (SITES + 1) * sizeof *gradient);
    for (int i = 0; i < HOMES; i++) {
        double all = find_chances(t, i, at, at[SITES] / 1000, chance);
        for (int j = 0; j < SITES; j++) {
            double count = (double)t->trip[i * SITES + j].count, way = t->distance[i][j] / 1000;
            value += count > 0 ? count * (at[j] - at[SITES] * way - all) : 0;
            gradient[j] += count - EACH * chance[j];
            gradient[SITES] -= (count - EACH * chance[j]) * way;
        }
    }
    gradient[0] = 0; /* fixed */
    return value;
}

static dm_status fit_gradient(void *user, dm_error *err)
{
    trial *t = user;
    double at[SITES + 1] = {0}, next[SITES + 1], slope[SITES + 1], other[SITES + 1], step = 1e-6;
    (void)err;
    t->reached = climb_value(t, at, slope);
    for (t->steps = 0; t->steps < MOST_STEPS; t->steps++) {
        for (int j = 0; j <= SITES; j++)
            next[j] = at[j] + step * slope[j];
        double value = climb_value(t, next, other);
        step *= value > t->reached ? 2 : 0.5;
        if (!(value > t->reached))
            continue;
        t->reached = value;
        memcpy(at, next, sizeof at);
        memcpy(slope, other, sizeof slope);
        if (t->fit && value > t->fit->log_likelihood * (1 + 1e-8))
            break;
    }
    return DM_OK;
}

static dm_status compare(bench *b, trial *t, dm_error *err)
{
    double seconds[2];
    const bench_step steps[] = {{fit_newton, t}, {fit_gradient, t}};
    dm_status status = bench_time(b, steps, 2, seconds, err);
    if (status != DM_OK)
        return status;
    bench_row(b, &(bench_result){.what = "100000 trips, 50 sites, road:20000",
                                 .unit = "ms",
                                 .ours = 1e3 * seconds[0],
                                 .peer = "gradient ascent",
                                 .theirs = 1e3 * seconds[1],
                                 .is_least = t->steps == MOST_STEPS});
    bench_print(b, "  beta %.4g with error %.2g, trips made with %g; %d steps, the peer %d",
                t->fit->beta, t->fit->beta_error, true_beta, t->fit->iterations, t->steps);
    return DM_OK;
}

dm_status bench_fit(bench *b, dm_error *err)
{
    dm_rng rng;
    trial *t = calloc(1, sizeof *t);
    dm_status status = t ? dm_generate("road:20000", b->seed, &t->town, err)
                         : answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_rng_init(&rng, b->seed);
    for (int j = 0; j < SITES && status == DM_OK; j++) {
        t->site[j] = (dm_vertex)dm_rng_below(&rng, 20000);
        t->attraction[j] = j ? dm_rng_unit(&rng) - 0.5 : 0;
    }
    for (int i = 0; i < HOMES && status == DM_OK; i++)
        t->home[i] = (dm_vertex)dm_rng_below(&rng, 20000);
    if (status == DM_OK)
        status = measure(t, err);
    if (status == DM_OK) {
        draw_trips(t, &rng);
        status = compare(b, t, err);
    }
    if (t) {
        dm_arena_free(t->town);
        dm_fit_free(t->fit);
    }
    free(t);
    return status;
}
