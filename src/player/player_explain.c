/* player_explain.c - what a player compared to choose a stone: its trace, and the values of
 * vertices. */
#include "base/base.h"
#include "base/trace.h"
#include "player/player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *dm_player_values_meaning(const dm_player *player)
{
    const dm_player_info *info = &player->type->info;
    return info->scores ? "score(v)" : info->values ? "white-black" : NULL;
}

bool dmi_wants_scores(const dm_player *player)
{
    return player->values_out || player->trace;
}

void dmi_note_scores(dm_player *player, const double *scores, dm_vertex n, dm_vertex chosen,
                     bool is_first)
{
    dm_vertex tried = 0;
    if (!scores)
        return;
    if (player->values_out && is_first)
        memcpy(player->values_out, scores, (size_t)n * sizeof *scores);
    for (dm_vertex v = 0; v < n; v++)
        tried += !isnan(scores[v]);
    dmi_trace_stone(player->trace);
    dmi_trace_step(player->trace, player->type->info.steps,
                   "%.*s(%d) = %.9g is the highest of %d free vertices.",
                   (int)strcspn(player->type->info.steps, "("), player->type->info.steps, chosen,
                   scores[chosen], tried);
    dmi_trace_values(player->trace, "score", scores, (size_t)n);
}

/* What a player that compares values reports of its first stone. */
static void note_values(const dm_player *player, dm_trace *trace, dm_side side,
                        const double *values, dm_vertex n, dm_vertex chosen)
{
    dm_vertex tried = 0;
    for (dm_vertex v = 0; v < n; v++)
        tried += !isnan(values[v]);
    if (tried == 0)
        return;
    if (isnan(values[chosen]))
        dmi_trace_step(trace, NULL, "%d vertices were compared, and other reasons decided.", tried);
    else
        dmi_trace_step(trace, NULL, "The value of %d, one of %d compared for %s, is %.9g: %s.",
                       chosen, tried, side == DM_WHITE ? "White" : "Black", values[chosen],
                       player->type->info.values);
    dmi_trace_values(trace, "values", values, (size_t)n);
}

/* NAN for each vertex; NULL without memory. */
static double *new_values(const dm_position *position)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    double *values = dmi_alloc((size_t)n, sizeof *values);
    for (dm_vertex v = 0; values && v < n; v++)
        values[v] = NAN;
    return values;
}

dm_status dm_player_explain(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                            dm_trace *trace, dm_error *err)
{
    size_t before = trace->count, stones = (size_t)dm_position_stones_to_place(position);
    double *values = player->type->info.values ? new_values(position) : NULL;
    if (player->type->info.values && !values)
        return dmi_no_memory(err);
    player->trace = trace;
    player->values_out = values;
    dm_status status = dm_player_choose(player, position, run, move, err);
    player->trace = NULL;
    player->values_out = NULL;
    if (status == DM_OK || status == DM_STOPPED) {
        if (trace->count != before + stones) { /* it noted nothing, or had no time */
            dmi_trace_fit(trace, before);
            dmi_trace_stone(trace);
            if (values)
                note_values(player, trace, dm_position_to_move(position), values,
                            dm_arena_vertices(dm_position_arena(position)), move[0]);
            dmi_trace_fit(trace, before + stones);
        }
        dm_status noted = dmi_trace_check(trace, err);
        status = noted == DM_OK ? status : noted;
    }
    free(values);
    return status;
}

dm_status dm_player_values(dm_player *player, dm_position *position, dm_run *run, double *values,
                           dm_error *err)
{
    if (!player->type->info.values && !player->type->info.scores)
        return dmi_fail(err, DM_UNSUPPORTED, "player '%s' gives moves no values",
                        player->type->info.name);
    size_t n = (size_t)dm_arena_vertices(dm_position_arena(position));
    int32_t stones = dm_position_stones_to_place(position);
    double *values_out = new_values(position);
    dm_vertex *move = dmi_alloc((size_t)stones + 1, sizeof *move);
    dm_status status = values_out && move ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK) { /* chooses a turn and keeps the values compared for its first stone */
        player->values_out = values_out;
        status = dm_player_choose(player, position, run, move, err);
        player->values_out = NULL;
    }
    if (status == DM_OK || status == DM_STOPPED)
        memcpy(values, values_out, n * sizeof *values);
    free(values_out);
    free(move);
    return status;
}
