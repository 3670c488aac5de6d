/* monte_carlo.c - tries every free vertex and finishes the game at random a few times.
 *
 * As published (exact-rules=0): with r own stones left after this one, 2r-1 random stones follow,
 * the opponent's first, which is one or two fewer than will be played; and a vertex counts for the
 * opponent unless an own stone is strictly nearer.  The best sum of own scores is then the best
 * mean difference, since both scores add up to the board.  With exact-rules=1 all stones of the
 * schedule follow and the game's tie rule decides.
 *
 * Among equals the lowest number wins.  If stopped, it takes the best of the vertices tried if
 * those are at least half.
 */
#include "base/base.h"
#include "player/player.h"

#include "game/playouts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1000 }; /* completions between two looks at the run */

typedef struct vertex_trial {
    dmi_playouts *playouts;
    dm_rng *rng;
    int64_t count; /* completions per vertex */
    bool is_exact;
    dm_side side;
    dm_tie_rule ties;
    dm_vertex n;
    bool *taken;
    dm_stone *stones;
    int32_t placed;
    dm_side *sides; /* of the stones after this one */
    int32_t to_come;
    double *values_out; /* NULL, or receives the means for the first stone */
} vertex_trial;

/* Puts the sum of scores after a stone on v into *value; false if the run ended.  Then `value` is
 * set if all completions were played. */
static bool try_vertex(vertex_trial *t, dm_run *run, dm_vertex v, double *value)
{
    double score[2] = {0, 0}, some[2];
    bool goes_on = true;
    int64_t left = t->count;
    t->stones[t->placed] = (dm_stone){v, (int32_t)t->side};
    dmi_playouts_start(t->playouts, t->ties, t->stones, t->placed + 1, t->sides, t->to_come);
    while (left > 0 && goes_on) {
        int64_t count = left < CHUNK ? left : CHUNK;
        dmi_playouts_run(t->playouts, t->rng, count, some);
        score[0] += some[0];
        score[1] += some[1];
        left -= count;
        goes_on = dmi_run_go_on(run, (uint64_t)count);
    }
    if (left > 0)
        return false;
    if (t->values_out) {
        t->values_out[v] = (score[DM_WHITE] - score[DM_BLACK]) / (double)t->count;
    }
    *value = t->is_exact ? score[t->side] - score[dm_other(t->side)] : score[t->side];
    return goes_on;
}

/* Finds the best vertex tried, or DMI_NO_MOVE if the run ended before half of them were tried;
 * returns false once the run has ended. */
static bool choose_stone_by_trials(void *user, const dm_side *sides, int32_t count, dm_run *run,
                                   dm_vertex *choice)
{
    vertex_trial *t = user;
    double best = 0;
    bool goes_on = true;
    dm_vertex tried = 0, chosen = DMI_NO_MOVE;
    /* The stones that follow this one. */
    int32_t own_left = 0;
    t->to_come = count - 1;
    memcpy(t->sides, sides + 1, (size_t)t->to_come * sizeof *sides);
    for (int32_t k = 0; k < t->to_come; k++)
        own_left += t->sides[k] == t->side;
    if (!t->is_exact) {
        /* The stones that follow as published: opponent and self in turn. */
        int32_t room = t->n - t->placed - 1;
        t->to_come = 2 * own_left - 1 < room ? 2 * own_left - 1 : room;
        if (t->to_come < 0)
            t->to_come = 0;
        for (int32_t i = 0; i < t->to_come; i++)
            t->sides[i] = i % 2 ? t->side : dm_other(t->side);
    }
    for (dm_vertex v = 0; v < t->n && goes_on; v++) {
        if (t->taken[v])
            continue;
        double score = NAN;
        goes_on = try_vertex(t, run, v, &score);
        if (isnan(score))
            break;
        if (tried++ == 0 || score > best) {
            best = score;
            chosen = v;
        }
    }
    t->values_out = NULL;
    *choice = 2 * tried < t->n - t->placed ? DMI_NO_MOVE : chosen;
    if (chosen == DMI_NO_MOVE)
        return false;
    t->stones[t->placed++] = (dm_stone){chosen, (int32_t)t->side};
    t->taken[chosen] = true;
    return goes_on;
}

static dm_status vertex_trial_init(dm_player *player, dm_position *position, vertex_trial *t,
                                   dm_error *err)
{
    const dm_stone *stones = dm_position_stones(position, &t->placed);
    t->n = dm_arena_vertices(dm_position_arena(position));
    t->rng = &player->rng;
    t->count = dmi_player_param(player, "playouts");
    t->values_out = player->values_out;
    t->is_exact = dmi_player_param(player, "exact-rules");
    t->side = dm_position_to_move(position);
    t->ties = t->is_exact           ? dm_position_rules(position)->ties
              : t->side == DM_WHITE ? DM_TIES_BLACK
                                    : DM_TIES_WHITE;
    t->taken = dmi_taken(position);
    t->stones = dmi_alloc((size_t)t->n, sizeof *t->stones);
    t->sides = dmi_alloc((size_t)t->n, sizeof *t->sides);
    if (!t->taken || !t->stones || !t->sides)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < t->placed; i++)
        t->stones[i] = stones[i];
    return DM_OK;
}

dm_status dmi_choose_monte_carlo(dm_player *player, dm_position *position, dm_run *run,
                                 dm_vertex *move, dm_error *err)
{
    vertex_trial t = {0};
    dm_status status = dmi_player_playouts(player, position, run, &t.playouts, err);
    if (status == DM_OK)
        status = vertex_trial_init(player, position, &t, err);
    if (status == DM_OK)
        status = dmi_choose_stones(position, choose_stone_by_trials, &t, run, move, err);
    free(t.taken);
    free(t.stones);
    free(t.sides);
    return status;
}
