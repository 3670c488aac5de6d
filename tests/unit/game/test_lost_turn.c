/* test_lost_turn.c - games with lost turns: solved, proven, recorded, continued. */
#include "support/support.h"
#include <demesne/player.h>
#include <demesne/record.h>
#include <demesne/solve.h>
#include <demesne/verify.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROOM = 16 };

/* The value under best play by making every move on the position itself. */
static int64_t plain_value(dm_position *position, dm_vertex *move, int32_t chosen, dm_vertex least)
{
    int64_t value;
    if (dm_position_is_over(position)) {
        assert_int_equal(dm_position_value(position, &value, NULL), DM_OK);
        return value;
    }
    if (chosen == dm_position_stones_to_place(position)) {
        dm_vertex next[ROOM];
        assert_int_equal(dm_position_make(position, move, chosen, NULL), DM_OK);
        value = plain_value(position, next, 0, 0);
        assert_int_equal(dm_position_undo(position, NULL), DM_OK);
        return value;
    }
    bool white = dm_position_to_move(position) == DM_WHITE;
    int64_t best = white ? INT64_MIN : INT64_MAX;
    for (dm_vertex v = least; v < dm_arena_vertices(dm_position_arena(position)); v++) {
        if (!dm_position_is_free(position, v))
            continue;
        move[chosen] = v;
        value = plain_value(position, move, chosen + 1, v + 1);
        best = (white ? value > best : value < best) ? value : best;
    }
    return best;
}

/* A random unfinished game with some lost turns. */
static dm_position *some_game(dm_rng *rng, dm_arena **arena)
{
    dm_vertex n = 4 + (dm_vertex)dm_rng_below(rng, 4);
    int32_t per_turn = dm_rng_below(rng, 3) ? 1 : 2;
    int32_t rounds = 1 + (int32_t)dm_rng_below(rng, (uint64_t)(n / (2 * per_turn)));
    *arena = random_board(rng, n, random_features(rng, BOARD_SMALL));
    dm_position *position = new_game(*arena, rounds, per_turn, (dm_tie_rule)dm_rng_below(rng, 4));
    random_turns(rng, position, (int32_t)dm_rng_below(rng, (uint64_t)(2 * rounds)), 3);
    return position;
}

static void check_proof(dm_solver *solver, const dm_position *position, dm_side side, int64_t value)
{
    dm_error err = {0};
    dm_strategy *strategy = NULL;
    dm_verdict verdict;
    assert_ok(dm_solve_strategy(solver, position, side, value, 1000000, NULL, &strategy, &err),
              err);
    assert_ok(dm_verify(position, strategy, NULL, &verdict, &err), err);
    dm_strategy_free(strategy);
}

static void the_solver_plays_on_rightly(void **state)
{
    (void)state;
    const dm_solver_settings settings = {.memory = 16 << 20};
    dm_solver *solver = NULL;
    dm_rng rng;
    dm_error err = {0};
    dm_rng_init(&rng, 23);
    assert_ok(dm_solver_new(&settings, &solver, &err), err);
    for (int game = 0; game < (run_long() ? 5000 : 300); game++) {
        dm_arena *arena;
        dm_vertex move[ROOM];
        dm_solution *solution = NULL;
        dm_position *position = some_game(&rng, &arena);
        int64_t expected = plain_value(position, move, 0, 0);
        assert_ok(dm_solve(solver, position, NULL, NULL, &solution, &err), err);
        assert_int_equal(solution->lower, expected);
        assert_int_equal(solution->upper, expected);
        check_proof(solver, position, DM_WHITE, expected);
        check_proof(solver, position, DM_BLACK, expected);
        dm_solution_free(solution);
        dm_position_free(position);
        dm_arena_free(arena);
    }
    dm_solver_free(solver);
}

static void records_keep_lost_turns(void **state)
{
    (void)state;
    char path[64];
    dm_rng rng;
    dm_error err = {0};
    snprintf(path, sizeof path, "/tmp/demesne-lost-%ld.json", (long)getpid());
    dm_rng_init(&rng, 29);
    for (int game = 0; game < 200; game++) {
        dm_arena *arena;
        dm_record *record = NULL;
        dm_position *position = some_game(&rng, &arena);
        assert_ok(dm_record_write(position, "some", 1, "a", "b", path, &err), err);
        assert_ok(dm_record_read(path, &record, &err), err);
        const dm_position *y = record->position;
        const dm_rules *a = dm_position_rules(position), *b = dm_position_rules(y);
        int32_t count, other;
        const dm_stone *stones = dm_position_stones(position, &count);
        const dm_stone *others = dm_position_stones(y, &other);
        assert_int_equal(count, other);
        for (int32_t i = 0; i < count; i++)
            assert_int_equal(stones[i].vertex, others[i].vertex);
        assert_int_equal(dm_position_turns_made(position), dm_position_turns_made(y));
        assert_int_equal(a->rounds, b->rounds);
        assert_int_equal(a->stones, b->stones);
        for (int32_t turn = 0; turn < a->turn_count; turn++) {
            assert_int_equal(a->turns[turn].stones, b->turns[turn].stones);
            assert_int_equal(dm_position_was_lost(position, turn), dm_position_was_lost(y, turn));
            assert_int_equal(dm_position_agreed_stones(position, turn),
                             dm_position_agreed_stones(y, turn));
        }
        dm_record_free(record);
        dm_position_free(position);
        dm_arena_free(arena);
    }
    unlink(path);
}

/* A search to the end of the game plays perfectly, with or without lost turns. */
static void minimax_knows_whose_turn_it_is(void **state)
{
    (void)state;
    dm_rng rng;
    dm_error err = {0};
    dm_player *player = NULL;
    dm_rng_init(&rng, 31);
    assert_ok(dm_player_new("minimax:depth=12", 1, &player, &err), err);
    for (int game = 0; game < 200; game++) {
        dm_arena *arena;
        dm_vertex move[ROOM], scratch[ROOM];
        dm_position *position = some_game(&rng, &arena);
        int64_t expected = plain_value(position, scratch, 0, 0);
        while (!dm_position_is_over(position)) {
            int32_t stones = dm_position_stones_to_place(position);
            assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
            assert_ok(dm_position_make(position, move, stones, &err), err);
        }
        int64_t value;
        assert_ok(dm_position_value(position, &value, &err), err);
        assert_int_equal(value, expected);
        dm_position_free(position);
        dm_arena_free(arena);
    }
    dm_player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solver_plays_on_rightly),
        cmocka_unit_test(records_keep_lost_turns),
        cmocka_unit_test(minimax_knows_whose_turn_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
