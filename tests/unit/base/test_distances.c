/* test_distances.c - the table of all distances against Floyd-Warshall. */
#include "check/dominance.h"
#include "support/support.h"
#include <demesne/graph.h>
#include <demesne/run.h>
#include <stdlib.h>
#include <string.h>

static dm_distances *table_of(const dm_arena *arena)
{
    dm_distances *table = NULL;
    dm_error err = {0};
    assert_ok(dm_distances_new(arena, 0, NULL, &table, &err), err);
    return table;
}

static dm_arena *path_of(dm_vertex n, int64_t length)
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 1; v < n; v++)
        assert_ok(dm_builder_edge(builder, v - 1, v, length, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

/* Padding must mean unreachable, and rows must be aligned. */
static void assert_padded(const dm_distances *table)
{
    assert_int_equal(table->stride * table->width % 64, 0);
    for (dm_vertex u = 0; u < table->n; u++) {
        const unsigned char *row = dm_distance_row(table, u);
        assert_int_equal((uintptr_t)row % 64, 0);
        for (int64_t i = (int64_t)table->n * table->width; i < table->stride * table->width; i++)
            assert_int_equal(row[i], 0xff);
    }
}

static void tables_match_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int i = 0; i < 500; i++) {
        dm_vertex n = (dm_vertex)dm_rng_below(&rng, 40);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_ANY));
        int64_t *expected = check_distances(arena);
        dm_distances *table = table_of(arena);
        for (dm_vertex u = 0; u < n; u++)
            for (dm_vertex v = 0; v < n; v++)
                assert_true(dm_distance(table, u, v) == expected[v * n + u]);
        assert_padded(table);
        dm_distances_free(table);
        free(expected);
        dm_arena_free(arena);
    }
}

/* The largest number of each type means unreachable, so one less is the largest that fits. */
static void the_width_is_the_narrowest_that_fits(void **state)
{
    (void)state;
    const struct {
        dm_vertex n;
        int64_t length;
        int width;
    } cases[] = {{255, 1, 1},        {256, 1, 2},
                 {2, 254, 1},        {2, 255, 2},
                 {2, 65534, 2},      {2, 65535, 4},
                 {2, 4294967294, 4}, {2, 4294967295, 8},
                 {1, 1, 1},          {3, INT64_C(1) << 60, 8},
                 {3, 2147483647, 4}, {3, INT64_C(2147483648), 8}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_arena *arena = path_of(cases[i].n, cases[i].length);
        dm_distances *table = table_of(arena);
        assert_int_equal(table->width, cases[i].width);
        assert_true(dm_distance(table, 0, cases[i].n - 1) == (cases[i].n - 1) * cases[i].length);
        assert_padded(table);
        dm_distances_free(table);
        dm_arena_free(arena);
    }
}

/* Row 0 has small distances; later rows need each width in turn. */
static void a_table_widens_as_it_goes(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(9, &builder, &err), err);
    const int64_t lengths[] = {3, 300, 70000, INT64_C(5000000000)};
    for (dm_vertex i = 0; i < 4; i++)
        assert_ok(dm_builder_edge(builder, 2 * i + 1, 2 * i + 2, lengths[i], &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    dm_distances *table = table_of(arena);
    assert_int_equal(table->width, 8);
    for (dm_vertex i = 0; i < 4; i++)
        assert_true(dm_distance(table, 2 * i + 1, 2 * i + 2) == lengths[i]);
    assert_true(dm_distance(table, 0, 1) == -1 && dm_distance(table, 1, 3) == -1);
    assert_padded(table);
    dm_distances_free(table);
    dm_arena_free(arena);
}

static void limits_are_kept(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_arena *arena = path_of(100, 1);
    dm_distances *table = NULL;
    assert_int_equal(dm_distances_new(arena, 100 * 128 - 1, NULL, &table, &err), DM_TOO_LARGE);
    assert_null(table);
    assert_ok(dm_distances_new(arena, 100 * 128, NULL, &table, &err), err);
    dm_distances_free(table);
    table = NULL;
    dm_run *run = NULL;
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_work_limit(run, 1000);
    assert_int_equal(dm_distances_new(arena, 0, run, &table, &err), DM_UNFINISHED);
    assert_null(table);
    dm_run_free(run);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_match_the_definition),
        cmocka_unit_test(the_width_is_the_narrowest_that_fits),
        cmocka_unit_test(a_table_widens_as_it_goes),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
