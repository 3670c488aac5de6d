/* enhanced.c - neighbours weighed by how near they are, without those already lost.
 *
 * A vertex scores its own value and value / distance of each free neighbour to which no
 * stone of either side is nearer than the edge is long; the highest score wins, the lowest
 * number among equals.  Lengths are compared as whole numbers; the scores are sums of
 * quotients, in doubles as the strategy is defined, added in the order of the neighbours.
 * Stones of one turn are chosen one after the other, each in sight of those before.
 */
#include "base/base.h"
#include "player/player.h"

#include <math.h>
#include <stdlib.h>

typedef struct view {
    const dm_arena *arena;
    const dm_distances *table;
    bool *taken;
    int64_t *nearest; /* to any stone, INT64_MAX without */
    double unit;      /* how many of the board's units are 1 */
} view;

static void see_stone(view *w, dm_vertex stone)
{
    for (dm_vertex v = 0; v < w->table->n; v++) {
        int64_t distance = dm_distance(w->table, stone, v);
        if (distance >= 0 && distance < w->nearest[v])
            w->nearest[v] = distance;
    }
}

static double score_of(const view *w, dm_vertex v)
{
    const dm_graph *graph = dm_arena_graph(w->arena);
    const int64_t *values = dm_arena_values(w->arena);
    double score = 0;
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
        dm_vertex u = graph->target[arc];
        if (!w->taken[u] && w->nearest[u] >= dm_graph_length(graph, arc))
            score +=
                (double)dm_value_of(values, u) / ((double)dm_distance(w->table, v, u) / w->unit);
    }
    return score + (double)dm_value_of(values, v);
}

static void choose_turn(view *w, const dm_position *position, dm_vertex *move)
{
    int32_t count, now = dm_position_stones_to_place(position);
    const dm_stone *stones = dm_position_stones(position, &count);
    for (int32_t i = 0; i < count; i++)
        see_stone(w, stones[i].vertex);
    for (int32_t i = 0; i < now; i++) {
        double best = -1;
        for (dm_vertex v = 0; v < w->table->n; v++) {
            double score = w->taken[v] ? -1 : score_of(w, v);
            if (score > best) {
                best = score;
                move[i] = v;
            }
        }
        w->taken[move[i]] = true;
        see_stone(w, move[i]);
    }
}

dm_status dmi_choose_enhanced(dm_player *player, dm_position *position, dm_run *run,
                              dm_vertex *move, dm_error *err)
{
    (void)player;
    (void)run;
    const dm_arena *arena = dm_position_arena(position);
    dm_vertex n = dm_arena_vertices(arena);
    view w = {.arena = arena,
              .table = dm_position_distances(position),
              .taken = dmi_taken(position),
              .nearest = dmi_alloc((size_t)n, sizeof *w.nearest),
              .unit = pow(10, dm_arena_decimals(arena))};
    dm_status status = w.taken && w.nearest ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        for (dm_vertex v = 0; v < n; v++)
            w.nearest[v] = INT64_MAX;
        choose_turn(&w, position, move);
    }
    free(w.taken);
    free(w.nearest);
    return status;
}
