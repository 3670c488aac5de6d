/* test_player.c - players by name, legal play, and the choices of greedy and minimax. */
#include "check/dominance.h"
#include "support/support.h"
#include <demesne/player.h>
#include <stdlib.h>
#include <string.h>

static void specs_are_read_strictly(void **state)
{
    (void)state;
    const struct {
        const char *spec, *message;
    } bad[] = {
        {"", "unknown player ''; known: random, greedy, "},
        {"deep", "unknown player 'deep'; known: random, greedy, "},
        {"random:depth=1", "unknown random parameter 'depth'; known: none"},
        {"minimax:deep=1", "unknown minimax parameter 'deep'; known: depth, width"},
        {"minimax:dpeth=1", "unknown minimax parameter 'dpeth'; did you mean depth?"},
        {"gredy", "unknown player 'gredy'; did you mean greedy?"},
        {"minimax:depth", "player 'minimax': 'depth' should be depth=N with N in 1..12"},
        {"minimax:depth=", "player 'minimax': 'depth=' should be depth=N with N in 1..12"},
        {"minimax:depth=0", "player 'minimax': 'depth=0' should be depth=N with N in 1..12"},
        {"minimax:depth=2x", "player 'minimax': 'depth=2x' should be depth=N with N in 1..12"},
        {"minimax:depth=99999999999999999999",
         "player 'minimax': 'depth=99999999999999999999' should be depth=N with N in 1..12"},
        {"minimax:", "unknown minimax parameter ''; known: depth, width"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_player *player = NULL;
        dm_error err = {0};
        assert_int_equal(dm_player_new(bad[i].spec, 1, &player, &err), DM_BAD_ARGUMENT);
        assert_memory_equal(err.message, bad[i].message, strlen(bad[i].message));
        assert_null(player);
    }
}

/* Plays `spec` on both sides to the end, unless it refuses; every move must be legal. */
static void play_out(const char *spec, const dm_arena *arena, dm_position *position)
{
    dm_error err = {0};
    dm_player *player = NULL;
    dm_vertex *move = malloc((size_t)dm_arena_vertices(arena) * sizeof *move);
    assert_non_null(move);
    assert_ok(dm_player_new(spec, 5, &player, &err), err);
    if (dm_player_can_play(player, position, NULL, &err) == DM_UNSUPPORTED)
        assert_int_equal(dm_player_choose(player, position, NULL, move, &err), DM_UNSUPPORTED);
    else {
        while (!dm_position_is_over(position)) {
            assert_ok(dm_player_choose(player, position, NULL, move, &err), err);
            assert_ok(dm_position_make(position, move, dm_position_stones_to_place(position), &err),
                      err);
        }
        assert_int_equal(dm_player_choose(player, position, NULL, move, &err), DM_BAD_MOVE);
    }
    dm_player_free(player);
    free(move);
}

static void every_player_plays_legally(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int game = 0; game < (run_long() ? 60 : 12); game++) {
        dm_vertex n = 4 + (dm_vertex)dm_rng_below(&rng, 12);
        int32_t per_turn = 1 + (int32_t)dm_rng_below(&rng, 2);
        dm_arena *arena = random_board(&rng, n, random_features(&rng, BOARD_SMALL));
        for (int i = 0; i < dm_player_count(); i++) {
            dm_position *position =
                new_game(arena, n / (2 * per_turn), per_turn, (dm_tie_rule)dm_rng_below(&rng, 4));
            play_out(dm_player_at(i)->name, arena, position);
            dm_position_free(position);
        }
        dm_arena_free(arena);
    }
}

static void greedy_takes_values_from_the_top(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    dm_error err = {0};
    const int64_t values[] = {3, 9, 1, 9, 4, 0};
    assert_ok(dm_builder_new(6, &builder, &err), err);
    for (dm_vertex v = 0; v < 6; v++)
        assert_ok(dm_builder_value(builder, v, values[v], &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    dm_position *position = new_game(arena, 1, 3, DM_TIES_NEUTRAL);
    play_out("greedy", arena, position);
    const dm_vertex expected[] = {1, 3, 4, 0, 2, 5};
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    for (int32_t i = 0; i < 6; i++)
        assert_int_equal(stones[i].vertex, expected[i]);
    dm_position_free(position);
    dm_arena_free(arena);
}

/* Plain minimax from the definition: the best value for White of the next
 * `depth` stones, scored by the checker. */
static int64_t plain_value(const dm_arena *arena, const int64_t *distances, const dm_rules *rules,
                           dm_stone *stones, int32_t count, int depth)
{
    if (depth == 0 || count == rules->stones)
        return check_value(arena, distances, stones, count, rules->ties);
    dm_side side = (count / rules->per_turn) % 2 == 0 ? DM_WHITE : DM_BLACK;
    int64_t best = side == DM_WHITE ? INT64_MIN : INT64_MAX;
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        bool taken = false;
        for (int32_t i = 0; i < count; i++)
            taken = taken || stones[i].vertex == v;
        if (taken)
            continue;
        stones[count] = (dm_stone){v, (int32_t)side};
        int64_t value = plain_value(arena, distances, rules, stones, count + 1, depth - 1);
        if (side == DM_WHITE ? value > best : value < best)
            best = value;
    }
    return best;
}

/* The stone that minimax chooses must reach the value that plain search finds. */
static void minimax_finds_the_best_value(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 11);
    const char *specs[] = {"minimax", "minimax:depth=2", "minimax:depth=3"};
    for (int game = 0; game < 120; game++) {
        dm_arena *arena = random_board(&rng, 7, random_features(&rng, BOARD_SMALL));
        int64_t *distances = check_distances(arena);
        int depth = 1 + (int)dm_rng_below(&rng, 3);
        dm_position *position = new_game(arena, 3, 1, (dm_tie_rule)dm_rng_below(&rng, 4));
        dm_player *player = NULL;
        dm_vertex move[1];
        dm_stone stones[8];
        assert_int_equal(dm_player_new(specs[depth - 1], 1, &player, NULL), DM_OK);
        while (!dm_position_is_over(position)) {
            int32_t count;
            const dm_stone *lying = dm_position_stones(position, &count);
            for (int32_t i = 0; i < count; i++)
                stones[i] = lying[i];
            const dm_rules *rules = dm_position_rules(position);
            int64_t expected = plain_value(arena, distances, rules, stones, count, depth);
            assert_int_equal(dm_player_choose(player, position, NULL, move, NULL), DM_OK);
            stones[count] = (dm_stone){move[0], (int32_t)dm_position_to_move(position)};
            assert_int_equal(plain_value(arena, distances, rules, stones, count + 1, depth - 1),
                             expected);
            assert_int_equal(dm_position_make(position, move, 1, NULL), DM_OK);
        }
        dm_player_free(player);
        dm_position_free(position);
        free(distances);
        dm_arena_free(arena);
    }
}

static void a_stopped_search_still_moves_legally(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 2);
    dm_arena *arena = random_board(&rng, 40, BOARD_TREE);
    dm_position *position = new_game(arena, 5, 1, DM_TIES_NEUTRAL);
    dm_player *player = NULL;
    dm_run *run = NULL;
    dm_vertex move[1] = {-1};
    dm_error err = {0};
    assert_ok(dm_player_new("minimax:depth=6", 1, &player, &err), err);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_work_limit(run, 1000);
    assert_int_equal(dm_player_choose(player, position, run, move, &err), DM_STOPPED);
    assert_true(dm_position_is_free(position, move[0]));
    assert_ok(dm_position_make(position, move, 1, &err), err);
    dm_run_free(run);
    dm_player_free(player);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_read_strictly),
        cmocka_unit_test(every_player_plays_legally),
        cmocka_unit_test(greedy_takes_values_from_the_top),
        cmocka_unit_test(minimax_finds_the_best_value),
        cmocka_unit_test(a_stopped_search_still_moves_legally),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
