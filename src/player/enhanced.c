/* enhanced.c - neighbours weighted by distance, without those already lost.
 *
 * A vertex scores its own value and value / distance of each free neighbour, unless a stone of
 * either side is nearer to that neighbour than the edge is long; among equal scores the lowest
 * number wins. Lengths are compared as integers; the scores are sums of quotients in doubles, as
 * the strategy is defined, added in the order of the neighbours.  Stones of one turn are chosen one
 * after the other.
 */
#include "base/base.h"
#include "player/player.h"

#include <math.h>
#include <stdlib.h>

typedef struct scoring {
    const dm_arena *arena;
    const dm_distances *table;
    bool *taken;
    int64_t *nearest; /* distance to the nearest stone, INT64_MAX without one */
    double unit;      /* a length of 1 in the board's unit */
} scoring;

static void update_nearest(scoring *s, dm_vertex stone)
{
    for (dm_vertex v = 0; v < s->table->n; v++) {
        int64_t distance = dm_distance(s->table, stone, v);
        if (distance >= 0 && distance < s->nearest[v])
            s->nearest[v] = distance;
    }
}

static double score_of(const scoring *s, dm_vertex v)
{
    const dm_graph *graph = dm_arena_reverse(s->arena);
    const int64_t *values = dm_arena_values(s->arena);
    double score = 0;
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++) {
        dm_vertex u = graph->target[arc];
        if (!s->taken[u] && s->nearest[u] >= dm_graph_length(graph, arc))
            score +=
                (double)dm_value_of(values, u) / ((double)dm_distance(s->table, v, u) / s->unit);
    }
    return score + (double)dm_value_of(values, v);
}

dm_status dmi_choose_enhanced(dm_player *player, dm_position *position, dm_run *run,
                              dm_vertex *move, dm_error *err)
{
    (void)player;
    (void)run;
    const dm_arena *arena = dm_position_arena(position);
    dm_vertex n = dm_arena_vertices(arena);
    scoring s = {.arena = arena,
                 .table = dm_position_distances(position),
                 .taken = dmi_taken(position),
                 .nearest = dmi_alloc((size_t)n, sizeof *s.nearest),
                 .unit = pow(10, dm_arena_decimals(arena))};
    dm_status status = s.taken && s.nearest ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) {
        for (dm_vertex v = 0; v < n; v++)
            s.nearest[v] = INT64_MAX;
        int32_t count, now = dm_position_stones_to_place(position);
        const dm_stone *stones = dm_position_stones(position, &count);
        for (int32_t i = 0; i < count; i++)
            update_nearest(&s, stones[i].vertex);
        for (int32_t i = 0; i < now; i++) {
            double best = -1;
            for (dm_vertex v = 0; v < s.table->n; v++) {
                double score = s.taken[v] ? -1 : score_of(&s, v);
                if (score > best) {
                    best = score;
                    move[i] = v;
                }
            }
            s.taken[move[i]] = true;
            update_nearest(&s, move[i]);
        }
    }
    free(s.taken);
    free(s.nearest);
    return status;
}
