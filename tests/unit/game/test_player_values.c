/* test_player_values.c - the values that players give to moves, compared with their definitions:
 * the score after a few stones by plain recursion, the mean of all completions by playing all of
 * them.  The choice of a player is one of the best of its values. */
#include "check/expectation.h"
#include "support/support.h"
#include <demesne/player.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 9 };

static dm_player *new_player(const char *spec)
{
    dm_player *player = NULL;
    dm_error err = {0};
    assert_ok(dm_player_new(spec, 5, &player, &err), err);
    return player;
}

/* A random unfinished game, one stone per turn. */
static dm_position *some_game(dm_rng *rng, dm_arena **arena)
{
    dm_vertex n = 4 + (dm_vertex)dm_rng_below(rng, 3);
    *arena = random_board(rng, n, random_features(rng, BOARD_ANY));
    dm_position *position = new_game(*arena, 2, 1, (dm_tie_rule)dm_rng_below(rng, 4));
    for (uint64_t turns = dm_rng_below(rng, 4); turns > 0; turns--) {
        dm_vertex v = (dm_vertex)dm_rng_below(rng, (uint64_t)n);
        if (dm_position_is_free(position, v))
            assert_int_equal(dm_position_make(position, &v, 1, NULL), DM_OK);
    }
    return position;
}

static void ask(const char *spec, dm_position *position, double *values)
{
    dm_error err = {0};
    dm_player *player = new_player(spec);
    assert_ok(dm_player_values(player, position, NULL, values, &err), err);
    dm_player_free(player);
}

/* The lead after `depth` more stones, each the best for its side, or at the end. */
static double plain_minimax(dm_position *position, int depth)
{
    int64_t value = 0;
    bool is_white = !dm_position_is_over(position) && dm_position_to_move(position) == DM_WHITE;
    if (depth == 0 || dm_position_is_over(position)) {
        assert_int_equal(dm_position_value(position, &value, NULL), DM_OK);
        return (double)value;
    }
    double best = is_white ? -INFINITY : INFINITY;
    for (dm_vertex v = 0; v < dm_arena_vertices(dm_position_arena(position)); v++) {
        if (!dm_position_is_free(position, v))
            continue;
        assert_int_equal(dm_position_make(position, &v, 1, NULL), DM_OK);
        double after = plain_minimax(position, depth - 1);
        dm_position_undo(position, NULL);
        best = is_white ? fmax(best, after) : fmin(best, after);
    }
    return best;
}

static double plain_mean(dm_position *position, int depth)
{
    int64_t sum, sequences;
    assert_int_equal(depth, 0);
    check_completions(position, &sum, &sequences);
    return (double)sum / (double)sequences;
}

/* Every free vertex has the value that `plain` finds after a stone there; occupied ones have none.
 */
static void compare(const char *spec, dm_position *position,
                    double (*plain)(dm_position *position, int depth), int depth)
{
    double values[MOST];
    ask(spec, position, values);
    for (dm_vertex v = 0; v < dm_arena_vertices(dm_position_arena(position)); v++) {
        if (!dm_position_is_free(position, v)) {
            assert_true(isnan(values[v]));
            continue;
        }
        assert_int_equal(dm_position_make(position, &v, 1, NULL), DM_OK);
        double expected = plain(position, depth);
        dm_position_undo(position, NULL);
        if (fabs(values[v] - expected) > 1e-6)
            fail_msg("%s: %.9f on %d, not %.9f", spec, values[v], v, expected);
    }
}

static void values_are_as_defined(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 77);
    for (int round = 0; round < 300; round++) {
        dm_arena *arena;
        dm_position *position = some_game(&rng, &arena);
        if (!dm_position_is_over(position)) {
            compare("minimax", position, plain_minimax, 0);
            compare("minimax:depth=2", position, plain_minimax, 1);
            compare("minimax:depth=3", position, plain_minimax, 2);
            compare("expectation", position, plain_mean, 0);
        }
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* After the last stone nothing is random, and all players that follow the rules agree. */
static void the_last_stone_is_exact(void **state)
{
    (void)state;
    static const char *const specs[] = {"expectation", "monte-carlo:exact-rules=1:playouts=2",
                                        "mcts:playouts=6:width=0", "minimax:depth=4"};
    dm_arena *arena = family_board("grid:3x3", 1);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    for (dm_vertex v = 1; v < 6; v += 2)
        assert_int_equal(dm_position_make(position, &v, 1, NULL), DM_OK);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        compare(specs[i], position, plain_minimax, 0);
    dm_position_free(position);
    dm_arena_free(arena);
}

/* The best value for the side to move. */
static double best_of(const dm_position *position, const double *values)
{
    bool is_white = dm_position_to_move(position) == DM_WHITE;
    double best = is_white ? -INFINITY : INFINITY;
    for (dm_vertex v = 0; v < dm_arena_vertices(dm_position_arena(position)); v++)
        if (!isnan(values[v]))
            best = is_white ? fmax(best, values[v]) : fmin(best, values[v]);
    return best;
}

static void choices_are_the_best_of_them(void **state)
{
    (void)state;
    static const char *const specs[] = {"minimax:depth=2", "minimax:depth=3:width=4",
                                        "expectation:depth=2", "monte-carlo:exact-rules=1",
                                        "monte-carlo"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int32_t per_turn = 1; per_turn <= 2; per_turn++) {
            dm_arena *arena = family_board("grid:4x5", 1);
            dm_position *position = new_game(arena, 2, per_turn, DM_TIES_NEUTRAL);
            dm_vertex opening[] = {6, 13}, move[2];
            double values[20];
            assert_int_equal(dm_position_make(position, opening, per_turn, NULL), DM_OK);
            dm_player *player = new_player(specs[i]);
            assert_int_equal(dm_player_choose(player, position, NULL, move, NULL), DM_OK);
            ask(specs[i], position, values);
            if (fabs(values[move[0]] - best_of(position, values)) > 1e-9)
                fail_msg("%s takes %d, which it does not like best", specs[i], move[0]);
            dm_player_free(player);
            dm_position_free(position);
            dm_arena_free(arena);
        }
}

static void some_are_not_looked_at(void **state)
{
    (void)state;
    double values[25];
    dm_arena *arena = family_board("grid:5x5", 1);
    dm_position *position = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
    ask("mcts:width=7:playouts=60", position, values);
    int looked = 0;
    for (int v = 0; v < 25; v++)
        looked += !isnan(values[v]);
    assert_int_equal(looked, 7);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void others_have_none(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:5", 1);
    dm_position *position = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
    for (int i = 0; i < dm_player_count(); i++) {
        const dm_player_info *info = dm_player_at(i);
        double values[5] = {7, 7, 7, 7, 7};
        dm_error err = {0};
        dm_player *player = new_player(info->name);
        dm_status status = dm_player_values(player, position, NULL, values, &err);
        assert_int_equal(status, info->values || info->scores ? DM_OK : DM_UNSUPPORTED);
        if (!info->values && !info->scores) {
            assert_non_null(strstr(err.message, info->name));
            assert_true(values[0] == 7 && values[4] == 7);
        }
        dm_player_free(player);
    }
    dm_position_free(position);
    dm_arena_free(arena);
}

/* Stopped, it returns the values found; searches that were cut short give none. */
static void a_stop_leaves_what_was_found(void **state)
{
    (void)state;
    dm_arena *arena = family_board("grid:4x4", 1);
    dm_position *position = new_game(arena, 3, 1, DM_TIES_NEUTRAL);
    dm_player *player = new_player("minimax:depth=2");
    dm_run *run = NULL;
    double all[16], some[16];
    int found = 0;
    ask("minimax:depth=2", position, all);
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 100);
    assert_int_equal(dm_player_values(player, position, run, some, NULL), DM_STOPPED);
    for (int v = 0; v < 16; v++) {
        assert_true(isnan(some[v]) || fabs(some[v] - all[v]) < 1e-9);
        found += !isnan(some[v]);
    }
    assert_in_range(found, 1, 15);
    dm_run_free(run);
    dm_player_free(player);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_as_defined),
        cmocka_unit_test(the_last_stone_is_exact),
        cmocka_unit_test(choices_are_the_best_of_them),
        cmocka_unit_test(some_are_not_looked_at),
        cmocka_unit_test(others_have_none),
        cmocka_unit_test(a_stop_leaves_what_was_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
