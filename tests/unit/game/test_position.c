/* test_position.c - schedules, legal moves, make and undo, scores. */
#include "check/dominance.h"
#include "game/evaluator.h"
#include "support/support.h"
#include <demesne/position.h>
#include <stdlib.h>
#include <string.h>

static dm_arena *path(dm_vertex n)
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 1; v < n; v++)
        assert_ok(dm_builder_edge(builder, v - 1, v, 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static void schedules_of_the_literature(void **state)
{
    (void)state;
    const struct {
        int32_t rounds, per_turn;
        const char *order;
    } games[] = {{3, 1, "WBWBWB"}, {2, 2, "WWBBWWBB"}, {1, 3, "WWWBBB"}};
    for (size_t g = 0; g < 3; g++) {
        dm_rules rules;
        char order[16] = "";
        assert_int_equal(
            dm_rules_init(games[g].rounds, games[g].per_turn, DM_TIES_NEUTRAL, &rules, NULL),
            DM_OK);
        for (int32_t t = 0; t < rules.turn_count; t++)
            for (int32_t s = 0; s < rules.turns[t].stones; s++)
                strcat(order, rules.turns[t].side == DM_WHITE ? "W" : "B");
        assert_string_equal(order, games[g].order);
        assert_int_equal(rules.stones, strlen(order));
        dm_rules_clear(&rules);
    }
}

static void bad_rules_are_refused(void **state)
{
    (void)state;
    dm_rules rules = {0};
    dm_error err = {0};
    dm_tie_rule ties;
    assert_int_equal(dm_rules_init(0, 1, DM_TIES_NEUTRAL, &rules, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_rules_init(1, -1, DM_TIES_NEUTRAL, &rules, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_rules_init(INT32_MAX, 2, DM_TIES_NEUTRAL, &rules, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_tie_rule_parse("mine", &ties, &err), DM_BAD_ARGUMENT);
    assert_string_equal(err.message,
                        "unknown tie rule 'mine'; known: neutral, earlier, white, black");
    for (int i = DM_TIES_NEUTRAL; i <= DM_TIES_BLACK; i++) {
        assert_int_equal(dm_tie_rule_parse(dm_tie_rule_name((dm_tie_rule)i), &ties, &err), DM_OK);
        assert_int_equal(ties, i);
    }
    dm_arena *arena = path(3);
    dm_position *position = NULL;
    assert_int_equal(dm_rules_init(2, 1, DM_TIES_NEUTRAL, &rules, &err), DM_OK);
    assert_int_equal(dm_position_new(arena, &rules, &position, &err), DM_TOO_LARGE);
    assert_string_equal(err.message, "4 stones need as many vertices; the board has 3");
    assert_null(position);
    dm_rules_clear(&rules);
    dm_arena_free(arena);
}

static void illegal_moves_change_nothing(void **state)
{
    (void)state;
    dm_arena *arena = path(6);
    dm_position *position = new_game(arena, 1, 2, DM_TIES_NEUTRAL);
    dm_error err = {0};
    const dm_vertex good[] = {1, 2}, twice[] = {3, 3}, far[] = {0, 6}, taken[] = {0, 1};
    assert_int_equal(dm_position_undo(position, &err), DM_BAD_MOVE);
    assert_int_equal(dm_position_make(position, good, 1, &err), DM_BAD_MOVE);
    assert_string_equal(err.message, "white places 2 stones this turn, not 1");
    assert_ok(dm_position_make(position, good, 2, &err), err);
    assert_int_equal(dm_position_make(position, twice, 2, &err), DM_BAD_VERTEX);
    assert_int_equal(dm_position_make(position, far, 2, &err), DM_BAD_VERTEX);
    assert_string_equal(err.message, "vertex 6 is not one of 0..5");
    assert_int_equal(dm_position_make(position, taken, 2, &err), DM_BAD_VERTEX);
    assert_string_equal(err.message, "vertex 1 is already occupied");
    int32_t count;
    dm_position_stones(position, &count);
    assert_int_equal(count, 2);
    assert_true(dm_position_is_free(position, 0));
    assert_true(dm_position_is_free(position, 3));
    assert_false(dm_position_is_free(position, 6));
    const dm_vertex last[] = {5, 4};
    assert_ok(dm_position_make(position, last, 2, &err), err);
    assert_true(dm_position_is_over(position));
    assert_int_equal(dm_position_make(position, good, 2, &err), DM_BAD_MOVE);
    assert_string_equal(err.message, "the game is over");
    dm_position_free(position);
    dm_arena_free(arena);
}

static void check_score(const dm_arena *arena, const int64_t *distances, dm_position *position)
{
    dm_error err = {0};
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    dm_tie_rule ties = dm_position_rules(position)->ties;
    int64_t expected = check_value(arena, distances, stones, count, ties), value;
    assert_ok(dm_position_value(position, &value, &err), err);
    assert_int_equal(value, expected);
    const dm_dominance *dominance;
    assert_ok(dm_position_dominance(position, &dominance, &err), err);
    assert_int_equal(dominance->score[DM_WHITE] - dominance->score[DM_BLACK], expected);
}

/* Makes and undoes random turns, and checks the score after each. */
static void scores_follow_make_and_undo(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 7);
    for (int game = 0; game < 300; game++) {
        dm_vertex n = 6 + (dm_vertex)dm_rng_below(&rng, 12);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        int64_t *distances = check_distances(arena);
        int32_t per_turn = 1 + (int32_t)dm_rng_below(&rng, 2);
        dm_position *position =
            new_game(arena, n / (2 * per_turn), per_turn, (dm_tie_rule)dm_rng_below(&rng, 4));
        dm_vertex vertices[32];
        for (int step = 0; step < 20; step++) {
            bool back = dm_position_turns_made(position) > 0 && dm_rng_below(&rng, 3) == 0;
            if (back || dm_position_is_over(position)) {
                assert_int_equal(dm_position_undo(position, NULL), DM_OK);
            } else {
                dm_vertex count = dm_position_free_vertices(position, vertices);
                for (int32_t i = 0; i < per_turn; i++) {
                    uint64_t j = dm_rng_below(&rng, (uint64_t)(count - i));
                    dm_vertex chosen = vertices[i + (dm_vertex)j];
                    vertices[i + (dm_vertex)j] = vertices[i];
                    vertices[i] = chosen;
                }
                assert_int_equal(dm_position_make(position, vertices, per_turn, NULL), DM_OK);
            }
            check_score(arena, distances, position);
        }
        dm_position_free(position);
        free(distances);
        dm_arena_free(arena);
    }
}

/* A lost turn places no stones, the schedule shows it, and undo restores everything. */
static void a_lost_turn_is_passed_and_taken_back(void **state)
{
    (void)state;
    dm_arena *arena = path(9);
    dm_position *position = new_game(arena, 2, 2, DM_TIES_NEUTRAL);
    dm_error err = {0};
    const dm_vertex first[] = {0, 1}, second[] = {3, 4};
    int32_t count;
    assert_ok(dm_position_make(position, first, 2, &err), err);
    assert_ok(dm_position_pass(position, &err), err);
    assert_int_equal(dm_position_to_move(position), DM_WHITE);
    assert_true(dm_position_was_lost(position, 1));
    assert_false(dm_position_was_lost(position, 0));
    assert_int_equal(dm_position_rules(position)->turns[1].stones, 0);
    assert_int_equal(dm_position_rules(position)->stones, 6);
    assert_int_equal(dm_position_agreed_stones(position, 1), 2);
    assert_non_null(dmi_position_evaluator(position)); /* made while a turn is lost */
    assert_ok(dm_position_undo(position, &err), err);
    assert_false(dm_position_was_lost(position, 1));
    assert_int_equal(dm_position_to_move(position), DM_BLACK);
    assert_int_equal(dm_position_stones_to_place(position), 2);
    assert_int_equal(dm_position_rules(position)->stones, 8);
    assert_ok(dm_position_make(position, second, 2, &err), err);
    assert_ok(dm_position_pass(position, &err), err);
    assert_ok(dm_position_pass(position, &err), err);
    assert_true(dm_position_is_over(position));
    assert_int_equal(dm_position_pass(position, &err), DM_BAD_MOVE);
    dm_position_stones(position, &count);
    assert_int_equal(count, 4);
    for (int turn = 0; turn < 4; turn++)
        assert_ok(dm_position_undo(position, &err), err);
    assert_int_equal(dm_position_rules(position)->stones, 8);
    dm_position_free(position);
    dm_arena_free(arena);
}

/* Every stone of the game fits the evaluator that was made while a turn was lost. */
static void an_evaluator_has_room_for_turns_given_back(void **state)
{
    (void)state;
    dm_arena *arena = path(8);
    dm_position *position = new_game(arena, 4, 1, DM_TIES_NEUTRAL);
    dm_error err = {0};
    int64_t value;
    assert_ok(dm_position_pass(position, &err), err);
    assert_ok(dm_position_pass(position, &err), err);
    assert_ok(dm_position_value(position, &value, &err), err);
    assert_ok(dm_position_undo(position, &err), err);
    assert_ok(dm_position_undo(position, &err), err);
    for (dm_vertex v = 0; v < 8; v++)
        assert_ok(dm_position_make(position, &v, 1, &err), err);
    assert_ok(dm_position_value(position, &value, &err), err);
    assert_int_equal(value, 0);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedules_of_the_literature),
        cmocka_unit_test(bad_rules_are_refused),
        cmocka_unit_test(illegal_moves_change_nothing),
        cmocka_unit_test(a_lost_turn_is_passed_and_taken_back),
        cmocka_unit_test(an_evaluator_has_room_for_turns_given_back),
        cmocka_unit_test(scores_follow_make_and_undo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
