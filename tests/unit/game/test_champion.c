/* test_champion.c - champion and solver: legal moves, repeatable with a budget of nodes, a move at
 * once when cancelled or out of time, and perfect play of small games. */
#include "base/base.h"
#include "game/evaluator.h"
#include "support/support.h"
#include <demesne/player.h>
#include <demesne/solve.h>
#include <stdlib.h>

/* A random position of a random game on a random board. */
static dm_position *random_position(dm_rng *rng, dm_vertex least, dm_vertex most, dm_arena **arena)
{
    dm_vertex n = least + (dm_vertex)dm_rng_below(rng, (uint64_t)(most - least + 1));
    int32_t per_turn = 1 + (int32_t)dm_rng_below(rng, n < 6 ? (uint64_t)n / 2 : 3);
    int32_t rounds = 1 + (int32_t)dm_rng_below(rng, (uint64_t)(n / (2 * per_turn)));
    *arena = random_board(rng, n, random_features(rng, BOARD_ANY));
    dm_position *position = new_game(*arena, rounds, per_turn, (dm_tie_rule)dm_rng_below(rng, 4));
    dm_vertex *order = malloc((size_t)n * sizeof *order);
    assert_non_null(order);
    for (uint64_t turns = dm_rng_below(rng, 2 * (uint64_t)rounds); turns > 0; turns--) {
        dm_vertex count = dm_position_free_vertices(position, order);
        for (dm_vertex i = 0; i < per_turn; i++) {
            dm_vertex k = i + (dm_vertex)dm_rng_below(rng, (uint64_t)(count - i)), v = order[k];
            order[k] = order[i];
            order[i] = v;
        }
        assert_int_equal(dm_position_make(position, order, per_turn, NULL), DM_OK);
    }
    free(order);
    return position;
}

/* The position comes back unchanged. */
static void choose(const char *spec, dm_position *position, dm_run *run, dm_status expected,
                   dm_vertex *move)
{
    dm_player *player = NULL;
    dm_error err = {0};
    int64_t before, after;
    assert_ok(dm_position_value(position, &before, &err), err);
    assert_ok(dm_player_new(spec, 1, &player, &err), err);
    assert_int_equal(dm_player_choose(player, position, run, move, &err), expected);
    assert_ok(dm_position_value(position, &after, &err), err);
    assert_int_equal(before, after);
    dm_player_free(player);
}

static void assert_legal(dm_position *position, const dm_vertex *move)
{
    dm_error err = {0};
    assert_ok(dm_position_make(position, move, dm_position_stones_to_place(position), &err), err);
    assert_ok(dm_position_undo(position, &err), err);
}

static void moves_are_legal_and_the_same_again(void **state)
{
    (void)state;
    const char *specs[] = {"champion:nodes=1", "champion:nodes=60", "solver:nodes=40"};
    dm_rng rng;
    dm_rng_init(&rng, 21);
    for (int i = 0; i < (run_long() ? 240 : 96); i++) {
        dm_arena *arena;
        dm_position *position = random_position(&rng, 2, i % 4 ? 16 : 70, &arena);
        dm_vertex move[4], again[4];
        choose(specs[i % 3], position, NULL, DM_OK, move);
        assert_legal(position, move);
        choose(specs[i % 3], position, NULL, DM_OK, again);
        assert_memory_equal(move, again,
                            (size_t)dm_position_stones_to_place(position) * sizeof *move);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* What a player keeps from a board or an earlier game does not change its choice. */
static void the_cache_does_not_change_the_choice(void **state)
{
    (void)state;
    dm_arena *arena = family_board("colby:40", 3);
    dm_position *position = new_game(arena, 4, 1, DM_TIES_EARLIER);
    dm_player *player = NULL;
    dm_error err = {0};
    assert_ok(dm_player_new("champion:nodes=100", 1, &player, &err), err);
    while (!dm_position_is_over(position)) {
        dm_vertex move[1], fresh[1];
        assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
        choose("champion:nodes=100", position, NULL, DM_OK, fresh);
        assert_int_equal(move[0], fresh[0]);
        assert_ok(dm_position_make(position, move, 1, &err), err);
    }
    dm_player_free(player);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void a_cancelled_run_still_gives_a_move(void **state)
{
    (void)state;
    const char *specs[] = {"champion:ms=3600000", "solver", "champion:nodes=2000000000"};
    dm_rng rng;
    dm_rng_init(&rng, 22);
    for (int i = 0; i < 60; i++) {
        dm_arena *arena;
        dm_position *position = random_position(&rng, 30, 70, &arena);
        dm_run *run = NULL;
        dm_vertex move[4];
        assert_int_equal(dm_run_new(&run, NULL), DM_OK);
        dm_run_cancel(run);
        choose(specs[i % 3], position, run, DM_STOPPED, move);
        assert_legal(position, move);
        dm_run_free(run);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

static void a_deadline_stops_it_too(void **state)
{
    (void)state;
    dm_arena *arena = family_board("grid:8x8", 1);
    dm_position *position = new_game(arena, 10, 1, DM_TIES_NEUTRAL);
    dm_run *run = NULL;
    dm_vertex move[1];
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_deadline(run, 0);
    choose("champion:ms=3600000", position, run, DM_STOPPED, move);
    assert_legal(position, move);
    dm_run_free(run);
    dm_position_free(position);
    dm_arena_free(arena);
}

static int64_t exact_value(const dm_position *position)
{
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    dm_error err = {0};
    dm_solver_settings settings = {.memory = 1 << 20};
    dm_solve_request request = {.no_line = true};
    assert_ok(dm_solver_new(&settings, &solver, &err), err);
    assert_ok(dm_solve(solver, position, &request, NULL, &solution, &err), err);
    int64_t value = solution->lower;
    assert_int_equal(value, solution->upper);
    dm_solution_free(solution);
    dm_solver_free(solver);
    return value;
}

/* Every turn of a whole game keeps the value. */
static void play_perfectly(const char *spec, dm_position *position)
{
    dm_vertex move[4];
    dm_error err = {0};
    int64_t value = exact_value(position), score;
    while (!dm_position_is_over(position)) {
        choose(spec, position, NULL, DM_OK, move);
        assert_ok(dm_position_make(position, move, dm_position_stones_to_place(position), &err),
                  err);
        if (!dm_position_is_over(position))
            assert_int_equal(exact_value(position), value);
    }
    assert_ok(dm_position_value(position, &score, &err), err);
    assert_int_equal(score, value);
}

static void small_games_are_played_perfectly(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 23);
    for (int i = 0; i < 120; i++) {
        dm_arena *arena;
        dm_position *position = random_position(&rng, 2, 9, &arena);
        play_perfectly(i % 2 ? "solver:nodes=1000000" : "champion:nodes=1000000", position);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* Boards larger than those given to the solver: the search itself must be exact. */
static void ends_are_played_perfectly(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 24);
    for (int i = 0; i < 40; i++) {
        dm_arena *arena = random_board(&rng, 41, random_features(&rng, BOARD_SMALL));
        dm_position *position = new_game(arena, 3, 1, (dm_tie_rule)dm_rng_below(&rng, 4));
        dm_vertex stones[3];
        dm_stone drawn[3];
        random_stones(&rng, 41, 3, 2, drawn);
        for (int k = 0; k < 3; k++) {
            stones[k] = drawn[k].vertex;
            assert_int_equal(dm_position_make(position, &stones[k], 1, NULL), DM_OK);
        }
        play_perfectly("champion:nodes=1000000", position);
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* Too large for ranks, and for a table of all distances. */
static void large_boards_are_played_for_gain(void **state)
{
    (void)state;
    const char *boards[] = {"path:2100", DMI_TABLE_MEBIBYTES < 32 ? "road:5000" : "road:12000"};
    const char *spec = run_long() ? "champion:nodes=40" : "champion:nodes=6";
    for (int i = 0; i < 2; i++) {
        dm_arena *arena = family_board(boards[i], 1);
        dm_position *position = new_game(arena, 1, 2, DM_TIES_NEUTRAL);
        dm_vertex move[2], again[2];
        dm_error err = {0};
        assert_int_equal(dmi_position_evaluator(position) == NULL, i == 1);
        for (int turn = 0; turn < 2; turn++) {
            choose(spec, position, NULL, DM_OK, move);
            if (turn == 0 || run_long()) {
                choose(spec, position, NULL, DM_OK, again);
                assert_memory_equal(move, again, sizeof move);
            }
            for (int k = 0; i == 0 && turn == 0 && k < 2; k++) /* not near the ends */
                assert_in_range(move[k], 2100 / 8, 2100 * 7 / 8);
            assert_ok(dm_position_make(position, move, 2, &err), err);
        }
        dm_position_free(position);
        dm_arena_free(arena);
    }
}

/* How many free vertices lead less than `v` at once, and how many lead more. */
static void compare_gains(dm_position *position, dm_vertex v, int *fewer, int *more)
{
    dmi_evaluator *evaluator = dmi_position_evaluator(position);
    dm_side side = dm_position_to_move(position);
    int64_t sign = side == DM_WHITE ? 1 : -1, lead = sign * dmi_evaluator_try(evaluator, side, v);
    *fewer = *more = 0;
    for (dm_vertex u = 0; u < dm_arena_vertices(dm_position_arena(position)); u++)
        if (dm_position_is_free(position, u)) {
            int64_t other = sign * dmi_evaluator_try(evaluator, side, u);
            *fewer += other < lead;
            *more += other > lead;
        }
}

static double sum_of_distances(dm_position *position, dm_vertex v)
{
    double sum = 0;
    dmi_position_evaluator(position);
    const dm_distances *table = dm_position_distances(position);
    for (dm_vertex u = 0; u < table->n; u++)
        sum += (double)dm_distance(table, v, u);
    return sum;
}

/* A first stone near the middle, then stones that gain much at once: on a new position each time,
 * so that no evaluator is ready. */
static void assert_good_stones(const char *spec, const char *board, dm_run *run, dm_status expected)
{
    dm_arena *arena = family_board(board, 1);
    dm_vertex n = dm_arena_vertices(arena), made[4];
    for (int turn = 0; turn < 4; turn++) {
        dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
        for (int i = 0; i < turn; i++)
            assert_int_equal(dm_position_make(position, &made[i], 1, NULL), DM_OK);
        choose(spec, position, run, expected, &made[turn]);
        if (turn == 0) {
            int worse = 0;
            double sum = sum_of_distances(position, made[0]);
            for (dm_vertex v = 0; v < n; v++)
                worse += sum_of_distances(position, v) > sum;
            assert_true(worse > n * 3 / 4);
        } else {
            int fewer, more;
            compare_gains(position, made[turn], &fewer, &more);
            assert_true(fewer > 3 * more);
        }
        dm_position_free(position);
    }
    dm_arena_free(arena);
}

/* The time ends before the board is prepared for a search. */
static void out_of_time_it_plays_for_gain(void **state)
{
    (void)state;
    const char *boards[] = {"road:400", "road:1000", "grid:32x33"};
    dm_run *run = NULL;
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_cancel(run);
    for (int i = 0; i < 3;
         i += run_long() ? 1 : 2) { /* a board below and one above the limit of the tables */
        assert_good_stones("champion:nodes=1", boards[i], NULL, DM_OK);
        assert_good_stones("champion:ms=3600000", boards[i], run, DM_STOPPED);
        assert_good_stones("champion:nodes=100000", boards[i], run, DM_STOPPED);
        assert_good_stones("solver", boards[i], run, DM_STOPPED);
    }
    dm_run_free(run);
}

/* One round, and Black to move: the best reply, also on boards played by rollouts. */
static void the_last_stone_is_the_best(void **state)
{
    (void)state;
    const char *boards[] = {"road:400", "road:1000", "grid:26x27", "colby:100"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        dm_arena *arena = family_board(boards[i], 1);
        for (dm_vertex opening = 7; opening < 100; opening += 40) {
            dm_position *position = new_game(arena, 1, 1, DM_TIES_NEUTRAL);
            dm_vertex move[1];
            int fewer, more;
            assert_int_equal(dm_position_make(position, &opening, 1, NULL), DM_OK);
            choose("champion:nodes=10", position, NULL, DM_OK, move);
            compare_gains(position, move[0], &fewer, &more);
            assert_int_equal(more, 0);
            dm_position_free(position);
        }
        dm_arena_free(arena);
    }
}

static int64_t play_game(const dm_arena *arena, const char *white, const char *black)
{
    dm_position *position = new_game(arena, 4, 1, DM_TIES_NEUTRAL);
    dm_player *players[2] = {NULL, NULL};
    dm_vertex move[1];
    dm_error err = {0};
    int64_t value;
    assert_ok(dm_player_new(white, 1, &players[DM_WHITE], &err), err);
    assert_ok(dm_player_new(black, 1, &players[DM_BLACK], &err), err);
    while (!dm_position_is_over(position)) {
        dm_player *player = players[dm_position_to_move(position)];
        assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
        assert_ok(dm_position_make(position, move, 1, &err), err);
    }
    assert_ok(dm_position_value(position, &value, &err), err);
    dm_player_free(players[DM_WHITE]);
    dm_player_free(players[DM_BLACK]);
    dm_position_free(position);
    return value;
}

/* Whoever takes the most at once loses to it on medium and large boards. */
static void it_wins_against_immediate_gain(void **state)
{
    (void)state;
    const char *boards[] = {"road:200", "colby:60", "road:600", "road:600", "grid:23x23"};
    int won = 0, games = 0;
    for (size_t i = 0; i < (run_long() ? sizeof boards / sizeof *boards : 3); i++) {
        dm_arena *arena = family_board(boards[i], i + 1);
        won += play_game(arena, "champion:nodes=40", "minimax:depth=1") > 0;
        won += play_game(arena, "minimax:depth=1", "champion:nodes=40") < 0;
        games += 2;
        dm_arena_free(arena);
    }
    assert_true(10 * won >= 8 * games);
}

/* The tables of a board are made once, shared by boards that differ in values, and can be dropped.
 */
static void a_board_is_prepared_once(void **state)
{
    (void)state;
    dm_error err = {0};
    int64_t values[40] = {5};
    dm_vertex move[1];
    dm_arena *arena = family_board("road:40", 1), *valued = NULL;
    dm_player *player = NULL;
    assert_int_equal(dm_arena_table_bytes(arena), 0);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    assert_ok(dm_player_new("expectation", 1, &player, &err), err);
    assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
    const dm_distances *table = dm_position_distances(position), *again = NULL;
    int64_t bytes = dm_arena_table_bytes(arena);
    assert_true(bytes > 40 * 40);
    dm_arena_forget_tables(arena); /* the position uses them */
    assert_ok(dm_arena_distances(arena, 1 << 20, NULL, &again, &err), err);
    assert_ptr_equal(table, again);
    assert_ok(dm_arena_with_values(arena, values, &valued, &err), err);
    assert_ok(dm_arena_distances(valued, 1 << 20, NULL, &again, &err), err);
    assert_ptr_equal(table, again);
    assert_int_equal(dm_arena_distances(valued, 64, NULL, &again, NULL), DM_TOO_LARGE);
    dm_arena_free(valued);
    dm_position_free(position);
    dm_player_free(player);
    assert_int_equal(dm_arena_table_bytes(arena), bytes);
    dm_arena_forget_tables(arena);
    assert_int_equal(dm_arena_table_bytes(arena), 0);
    dm_arena_free(arena);
}

/* The clock of `ms` starts after the preparation: 1 ms suffices for a good stone. */
static void preparation_is_not_counted(void **state)
{
    (void)state;
    dm_run *run = NULL;
    dm_vertex move[1];
    dm_arena *arena = family_board("road:300", 1);
    dm_position *position = new_game(arena, 2, 1, DM_TIES_NEUTRAL);
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    choose("champion:ms=1", position, run, DM_OK, move);
    assert_non_null(dm_position_distances(position));
    assert_true(dm_arena_table_bytes(arena) > 0);
    dm_run_free(run);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_legal_and_the_same_again),
        cmocka_unit_test(the_cache_does_not_change_the_choice),
        cmocka_unit_test(a_cancelled_run_still_gives_a_move),
        cmocka_unit_test(a_deadline_stops_it_too),
        cmocka_unit_test(out_of_time_it_plays_for_gain),
        cmocka_unit_test(small_games_are_played_perfectly),
        cmocka_unit_test(ends_are_played_perfectly),
        cmocka_unit_test(large_boards_are_played_for_gain),
        cmocka_unit_test(the_last_stone_is_the_best),
        cmocka_unit_test(it_wins_against_immediate_gain),
        cmocka_unit_test(a_board_is_prepared_once),
        cmocka_unit_test(preparation_is_not_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
