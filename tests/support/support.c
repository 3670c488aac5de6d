/* support.c - random boards and stones for the unit tests. */
#include "support/support.h"

#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int random_features(dm_rng *rng, int among)
{
    return (int)dm_rng_below(rng, BOARD_ANY + 1) & among;
}

static int64_t random_length(dm_rng *rng, int features)
{
    int64_t length = 1;
    if (features & BOARD_LENGTHS)
        length = 1 + (int64_t)dm_rng_below(rng, 6);
    return features & BOARD_LARGE_LENGTHS ? length * (INT64_C(1) << 33) : length;
}

/* An edge; on a directed board also an arc either way, or two of different lengths. */
static void add_random(dm_rng *rng, dm_builder *builder, dm_vertex u, dm_vertex v, int features)
{
    dm_error err = {0};
    uint64_t kind = features & BOARD_DIRECTED ? dm_rng_below(rng, 6) : 5;
    int64_t length = random_length(rng, features);
    if (kind >= 3) {
        assert_ok(dm_builder_edge(builder, u, v, length, &err), err);
        return;
    }
    if (kind != 1)
        assert_ok(dm_builder_arc(builder, u, v, length, &err), err);
    if (kind != 2)
        assert_ok(dm_builder_arc(builder, v, u, random_length(rng, features), &err), err);
}

dm_arena *random_board(dm_rng *rng, dm_vertex n, int features)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *arena = NULL;
    assert_ok(dm_builder_new(n, &builder, &err), err);
    if (features & BOARD_DIRECTED)
        assert_ok(dm_builder_directed(builder, &err), err);
    uint64_t density = 1 + dm_rng_below(rng, 9); /* tenths of the pairs, thinned by n */
    for (dm_vertex v = 1; v < n; v++) {
        if (features & BOARD_TREE) {
            dm_vertex u = (dm_vertex)dm_rng_below(rng, (uint64_t)v);
            add_random(rng, builder, u, v, features);
            continue;
        }
        for (dm_vertex u = 0; u < v; u++)
            if (dm_rng_below(rng, 4 * (uint64_t)n) < density)
                add_random(rng, builder, u, v, features);
    }
    if (features & BOARD_VALUES)
        for (dm_vertex v = 0; v < n; v++)
            assert_ok(dm_builder_value(builder, v, (int64_t)dm_rng_below(rng, 10), &err), err);
    assert_ok(dm_builder_finish(builder, &arena, &err), err);
    return arena;
}

dm_arena *stretched_board(const dm_arena *arena, int64_t factor)
{
    dm_error err = {0};
    dm_builder *builder = NULL;
    dm_arena *stretched = NULL;
    const dm_graph *graph = dm_arena_graph(arena);
    assert_ok(dm_builder_new(graph->n, &builder, &err), err);
    if (dm_arena_is_directed(arena))
        assert_ok(dm_builder_directed(builder, &err), err);
    for (dm_vertex u = 0; u < graph->n; u++) {
        for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1]; arc++)
            assert_ok(dm_builder_arc(builder, u, graph->target[arc],
                                     dm_graph_length(graph, arc) * factor, &err),
                      err);
        if (dm_arena_values(arena))
            assert_ok(dm_builder_value(builder, u, dm_arena_values(arena)[u], &err), err);
    }
    assert_ok(dm_builder_finish(builder, &stretched, &err), err);
    return stretched;
}

dm_arena *family_board(const char *spec, uint64_t seed)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_ok(dm_generate(spec, seed, &arena, &err), err);
    return arena;
}

int each_board_of(const char *command, board_visit *each)
{
    char path[] = "/tmp/demesne-boards-XXXXXX", line[200];
    int handle = mkstemp(path), count = 0;
    assert_true(handle >= 0);
    close(handle);
    snprintf(line, sizeof line, "%s >%s 2>/dev/null", command, path);
    if (system(line) == 0) {
        dm_error err = {0};
        dm_boards *boards = NULL;
        dm_arena *arena = NULL;
        assert_ok(dm_boards_open(path, 1, &boards, &err), err);
        for (; dm_boards_next(boards, &arena, &err) == DM_OK; count++) {
            each(arena);
            dm_arena_free(arena);
        }
        dm_boards_free(boards);
    }
    unlink(path);
    return count;
}

void random_stones(dm_rng *rng, dm_vertex n, int32_t count, int32_t players, dm_stone *out)
{
    dm_vertex *order = malloc((size_t)n * sizeof *order);
    assert_non_null(order);
    for (dm_vertex v = 0; v < n; v++)
        order[v] = v;
    for (int64_t i = 0; i < count; i++) {
        int64_t j = i + (int64_t)dm_rng_below(rng, (uint64_t)(n - i));
        dm_vertex taken = order[j];
        order[j] = order[i];
        order[i] = taken;
        out[i] = (dm_stone){taken, (int32_t)dm_rng_below(rng, (uint64_t)players)};
    }
    free(order);
}

dm_position *new_game(const dm_arena *arena, int32_t rounds, int32_t per_turn, dm_tie_rule ties)
{
    dm_rules rules;
    dm_position *position = NULL;
    dm_error err = {0};
    assert_ok(dm_rules_init(rounds, per_turn, ties, &rules, &err), err);
    assert_ok(dm_position_new(arena, &rules, &position, &err), err);
    dm_rules_clear(&rules);
    return position;
}

void random_turns(dm_rng *rng, dm_position *position, int32_t turns, int one_in)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    dm_vertex *free_ones = malloc((size_t)n * sizeof *free_ones);
    assert_non_null(free_ones);
    for (int32_t i = 0; i < turns && !dm_position_is_over(position); i++) {
        dm_vertex count = dm_position_free_vertices(position, free_ones);
        int32_t stones = dm_position_stones_to_place(position);
        for (dm_vertex j = 0; j < stones; j++) {
            dm_vertex k = j + (dm_vertex)dm_rng_below(rng, (uint64_t)(count - j));
            dm_vertex kept = free_ones[j];
            free_ones[j] = free_ones[k];
            free_ones[k] = kept;
        }
        bool is_lost = dm_rng_below(rng, (uint64_t)one_in) == 0;
        assert_int_equal(is_lost ? dm_position_pass(position, NULL)
                                 : dm_position_make(position, free_ones, stones, NULL),
                         DM_OK);
    }
    free(free_ones);
}

bool run_long(void)
{
    return getenv("DEMESNE_LONG") != NULL;
}
