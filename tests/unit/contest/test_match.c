/* test_match.c - games between players of this library: clocks, results, stopping. */
#include "support/support.h"
#include <demesne/contest.h>
#include <demesne/player.h>

static void new_contestants(const char *white, const char *black, dm_contestant *contestants[2])
{
    dm_error err = {0};
    contestants[DM_WHITE] = contestants[DM_BLACK] = NULL;
    assert_ok(dm_contestant_new(white, 1, &contestants[DM_WHITE], &err), err);
    assert_ok(dm_contestant_new(black, 2, &contestants[DM_BLACK], &err), err);
}

static void free_contestants(dm_contestant *contestants[2])
{
    dm_contestant_free(contestants[DM_WHITE]);
    dm_contestant_free(contestants[DM_BLACK]);
}

/* The same game by asking the players directly. */
static int64_t played_by_hand(const dm_arena *arena, const char *white, const char *black)
{
    dm_error err = {0};
    dm_player *players[2] = {NULL, NULL};
    dm_position *position = new_game(arena, 4, 1, DM_TIES_EARLIER);
    assert_ok(dm_player_new(white, 1, &players[0], &err), err);
    assert_ok(dm_player_new(black, 2, &players[1], &err), err);
    while (!dm_position_is_over(position)) {
        dm_vertex move;
        dm_player *player = players[dm_position_to_move(position)];
        assert_ok(dm_player_choose(player, position, NULL, &move, &err), err);
        assert_ok(dm_position_make(position, &move, 1, &err), err);
    }
    int64_t value;
    assert_ok(dm_position_value(position, &value, &err), err);
    dm_player_free(players[0]);
    dm_player_free(players[1]);
    dm_position_free(position);
    return value;
}

static void players_play_as_when_asked_directly(void **state)
{
    (void)state;
    const char *specs[] = {"random", "greedy", "minimax", "minimax:depth=2:width=4"};
    dm_arena *arena = family_board("colby:20", 3);
    for (int i = 0; i < 16; i++) {
        dm_error err = {0};
        dm_contestant *contestants[2];
        dm_match_result result;
        const dm_match_settings settings = {.move_seconds = i % 2 ? 1000 : 0};
        dm_position *position = new_game(arena, 4, 1, DM_TIES_EARLIER);
        new_contestants(specs[i / 4], specs[i % 4], contestants);
        assert_string_equal(dm_contestant_spec(contestants[DM_WHITE]), specs[i / 4]);
        assert_ok(dm_match_play(position, contestants, &settings, NULL, &result, &err), err);
        assert_true(dm_position_is_over(position));
        assert_int_equal(result.value, played_by_hand(arena, specs[i / 4], specs[i % 4]));
        assert_false(result.is_forfeited);
        assert_int_equal(result.outcome, dm_outcome_of(result.value));
        assert_int_equal(result.faults[DM_WHITE] + result.faults[DM_BLACK], 0);
        assert_true(result.seconds[DM_WHITE] >= result.slowest[DM_WHITE]);
        free_contestants(contestants);
        dm_position_free(position);
    }
    dm_arena_free(arena);
}

/* A limit that no player can meet: every turn is lost, or the first one loses the game. */
static void lateness_counts_for_players_of_ours_too(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_contestant *contestants[2];
    dm_match_result result;
    dm_arena *arena = family_board("grid:4x4", 1);
    dm_match_settings settings = {.move_seconds = 1e-12};
    dm_position *position = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
    int32_t count;
    new_contestants("minimax", "greedy", contestants);
    assert_ok(dm_match_play(position, contestants, &settings, NULL, &result, &err), err);
    dm_position_stones(position, &count);
    assert_int_equal(count, 0);
    assert_true(dm_position_is_over(position));
    assert_int_equal(result.faults[DM_WHITE], 3);
    assert_int_equal(result.faults[DM_BLACK], 3);
    assert_false(result.is_forfeited);
    assert_int_equal(result.outcome, dm_outcome_of(result.value));
    dm_position_free(position);

    settings.faults_lose_game = true;
    position = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_match_play(position, contestants, &settings, NULL, &result, &err), err);
    assert_true(result.is_forfeited);
    assert_int_equal(result.outcome, DM_SECOND_WINS);
    assert_int_equal(dm_position_turns_made(position), 0);
    dm_position_free(position);
    free_contestants(contestants);
    dm_arena_free(arena);
}

static void a_stopped_run_ends_the_match(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_contestant *contestants[2];
    dm_run *run = NULL;
    dm_match_result result = {.value = 77};
    dm_arena *arena = family_board("grid:12x12", 1);
    dm_position *position = new_game(arena, 20, 1, DM_TIES_NEUTRAL);
    new_contestants("minimax:depth=12", "minimax:depth=12", contestants);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_deadline(run, 0.05);
    assert_int_equal(dm_match_play(position, contestants, NULL, run, &result, &err), DM_UNFINISHED);
    assert_int_equal(result.value, 77);
    assert_int_equal(dm_position_turns_made(position), 0);
    dm_run_free(run);
    free_contestants(contestants);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void seats_and_turns_that_are_not(void **state)
{
    (void)state;
    dm_error err = {0};
    dm_contestant *contestant = NULL;
    dm_turn_report report;
    dm_arena *arena = family_board("path:2", 1);
    dm_position *position = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
    assert_int_equal(dm_contestant_new("nobody", 1, &contestant, &err), DM_BAD_ARGUMENT);
    assert_int_equal(dm_contestant_new("cmd:", 1, &contestant, &err), DM_BAD_ARGUMENT);
    assert_null(contestant);
    dm_contestant_free(NULL);
    assert_ok(dm_contestant_new("greedy", 1, &contestant, &err), err);
    for (int i = 0; i < 2; i++)
        assert_ok(dm_match_turn(position, contestant, NULL, NULL, &report, &err), err);
    assert_int_equal(report.side, DM_BLACK);
    assert_int_equal(dm_match_turn(position, contestant, NULL, NULL, &report, &err), DM_BAD_MOVE);
    dm_contestant_free(contestant);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_play_as_when_asked_directly),
        cmocka_unit_test(lateness_counts_for_players_of_ours_too),
        cmocka_unit_test(a_stopped_run_ends_the_match),
        cmocka_unit_test(seats_and_turns_that_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
