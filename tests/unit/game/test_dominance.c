/* test_dominance.c - owners, distances and scores against the definition. */
#include "check/dominance.h"
#include "support/any_distances.h"
#include "support/support.h"
#include <demesne/source.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 64 };

static const dm_tie_rule all_rules[] = {DM_TIES_NEUTRAL, DM_TIES_EARLIER, DM_TIES_WHITE,
                                        DM_TIES_BLACK};

typedef struct checked {
    dm_arena *arena;
    int64_t *distances; /* the checker's */
} checked;

static checked wrap(dm_arena *arena)
{
    return (checked){arena, check_distances(arena)};
}

static void unwrap(checked *board)
{
    dm_arena_free(board->arena);
    free(board->distances);
}

static int64_t nearest(const checked *board, const dm_stone *stones, int32_t count, dm_vertex v)
{
    int64_t least = -1, n = dm_arena_vertices(board->arena);
    for (int64_t i = 0; i < count; i++) {
        int64_t d = board->distances[v * n + stones[i].vertex];
        if (d >= 0 && (least < 0 || d < least))
            least = d;
    }
    return least;
}

/* Compares every field of `got` with the checker. */
static void assert_right(const checked *board, const dm_stone *stones, int32_t count,
                         dm_tie_rule ties, const dm_dominance *got)
{
    dm_vertex n = dm_arena_vertices(board->arena);
    int64_t score[8] = {0}, tied = 0, unreached = 0;
    assert_int_equal(got->n, n);
    for (dm_vertex v = 0; v < n; v++) {
        int32_t owner = check_owner(board->distances, n, stones, count, ties, v);
        int64_t worth = dm_value_of(dm_arena_values(board->arena), v);
        assert_int_equal(got->owner[v], owner);
        assert_true(got->distance[v] == nearest(board, stones, count, v));
        *(owner >= 0 ? &score[owner] : owner == DM_TIED ? &tied : &unreached) += worth;
    }
    for (int32_t p = 0; p < got->players; p++)
        assert_true(got->score[p] == score[p]);
    assert_true(got->tied == tied && got->unreached == unreached);
}

static void check_all_rules(const checked *board, const dm_stone *stones, int32_t count)
{
    for (size_t i = 0; i < 4; i++) {
        dm_dominance *got = NULL;
        dm_error err = {0};
        assert_ok(dm_dominance_new(board->arena, stones, count, all_rules[i], &got, &err), err);
        assert_right(board, stones, count, all_rules[i], got);
        dm_dominance_free(got);
    }
}

static void random_boards_match_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_stone stones[SMALL];
    dm_rng_init(&rng, 11);
    for (int i = 0; i < 3000; i++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 24);
        checked board = wrap(random_distances(&rng, n));
        int32_t count = (int32_t)dm_rng_below(&rng, (uint64_t)n + 1);
        random_stones(&rng, n, count, 2 + (int32_t)dm_rng_below(&rng, 4), stones);
        check_all_rules(&board, stones, count);
        unwrap(&board);
    }
}

/* The same edges with random coordinates, or all at one point. */
static dm_arena *placed_board(dm_rng *rng, const dm_arena *arena)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *placed = NULL;
    const dm_graph *graph = dm_arena_graph(arena);
    uint64_t spread = dm_rng_below(rng, 3) ? 1000 : 1;
    assert_ok(dm_builder_new(graph->n, &builder, &err), err);
    for (dm_vertex u = 0; u < graph->n; u++) {
        assert_ok(dm_builder_place(builder, u, (double)dm_rng_below(rng, spread) - 500,
                                   (double)dm_rng_below(rng, spread) / 7, &err),
                  err);
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
            if (graph->target[arc] > u)
                assert_ok(dm_builder_edge(builder, u, graph->target[arc],
                                          dm_graph_length(graph, arc), &err),
                          err);
    }
    assert_ok(dm_builder_finish(builder, &placed, &err), err);
    return placed;
}

/* Makes several calls with one survey, in either numbering. */
static void check_survey(dm_rng *rng, const dm_arena *arena, dm_relabel relabel)
{
    dm_error err = {0};
    dm_survey *survey = NULL;
    const dm_dominance *got = NULL;
    dm_stone stones[SMALL];
    checked board = {NULL, check_distances(arena)};
    board.arena = (dm_arena *)(uintptr_t)arena;
    dm_vertex n = dm_arena_vertices(arena);
    assert_ok(dm_survey_new(arena, relabel, &survey, &err), err);
    assert_int_equal(dm_survey_relabelled(survey), relabel == DM_RELABEL_ALWAYS);
    for (int i = 0; i < 6; i++) {
        int32_t count = (int32_t)dm_rng_below(rng, (uint64_t)n + 1);
        random_stones(rng, n, count, 2 + (int32_t)dm_rng_below(rng, 4), stones);
        assert_ok(dm_survey_dominance(survey, stones, count, all_rules[i % 4], &got, &err), err);
        assert_right(&board, stones, count, all_rules[i % 4], got);
    }
    dm_survey_free(survey);
    free(board.distances);
}

static void surveys_answer_in_the_boards_own_numbering(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 12);
    for (int i = 0; i < 500; i++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 30);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_ANY));
        dm_arena *placed = placed_board(&rng, arena);
        check_survey(&rng, arena, DM_RELABEL_NEVER);
        check_survey(&rng, arena, DM_RELABEL_ALWAYS);
        check_survey(&rng, placed, DM_RELABEL_ALWAYS);
        check_survey(&rng, placed, DM_RELABEL_AUTO);
        dm_arena_free(placed);
        dm_arena_free(arena);
    }
}

/* Coordinates whose range, or its inverse, overflows a double. */
static void extreme_places_are_numbered_too(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 14);
    for (int i = 0; i < 2; i++) {
        dm_error err = {0};
        dm_builder *builder = NULL;
        dm_arena *arena = NULL;
        double far = i ? 1.7e308 : 4.9e-324;
        assert_ok(dm_builder_new(3, &builder, &err), err);
        assert_ok(dm_builder_edge(builder, 0, 1, 1, &err), err);
        assert_ok(dm_builder_edge(builder, 1, 2, 1, &err), err);
        for (dm_vertex v = 0; v < 3; v++)
            assert_ok(dm_builder_place(builder, v, (v - 1) * far, 0, &err), err);
        assert_ok(dm_builder_finish(builder, &arena, &err), err);
        check_survey(&rng, arena, DM_RELABEL_ALWAYS);
        dm_arena_free(arena);
    }
}

/* Lengths whose ratio exceeds 2^15: buckets are wider than the shortest edge. */
static void wide_buckets_are_put_in_order(void **state)
{
    (void)state;
    dm_rng rng;
    dm_stone stones[SMALL];
    dm_error err = {0};
    dm_rng_init(&rng, 13);
    for (int i = 0; i < 1000; i++) {
        dm_builder *builder = NULL;
        checked board = {0};
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 20);
        int bits = 20 + (int)dm_rng_below(&rng, 30);
        assert_ok(dm_builder_new(n, &builder, &err), err);
        for (dm_vertex v = 1; v < n; v++)
            for (int k = 0; k < 3; k++) {
                int64_t length = INT64_C(1) << dm_rng_below(&rng, (uint64_t)bits);
                dm_vertex u = (dm_vertex)dm_rng_below(&rng, (uint64_t)v);
                length += (int64_t)dm_rng_below(&rng, 3);
                assert_ok(dm_builder_edge(builder, u, v, length, &err), err);
            }
        assert_ok(dm_builder_finish(builder, &board.arena, &err), err);
        board.distances = check_distances(board.arena);
        int32_t count = 1 + (int32_t)dm_rng_below(&rng, (uint64_t)n);
        random_stones(&rng, n, count, 3, stones);
        check_all_rules(&board, stones, count);
        unwrap(&board);
    }
}

/* Every length fits 32 bits, their sums do not: the search restarts. */
static void distances_past_32_bits_are_exact(void **state)
{
    (void)state;
    const int64_t factors[] = {UINT32_MAX / 6, UINT32_MAX / 12, UINT32_MAX / 24, 150000000};
    dm_rng rng;
    dm_stone stones[SMALL];
    dm_rng_init(&rng, 14);
    for (int i = 0; i < 800; i++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 30);
        dm_arena *arena = random_board(&rng, n, BOARD_LENGTHS | BOARD_TREE);
        checked board = wrap(stretched_board(arena, factors[i % 4]));
        int32_t count = 1 + (int32_t)dm_rng_below(&rng, (uint64_t)n);
        random_stones(&rng, n, count, 2, stones);
        check_all_rules(&board, stones, count);
        unwrap(&board);
        dm_arena_free(arena);
    }
}

/* All graphs on n vertices (one bit of `pairs` per edge), with every placement:
 * each vertex is free, White's or Black's. */
static void check_all_placements(dm_vertex n, unsigned pairs)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    checked board = {0};
    int bit = 0;
    int placements = 1;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 0; v < n; v++) {
        placements *= 3;
        for (dm_vertex u = 0; u < v; u++, bit++)
            if (pairs >> bit & 1)
                assert_ok(dm_builder_edge(builder, u, v, 1, &err), err);
    }
    assert_ok(dm_builder_finish(builder, &board.arena, &err), err);
    board.distances = check_distances(board.arena);
    for (int code = 0; code < placements; code++) {
        dm_stone stones[5];
        int32_t count = 0;
        for (int v = 0, rest = code; v < n; v++, rest /= 3)
            if (rest % 3)
                stones[count++] = (dm_stone){v, rest % 3 - 1};
        check_all_rules(&board, stones, count);
    }
    unwrap(&board);
}

static void all_small_graphs_match_the_definition(void **state)
{
    (void)state;
    for (dm_vertex n = 1; n <= 5; n++) {
        unsigned graphs = 1u << (n * (n - 1) / 2);
        unsigned step =
            n == 5 && !run_long() ? 3 : 1; /* most graphs are others with other numbers */
        for (unsigned pairs = 0; pairs < graphs; pairs += step)
            check_all_placements(n, pairs);
    }
}

static void expect_failure(dm_arena *arena, const dm_stone *stones, int32_t count, dm_status status,
                           const char *message)
{
    dm_error err = {0};
    dm_dominance *got = NULL;
    dm_survey *survey = NULL;
    const dm_dominance *answer = NULL;
    assert_int_equal(dm_dominance_new(arena, stones, count, DM_TIES_NEUTRAL, &got, &err), status);
    assert_string_equal(err.message, message);
    assert_null(got);
    assert_ok(dm_survey_new(arena, DM_RELABEL_ALWAYS, &survey, &err), err);
    assert_int_equal(dm_survey_dominance(survey, stones, count, DM_TIES_NEUTRAL, &answer, &err),
                     status);
    assert_string_equal(err.message, message);
    assert_null(answer);
    dm_survey_free(survey);
}

static void bad_stones_are_refused(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 15);
    dm_arena *arena = random_board(&rng, 5, 0);
    expect_failure(arena, (dm_stone[]){{1, 0}, {5, 1}}, 2, DM_BAD_VERTEX,
                   "stone 2 lies on vertex 5; the board has vertices 0..4");
    expect_failure(arena, (dm_stone[]){{-1, 0}}, 1, DM_BAD_VERTEX,
                   "stone 1 lies on vertex -1; the board has vertices 0..4");
    expect_failure(arena, (dm_stone[]){{3, 0}, {1, 1}, {3, 0}}, 3, DM_BAD_VERTEX,
                   "vertex 3 is taken twice");
    expect_failure(arena, (dm_stone[]){{3, 65536}}, 1, DM_BAD_ARGUMENT,
                   "the stone on vertex 3 belongs to player 65536; players are 0..65535");
    expect_failure(arena, (dm_stone[]){{3, -1}}, 1, DM_BAD_ARGUMENT,
                   "the stone on vertex 3 belongs to player -1; players are 0..65535");
    dm_arena_free(arena);
}

static dm_survey *survey_of(const char *spec, dm_relabel relabel, dm_arena **arena)
{
    dm_error err = {0};
    dm_survey *survey = NULL;
    assert_ok(dm_generate(spec, 1, arena, &err), err);
    assert_ok(dm_survey_new(*arena, relabel, &survey, &err), err);
    return survey;
}

/* Renumbering pays only on large boards with a poor numbering. */
static void poor_numberings_are_noticed(void **state)
{
    (void)state;
    const struct {
        const char *spec;
        bool is_poor;
    } cases[] = {{"road:70000", true}, {"grid:270x270", false}, {"road:1000", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_arena *arena = NULL;
        dm_survey *survey = survey_of(cases[i].spec, DM_RELABEL_AUTO, &arena);
        assert_int_equal(dm_survey_relabelled(survey), cases[i].is_poor);
        assert_int_equal(dm_survey_ranks(survey) != NULL, cases[i].is_poor);
        dm_survey_free(survey);
        dm_arena_free(arena);
    }
}

/* Too large for the checker: both numberings must agree. */
static void large_boards_do_not_depend_on_the_numbering(void **state)
{
    (void)state;
    const char *const specs[] = {"road:70000", "geometric:70000,5", "random-tree:70000"};
    dm_stone stones[500];
    dm_error err = {0};
    dm_rng rng;
    dm_rng_init(&rng, 16);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        dm_arena *arena = NULL;
        dm_survey *survey = survey_of(specs[i], DM_RELABEL_ALWAYS, &arena);
        size_t n = (size_t)dm_arena_vertices(arena);
        random_stones(&rng, dm_arena_vertices(arena), 500, 3, stones);
        for (int k = 0; k < 4; k++) {
            const dm_dominance *fast = NULL;
            dm_dominance *plain = NULL;
            assert_ok(dm_survey_dominance(survey, stones, 500, all_rules[k], &fast, &err), err);
            assert_ok(dm_dominance_new(arena, stones, 500, all_rules[k], &plain, &err), err);
            assert_memory_equal(fast->owner, plain->owner, n * sizeof *plain->owner);
            assert_memory_equal(fast->distance, plain->distance, n * sizeof *plain->distance);
            assert_memory_equal(fast->score, plain->score, 3 * sizeof *plain->score);
            assert_true(fast->tied == plain->tied && fast->unreached == plain->unreached);
            dm_dominance_free(plain);
        }
        dm_survey_free(survey);
        dm_arena_free(arena);
    }
}

static void owners_have_letters(void **state)
{
    (void)state;
    const int32_t owners[] = {0, 1, 2, 25, 26, 65535, DM_TIED, DM_UNREACHED};
    const char letters[] = "WBCZ**.-";
    for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
        assert_int_equal(dm_owner_letter(owners[i]), letters[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boards_match_the_definition),
        cmocka_unit_test(all_small_graphs_match_the_definition),
        cmocka_unit_test(surveys_answer_in_the_boards_own_numbering),
        cmocka_unit_test(extreme_places_are_numbered_too),
        cmocka_unit_test(wide_buckets_are_put_in_order),
        cmocka_unit_test(distances_past_32_bits_are_exact),
        cmocka_unit_test(bad_stones_are_refused),
        cmocka_unit_test(poor_numberings_are_noticed),
        cmocka_unit_test(large_boards_do_not_depend_on_the_numbering),
        cmocka_unit_test(owners_have_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
