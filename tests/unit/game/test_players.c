/* test_players.c - the choices of the published players, of expectation and of mcts, compared with
 * their definitions; and for all players: the same game for the same seed, a legal and sensible
 * move when stopped, a refusal with a reason. */
#include "check/players.h"
#include "support/support.h"
#include <demesne/player.h>
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STONES_MOST = 64 };

static dm_player *new_player(const char *spec, uint64_t seed)
{
    dm_player *player = NULL;
    dm_error err = {0};
    assert_ok(dm_player_new(spec, seed, &player, &err), err);
    return player;
}

/* Plays `turns` turns at random. */
static void play_random(dm_rng *rng, dm_position *position, int32_t turns)
{
    dm_player *player = new_player("random", dm_rng_next(rng));
    dm_vertex move[STONES_MOST];
    while (turns-- > 0 && !dm_position_is_over(position)) {
        assert_int_equal(dm_player_choose(player, position, NULL, move, NULL), DM_OK);
        assert_int_equal(
            dm_position_make(position, move, dm_position_stones_to_place(position), NULL), DM_OK);
    }
    dm_player_free(player);
}

static dm_vertex choose_one(const char *spec, dm_position *position)
{
    dm_player *player = new_player(spec, 1);
    dm_vertex move[STONES_MOST];
    dm_error err = {0};
    assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
    dm_player_free(player);
    return move[0];
}

static dm_arena *some_board(dm_rng *rng, int round)
{
    if (round % 2)
        return random_board(rng, 3 + (dm_vertex)dm_rng_below(rng, 10),
                            random_features(rng, BOARD_SMALL));
    return family_board("colby:14", dm_rng_next(rng));
}

static void neighbours_are_weighed_as_defined(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 21);
    for (int round = 0; round < 400; round++) {
        dm_arena *arena = some_board(&rng, round);
        dm_position *position =
            new_game(arena, dm_arena_vertices(arena) / 2, 1, (dm_tie_rule)dm_rng_below(&rng, 4));
        play_random(&rng, position,
                    (int32_t)dm_rng_below(&rng, (uint64_t)dm_arena_vertices(arena) / 2 * 2));
        assert_int_equal(choose_one("neighbour", position), check_neighbour(position, 11));
        assert_int_equal(choose_one("neighbour:threshold=1.5", position),
                         check_neighbour(position, 15));
        assert_int_equal(choose_one("neighbour:threshold=3", position),
                         check_neighbour(position, 30));
        assert_int_equal(choose_one("enhanced", position), check_enhanced(position));
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* A star with two edges from 0, one of `length` units, and a separate vertex worth one less than
 * both: whether the edge counts decides. */
static dm_vertex choice_beside(int64_t length, int decimals, const char *spec)
{
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    assert_ok(dm_builder_new(3, &builder, &err), err);
    dm_builder_decimals(builder, decimals);
    assert_ok(dm_builder_edge(builder, 0, 1, length, &err), err);
    assert_ok(dm_builder_value(builder, 0, 5, &err), err);
    assert_ok(dm_builder_value(builder, 1, 5, &err), err);
    assert_ok(dm_builder_value(builder, 2, 9, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    dm_position *position = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
    dm_vertex choice = choose_one(spec, position);
    dm_position_free(position);
    dm_arena_free(arena);
    return choice;
}

static void thresholds_are_exact_in_every_unit(void **state)
{
    (void)state;
    assert_int_equal(choice_beside(11, 1, "neighbour"), 0);
    assert_int_equal(choice_beside(12, 1, "neighbour"), 2);
    assert_int_equal(choice_beside(1, 0, "neighbour"), 0);
    assert_int_equal(choice_beside(2, 0, "neighbour"), 2);
    assert_int_equal(choice_beside(1100000000, 9, "neighbour"), 0);
    assert_int_equal(choice_beside(1100000001, 9, "neighbour"), 2);
    assert_int_equal(choice_beside(INT64_C(1100000000000), 12, "neighbour"), 0);
    assert_int_equal(choice_beside(INT64_C(1100000000001), 12, "neighbour"), 2);
    assert_int_equal(choice_beside(INT64_C(1100000000001), 12, "neighbour:threshold=1.100000001"),
                     0);
    assert_int_equal(choice_beside(1, 0, "neighbour:threshold=0.9"), 2);
    assert_int_equal(choice_beside(1, 0, "neighbour:threshold=1."), 0);
    assert_int_equal(choice_beside(1, 0, "neighbour:threshold=.5"), 2);
}

static void decimals_are_read_strictly(void **state)
{
    (void)state;
    const char *bad[] = {
        "neighbour:threshold=1.1.1",     "neighbour:threshold=.",
        "neighbour:threshold=",          "neighbour:threshold=1.0000000001",
        "neighbour:threshold=-1",        "neighbour:threshold=1e3",
        "neighbour:threshold=1000000.1", "neighbour:threshold=99999999999999999999",
        "monte-carlo:playouts=1.5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_player *player = NULL;
        dm_error err = {0};
        assert_int_equal(dm_player_new(bad[i], 1, &player, &err), DM_BAD_ARGUMENT);
        const char *range = i < 8 ? "threshold=N with N in 0..1000000" : "N in 1..1000000";
        assert_non_null(strstr(err.message, range));
    }
}

/* On the last stone nothing is random: monte-carlo must choose as defined. */
static void monte_carlo_ends_as_defined(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 22);
    for (int round = 0; round < 200; round++) {
        dm_arena *arena = some_board(&rng, round);
        int32_t rounds = dm_arena_vertices(arena) / 2;
        dm_position *position = new_game(arena, rounds, 1, (dm_tie_rule)dm_rng_below(&rng, 4));
        play_random(&rng, position, 2 * rounds - 1);
        assert_int_equal(choose_one("monte-carlo", position), check_last_stone(position));
        assert_int_equal(choose_one("monte-carlo:exact-rules=1", position),
                         check_best_mean(position));
        assert_int_equal(choose_one("expectation", position), check_best_mean(position));
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

static void expectation_takes_the_best_mean(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 23);
    for (int round = 0; round < 200; round++) {
        dm_vertex n = 4 + (dm_vertex)dm_rng_below(&rng, 3);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        dm_position *position = new_game(arena, 2, 1, (dm_tie_rule)dm_rng_below(&rng, 4));
        play_random(&rng, position, (int32_t)dm_rng_below(&rng, 4));
        assert_int_equal(choose_one("expectation", position), check_best_mean(position));
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* With enough random games both agree with the exact mean if one vertex is clearly best: the centre
 * of a star. */
static void random_games_find_the_centre(void **state)
{
    (void)state;
    const char *specs[] = {"monte-carlo", "monte-carlo:exact-rules=1",
                           "expectation", "expectation:depth=3",
                           "mcts",        "mcts:width=0:depth=1:prior=1"};
    dm_arena *arena = family_board("star:15", 1);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        dm_position *position = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
        assert_int_equal(choose_one(specs[i], position), 0);
        dm_position_free(position);
    }
    dm_arena_free(arena);
}

static void play_game(dm_player *player, const dm_arena *arena, dm_tie_rule ties, dm_stone *out)
{
    dm_position *position = new_game(arena, 2, 2, ties);
    dm_vertex move[2];
    dm_error err = {0};
    while (!dm_position_is_over(position)) {
        assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
        assert_ok(dm_position_make(position, move, 2, &err), err);
    }
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    memcpy(out, stones, (size_t)count * sizeof *out);
    dm_position_free(position);
}

static const char *const searchers[] = {
    "random",          "greedy",      "neighbour", "enhanced",
    "monte-carlo",     "expectation", "minimax",   "expectation:depth=3:width=4",
    "mcts:playouts=60"};

/* Also after other boards and other rules: a player must not keep anything from them. */
static void a_seed_fixes_the_game(void **state)
{
    (void)state;
    dm_arena *boards[] = {family_board("colby:20", 1), family_board("colby:20", 2),
                          family_board("grid:4x5", 1)};
    for (size_t i = 0; i < sizeof searchers / sizeof *searchers; i++)
        for (int b = 0; b < 3; b++) {
            dm_stone games[3][8];
            dm_player *fresh = new_player(searchers[i], 7), *again = new_player(searchers[i], 7);
            play_game(fresh, boards[b], DM_TIES_EARLIER, games[0]);
            play_game(again, boards[b], DM_TIES_EARLIER, games[1]);
            assert_memory_equal(games[0], games[1], sizeof games[0]);
            dm_player_free(again);
            if (strcmp(searchers[i], "random") && strncmp(searchers[i], "mo", 2) &&
                strncmp(searchers[i], "mc", 2)) {
                play_game(fresh, boards[(b + 1) % 3], DM_TIES_EARLIER, games[2]);
                play_game(fresh, boards[b], DM_TIES_BLACK, games[2]);
                play_game(fresh, boards[b], DM_TIES_EARLIER, games[2]);
                assert_memory_equal(games[0], games[2], sizeof games[0]);
            }
            dm_player_free(fresh);
        }
    for (int b = 0; b < 3; b++)
        dm_arena_free(boards[b]);
}

/* A board in the memory of a freed one must not be taken for it. */
static void a_new_board_at_the_same_place_is_new(void **state)
{
    (void)state;
    dm_player *player = new_player("expectation", 1);
    for (uint64_t seed = 1; seed < 20; seed++) {
        dm_arena *arena = family_board("colby:20", seed);
        dm_stone kept[8], expected[8];
        play_game(player, arena, DM_TIES_EARLIER, kept);
        dm_player *fresh = new_player("expectation", 1);
        play_game(fresh, arena, DM_TIES_EARLIER, expected);
        assert_memory_equal(kept, expected, sizeof kept);
        dm_player_free(fresh);
        dm_arena_free(arena);
    }
    dm_player_free(player);
}

static void stopped_players_move_legally(void **state)
{
    (void)state;
    dm_arena *arena = family_board("grid:6x6", 1);
    for (size_t i = 0; i < sizeof searchers / sizeof *searchers; i++)
        for (int64_t limit = 1; limit < 3000; limit *= 3) {
            dm_position *position = new_game(arena, 2, 3, (dm_tie_rule)(limit % 4));
            dm_player *player = new_player(searchers[i], 3);
            dm_run *run = NULL;
            dm_vertex move[3] = {-1, -1, -1};
            dm_error err = {0};
            assert_ok(dm_run_new(&run, &err), err);
            dm_run_set_work_limit(run, limit);
            dm_status status = dm_player_choose(player, position, run, move, &err);
            assert_true(status == DM_OK || status == DM_STOPPED);
            if (limit == 1 && i > 3)
                assert_int_equal(status, DM_STOPPED);
            assert_ok(dm_position_make(position, move, 3, &err), err);
            dm_run_free(run);
            dm_player_free(player);
            dm_position_free(position);
        }
    dm_arena_free(arena);
}

/* The mover's lead after a stone on v. */
static int64_t lead_after(dm_position *position, dm_vertex v)
{
    int64_t value;
    dm_side side = dm_position_to_move(position);
    assert_int_equal(dm_position_make(position, &v, 1, NULL), DM_OK);
    assert_int_equal(dm_position_value(position, &value, NULL), DM_OK);
    assert_int_equal(dm_position_undo(position, NULL), DM_OK);
    return side == DM_WHITE ? value : -value;
}

/* A player that is stopped at once takes a vertex of high immediate gain, not the lowest one. */
static void stopped_players_play_for_gain(void **state)
{
    (void)state;
    dm_arena *arena = family_board("grid:9x10", 1);
    dm_vertex first = 44, move;
    dm_run *run = NULL;
    int stopped = 0;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_cancel(run);
    for (int i = 0; i < dm_player_count(); i++) {
        dm_position *position = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
        dm_player *player = new_player(dm_player_at(i)->name, 1);
        assert_int_equal(dm_position_make(position, &first, 1, NULL), DM_OK);
        if (dm_player_choose(player, position, run, &move, NULL) == DM_STOPPED) {
            int fewer = 0, more = 0;
            int64_t lead = lead_after(position, move);
            for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
                if (v != first) {
                    fewer += lead_after(position, v) < lead;
                    more += lead_after(position, v) > lead;
                }
            assert_true(fewer > 3 * more);
            stopped++;
        }
        dm_player_free(player);
        dm_position_free(position);
    }
    assert_true(stopped >= 6);
    dm_run_free(run);
    dm_arena_free(arena);
}

static void large_boards_are_played_or_refused(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:5000", 1);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    for (size_t i = 0; i < sizeof searchers / sizeof *searchers; i++) {
        dm_player *player = new_player(searchers[i], 3);
        dm_vertex move[1];
        dm_error err = {0};
        dm_status status = dm_player_choose(player, position, NULL, move, &err);
        assert_int_equal(status, i < 3 ? DM_OK : DM_UNSUPPORTED);
        assert_int_equal(dm_player_can_play(player, position, NULL, &err), status);
        if (i >= 3)
            assert_non_null(strstr(err.message, "5000"));
        dm_player_free(player);
    }
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_weighed_as_defined),
        cmocka_unit_test(thresholds_are_exact_in_every_unit),
        cmocka_unit_test(decimals_are_read_strictly),
        cmocka_unit_test(monte_carlo_ends_as_defined),
        cmocka_unit_test(expectation_takes_the_best_mean),
        cmocka_unit_test(random_games_find_the_centre),
        cmocka_unit_test(a_seed_fixes_the_game),
        cmocka_unit_test(a_new_board_at_the_same_place_is_new),
        cmocka_unit_test(stopped_players_move_legally),
        cmocka_unit_test(stopped_players_play_for_gain),
        cmocka_unit_test(large_boards_are_played_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
