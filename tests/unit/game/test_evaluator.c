/* test_evaluator.c - random sequences of place, try and undo compared with the
 * definition, for every form, width and tie rule. */
#include "check/dominance.h"
#include "game/evaluator.h"
#include "support/support.h"
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 150 };

static const dmi_simd all_forms[] = {DMI_SIMD_AUTO, DMI_SIMD_PORTABLE, DMI_SIMD_AVX2,
                                     DMI_SIMD_AVX512};
enum { FORMS = sizeof all_forms / sizeof *all_forms };

typedef struct walk_state {
    dm_arena *arena;
    int64_t *distances; /* the checker's */
    dm_distances *table;
    dm_tie_rule ties;
    dmi_evaluator *forms[FORMS]; /* NULL if this machine does not have it */
    dm_vertex n;
    int32_t count;
    dm_stone stones[LARGEST];
} walk_state;

static void begin_walk(walk_state *walk, dm_arena *arena, dm_tie_rule ties)
{
    dm_error err = {0};
    memset(walk, 0, sizeof *walk);
    walk->arena = arena;
    walk->distances = check_distances(arena);
    walk->ties = ties;
    walk->n = dm_arena_vertices(arena);
    assert_ok(dm_distances_new(arena, 0, NULL, &walk->table, &err), err);
    for (int i = 0; i < FORMS; i++)
        if (dmi_simd_available(all_forms[i]))
            assert_ok(dmi_evaluator_new(arena, walk->table, ties, walk->n, all_forms[i],
                                        &walk->forms[i], &err),
                      err);
}

static void end_walk(walk_state *walk)
{
    for (int i = 0; i < FORMS; i++)
        dmi_evaluator_free(walk->forms[i]);
    dm_distances_free(walk->table);
    free(walk->distances);
    dm_arena_free(walk->arena);
}

static int64_t true_score(const walk_state *walk, dm_side side)
{
    int64_t score = 0;
    for (dm_vertex v = 0; v < walk->n; v++)
        if (check_owner(walk->distances, walk->n, walk->stones, walk->count, walk->ties, v) ==
            (int32_t)side)
            score += dm_value_of(dm_arena_values(walk->arena), v);
    return score;
}

static void assert_position(const walk_state *walk)
{
    int64_t white = true_score(walk, DM_WHITE), black = true_score(walk, DM_BLACK);
    for (int i = 0; i < FORMS; i++) {
        const dmi_evaluator *evaluator = walk->forms[i];
        if (!evaluator)
            continue;
        assert_int_equal(dmi_evaluator_stones(evaluator), walk->count);
        assert_true(dmi_evaluator_score(evaluator, DM_WHITE) == white);
        assert_true(dmi_evaluator_score(evaluator, DM_BLACK) == black);
        assert_true(dmi_evaluator_value(evaluator) == white - black);
    }
}

static bool is_free(const walk_state *walk, dm_vertex v)
{
    for (int64_t i = 0; i < walk->count; i++)
        if (walk->stones[i].vertex == v)
            return false;
    return true;
}

static void place(walk_state *walk, dm_side side, dm_vertex v)
{
    walk->stones[walk->count++] = (dm_stone){v, (int32_t)side};
    for (int i = 0; i < FORMS; i++)
        if (walk->forms[i])
            dmi_evaluator_place(walk->forms[i], side, v);
}

static void undo(walk_state *walk)
{
    walk->count--;
    for (int i = 0; i < FORMS; i++)
        if (walk->forms[i])
            dmi_evaluator_undo(walk->forms[i]);
}

/* Tries every free vertex, one by one and all together; the state must not change. */
static void try_all(walk_state *walk, dm_side side)
{
    dm_vertex vertices[LARGEST];
    int64_t expected[LARGEST], got[LARGEST];
    int32_t count = 0;
    for (dm_vertex v = 0; v < walk->n; v++) {
        if (!is_free(walk, v))
            continue;
        walk->stones[walk->count++] = (dm_stone){v, (int32_t)side};
        expected[count] = true_score(walk, DM_WHITE) - true_score(walk, DM_BLACK);
        walk->count--;
        vertices[count++] = v;
    }
    for (int i = 0; i < FORMS; i++) {
        if (!walk->forms[i])
            continue;
        for (int64_t j = 0; j < count; j++)
            assert_true(dmi_evaluator_try(walk->forms[i], side, vertices[j]) == expected[j]);
        dmi_evaluator_try_many(walk->forms[i], side, vertices, count, got);
        assert_memory_equal(got, expected, (size_t)count * sizeof *got);
    }
    assert_position(walk);
}

static void random_walk(dm_rng *rng, dm_arena *arena, dm_tie_rule ties, int steps)
{
    walk_state walk;
    begin_walk(&walk, arena, ties);
    assert_position(&walk);
    for (int step = 0; step < steps; step++) {
        dm_vertex v = (dm_vertex)dm_rng_below(rng, (uint64_t)walk.n);
        dm_side side = (dm_side)dm_rng_below(rng, 2);
        if (walk.count > 0 && dm_rng_below(rng, 3) == 0)
            undo(&walk);
        else if (is_free(&walk, v))
            place(&walk, side, v);
        assert_position(&walk);
    }
    try_all(&walk, DM_WHITE);
    try_all(&walk, DM_BLACK);
    for (int i = 0; i < FORMS; i++)
        if (walk.forms[i])
            dmi_evaluator_reset(walk.forms[i]);
    walk.count = 0;
    assert_position(&walk);
    end_walk(&walk);
}

/* Longer lengths widen the cells of the table from one to eight bytes. */
static void walks_match_the_definition(void **state)
{
    (void)state;
    const int64_t factors[] = {1, 1000, 1000000, INT64_C(1) << 40};
    dm_rng rng;
    dm_rng_init(&rng, 21);
    for (int i = 0; i < 400; i++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 30);
        dm_arena *board = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        for (int k = 0; k < 4; k++)
            random_walk(&rng, stretched_board(board, factors[k]), (dm_tie_rule)(i % 4), 12);
        dm_arena_free(board);
    }
}

/* Several cache lines, the last one full, almost empty and in between. */
static void rows_of_several_lines_are_summed(void **state)
{
    (void)state;
    const dm_vertex sizes[] = {31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 150};
    const int64_t factors[] = {1, 1000, 1000000, INT64_C(1) << 40};
    dm_rng rng;
    dm_rng_init(&rng, 22);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int k = 0; k < 4; k++) {
            int features = BOARD_LENGTHS | (i % 2 ? BOARD_VALUES : 0) | (k % 2 ? BOARD_TREE : 0);
            dm_arena *board = random_board(&rng, sizes[i], features);
            random_walk(&rng, stretched_board(board, factors[k]),
                        (dm_tie_rule)((i + (size_t)k) % 4), 8);
            dm_arena_free(board);
        }
}

/* Values up to the permitted total of 2^62 are summed exactly. */
static void large_values_are_exact(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 23);
    for (int i = 0; i < 60; i++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 70);
        dm_arena *board = random_board(&rng, n, BOARD_LENGTHS);
        int64_t values[LARGEST];
        for (dm_vertex v = 0; v < n; v++)
            values[v] = (int64_t)dm_rng_below(&rng, (uint64_t)(DM_MAX_TOTAL / n));
        dm_arena *valued = NULL;
        dm_error err = {0};
        assert_ok(dm_arena_with_values(board, values, &valued, &err), err);
        random_walk(&rng, valued, (dm_tie_rule)(i % 4), 10);
        dm_arena_free(board);
    }
}

/* Two vertices that no stone reaches stay nobody's under every rule. */
static void unreached_vertices_are_nobodys(void **state)
{
    (void)state;
    dm_error err = {0};
    for (int ties = DM_TIES_NEUTRAL; ties <= DM_TIES_BLACK; ties++) {
        dm_builder *builder = NULL;
        dm_arena *arena = NULL;
        assert_ok(dm_builder_new(5, &builder, &err), err);
        assert_ok(dm_builder_edge(builder, 0, 1, 1, &err), err);
        assert_ok(dm_builder_edge(builder, 1, 2, 1, &err), err);
        assert_ok(dm_builder_edge(builder, 3, 4, 1, &err), err);
        assert_ok(dm_builder_finish(builder, &arena, &err), err);
        walk_state walk;
        begin_walk(&walk, arena, (dm_tie_rule)ties);
        place(&walk, DM_WHITE, 0);
        place(&walk, DM_BLACK, 2);
        assert_position(&walk);
        assert_int_equal(dmi_evaluator_score(walk.forms[0], DM_WHITE) +
                             dmi_evaluator_score(walk.forms[0], DM_BLACK),
                         ties == DM_TIES_NEUTRAL ? 2 : 3);
        end_walk(&walk);
    }
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, 24);
    dm_arena *small = random_board(&rng, 3, 0), *large = random_board(&rng, 4, 0);
    dm_distances *table = NULL;
    dmi_evaluator *evaluator = NULL;
    assert_ok(dm_distances_new(small, 0, NULL, &table, &err), err);
    assert_int_equal(
        dmi_evaluator_new(large, table, DM_TIES_NEUTRAL, 2, DMI_SIMD_AUTO, &evaluator, &err),
        DM_BAD_ARGUMENT);
    assert_int_equal(
        dmi_evaluator_new(small, table, DM_TIES_NEUTRAL, -1, DMI_SIMD_AUTO, &evaluator, &err),
        DM_BAD_ARGUMENT);
    for (int i = 0; i < FORMS; i++)
        if (!dmi_simd_available(all_forms[i]))
            assert_int_equal(
                dmi_evaluator_new(small, table, DM_TIES_NEUTRAL, 2, all_forms[i], &evaluator, &err),
                DM_UNSUPPORTED);
    assert_null(evaluator);
    dm_distances_free(table);
    dm_arena_free(small);
    dm_arena_free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_match_the_definition),
        cmocka_unit_test(rows_of_several_lines_are_summed),
        cmocka_unit_test(large_values_are_exact),
        cmocka_unit_test(unreached_vertices_are_nobodys),
        cmocka_unit_test(bad_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
