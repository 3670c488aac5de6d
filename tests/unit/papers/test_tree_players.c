/* test_tree_players.c - median, tree-simple, key-level and symmetric reach the results claimed for
 * them.
 *
 * Few rounds: every line of the opponent, up to the tree's symmetries (tree_attack.h); many rounds:
 * the lines that look best for the opponent, and games against other players.
 */
#include "check/minimax.h"
#include "support/games.h"
#include "support/tree_attack.h"
#include <demesne/complete_tree.h>
#include <demesne/graph.h>
#include <string.h>

static bool are_joined(const dm_graph *graph, dm_vertex u, dm_vertex v)
{
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
        if (graph->target[arc] == v)
            return true;
    return false;
}

static void check_places(const dm_arena *arena, int k, int height)
{
    dm_error err = {0};
    dm_complete_tree seen = {0};
    assert_ok(dm_complete_tree_init(arena, &seen, &err), err);
    assert_int_equal(seen.children, k);
    assert_int_equal(seen.height, height);
    assert_int_equal(seen.n, dm_arena_vertices(arena));
    for (dm_vertex p = 0; p < seen.n; p++) {
        assert_int_equal(seen.place[seen.vertex[p]], p);
        if (p > 0)
            assert_true(
                are_joined(dm_arena_graph(arena), seen.vertex[p], seen.vertex[(p - 1) / k]));
    }
    dm_complete_tree_clear(&seen);
}

static void trees_are_recognised_in_any_numbering(void **state)
{
    (void)state;
    static const int trees[][2] = {{2, 1}, {2, 2}, {2, 6}, {3, 1}, {3, 4}, {5, 3}, {9, 2}, {40, 1}};
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
        dm_arena *arena = tree_board(trees[i][0], trees[i][1]);
        check_places(arena, trees[i][0], trees[i][1]);
        dm_arena *longer = stretched_board(arena, 7);
        check_places(longer, trees[i][0], trees[i][1]);
        for (uint64_t seed = 1; seed <= 5; seed++) {
            dm_arena *other = shuffled_board(arena, seed);
            check_places(other, trees[i][0], trees[i][1]);
            dm_arena_free(other);
        }
        dm_arena_free(longer);
        dm_arena_free(arena);
    }
}

static void assert_no_tree(dm_arena *arena)
{
    dm_error err = {0};
    dm_complete_tree seen = {0};
    assert_int_equal(dm_complete_tree_init(arena, &seen, &err), DM_UNSUPPORTED);
    assert_non_null(strstr(err.message, "not a complete k-ary tree"));
    assert_null(seen.vertex);
    dm_arena_free(arena);
}

/* A tree given by the parent of each vertex except the first. */
static dm_arena *hung(const dm_vertex *parents, dm_vertex n)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    for (dm_vertex v = 1; v < n; v++)
        assert_ok(dm_builder_edge(builder, v, parents[v - 1], 1, &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

static void other_boards_are_no_complete_trees(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "path:1",   "path:2",     "path:4",          "path:7",         "cycle:7", "tree:1,5",
        "grid:3x3", "spider:3,2", "caterpillar:4,2", "random-tree:13", "petersen"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        assert_no_tree(family_board(boards[i], 1));
    static const dm_vertex early_leaf[] = {0, 0, 1, 1, 3, 3}; /* 7 vertices, leaves in two levels */
    static const dm_vertex three[] = {0, 0, 1, 1, 1, 2, 2};   /* one has a third child */
    static const dm_vertex apart[] = {0, 0, 1, 1, 2, 5};      /* 7 vertices, one child only */
    assert_no_tree(hung(early_leaf, 7));
    assert_no_tree(hung(three, 8));
    assert_no_tree(hung(apart, 7));
    dm_arena *plain = tree_board(2, 2), *valued = NULL;
    static const int64_t values[] = {1, 1, 1, 1, 1, 1, 2}, equal[] = {3, 3, 3, 3, 3, 3, 3};
    assert_int_equal(dm_arena_with_values(plain, values, &valued, NULL), DM_OK);
    assert_no_tree(valued);
    assert_int_equal(dm_arena_with_values(plain, equal, &valued, NULL), DM_OK);
    check_places(valued, 2, 2);
    dm_arena_free(valued);
    dm_arena_free(plain);
}

static int64_t power(int64_t base, int exponent)
{
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/* The definitions of the paper, in small numbers. */
static void check_plan(int k, int height, int n)
{
    dm_error err = {0};
    dm_tree_theory plan;
    assert_ok(dm_tree_theory_init(k, height, n, &plan, &err), err);
    int64_t size = (power(k, height + 1) - 1) / (k - 1);
    assert_int_equal(plan.subtree[0], size);
    assert_int_equal(plan.subtree[height], 1);
    for (int i = 0; i < height; i++)
        assert_int_equal(plan.subtree[i], k * plan.subtree[i + 1] + 1);
    assert_true(plan.is_large == ((k - 1) * size >= k * k * k * n * n - 1));
    assert_true(plan.is_large == (size >= plan.size_bound));
    assert_true(plan.is_large == (height >= plan.least_height));
    int h = plan.key_level;
    assert_true(n <= power(k, h) && (h == 0 || power(k, h - 1) < n));
    assert_int_equal(plan.key_vertices, power(k, h));
    bool is_a = 2 * n * k * (k - 1) > (k * k - 2) * power(k, h);
    assert_int_equal(plan.key_case, n == 1 ? '1' : is_a ? 'A' : 'B');
    assert_int_equal(plan.is_settled, 2 * n <= k || plan.is_large);
    if (plan.is_settled)
        assert_int_equal(plan.outcome, 2 * n <= k || k % 2 ? DM_FIRST_WINS : DM_TIE);
    for (int i = 0; i <= height + 1; i++)
        assert_int_equal(dm_tree_level_begin(&plan, i), (power(k, i) - 1) / (k - 1));
}

static void plans_follow_the_definitions(void **state)
{
    (void)state;
    for (int k = 2; k <= 7; k++)
        for (int height = 1; height <= 5; height++)
            for (int n = 1; n <= 40 && 2 * n <= (power(k, height + 1) - 1) / (k - 1); n++)
                check_plan(k, height, n);
    dm_tree_theory plan;
    assert_int_equal(dm_tree_theory_init(2000000000, 1, 1000000000, &plan, NULL), DM_OK);
    assert_false(plan.is_large);
    assert_true(plan.size_bound == INT64_MAX && plan.key_level == 1 && plan.key_case == 'B');
    static const int bad[][3] = {{1, 3, 1},  {2, 0, 1},  {2, 3, 0},
                                 {2, 31, 1}, {3, 40, 1}, {3, 1, 3}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(dm_tree_theory_init(bad[i][0], bad[i][1], bad[i][2], &plan, NULL),
                         i < 3 ? DM_BAD_ARGUMENT : DM_TOO_LARGE);
}

static void assert_refuses(const char *spec, const char *board, int32_t rounds, int32_t per_turn,
                           const char *message)
{
    dm_error err = {0};
    dm_arena *arena = family_board(board, 1);
    dm_position *position = new_game(arena, rounds, per_turn, DM_TIES_NEUTRAL);
    dm_player *player = player_of(spec, 1);
    assert_int_equal(dm_player_can_play(player, position, NULL, &err), DM_UNSUPPORTED);
    if (!strstr(err.message, message))
        fail_msg("%s on %s: %s", spec, board, err.message);
    dm_player_free(player);
    dm_position_free(position);
    dm_arena_free(arena);
}

static void other_games_are_refused(void **state)
{
    (void)state;
    static const char *const trees[] = {"tree-simple", "key-level", "symmetric"};
    for (size_t i = 0; i < 3; i++) {
        assert_refuses(trees[i], "grid:3x3", 1, 1, "not a complete k-ary tree");
        assert_refuses(trees[i], "tree:4,2", 1, 2, "one stone per turn");
    }
    assert_refuses("tree-simple", "tree:4,3", 3, 1, "at most k/2 rounds");
    assert_refuses("symmetric", "tree:3,3", 2, 1, "an even number of children");
    assert_refuses("median", "cycle:5", 1, 1, "needs a tree");
    assert_refuses("median", "path:5", 2, 1, "one round of one stone each");
    assert_refuses("mirror", "path:5", 1, 1, "there is none on this board");
    assert_refuses("mirror", "petersen", 1, 1, "there is none on this board");
    assert_refuses("mirror", "cycle:8", 2, 2, "one stone per turn");
}

static void median_plays_perfectly(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 8);
    for (int game = 0; game < 400; game++) {
        dm_vertex n = 2 + (dm_vertex)dm_rng_below(&rng, 12);
        dm_arena *arena = random_board(&rng, n, BOARD_TREE | (int)dm_rng_below(&rng, 4));
        int64_t value = check_game_value(arena, 1, 1, DM_TIES_NEUTRAL);
        assert_true(value >= 0);
        assert_int_equal(play_game(arena, 1, "median", "median", 1), value);
        assert_true(play_game(arena, 1, "random", "median", (uint64_t)game) <= value);
        assert_true(play_game(arena, 1, "median", "random", (uint64_t)game) >= value);
        dm_arena_free(arena);
    }
}

static tree_attack_result attack_whole(tree_attack attack)
{
    tree_attack_result result = run_tree_attack(&attack);
    assert_true(result.complete);
    return result;
}

/* Proposition 1, with the exact margin of the strategy. */
static void simple_strategy_wins_by_its_margin(void **state)
{
    (void)state;
    for (int k = 2; k <= 9; k++)
        for (int height = 1; height <= (k > 6 ? 2 : 3); height++)
            for (int n = 1; 2 * n <= k; n++) {
                tree_attack_result result = attack_whole(
                    (tree_attack){.children = k, .height = height, .rounds = n, .simple = true});
                int64_t child = (power(k, height) - 1) / (k - 1);
                assert_int_equal(result.worst, 1 + (k - 2 * n) * child);
            }
}

typedef struct game_size {
    int k, height, n;
} game_size;

/* Every game above the size bound with at most that many rounds: complete searches. */
static const game_size small_games[] = {
    {2, 4, 2}, {2, 6, 3}, {2, 6, 4}, {3, 4, 2}, {3, 4, 3}, {3, 5, 4}, {3, 5, 5},
    {4, 4, 3}, {4, 4, 4}, {5, 4, 3}, {5, 4, 4}, {2, 5, 2}, {3, 5, 3},
};
static const game_size larger_games[] = {{5, 4, 5}, {6, 4, 4}, {7, 4, 4}, {2, 7, 5},
                                         {2, 8, 6}, {3, 6, 6}, {4, 5, 5}, {4, 5, 6},
                                         {5, 5, 6}, {6, 4, 5}, {6, 4, 6}};

static void check_key_level(game_size g)
{
    dm_tree_theory plan;
    assert_int_equal(dm_tree_theory_init(g.k, g.height, g.n, &plan, NULL), DM_OK);
    assert_true(plan.is_large);
    tree_attack_result result =
        attack_whole((tree_attack){.children = g.k, .height = g.height, .rounds = g.n});
    assert_true(plan.outcome == DM_FIRST_WINS ? result.worst > 0 : result.worst == 0);
}

static void check_symmetric(game_size g)
{
    if (g.k % 2 == 0)
        assert_int_equal(attack_whole((tree_attack){.children = g.k,
                                                    .height = g.height,
                                                    .rounds = g.n,
                                                    .defender = DM_BLACK})
                             .worst,
                         0);
}

static void no_line_beats_key_level_or_symmetric(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small_games / sizeof *small_games; i++) {
        check_key_level(small_games[i]);
        check_symmetric(small_games[i]);
    }
    for (size_t i = 0; run_long() && i < sizeof larger_games / sizeof *larger_games; i++) {
        check_key_level(larger_games[i]);
        check_symmetric(larger_games[i]);
    }
}

/* The lines that look best for the attacker; the defender's result holds. */
static void attack_by_promise(int k, int n, dm_side defender, int64_t width)
{
    int height = 2;
    while (power(k, height - 2) < (int64_t)n * n)
        height++;
    for (uint64_t seed = 0; seed < 2; seed++) {
        tree_attack attack = {.children = k,
                              .height = height,
                              .rounds = n,
                              .defender = defender,
                              .width = width,
                              .seed = seed};
        int64_t worst = run_tree_attack(&attack).worst;
        if (k % 2 ? worst <= 0 : worst < 0)
            fail_msg("k=%d H=%d n=%d: %lld", k, height, n, (long long)worst);
        if (run_long())
            print_message("k=%d H=%d n=%d, %s defends: %lld\n", k, height, n,
                          dm_side_name(defender), (long long)worst);
    }
}

static void promising_lines_do_not_beat_them_either(void **state)
{
    (void)state;
    attack_by_promise(3, 6, DM_WHITE, 5);
    attack_by_promise(3, 9, DM_WHITE, 5);
    attack_by_promise(2, 5, DM_WHITE, 10);
    attack_by_promise(2, 6, DM_BLACK, 10);
    attack_by_promise(4, 4, DM_BLACK, 10);
    if (!run_long())
        return;
    for (int n = 2; n <= 27; n++)
        attack_by_promise(3, n, DM_WHITE, n > 15 ? 40 : 300);
    for (int n = 3; n <= 11; n++)
        attack_by_promise(5, n, DM_WHITE, 150);
    for (int k = 2; k <= 4; k += 2)
        for (int n = k / 2 + 1; n <= 11; n++) {
            attack_by_promise(k, n, DM_WHITE, 200);
            attack_by_promise(k, n, DM_BLACK, 200);
        }
}

/* Step (B)-3 without a free vertex: White holds level 1, Black three leaves. */
static void a_step_without_a_vertex_still_moves(void **state)
{
    (void)state;
    static const dm_vertex leaves[] = {361, 362, 363, 360};
    dm_arena *arena = tree_board(3, 5);
    for (int repaired = 0; repaired <= 1; repaired++)
        assert_true(
            play_against(arena, 4, repaired ? "key-level" : "key-level:repaired=0", leaves) > 0);
    dm_arena_free(arena);
}

/* Some players need tables that do not fit on the largest trees. */
static bool can_play(const char *spec, const dm_arena *arena, int32_t rounds)
{
    dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
    dm_player *player = player_of(spec, 1);
    bool can = dm_player_can_play(player, position, NULL, NULL) == DM_OK;
    dm_player_free(player);
    dm_position_free(position);
    return can;
}

static void check_games(game_size g, const char *opponent, int games)
{
    dm_arena *plain = tree_board(g.k, g.height);
    for (int i = 0; i < games && can_play(opponent, plain, g.n); i++) {
        dm_arena *arena = shuffled_board(plain, (uint64_t)i + 1);
        int64_t value = play_game(arena, g.n, "key-level", opponent, (uint64_t)i);
        assert_true(g.k % 2 ? value > 0 : value >= 0);
        if (g.k % 2 == 0)
            assert_true(play_game(arena, g.n, opponent, "symmetric", (uint64_t)i) <= 0);
        dm_arena_free(arena);
    }
    dm_arena_free(plain);
}

static void other_players_do_not_beat_them(void **state)
{
    (void)state;
    static const game_size games[] = {{2, 6, 4}, {3, 4, 3}, {3, 5, 5}, {4, 4, 4}};
    static const game_size large[] = {{3, 6, 9}, {3, 7, 10}, {3, 7, 15}, {3, 8, 20}, {3, 8, 27},
                                      {5, 4, 5}, {5, 5, 8},  {5, 5, 11}, {2, 9, 11}, {4, 5, 8}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        check_games(games[i], "random", 10);
        check_games(games[i], "minimax", 1);
        check_games(games[i], "minimax:depth=2:width=8", 1);
        check_games(games[i], "expectation:depth=2:width=4", 1);
        check_games(games[i], "mcts:playouts=40", 1);
        check_games(games[i], "champion:nodes=50", 1);
    }
    for (size_t i = 0; run_long() && i < sizeof large / sizeof *large; i++) {
        check_games(large[i], "random", 20);
        check_games(large[i], "minimax", 2);
        check_games(large[i], "minimax:depth=3:width=6", 2);
        check_games(large[i], "expectation:depth=2:width=6", 1);
        check_games(large[i], "mcts:playouts=1000", 1);
        check_games(large[i], "champion:nodes=5000", 2);
    }
}

static void symmetric_copies_as_long_as_white_keeps_to_key_level(void **state)
{
    (void)state;
    dm_arena *arena = tree_board(4, 4);
    dm_position *position = new_game(arena, 4, 1, DM_TIES_NEUTRAL);
    dm_player *white = player_of("key-level", 1), *black = player_of("symmetric", 1);
    while (!dm_position_is_over(position)) {
        make_move(white, position);
        make_move(black, position);
        assert_int_equal(value_of(position), 0);
    }
    dm_player_free(white);
    dm_player_free(black);
    dm_position_free(position);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_recognised_in_any_numbering),
        cmocka_unit_test(other_boards_are_no_complete_trees),
        cmocka_unit_test(plans_follow_the_definitions),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(median_plays_perfectly),
        cmocka_unit_test(simple_strategy_wins_by_its_margin),
        cmocka_unit_test(no_line_beats_key_level_or_symmetric),
        cmocka_unit_test(promising_lines_do_not_beat_them_either),
        cmocka_unit_test(a_step_without_a_vertex_still_moves),
        cmocka_unit_test(other_players_do_not_beat_them),
        cmocka_unit_test(symmetric_copies_as_long_as_white_keeps_to_key_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
