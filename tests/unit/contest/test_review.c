/* test_review.c - what moves lost, compared with values from the definition. */
#include "check/minimax.h"
#include "support/support.h"
#include <demesne/review.h>

/* The value after the best move. */
static int64_t value_after(dm_position *position, const dm_vertex *move, int32_t count)
{
    dm_error err = {0};
    assert_ok(dm_position_make(position, move, count, &err), err);
    int64_t value = check_position_value(position);
    assert_ok(dm_position_undo(position, &err), err);
    return value;
}

static void losses_are_those_of_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 77);
    for (int game = 0; game < (run_long() ? 2000 : 120); game++) {
        dm_vertex n = 4 + (dm_vertex)dm_rng_below(&rng, 4);
        int32_t per_turn = dm_rng_below(&rng, 3) ? 1 : 2;
        int32_t rounds = 1 + (int32_t)dm_rng_below(&rng, (uint64_t)(n / (2 * per_turn)));
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        dm_position *position = new_game(arena, rounds, per_turn, (dm_tie_rule)(game % 4));
        dm_review *review = NULL;
        random_turns(&rng, position, INT32_MAX, 4);
        assert_ok(dm_review_new(position, 1000, NULL, &review, &err), err);
        assert_int_equal(review->count, 2 * rounds);
        for (int32_t turn = review->count - 1; turn >= 0; turn--) {
            const dm_reviewed_move *m = &review->moves[turn];
            int64_t after = check_position_value(position);
            assert_int_equal(m->played_count == 0, dm_position_was_lost(position, turn));
            assert_ok(dm_position_undo(position, &err), err);
            int64_t before = check_position_value(position);
            assert_true(m->exact);
            assert_int_equal(m->value, after);
            assert_int_equal(m->loss, m->side == DM_WHITE ? before - after : after - before);
            assert_int_equal(m->best_count, per_turn);
            assert_int_equal(value_after(position, m->best, m->best_count), before);
        }
        dm_review_free(review);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* By proofs alone: the same losses from the end back to the first turn that could be solved. */
static void exact_reviews_end_where_proofs_do(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 78);
    for (int game = 0; game < 20; game++) {
        dm_review *full = NULL, *exact = NULL, *none = NULL;
        dm_arena *arena = random_board(&rng, 7, random_features(&rng, BOARD_SMALL));
        dm_position *position = new_game(arena, 3, 1, (dm_tie_rule)(game % 4));
        random_turns(&rng, position, INT32_MAX, 4);
        assert_ok(dm_review_new(position, 1000, NULL, &full, &err), err);
        assert_ok(dm_review_exact(position, 1000, NULL, &exact, &err), err);
        assert_ok(dm_review_exact(position, 0, NULL, &none, &err), err);
        assert_int_equal(full->first, 0);
        assert_int_equal(exact->first, 0);
        for (int32_t turn = 0; turn < full->count; turn++) {
            assert_true(exact->moves[turn].exact);
            assert_int_equal(exact->moves[turn].loss, full->moves[turn].loss);
            assert_int_equal(none->moves[turn].exact, turn >= none->first);
            assert_int_equal(none->moves[turn].played_count, full->moves[turn].played_count);
            if (turn >= none->first)
                assert_int_equal(none->moves[turn].loss, full->moves[turn].loss);
        }
        dm_review_free(full);
        dm_review_free(exact);
        dm_review_free(none);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* Without time the solver finishes no large game: the results are marked as estimates. */
static void estimates_say_that_they_are(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_review *review = NULL;
    dm_arena *arena = family_board("grid:4x4", 1);
    dm_position *position = new_game(arena, 6, 1, DM_TIES_EARLIER);
    dm_rng_init(&rng, 5);
    random_turns(&rng, position, INT32_MAX, 4);
    assert_ok(dm_review_new(position, 0, NULL, &review, &err), err);
    assert_false(review->moves[0].exact);
    for (int32_t turn = review->count - 1; turn >= 0; turn--) {
        const dm_reviewed_move *m = &review->moves[turn];
        assert_true(m->loss >= 0);
        assert_ok(dm_position_undo(position, &err), err);
        assert_true(dm_position_is_free(position, m->best[0]));
        if (m->loss == 0 && m->played_count > 0)
            assert_int_equal(m->best[0], m->played[0]);
    }
    dm_review_free(review);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void a_review_can_be_stopped(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_review *review = NULL;
    dm_run *run = NULL;
    dm_arena *arena = family_board("grid:4x4", 1);
    dm_position *position = new_game(arena, 6, 1, DM_TIES_NEUTRAL);
    dm_rng_init(&rng, 5);
    random_turns(&rng, position, INT32_MAX, 4);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_cancel(run);
    assert_int_equal(dm_review_new(position, 5, run, &review, &err), DM_UNFINISHED);
    assert_null(review);
    dm_run_free(run);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void an_empty_game_has_nothing_to_review(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_review *review = NULL;
    dm_arena *arena = family_board("path:4", 1);
    dm_position *position = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_review_new(position, 5, NULL, &review, &err), err);
    assert_int_equal(review->count, 0);
    dm_review_free(review);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_those_of_the_definition),
        cmocka_unit_test(exact_reviews_end_where_proofs_do),
        cmocka_unit_test(estimates_say_that_they_are),
        cmocka_unit_test(a_review_can_be_stopped),
        cmocka_unit_test(an_empty_game_has_nothing_to_review),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
