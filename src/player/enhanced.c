/* enhanced.c - neighbours weighted by distance, without those already lost.
 *
 * A vertex scores its own value and value / distance of each free neighbour, unless a stone of
 * either side is nearer to that neighbour than the edge is long; among equal scores the lowest
 * number wins. Lengths are compared as integers; the scores are sums of quotients in doubles, as
 * the strategy is defined, added in the order of the neighbours.  Stones of one turn are chosen one
 * after the other.
 *
 * That is the report's code.  Its text (as=text) divides by the length of the edge, and leaves out
 * only neighbours that a stone of the opponent is nearer to.
 */
#include "base/base.h"
#include "player/player.h"

#include <math.h>
#include <stdlib.h>

typedef struct scoring {
    const dm_arena *arena;
    const dm_distances *table;
    bool *taken;
    int64_t *nearest; /* distance to the nearest stone that counts, INT64_MAX without one */
    double *scores;
    bool as_text; /* only stones of the opponent count, and edge lengths instead of distances */
    double unit;  /* a length of 1 in the board's unit */
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
        int64_t edge = dm_graph_length(graph, arc);
        int64_t far = s->as_text ? edge : dm_distance(s->table, v, u);
        if (!s->taken[u] && s->nearest[u] >= edge)
            score += (double)dm_value_of(values, u) / ((double)far / s->unit);
    }
    return score + (double)dm_value_of(values, v);
}

/* The stones so far, for `nearest`. */
static void note_stones(scoring *s, const dm_position *position)
{
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    for (dm_vertex v = 0; v < s->table->n; v++)
        s->nearest[v] = INT64_MAX;
    for (int32_t i = 0; i < count; i++)
        if (!s->as_text || stones[i].player != (int32_t)dm_position_to_move(position))
            update_nearest(s, stones[i].vertex);
}

dm_status dmi_choose_enhanced(dm_player *player, dm_position *position, dm_run *run,
                              dm_vertex *move, dm_error *err)
{
    (void)run;
    const dm_arena *arena = dm_position_arena(position);
    size_t n = (size_t)dm_arena_vertices(arena);
    scoring s = {.arena = arena,
                 .table = dm_position_distances(position),
                 .taken = dmi_taken(position),
                 .nearest = dmi_alloc(n, sizeof *s.nearest),
                 .scores = dmi_alloc(n, sizeof *s.scores),
                 .as_text = dmi_player_param(player, "as") == 1,
                 .unit = pow(10, dm_arena_decimals(arena))};
    dm_status status = s.taken && s.nearest && s.scores ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        note_stones(&s, position);
    for (int32_t i = 0; status == DM_OK && i < dm_position_stones_to_place(position); i++) {
        double best = -1;
        for (dm_vertex v = 0; v < s.table->n; v++) {
            s.scores[v] = s.taken[v] ? NAN : score_of(&s, v);
            if (s.scores[v] > best) {
                best = s.scores[v];
                move[i] = v;
            }
        }
        if (dmi_wants_scores(player))
            dmi_note_scores(player, s.scores, s.table->n, move[i], i == 0);
        s.taken[move[i]] = true;
        if (!s.as_text)
            update_nearest(&s, move[i]);
    }
    free(s.taken);
    free(s.nearest);
    free(s.scores);
    return status;
}
