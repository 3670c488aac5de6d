/* test_errata_report.c - errors of Nafees, The Voronoi Game on Graphs (2025). */
#include "check/dominance.h"
#include "support/support.h"
#include <demesne/player.h>
#include <stdio.h>
#include <stdlib.h>

/* Ten of the contest's boards: lengths are uniform on [1,2) in steps of 10^-9. */
static void a_threshold_of_1_1_selects_no_unit_lengths(void **state)
{
    (void)state;
    int arcs = 0, within = 0, exactly = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        dm_arena *arena = family_board("colby:100", seed);
        const dm_graph *graph = dm_arena_graph(arena);
        assert_int_equal(dm_arena_decimals(arena), 9);
        for (uint32_t arc = 0; arc < graph->arcs; arc++, arcs++) {
            within += dm_graph_length(graph, arc) <= 1100000000;
            exactly += dm_graph_length(graph, arc) == 1000000000;
        }
        dm_arena_free(arena);
    }
    assert_int_equal(exactly, 0);
    assert_in_range(within, arcs * 9 / 100, arcs * 11 / 100);
}

/* movesDone = 2 (TOTAL_TURNS - r), movesLeft = 2 TOTAL_TURNS - movesDone; after the candidate
 * movesLeft - 1 stones follow.  r does not count the turn being played, so the mover has r
 * stones to come and the opponent r, or r + 1 if it moves second. */
static void playouts_end_one_or_two_stones_early(void **state)
{
    (void)state;
    for (int total_turns = 5; total_turns <= 10; total_turns += 5)
        for (int r = 0; r < total_turns; r++) {
            int moves_left = 2 * total_turns - 2 * (total_turns - r);
            int first_player = r + (r + 1), second_player = r + r;
            assert_int_equal(moves_left, 2 * r); /* whatever TOTAL_TURNS is: 5 or the true 10 */
            assert_int_equal(first_player - (moves_left - 1), 2);
            assert_int_equal(second_player - (moves_left - 1), 1);
        }
}

/* Path 0-1-2, own stone on 0 before the opponent's on 2.  The contest leaves vertex 1 to the
 * earlier stone; the playouts' `bestMy < bestOpp ... else` gives it to the opponent. */
static void playouts_give_ties_to_the_opponent(void **state)
{
    (void)state;
    dm_arena *arena = family_board("path:3", 1);
    int64_t *distances = check_distances(arena);
    const dm_stone stones[] = {{0, DM_WHITE}, {2, DM_BLACK}};
    assert_int_equal(check_owner(distances, 3, stones, 2, DM_TIES_EARLIER, 1), DM_WHITE);
    int64_t best_my = distances[3 * 1 + 0], best_opp = distances[3 * 1 + 2];
    assert_false(best_my < best_opp); /* so the playout counts it for the opponent */
    free(distances);
    dm_arena_free(arena);
}

/* Distance look-ups of one move: candidates x playouts x vertices x stones. */
static int64_t look_ups(int64_t vertices, int64_t stones)
{
    int64_t count = 0;
    for (int64_t candidate = 0; candidate < vertices; candidate++)
        for (int playout = 0; playout < 25; playout++)
            for (int64_t v = 0; v < vertices; v++)
                count += stones; /* searches all for the nearest of each side */
    return count;
}

static void the_cost_of_a_playout_grows_with_the_stones(void **state)
{
    (void)state;
    assert_int_equal(look_ups(100, 10), 25 * 100 * 100 * 10);
    assert_int_equal(look_ups(100, 20), 2 * look_ups(100, 10)); /* no change by O(V^2) */
}

/* The enhanced player's score of a free vertex (3.1.1): its value, and value / distance of each
 * free neighbour unless a stone counts that is nearer to it.  The text counts the opponent's
 * stones, the code those of both.  `looked_at` grows by one for each stone compared. */
static double enhanced_score(const dm_arena *arena, const int64_t *distances,
                             const dm_stone *stones, int count, bool both, dm_vertex v,
                             int64_t *looked_at)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const int64_t *values = dm_arena_values(arena);
    int64_t n = dm_arena_vertices(arena);
    double score = (double)dm_value_of(values, v);
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
        dm_vertex u = graph->target[arc];
        bool is_open = true;
        for (int i = 0; i < count; i++, (*looked_at)++)
            is_open &= stones[i].vertex != u &&
                       ((!both && stones[i].player == DM_WHITE) ||
                        distances[stones[i].vertex * n + u] >= dm_graph_length(graph, arc));
        if (is_open)
            score += (double)dm_value_of(values, u) / (double)distances[v * n + u];
    }
    return score;
}

/* 0 -1- 1 -2- 2   3 -1- 4, values 0 6 1 2 0; own stone 0, the opponent has none.  Vertex 1 is
 * nearer to the own stone than vertex 2 is, so the code does not count it for 2: it prefers 3 (2)
 * to 2 (1), while the text gives 2 a score of 1 + 6/2. */
static void the_code_takes_any_token(void **state)
{
    (void)state;
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    static const int64_t values[] = {0, 6, 1, 2, 0};
    assert_int_equal(dm_builder_new(5, &builder, NULL), DM_OK);
    assert_int_equal(dm_builder_edge(builder, 0, 1, 1, NULL), DM_OK);
    assert_int_equal(dm_builder_edge(builder, 1, 2, 2, NULL), DM_OK);
    assert_int_equal(dm_builder_edge(builder, 3, 4, 1, NULL), DM_OK);
    for (dm_vertex v = 0; v < 5; v++)
        assert_int_equal(dm_builder_value(builder, v, values[v], NULL), DM_OK);
    assert_int_equal(dm_builder_finish(builder, &arena, NULL), DM_OK);
    int64_t *distances = check_distances(arena), looked_at = 0;
    const dm_stone own = {0, DM_WHITE};
    assert_true(enhanced_score(arena, distances, &own, 1, false, 2, &looked_at) == 4);
    assert_true(enhanced_score(arena, distances, &own, 1, true, 2, &looked_at) == 1);
    assert_true(enhanced_score(arena, distances, &own, 1, true, 3, &looked_at) == 2);
    free(distances);
    dm_arena_free(arena);
}

/* Stones compared for one move on a path: the closest one is sought for every neighbour. */
static int64_t stones_compared(dm_vertex n, int count)
{
    char name[16];
    snprintf(name, sizeof name, "path:%d", (int)n);
    dm_arena *arena = family_board(name, 1);
    int64_t *distances = check_distances(arena), looked_at = 0;
    dm_stone stones[64];
    for (int i = 0; i < count; i++)
        stones[i] = (dm_stone){i, i % 2 ? DM_BLACK : DM_WHITE};
    for (dm_vertex v = 0; v < n; v++)
        enhanced_score(arena, distances, stones, count, true, v, &looked_at);
    free(distances);
    dm_arena_free(arena);
    return looked_at;
}

static void the_enhanced_player_looks_at_more_than_v_plus_e(void **state)
{
    (void)state;
    int64_t vertices = 64, edges = 63;
    assert_true(stones_compared(64, 8) > 3 * (vertices + edges));
    assert_int_equal(stones_compared(64, 32), 4 * stones_compared(64, 8));
}

/* The text divides a neighbour's value by the length of the edge to it, the code by the distance,
 * which may be less. Edges 01: 2, 12: 2, 02: 5, 34: 5 and values 40 0 40 49 0: vertex 0 scores 40 +
 * 40 / 4 = 50 by the code and takes the lead, 40 + 40 / 5 = 48 by the text, which prefers vertex 3.
 */
static void the_code_divides_by_the_distance(void **state)
{
    (void)state;
    static const struct {
        dm_vertex u, v;
        int64_t length;
    } edges[] = {{0, 1, 2}, {1, 2, 2}, {0, 2, 5}, {3, 4, 5}};
    static const int64_t values[] = {40, 0, 40, 49, 0};
    static const char *const players[] = {"enhanced", "enhanced:as=text"};
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(5, &builder, &err), err);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        assert_ok(dm_builder_edge(builder, edges[i].u, edges[i].v, edges[i].length, &err), err);
    for (dm_vertex v = 0; v < 5; v++)
        assert_ok(dm_builder_value(builder, v, values[v], &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    int64_t *distances = check_distances(arena);
    assert_int_equal(distances[5 * 0 + 2], 4);
    for (int i = 0; i < 2; i++) {
        int64_t by = i ? 5 : distances[5 * 0 + 2];
        assert_int_equal(values[0] + values[2] / by > values[3], i == 0);
        dm_player *player = NULL;
        dm_rules rules = {0};
        dm_position *position = NULL;
        dm_vertex move = -1;
        assert_ok(dm_player_new(players[i], 1, &player, &err), err);
        assert_ok(dm_rules_init(1, 1, DM_TIES_EARLIER, &rules, &err), err);
        assert_ok(dm_position_new(arena, &rules, &position, &err), err);
        assert_ok(dm_player_choose(player, position, NULL, &move, &err), err);
        assert_int_equal(move, i ? 3 : 0);
        dm_position_free(position);
        dm_rules_clear(&rules);
        dm_player_free(player);
    }
    free(distances);
    dm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_threshold_of_1_1_selects_no_unit_lengths),
        cmocka_unit_test(playouts_end_one_or_two_stones_early),
        cmocka_unit_test(playouts_give_ties_to_the_opponent),
        cmocka_unit_test(the_cost_of_a_playout_grows_with_the_stones),
        cmocka_unit_test(the_code_takes_any_token),
        cmocka_unit_test(the_code_divides_by_the_distance),
        cmocka_unit_test(the_enhanced_player_looks_at_more_than_v_plus_e),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
