/* test_fit.c - fitted choice rules compared with the likelihood by its definition, and with the
 * rules that made the trips. */
#include "check/dominance.h"
#include "check/fit.h"
#include "support/support.h"
#include <demesne/source.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SITES = 4, MOST_CUSTOMERS = 12, MOST_TRIPS = MOST_SITES * MOST_CUSTOMERS };

typedef struct fit_case {
    dm_vertex site[MOST_SITES], customer[MOST_CUSTOMERS];
    int64_t offset[MOST_SITES];
    dm_trip trip[MOST_TRIPS];
    dm_fit_request request;
} fit_case;

/* Trips to sites in reach; every site has one.  False: some site is out of reach of all. */
static bool draw_case(dm_rng *rng, const dm_arena *arena, const int64_t *distances, fit_case *c)
{
    dm_vertex n = dm_arena_vertices(arena);
    bool visited[MOST_SITES] = {false};
    int32_t sites = 2 + (int32_t)dm_rng_below(rng, MOST_SITES - 1), seen = 0;
    int32_t customers = 1 + (int32_t)dm_rng_below(rng, MOST_CUSTOMERS);
    *c = (fit_case){.request = {.rule = dm_rng_below(rng, 2) ? DM_LOGIT : DM_HUFF,
                                .floor = 1 + (int64_t)dm_rng_below(rng, 2),
                                .has_radius = dm_rng_below(rng, 4) == 0,
                                .radius = (int64_t)dm_rng_below(rng, 12),
                                .sites = sites,
                                .customers = customers}};
    for (int32_t j = 0; j < sites; j++) {
        c->site[j] = (dm_vertex)dm_rng_below(rng, (uint64_t)n);
        c->offset[j] = (int64_t)dm_rng_below(rng, 3);
    }
    for (int32_t i = 0; i < customers; i++)
        c->customer[i] = (dm_vertex)dm_rng_below(rng, (uint64_t)n);
    dm_fit_request *r = &c->request;
    for (int32_t i = 0; i < customers; i++)
        for (int32_t j = 0; j < sites; j++) {
            int64_t d = distances[(int64_t)c->customer[i] * n + c->site[j]];
            if (d < 0 || (r->has_radius && d > r->radius) || dm_rng_below(rng, 3) == 0)
                continue;
            c->trip[r->trips++] = (dm_trip){i, j, (int64_t)dm_rng_below(rng, 4)};
            visited[j] |= c->trip[r->trips - 1].count > 0;
        }
    for (int32_t j = 0; j < sites; j++)
        seen += visited[j];
    r->site = c->site;
    r->offset = dm_rng_below(rng, 2) ? c->offset : NULL;
    r->customer = c->customer;
    r->trip = c->trip;
    return seen == sites;
}

/* The likelihood at the fitted parameters plus `h` times one or two of them: a of sites 1, 2, ..,
 * then beta. */
static long double likelihood_at(const dm_arena *arena, const int64_t *distances, const fit_case *c,
                                 const dm_fit *fit, int first, double h, int second, double k)
{
    double a[MOST_SITES] = {0}, beta = fit->beta;
    int m = c->request.sites;
    for (int j = 0; j < m; j++)
        a[j] = c->request.rule == DM_LOGIT ? fit->attraction[j] : log(fit->attraction[j]);
    *(first == m - 1 ? &beta : &a[first + 1]) += h;
    *(second == m - 1 ? &beta : &a[second + 1]) += k;
    return check_fit_likelihood(arena, distances, &c->request, a, beta);
}

/* Inverts a positive definite matrix by elimination. */
static void invert(long double m[MOST_SITES][MOST_SITES], int n)
{
    for (int p = 0; p < n; p++) {
        long double pivot = m[p][p];
        m[p][p] = 1;
        for (int j = 0; j < n; j++)
            m[p][j] /= pivot;
        for (int i = 0; i < n; i++) {
            long double factor = m[i][p];
            if (i == p)
                continue;
            m[i][p] = 0;
            for (int j = 0; j < n; j++)
                m[i][j] -= factor * m[p][j];
        }
    }
}

/* At the maximum the likelihood falls in all directions, and its curvature gives the errors. */
static void compare_fit(const dm_arena *arena, const int64_t *distances, const fit_case *c,
                        const dm_fit *fit)
{
    int m = c->request.sites;
    long double best = likelihood_at(arena, distances, c, fit, 0, 0, 0, 0);
    long double curve[MOST_SITES][MOST_SITES];
    double error[MOST_SITES];
    if (fabsl(best - (long double)fit->log_likelihood) > 1e-9L * (1 - best))
        fail_msg("likelihood %.15g, expected %.15Lg", fit->log_likelihood, best);
    for (int k = 0; k < m; k++) {
        error[k] = k == m - 1 ? fit->beta_error : fit->error[k + 1];
        double h = 1e-5 * error[k];
        long double up = likelihood_at(arena, distances, c, fit, k, h, k, 0);
        long double down = likelihood_at(arena, distances, c, fit, k, -h, k, 0);
        if (fabsl(up - down) > 1e-10L) /* in standard errors, a slope of 5e-6 */
            fail_msg("a slope of %Lg", (up - down) / (2 * (long double)h));
    }
    for (int j = 0; j < m; j++)
        for (int k = 0; k < m; k++) {
            double h = 1e-4 * error[j], g = 1e-4 * error[k];
            long double sum = likelihood_at(arena, distances, c, fit, j, h, k, g) -
                              likelihood_at(arena, distances, c, fit, j, h, k, -g) -
                              likelihood_at(arena, distances, c, fit, j, -h, k, g) +
                              likelihood_at(arena, distances, c, fit, j, -h, k, -g);
            curve[j][k] = -sum / 4e-8L; /* in units of the errors */
        }
    invert(curve, m);
    for (int k = 0; k < m; k++)
        if (fabsl(curve[k][k] - 1) > 0.05L)
            fail_msg("error %g of parameter %d, expected %Lg", error[k], k,
                     sqrtl(curve[k][k]) * (long double)error[k]);
    for (int j = 0; j < m; j++)
        assert_true(fabs(fit->predicted[j] - (double)fit->observed[j]) < 1e-6);
}

static void fits_by_definition(void **state)
{
    dm_rng rng;
    int fitted = 0, refused = 0;
    (void)state;
    dm_rng_init(&rng, 1);
    for (int done = 0; done < (run_long() ? 40000 : 3000); done++) {
        fit_case c;
        dm_error err = {0};
        dm_fit *fit = NULL;
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, 10);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        int64_t *distances = check_distances(arena);
        if (draw_case(&rng, arena, distances, &c)) {
            dm_status status = dm_fit_new(arena, &c.request, NULL, &fit, &err);
            bool none = c.request.sites == 2 && check_fit_has_none(arena, distances, &c.request);
            if (status != DM_OK && status != DM_BAD_INPUT)
                fail_msg("%s", err.message);
            if (c.request.sites == 2 && none != (status == DM_BAD_INPUT))
                fail_msg("%s: expected %s", err.message, none ? "no maximum" : "a maximum");
            if (status == DM_OK)
                compare_fit(arena, distances, &c, fit);
            fitted += status == DM_OK;
            refused += status != DM_OK;
        }
        dm_fit_free(fit);
        free(distances);
        dm_arena_free(arena);
    }
    assert_true(fitted > 300 && refused > 300);
}

enum { SHOPS = 5, HOMES = 60, EACH = 40 };

/* A trip of a customer under the rule. */
static int draw_site(dm_rng *rng, const int64_t *distance, const double *a, double beta,
                     bool is_logit)
{
    double chance[SHOPS], sum = 0;
    for (int j = 0; j < SHOPS; j++) {
        double d = (double)distance[j];
        chance[j] = exp(a[j] - beta * (is_logit ? d : log(fmax(d, 1))));
        sum += chance[j];
    }
    double at = sum * dm_rng_unit(rng);
    for (int j = 0; j + 1 < SHOPS; j++)
        if ((at -= chance[j]) < 0)
            return j;
    return SHOPS - 1;
}

/* Of the intervals of 1.96 standard errors about 95 of 100 have the true value. */
static void errors_cover(void **state)
{
    static const double a[SHOPS] = {0, 0.5, -0.4, 0.2, 1};
    int sets = run_long() ? 1000 : 60, inside = 0, of_beta = 0, all = 0;
    dm_error err = {0};
    dm_rng rng;
    (void)state;
    dm_rng_init(&rng, 4);
    dm_arena *arena = family_board("grid:20x20", 1);
    dm_vertex shop[SHOPS] = {25, 110, 205, 310, 388}, home[HOMES];
    int64_t *distances = check_distances(arena);
    for (int i = 0; i < HOMES; i++)
        home[i] = (dm_vertex)dm_rng_below(&rng, 400);
    for (int set = 0; set < sets; set++) {
        bool is_logit = set % 2;
        double beta = is_logit ? 0.15 : 1.2;
        dm_trip trip[HOMES * SHOPS] = {{0, 0, 0}};
        dm_fit *fit = NULL;
        for (int i = 0; i < HOMES; i++)
            for (int k = 0; k < SHOPS; k++)
                trip[i * SHOPS + k] = (dm_trip){i, k, 0};
        for (int i = 0; i < HOMES * EACH; i++) {
            int64_t row[SHOPS];
            for (int j = 0; j < SHOPS; j++)
                row[j] = distances[home[i / EACH] * 400 + shop[j]];
            trip[i / EACH * SHOPS + draw_site(&rng, row, a, beta, is_logit)].count++;
        }
        const dm_fit_request request = {.rule = is_logit ? DM_LOGIT : DM_HUFF,
                                        .floor = 1,
                                        .site = shop,
                                        .sites = SHOPS,
                                        .customer = home,
                                        .customers = HOMES,
                                        .trip = trip,
                                        .trips = (int64_t)HOMES * SHOPS};
        assert_ok(dm_fit_new(arena, &request, NULL, &fit, &err), err);
        of_beta += fabs(fit->beta - beta) < 1.96 * fit->beta_error;
        for (int j = 1; j < SHOPS; j++, all++) {
            double found = is_logit ? fit->attraction[j] : log(fit->attraction[j]);
            inside += fabs(found - a[j]) < 1.96 * fit->error[j];
        }
        assert_true(fit->rho_squared > 0 && fit->rho_squared < 1);
        dm_fit_free(fit);
    }
    double low = run_long() ? 0.93 : 0.85, high = run_long() ? 0.97 : 1;
    if (of_beta < low * sets || of_beta > high * sets || inside < low * all || inside > high * all)
        fail_msg("beta within %d of %d intervals, attractions within %d of %d", of_beta, sets,
                 inside, all);
    free(distances);
    dm_arena_free(arena);
}

static void refuse(const dm_arena *arena, dm_fit_request request, const char *expected)
{
    dm_error err = {0};
    dm_fit *fit = NULL;
    int64_t failed = -5;
    request.failed_trip = &failed;
    assert_true(dm_fit_new(arena, &request, NULL, &fit, &err) != DM_OK);
    assert_null(fit);
    if (!strstr(err.message, expected))
        fail_msg("\"%s\" lacks \"%s\"", err.message, expected);
    assert_int_equal(failed, strstr(expected, "cannot be reached") ? 1 : -1);
}

static void bad_trips(void **state)
{
    static const char *const names[] = {"Old Market", "Harbour"};
    dm_vertex site[] = {0, 8}, customer[] = {1, 4, 7};
    dm_trip nearest[] = {{0, 0, 9}, {2, 1, 9}}, one[] = {{0, 0, 5}};
    dm_trip middle[] = {{1, 0, 4}, {1, 1, 6}}, wrong[] = {{0, 2, 1}};
    dm_trip mixed[] = {{0, 0, 9}, {0, 1, 2}, {2, 0, 1}, {2, 1, 7}};
    dm_arena *arena = family_board("path:9", 1);
    dm_fit_request r = {.rule = DM_LOGIT,
                        .site = site,
                        .sites = 2,
                        .customer = customer,
                        .customers = 3,
                        .trip = nearest,
                        .trips = 2,
                        .site_name = names};
    (void)state;
    refuse(arena, r, "all went to the nearest site");
    r.trip = middle;
    refuse(arena, r, "beta cannot be told from the attractions");
    r.trip = one, r.trips = 1;
    refuse(arena, r, "no trip goes to site 'Harbour'");
    r.trip = wrong;
    refuse(arena, r, "trip 0 is out of range");
    r.trip = mixed, r.trips = 4;
    r.sites = 1;
    refuse(arena, r, "there is one site");
    r.sites = 2;
    r.has_radius = true, r.radius = 3;
    refuse(arena, r, "the site cannot be reached from this customer within the radius");
    r.trip = nearest, r.trips = 2;
    refuse(arena, r, "joins site 'Harbour' to site 'Old Market'");
    r.rule = DM_HUFF;
    refuse(arena, r, "the floor of distances is 0");
    dm_arena_free(arena);
}

static void stops(void **state)
{
    dm_vertex site[] = {0, 8}, customer[] = {1, 7};
    dm_trip trip[] = {{0, 0, 9}, {0, 1, 2}, {1, 0, 1}, {1, 1, 7}};
    dm_error err = {0};
    dm_fit *fit = NULL;
    dm_run *run = NULL;
    dm_arena *arena = family_board("path:9", 1);
    const dm_fit_request r = {.rule = DM_LOGIT,
                              .site = site,
                              .sites = 2,
                              .customer = customer,
                              .customers = 2,
                              .trip = trip,
                              .trips = 4};
    (void)state;
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_cancel(run);
    assert_int_equal(dm_fit_new(arena, &r, run, &fit, &err), DM_UNFINISHED);
    assert_null(fit);
    dm_run_free(run);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits_by_definition),
        cmocka_unit_test(errors_cover),
        cmocka_unit_test(bad_trips),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
