/* test_dominance.c - owners, distances and scores against the definition. */
#include "check/dominance.h"
#include "support/support.h"
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

static int64_t nearest(const checked *board, const dm_stone *stones, int64_t count, dm_vertex v)
{
    int64_t least = -1, n = dm_arena_vertices(board->arena);
    for (int64_t i = 0; i < count; i++) {
        int64_t d = board->distances[v * n + stones[i].vertex];
        if (d >= 0 && (least < 0 || d < least))
            least = d;
    }
    return least;
}

/* Every field of `got` against the checker. */
static void assert_right(const checked *board, const dm_stone *stones, int64_t count,
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

static void check_one_shot(const checked *board, const dm_stone *stones, int64_t count,
                           dm_tie_rule ties)
{
    dm_dominance *got = NULL;
    dm_error err = {0};
    assert_ok(dm_dominance_new(board->arena, stones, count, ties, &got, &err), err);
    assert_right(board, stones, count, ties, got);
    dm_dominance_free(got);
}

static void check_all_rules(const checked *board, const dm_stone *stones, int64_t count)
{
    for (size_t i = 0; i < 4; i++)
        check_one_shot(board, stones, count, all_rules[i]);
}

static void random_boards_match_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_stone stones[SMALL];
    dm_rng_init(&rng, 11);
    for (int i = 0; i < 3000; i++) {
        dm_vertex n = 1 + (dm_vertex)dm_rng_below(&rng, 24);
        checked board = wrap(random_board(&rng, n, (int)dm_rng_below(&rng, 16)));
        int64_t count = (int64_t)dm_rng_below(&rng, (uint64_t)n + 1);
        random_stones(&rng, n, count, 2 + (int32_t)dm_rng_below(&rng, 4), stones);
        check_all_rules(&board, stones, count);
        unwrap(&board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boards_match_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
