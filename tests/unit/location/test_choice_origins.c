/* test_choice_origins.c - whom new sites take their demand from, compared with its definition:
 * customer by customer, in proportion to what each site and nobody lose. */
#include "check/choice.h"
#include "check/dominance.h"
#include "location/choice/choice_origins.h"
#include "support/any_distances.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 7, VERTICES = 12 };

typedef struct origin_case {
    dm_terms terms;
    dm_vertex vertex[MOST];
    double attraction[MOST], customer_beta[VERTICES];
    dm_group group[MOST];
    dmi_site_change change[MOST];
    int32_t count;
} origin_case;

static void draw_case(dm_rng *rng, dm_vertex n, origin_case *c)
{
    bool is_huff = dm_rng_below(rng, 2);
    *c = (origin_case){.count = 1 + (int32_t)dm_rng_below(rng, MOST)};
    c->terms = (dm_terms){.rule = is_huff ? DM_HUFF : DM_LOGIT,
                          .beta = 0.3 + dm_rng_unit(rng),
                          .floor = 1,
                          .may_meet = true,
                          .outside = dm_rng_below(rng, 2) ? dm_rng_unit(rng) : 0,
                          .choices = dm_rng_below(rng, 2) ? 1 + (int32_t)dm_rng_below(rng, 3) : 0,
                          .has_radius = dm_rng_below(rng, 2),
                          .radius = (int64_t)dm_rng_below(rng, 8)};
    for (dm_vertex v = 0; v < n; v++)
        c->customer_beta[v] = 0.5 + dm_rng_unit(rng);
    if (dm_rng_below(rng, 3) == 0)
        c->terms.customer_beta = c->customer_beta;
    for (int32_t i = 0; i < c->count; i++) {
        c->vertex[i] = (dm_vertex)dm_rng_below(rng, (uint64_t)n);
        c->attraction[i] = (is_huff ? 0.2 : -1) + 2 * dm_rng_unit(rng);
        c->change[i] = (dmi_site_change)dm_rng_below(rng, 3);
        c->group[i] = (dm_group){
            .side = (dm_side)dm_rng_below(rng, 2),
            .sites = {.vertex = &c->vertex[i], .count = 1, .attraction = &c->attraction[i]}};
    }
}

/* The share of site i at v among those that are not `without`; 0: it is none of them. */
static long double share_of(const dm_arena *arena, const int64_t *distances, const origin_case *c,
                            dmi_site_change without, int32_t i, dm_vertex v)
{
    dm_group list[MOST];
    int32_t count = 0, which = -1;
    for (int32_t k = 0; k < c->count; k++) {
        if (c->change[k] == without)
            continue;
        which = k == i ? count : which;
        list[count++] = c->group[k];
    }
    long double share =
        which < 0 ? 0 : check_choice_share(arena, distances, &c->terms, list, count, which, v);
    return share < 0 ? 0 : share;
}

/* Adds a customer's parts. */
static void add_customer(const dm_arena *arena, const int64_t *distances, const origin_case *c,
                         dm_vertex v, long double *before, long double from[MOST][MOST + 1])
{
    long double value = (long double)dm_value_of(dm_arena_values(arena), v), all = 0;
    long double had[MOST + 1], has[MOST + 1], lost[MOST + 1];
    had[c->count] = has[c->count] = 1;
    for (int32_t i = 0; i < c->count; i++) {
        had[i] = share_of(arena, distances, c, DMI_SITE_OPENS, i, v);
        has[i] = share_of(arena, distances, c, DMI_SITE_CLOSES, i, v);
        had[c->count] -= had[i];
        has[c->count] -= has[i];
        before[i] += value * had[i];
    }
    for (int32_t i = 0; i <= c->count; i++) {
        lost[i] = had[i] - has[i] > 1e-14L ? had[i] - has[i] : 0;
        all += lost[i];
    }
    for (int32_t j = 0; j < c->count; j++)
        for (int32_t i = 0; i <= c->count && all > 0 && c->change[j] == DMI_SITE_OPENS; i++)
            from[j][i] += value * has[j] * lost[i] / all;
}

static void origins_by_definition(void **state)
{
    dm_rng rng;
    (void)state;
    dm_rng_init(&rng, 1);
    for (int done = 0; done < (run_long() ? 40000 : 1500); done++) {
        origin_case c;
        dm_error err = {0};
        double before[MOST], from[MOST * (MOST + 1)], *row = from;
        long double expected[MOST] = {0}, parts[MOST][MOST + 1] = {{0}};
        dm_vertex n = 3 + (dm_vertex)dm_rng_below(&rng, VERTICES - 3);
        dm_arena *arena = random_distances(&rng, n);
        int64_t *distances = check_distances(arena);
        n = dm_arena_vertices(arena);
        draw_case(&rng, n, &c);
        int64_t farthest = 1;
        for (dm_vertex v = 0; v < n * n; v++)
            farthest = distances[v] > farthest ? distances[v] : farthest;
        if (c.terms.rule == DM_LOGIT) /* large exponents have fewer digits than is compared */
            c.terms.beta *= 20 * pow(10, dm_arena_decimals(arena)) / (double)(farthest + 20);
        int threads = dm_rng_below(&rng, 8) ? 1 : 3;
        assert_ok(dmi_choice_origins(arena, &c.terms, c.group, c.count, c.change, threads, NULL,
                                     before, from, &err),
                  err);
        for (dm_vertex v = 0; v < n; v++)
            add_customer(arena, distances, &c, v, expected, parts);
        long double scale = 1 + (long double)dm_arena_total_value(arena);
        for (int32_t i = 0; i < c.count; i++) {
            if (fabsl((long double)before[i] - expected[i]) > 1e-9L * scale)
                fail_msg("before %.12g, expected %.12Lg", before[i], expected[i]);
            if (c.change[i] != DMI_SITE_OPENS)
                continue;
            for (int32_t k = 0; k <= c.count; k++)
                if (fabsl((long double)row[k] - parts[i][k]) > 1e-9L * scale)
                    fail_msg("site %d from %d: %.12g, expected %.12Lg", i, k, row[k], parts[i][k]);
            row += c.count + 1;
        }
        free(distances);
        dm_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(origins_by_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
