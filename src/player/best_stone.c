/* best_stone.c - the best of some vertices, one stone ahead: by the evaluator if the board has
 * one, otherwise by placing each stone and scoring the board. */
#include "player/best_stone.h"

#include "base/base.h"

static dm_status value_after(dm_position *position, dm_vertex v, int64_t *value, dm_error *err)
{
    dm_evaluator *evaluator = dm_position_evaluator(position);
    if (evaluator) {
        *value = dm_evaluator_try(evaluator, dm_position_to_move(position), v);
        return DM_OK;
    }
    dm_status status = dm_position_make(position, &v, 1, err);
    if (status != DM_OK)
        return status;
    status = dm_position_value(position, value, err);
    dm_position_undo(position, NULL);
    return status;
}

dm_status dmi_best_stone(dm_position *position, const dm_vertex *vertices, dm_vertex count,
                         dm_run *run, dm_vertex *best, dm_error *err)
{
    bool is_white = dm_position_to_move(position) == DM_WHITE;
    int64_t most = INT64_MIN;
    dm_vertex chosen = vertices[0];
    for (dm_vertex i = 0; count > 1 && i < count; i++) {
        int64_t value;
        dm_status status = value_after(position, vertices[i], &value, err);
        if (status != DM_OK)
            return status;
        int64_t lead = is_white ? value : -value;
        if (lead > most) {
            most = lead;
            chosen = vertices[i];
        }
        if (!dmi_run_go_on(run, 1))
            return dmi_stopped(run, err);
    }
    *best = chosen;
    return DM_OK;
}
