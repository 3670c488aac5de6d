/* minimax.c - looks ahead (lookahead.h) and scores by territory.
 *
 * Among equals the vertex with the least value-weighted sum of distances is taken
 * (on the empty board all are equal: it takes a median), then the lowest number.
 */
#include "base/base.h"
#include "game/evaluator.h"
#include "player/lookahead.h"

#include <stdlib.h>

static void score(void *self, dm_side side, const dm_vertex *vertices, int64_t count,
                  int64_t *values)
{
    dmi_evaluator_try_many(self, side, vertices, (int32_t)count, values);
}

static void place(void *self, dm_side side, dm_vertex v)
{
    dmi_evaluator_place(self, side, v);
}

static void undo(void *self)
{
    dmi_evaluator_undo(self);
}

dm_status dmi_choose_minimax(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                             dm_error *err)
{
    const dm_arena *arena = dm_position_arena(position);
    double *distance_sum = dmi_alloc((size_t)dm_arena_vertices(arena), sizeof *distance_sum);
    dmi_lookahead look = {.scorer = {dmi_position_evaluator(position), score, place, undo},
                          .run = run,
                          .width = dmi_player_param(player, "width"),
                          .distance_sum = distance_sum,
                          .values_out = player->values_out,
                          .unit = 1};
    dm_status status = DM_OK;
    if (!distance_sum ||
        !dmi_lookahead_init(&look, position, (int)dmi_player_param(player, "depth"))) {
        status = dmi_no_memory(err);
    } else {
        const dm_distances *table = dm_position_distances(position);
        const int64_t *values = dm_arena_values(arena);
        dm_vertex n = dm_arena_vertices(arena);
        for (dm_vertex v = 0; v < n; v++) {
            distance_sum[v] = 0;
            for (dm_vertex u = 0; u < n; u++) {
                int64_t distance = dm_distance(table, v, u);
                if (distance > 0)
                    distance_sum[v] += (double)distance * (double)dm_value_of(values, u);
            }
        }
        dm_side side = dm_position_to_move(position);
        int32_t stones = dm_position_stones_to_place(position);
        for (int32_t i = 0; i < stones; i++) {
            move[i] = dmi_lookahead_stone(&look, i);
            place(look.scorer.self, side, move[i]);
        }
        for (int32_t i = 0; i < stones; i++)
            undo(look.scorer.self);
        if (look.stopped)
            status = dmi_stopped(run, err);
    }
    dmi_lookahead_clear(&look);
    free(distance_sum);
    return status;
}
