/* test_graph.c - components, diameter, medians and symmetry against definitions. */
#include "check/dominance.h"
#include "check/graph.h"
#include "support/support.h"
#include <demesne/graph.h>
#include <demesne/source.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Graph number `code` on n vertices: bit i of the code is the i-th pair. */
static dm_arena *numbered_graph(dm_vertex n, unsigned code)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 1; v < n; v++)
        for (dm_vertex u = 0; u < v; u++, code >>= 1)
            if (code & 1)
                assert_ok(dm_builder_edge(builder, u, v, 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static void compare_parts(const dm_arena *arena, const int64_t *distances)
{
    dm_error err = {0};
    dm_vertex n = dm_arena_vertices(arena);
    int32_t part[64], expected[64], count = -1, again = -1;
    assert_ok(dm_strong_components(arena, part, &count, &err), err);
    assert_ok(dm_strong_components(arena, NULL, &again, &err), err);
    assert_int_equal(count, check_parts(distances, n, expected));
    assert_int_equal(count, again);
    assert_memory_equal(part, expected, (size_t)n * sizeof *part);
    dm_arena *undirected = NULL;
    assert_ok(dm_arena_undirected(arena, &undirected, &err), err);
    int64_t *both_ways = check_distances(undirected);
    assert_ok(dm_components(arena, part, &count, &err), err);
    assert_ok(dm_components(arena, NULL, &again, &err), err);
    assert_int_equal(count, check_parts(both_ways, n, expected));
    assert_int_equal(count, again);
    assert_memory_equal(part, expected, (size_t)n * sizeof *part);
    free(both_ways);
    dm_arena_free(undirected);
}

static void compare_metric(const dm_arena *arena, const int64_t *distances)
{
    dm_error err = {0};
    dm_metric metric, expected;
    assert_ok(dm_metric_init(arena, NULL, &metric, &err), err);
    check_metric(arena, distances, &expected);
    assert_int_equal(metric.diameter, expected.diameter);
    assert_int_equal(metric.radius, expected.radius);
    assert_int_equal(metric.median_sum, expected.median_sum);
    assert_int_equal(metric.median_count, expected.median_count);
    assert_memory_equal(metric.medians, expected.medians,
                        (size_t)metric.median_count * sizeof *metric.medians);
    free(expected.medians);
    dm_metric_clear(&metric);
}

static void compare_symmetry(const dm_arena *arena)
{
    dm_error err = {0};
    dm_symmetry *s = NULL;
    dm_vertex orbit[8], forced[8];
    int32_t orbits = 0;
    int64_t order = check_symmetries(arena, orbit);
    assert_ok(dm_symmetry_new(arena, NULL, &s, &err), err);
    assert_int_equal(s->order_exponent, 0);
    assert_true(s->order_mantissa == (double)order);
    /* The orbits of the generators. */
    for (dm_vertex v = 0; v < s->n; v++)
        forced[v] = v;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t g = 0; g < s->generator_count; g++)
            for (dm_vertex v = 0; v < s->n; v++) {
                dm_vertex *a = &forced[v], *b = &forced[s->generators[g][v]];
                changed = changed || *a != *b;
                *a = *b = *a < *b ? *a : *b;
            }
    }
    for (dm_vertex v = 0; v < s->n; v++) {
        assert_int_equal(s->orbit[v], orbit[v]);
        assert_int_equal(forced[v], orbit[v]);
        orbits += orbit[v] == v;
    }
    assert_int_equal(s->orbit_count, orbits);
    for (int32_t g = 0; g < s->generator_count; g++)
        assert_true(check_is_symmetry(arena, s->generators[g]));
    dm_symmetry_free(s);
}

static void all_graphs_up_to_five_vertices(void **state)
{
    (void)state;
    for (dm_vertex n = 1; n <= 5; n++)
        for (unsigned code = 0; code < 1U << n * (n - 1) / 2; code++) {
            dm_arena *arena = numbered_graph(n, code);
            int64_t *distances = check_distances(arena);
            compare_parts(arena, distances);
            compare_metric(arena, distances);
            compare_symmetry(arena);
            free(distances);
            dm_arena_free(arena);
        }
}

static void random_boards_have_the_right_parts_and_metric(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 11);
    for (int i = 0; i < (run_long() ? 40000 : 2000); i++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 24);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_ANY));
        int64_t *distances = check_distances(arena);
        compare_parts(arena, distances);
        compare_metric(arena, distances);
        free(distances);
        dm_arena_free(arena);
    }
}

static void random_boards_have_the_right_symmetry(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 12);
    for (int i = 0; i < (run_long() ? 5000 : 300); i++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 6 + (uint64_t)(i % 10 == 0));
        int features = random_features(&rng, BOARD_ANY);
        dm_arena *arena = random_board(&rng, n, features);
        compare_symmetry(arena);
        dm_arena_free(arena);
    }
}

/* Few lengths and values on dense boards: colours reduce the group without making it trivial. */
static void coloured_rings_have_the_right_symmetry(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 13);
    for (int i = 0; i < 300; i++) {
        dm_error err = {0};
        dm_builder *builder = NULL;
        dm_arena *arena = NULL;
        dm_vertex n = 6;
        assert_ok(dm_builder_new(n, &builder, &err), err);
        for (dm_vertex v = 0; v < n; v++) {
            int64_t length = 1 + (int64_t)dm_rng_below(&rng, 2);
            assert_ok(dm_builder_edge(builder, v, (v + 1) % n, length, &err), err);
            if (i % 2)
                assert_ok(dm_builder_value(builder, v, (int64_t)dm_rng_below(&rng, 2), &err), err);
        }
        assert_ok(dm_builder_finish(builder, &arena, &err), err);
        compare_symmetry(arena);
        dm_arena_free(arena);
    }
}

static void known_groups_have_their_order(void **state)
{
    (void)state;
    const struct {
        const char *spec;
        double mantissa;
        int exponent;
        int32_t orbits;
    } known[] = {
        {"petersen", 120, 0, 1},
        {"hypercube:4", 384, 0, 1},
        {"cycle:12", 24, 0, 1},
        {"complete:5", 120, 0, 1},
        {"grid:3x3", 8, 0, 3},
        {"grid:3x4", 4, 0, 4},
        {"torus:5x6", 120, 0, 1},
        {"path:100", 2, 0, 50},
        {"tree:2,3", 128, 0, 4},
        {"star:13", 479001600, 0, 2},
        {"spider:3,4", 6, 0, 5},
        {"bipartite:3,4", 144, 0, 2},
        {"complete:14", 8.71782912, 10, 1},
        {"caterpillar:4,2", 32, 0, 4},
        {"euclid:60", 1, 0, 60},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        dm_error err = {0};
        dm_symmetry *s = NULL;
        dm_arena *arena = family_board(known[i].spec, 1);
        assert_ok(dm_symmetry_new(arena, NULL, &s, &err), err);
        if (s->order_mantissa < known[i].mantissa * (1 - 1e-12) ||
            s->order_mantissa > known[i].mantissa * (1 + 1e-12) ||
            s->order_exponent != known[i].exponent || s->orbit_count != known[i].orbits)
            fail_msg("%s: order %.17g e%d, %d orbits", known[i].spec, s->order_mantissa,
                     s->order_exponent, s->orbit_count);
        for (int32_t g = 0; g < s->generator_count; g++)
            assert_true(check_is_symmetry(arena, s->generators[g]));
        dm_symmetry_free(s);
        dm_arena_free(arena);
    }
}

static void the_same_generators_come_every_time(void **state)
{
    (void)state;
    dm_arena *arena = family_board("petersen", 1);
    dm_symmetry *a = NULL, *b = NULL;
    assert_int_equal(dm_symmetry_new(arena, NULL, &a, NULL), DM_OK);
    assert_int_equal(dm_symmetry_new(arena, NULL, &b, NULL), DM_OK);
    assert_int_equal(a->generator_count, b->generator_count);
    for (int32_t g = 0; g < a->generator_count; g++)
        assert_memory_equal(a->generators[g], b->generators[g], 10 * sizeof(dm_vertex));
    dm_symmetry_free(a);
    dm_symmetry_free(b);
    dm_arena_free(arena);
}

/* Finds one board's group many times; NULL if it ever differs. */
static void *find_groups(void *arena)
{
    for (int i = 0; i < (run_long() ? 300 : 100); i++) {
        dm_symmetry *s = NULL;
        if (dm_symmetry_new(arena, NULL, &s, NULL) != DM_OK)
            return NULL;
        double expected = dm_arena_vertices(arena) == 10 ? 120 : 768;
        bool same = s->order_mantissa == expected && s->orbit_count == 1;
        for (int32_t g = 0; g < s->generator_count; g++)
            same = same && check_is_symmetry(arena, s->generators[g]);
        dm_symmetry_free(s);
        if (!same)
            return NULL;
    }
    return arena;
}

static void threads_do_not_disturb_each_other(void **state)
{
    (void)state;
    dm_arena *arena[2] = {family_board("petersen", 1), family_board("torus:12x16", 1)};
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, find_groups, arena[i % 2]), 0);
    for (int i = 0; i < 4; i++) {
        void *result = NULL;
        assert_int_equal(pthread_join(thread[i], &result), 0);
        assert_ptr_equal(result, arena[i % 2]);
    }
    dm_arena_free(arena[0]);
    dm_arena_free(arena[1]);
}

static void large_boards_are_refused_by_symmetry(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_symmetry *s = NULL;
    dm_arena *arena = family_board("path:100001", 1);
    assert_int_equal(dm_symmetry_new(arena, NULL, &s, &err), DM_TOO_LARGE);
    assert_null(s);
    assert_string_equal(err.message, "symmetry is found for at most 100000 vertices and 4000000 "
                                     "edges; this board has 100001 and 100000");
    dm_arena_free(arena);
}

static void generators_past_the_limit_are_left_out(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_symmetry *s = NULL;
    dm_arena *arena = family_board("tree:2,14", 1);
    assert_ok(dm_symmetry_new(arena, NULL, &s, &err), err);
    assert_int_equal(s->orbit_count, 15);
    assert_int_equal(s->generator_count, 0);
    assert_null(s->generators);
    assert_true(s->order_exponent > 4000);
    dm_symmetry_free(s);
    dm_arena_free(arena);
}

/* Two values of 2^40 and an edge of 2^40: the sum is 2^80. */
static void a_sum_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    for (int closing = 0; closing < 2; closing++) {
        dm_error err = {0};
        dm_builder *builder = NULL;
        dm_arena *arena = NULL;
        dm_metric metric = {.diameter = -7};
        assert_ok(dm_builder_new(3, &builder, &err), err);
        assert_ok(dm_builder_edge(builder, 0, 1, INT64_C(1) << 40, &err), err);
        assert_ok(dm_builder_edge(builder, 1, 2, INT64_C(1) << 40, &err), err);
        if (closing)
            assert_ok(dm_builder_edge(builder, 2, 0, INT64_C(1) << 40, &err), err);
        for (dm_vertex v = 0; v < 3; v++)
            assert_ok(dm_builder_value(builder, v, INT64_C(1) << 40, &err), err);
        assert_ok(dm_builder_finish(builder, &arena, &err), err);
        assert_int_equal(dm_metric_init(arena, NULL, &metric, &err), DM_TOO_LARGE);
        assert_string_equal(err.message,
                            "the least value-weighted sum of distances is 2^63 units or more");
        assert_int_equal(metric.diameter, -7);
        dm_arena_free(arena);
    }
}

static void the_metric_can_be_stopped(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_run *run = NULL;
    dm_metric metric = {.diameter = -7};
    dm_arena *arena = family_board("grid:5x5", 1);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_work_limit(run, 10);
    assert_int_equal(dm_metric_init(arena, run, &metric, &err), DM_UNFINISHED);
    assert_string_equal(err.message, "stopped at the work limit");
    assert_int_equal(metric.diameter, -7);
    dm_run_free(run);
    dm_arena_free(arena);
}

static void a_large_tree_is_measured_in_one_go(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_metric metric;
    dm_arena *arena = family_board("path:200001", 1);
    assert_ok(dm_metric_init(arena, NULL, &metric, &err), err);
    assert_int_equal(metric.diameter, 200000);
    assert_int_equal(metric.radius, 100000);
    assert_int_equal(metric.median_count, 1);
    assert_int_equal(metric.medians[0], 100000);
    assert_int_equal(metric.median_sum, INT64_C(100000) * 100001);
    dm_metric_clear(&metric);
    dm_arena_free(arena);
}

static void a_board_without_vertices_has_nothing(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_metric metric;
    dm_symmetry *s = NULL;
    int32_t count = -1;
    assert_ok(dm_builder_new(0, &builder, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    assert_ok(dm_components(arena, NULL, &count, &err), err);
    assert_int_equal(count, 0);
    assert_ok(dm_metric_init(arena, NULL, &metric, &err), err);
    assert_int_equal(metric.diameter + metric.radius + metric.median_sum, 0);
    assert_int_equal(metric.median_count, 0);
    dm_metric_clear(&metric);
    assert_ok(dm_symmetry_new(arena, NULL, &s, &err), err);
    assert_true(s->order_mantissa == 1 && s->orbit_count == 0);
    dm_symmetry_free(s);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_graphs_up_to_five_vertices),
        cmocka_unit_test(random_boards_have_the_right_parts_and_metric),
        cmocka_unit_test(random_boards_have_the_right_symmetry),
        cmocka_unit_test(coloured_rings_have_the_right_symmetry),
        cmocka_unit_test(known_groups_have_their_order),
        cmocka_unit_test(the_same_generators_come_every_time),
        cmocka_unit_test(threads_do_not_disturb_each_other),
        cmocka_unit_test(large_boards_are_refused_by_symmetry),
        cmocka_unit_test(generators_past_the_limit_are_left_out),
        cmocka_unit_test(a_sum_that_does_not_fit_is_refused),
        cmocka_unit_test(the_metric_can_be_stopped),
        cmocka_unit_test(a_large_tree_is_measured_in_one_go),
        cmocka_unit_test(a_board_without_vertices_has_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
