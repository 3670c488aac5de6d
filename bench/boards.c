/* boards.c - boards and stones for the measurements. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>

static int64_t length_of(const dm_arena *arena, dm_vertex u, uint32_t arc, bench_lengths lengths)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const dm_point *places = dm_arena_places(arena);
    if (lengths == BENCH_UNIT)
        return 1;
    if (lengths == BENCH_KEEP || !places)
        return dm_graph_length(graph, arc);
    dm_point a = places[u], b = places[graph->target[arc]];
    return 1 + (int64_t)hypot(a.x - b.x, a.y - b.y);
}

static dm_status add_vertex(const dm_arena *arena, dm_vertex u, const dm_vertex *rank,
                            bench_lengths lengths, dm_builder *builder, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    const dm_point *places = dm_arena_places(arena);
    dm_vertex from = rank ? rank[u] : u;
    dm_status status = DM_OK;
    if (places)
        status = dm_builder_place(builder, from, places[u].x, places[u].y, err);
    for (uint32_t arc = graph->first[u]; arc < graph->first[u + 1] && status == DM_OK; arc++) {
        dm_vertex v = graph->target[arc];
        if (v > u)
            status = dm_builder_edge(builder, from, rank ? rank[v] : v,
                                     length_of(arena, u, arc, lengths), err);
    }
    return status;
}

dm_status bench_copy_board(const dm_arena *arena, const dm_vertex *rank, bench_lengths lengths,
                           dm_arena **out, dm_error *err)
{
    dm_builder *builder = NULL;
    dm_vertex n = dm_arena_vertices(arena);
    dm_status status = dm_builder_new(n, &builder, err);
    for (dm_vertex u = 0; u < n && status == DM_OK; u++)
        status = add_vertex(arena, u, rank, lengths, builder, err);
    if (status == DM_OK)
        return dm_builder_finish(builder, out, err);
    dm_builder_free(builder);
    return status;
}

dm_status bench_stones(const dm_arena *arena, uint64_t seed, int64_t count, dm_stone **out,
                       dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    dm_stone *stones = malloc((size_t)count * sizeof *stones);
    bool *is_taken = calloc((size_t)n, sizeof *is_taken);
    dm_rng rng;
    dm_rng_init(&rng, seed);
    if (!stones || !is_taken || count > n) {
        free(stones);
        free(is_taken);
        return answer_fail(err, DM_NO_MEMORY, "no room for %lld stones", (long long)count);
    }
    for (int64_t i = 0; i < count;) {
        dm_vertex v = (dm_vertex)dm_rng_below(&rng, (uint64_t)n);
        if (!is_taken[v]) {
            is_taken[v] = true;
            stones[i] = (dm_stone){v, (int32_t)i};
            i++;
        }
    }
    free(is_taken);
    *out = stones;
    return DM_OK;
}
