/* support/games.c - games between players, for the tests of strategies. */
#include "support/games.h"

#include <stdio.h>
#include <stdlib.h>

dm_arena *tree_board(int k, int height)
{
    char spec[32];
    snprintf(spec, sizeof spec, "tree:%d,%d", k, height);
    return family_board(spec, 1);
}

dm_arena *shuffled_board(const dm_arena *arena, uint64_t seed)
{
    const dm_graph *graph = dm_arena_graph(arena);
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *result = NULL;
    dm_rng rng;
    dm_rng_init(&rng, seed);
    dm_vertex *name = malloc((size_t)graph->n * sizeof *name);
    assert_non_null(name);
    for (dm_vertex v = 0; v < graph->n; v++) {
        dm_vertex at = (dm_vertex)dm_rng_below(&rng, (uint64_t)v + 1);
        name[v] = name[at];
        name[at] = v;
    }
    assert_ok(dm_builder_new(graph->n, &builder, &err), err);
    for (dm_vertex v = 0; v < graph->n; v++)
        for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
            if (graph->target[arc] > v)
                assert_ok(dm_builder_edge(builder, name[v], name[graph->target[arc]],
                                          dm_graph_length(graph, arc), &err),
                          err);
    assert_ok(dm_builder_finish(builder, &result, &err), err);
    free(name);
    return result;
}

dm_player *player_of(const char *spec, uint64_t seed)
{
    dm_error err = {0};
    dm_player *player = NULL;
    assert_ok(dm_player_new(spec, seed, &player, &err), err);
    return player;
}

void make_move(dm_player *player, dm_position *position)
{
    dm_error err = {0};
    dm_vertex move;
    assert_ok(dm_player_choose(player, position, NULL, &move, &err), err);
    assert_ok(dm_position_make(position, &move, 1, &err), err);
}

int64_t value_of(dm_position *position)
{
    int64_t value;
    assert_int_equal(dm_position_value(position, &value, NULL), DM_OK);
    return value;
}

int64_t play_against(const dm_arena *arena, int32_t rounds, const char *white,
                     const dm_vertex *black)
{
    dm_error err = {0};
    dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
    dm_player *player = player_of(white, 1);
    for (int32_t i = 0; i < rounds; i++) {
        make_move(player, position);
        dm_vertex move = black[i];
        while (!dm_position_is_free(position, move))
            move = (move + 1) % dm_arena_vertices(arena);
        assert_ok(dm_position_make(position, &move, 1, &err), err);
    }
    int64_t value = value_of(position);
    dm_player_free(player);
    dm_position_free(position);
    return value;
}

int64_t play_game(const dm_arena *arena, int32_t rounds, const char *white, const char *black,
                  uint64_t seed)
{
    dm_position *position = new_game(arena, rounds, 1, DM_TIES_NEUTRAL);
    dm_player *players[] = {player_of(white, seed), player_of(black, seed + 1000)};
    while (!dm_position_is_over(position))
        make_move(players[dm_position_to_move(position)], position);
    int64_t value = value_of(position);
    dm_player_free(players[0]);
    dm_player_free(players[1]);
    dm_position_free(position);
    return value;
}

dm_tournament_plan small_plan(void)
{
    static const char *const players[] = {"greedy", "random", "minimax:depth=1"};
    return (dm_tournament_plan){.arena = "gnp:14,0.3",
                                .seed = 7,
                                .rounds = 3,
                                .per_turn = 1,
                                .players = players,
                                .player_count = 3,
                                .games = 20};
}
