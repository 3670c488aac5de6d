/* neighbour.c - the vertex with the highest value around it.
 *
 * A vertex scores its own value and the values of its free neighbours over edges of length at most
 * `threshold`, in the length unit of the board's file; among equal scores the lowest number wins.
 * The threshold is rounded down to the board's unit, so lengths are compared exactly.  Stones of
 * one turn are chosen one after the other.
 */
#include "base/base.h"
#include "player/player.h"

#include <math.h>
#include <stdlib.h>

enum { DECIMALS = 9 }; /* of `threshold` */

static int64_t score_of(const dm_arena *arena, const bool *taken, int64_t reach, dm_vertex v)
{
    const dm_graph *graph = dm_arena_reverse(arena);
    const int64_t *values = dm_arena_values(arena);
    int64_t score = dm_value_of(values, v);
    for (uint32_t arc = graph->first[v]; arc < graph->first[v + 1]; arc++)
        if (!taken[graph->target[arc]] && dm_graph_length(graph, arc) <= reach)
            score += dm_value_of(values, graph->target[arc]);
    return score;
}

dm_status dmi_choose_neighbour(dm_player *player, dm_position *position, dm_run *run,
                               dm_vertex *move, dm_error *err)
{
    (void)run;
    const dm_arena *arena = dm_position_arena(position);
    /* The largest length that is at most the threshold. */
    int64_t reach = dmi_player_param(player, "threshold");
    int decimals = dm_arena_decimals(arena);
    for (int i = DECIMALS; i > decimals; i--)
        reach /= 10;
    for (int i = DECIMALS; i < decimals; i++)
        reach = reach < DM_MAX_TOTAL / 10 ? reach * 10 : DM_MAX_TOTAL;
    int32_t stones = dm_position_stones_to_place(position);
    dm_vertex n = dm_arena_vertices(arena);
    bool *taken = dmi_taken(position);
    double *scores = dmi_wants_scores(player) ? dmi_alloc((size_t)n, sizeof *scores) : NULL;
    dm_status status = taken && (scores || !dmi_wants_scores(player)) ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; i < stones && status == DM_OK; i++) {
        int64_t best = -1;
        for (dm_vertex v = 0; v < n; v++) {
            int64_t score = taken[v] ? -1 : score_of(arena, taken, reach, v);
            if (scores)
                scores[v] = taken[v] ? NAN : (double)score;
            if (score > best) {
                best = score;
                move[i] = v;
            }
        }
        dmi_note_scores(player, scores, n, move[i], i == 0);
        taken[move[i]] = true;
    }
    free(taken);
    free(scores);
    return status;
}
