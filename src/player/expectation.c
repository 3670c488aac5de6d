/* expectation.c - looks ahead (lookahead.h) and scores by the exact mean over all random
 * completions (completion_mean.h): what monte-carlo estimates, without noise.
 *
 * Means are compared in units of 2^-40 of the board's total value, so that means which differ by
 * rounding only are equal, and the lowest number is taken.
 */
#include "base/base.h"
#include "game/position.h"
#include "player/completion_mean.h"
#include "player/lookahead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct mean_scorer {
    dmi_completion_mean *mean;
    double unit;
    double *means; /* scratch: n */
    dm_stone *stones;
} mean_scorer;

static void score(void *self, dm_side side, const dm_vertex *vertices, int64_t count,
                  int64_t *values)
{
    mean_scorer *j = self;
    (void)side; /* known from the schedule */
    dmi_completion_mean_try(j->mean, vertices, count, j->means);
    for (int64_t i = 0; i < count; i++)
        values[i] = llrint(j->means[i] * j->unit);
}

static void place(void *self, dm_side side, dm_vertex v)
{
    mean_scorer *j = self;
    (void)side;
    dmi_completion_mean_place(j->mean, v);
}

static void undo(void *self)
{
    mean_scorer *j = self;
    dmi_completion_mean_undo(j->mean);
}

static void choose_turn(dmi_lookahead *look, mean_scorer *j, const dm_position *position,
                        dm_vertex *move)
{
    dm_side side = dm_position_to_move(position);
    int32_t count, now = dm_position_stones_to_place(position);
    const dm_stone *stones = dm_position_stones(position, &count);
    if (count)
        memcpy(j->stones, stones, (size_t)count * sizeof *stones);
    for (int32_t i = 0; i < now; i++) {
        if (!dmi_completion_mean_start(j->mean, j->stones, count + i, look->sides + i,
                                       look->side_count - i, look->run)) {
            look->stopped = true;
            move[0] = DMI_NO_MOVE;
            return;
        }
        move[i] = dmi_lookahead_stone(look, i);
        j->stones[count + i] = (dm_stone){move[i], (int32_t)side};
    }
}

static dm_status prepare(mean_scorer *j, const dm_position *position, const dmi_ranks *ranks,
                         int depth, dm_error *err)
{
    const dm_arena *arena = dm_position_arena(position);
    const dm_rules *rules = dm_position_rules(position);
    int64_t total = dm_arena_total_value(arena);
    j->unit = ldexp(1, 40) / (double)(total ? total : 1);
    j->means = dmi_alloc((size_t)ranks->n, sizeof *j->means);
    j->stones = dmi_alloc((size_t)rules->stones, sizeof *j->stones);
    if (!j->means || !j->stones)
        return dmi_no_memory(err);
    return dmi_completion_mean_new(arena, ranks, rules->ties, depth, &j->mean, err);
}

dm_status dmi_choose_expectation(dm_player *player, dm_position *position, dm_run *run,
                                 dm_vertex *move, dm_error *err)
{
    const dmi_ranks *ranks;
    mean_scorer j = {0};
    dmi_lookahead look = {
        .scorer = {&j, score, place, undo}, .run = run, .width = dmi_player_param(player, "width")};
    int depth = (int)dmi_player_param(player, "depth");
    dm_status status =
        dmi_tables_ranks(dmi_position_tables(position), dm_position_distances(position),
                         DMI_RANKS_ALL, run, &ranks, err);
    if (status == DM_OK)
        status = prepare(&j, position, ranks, depth, err);
    if (status == DM_OK && !dmi_lookahead_init(&look, position, depth))
        status = dmi_no_memory(err);
    look.values_out = player->values_out;
    look.unit = j.unit;
    if (status == DM_OK) {
        choose_turn(&look, &j, position, move);
        if (look.stopped)
            status = dmi_stopped(run, err);
    }
    dmi_lookahead_clear(&look);
    dmi_completion_mean_free(j.mean);
    free(j.means);
    free(j.stones);
    return status;
}
