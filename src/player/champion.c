/* champion.c - the strongest player here, within a budget of time or nodes.
 *
 * What a board needs before it can be searched is made first, and kept with the board; the clock
 * starts after that.  Then it chooses by immediate gain, so that it has a move whenever the time
 * runs out; for the last stone of a game that is the best one.  Otherwise it searches one stone
 * after the other (iterative_deepening.h), on large boards by rollouts (rollout.h).  Small games
 * are first given to the exact solver, for half of the budget.  Boards without a table of all
 * distances are played by immediate gain alone.
 *
 * What it keeps of a board (tables to write in) does not change what it chooses, so with a budget
 * of nodes the choice depends on the position alone.
 */
#include "player/player.h"

#include "base/base.h"
#include "game/position.h"
#include "player/iterative_deepening.h"
#include "player/rollout.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct dmi_champion {
    const dmi_ranks *ranks;            /* of the board; NULL: not made, or it is too large */
    dmi_completion_estimate *estimate; /* NULL: not made; large boards need none */
};

enum {
    SMALL = 40,      /* the most vertices of a board that is given to the solver */
    SMALL_BITS = 36, /* and the most bits that number the lines of its game */
    LARGE = 512      /* boards with more vertices are played by rollouts */
};

static const double prompt = 0.9;  /* the share of its time that it searches */
static const double unhurried = 5; /* seconds that are enough for any preparation */

void dmi_champion_free(dmi_champion *c)
{
    if (!c)
        return;
    dmi_completion_estimate_free(c->estimate);
    free(c);
}

dm_status dmi_budget_run(dmi_budget budget, dm_run *run, dm_run **out, dm_error *err)
{
    dm_run *own = NULL;
    dm_status status = dm_run_new(&own, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(own, run);
    double left = dmi_run_seconds_left(run);
    double seconds = budget.nodes ? INFINITY : budget.seconds;
    seconds = left < seconds ? left : seconds;
    if (isfinite(seconds))
        dm_run_set_deadline(own, seconds > 0 ? seconds : 0);
    dm_run_set_work_limit(own, (int64_t)budget.nodes);
    *out = own;
    return DM_OK;
}

dm_status dmi_still_running(dm_run *run, dm_error *err)
{
    bool is_over = dmi_run_seconds_left(run) <= 0 || !dmi_run_go_on(run, 0);
    return is_over ? dmi_stopped(run, err) : DM_OK;
}

/* One of `parts` equal parts of what is left of a budget that began at `begun`. */
static dmi_budget part_of(dmi_budget budget, double begun, int32_t parts)
{
    assert(parts > 0);
    double left = budget.seconds - (dmi_seconds() - begun);
    uint64_t nodes = budget.nodes / (uint64_t)parts;
    return (dmi_budget){left / parts, budget.nodes && !nodes ? 1 : nodes};
}

/* Everything that the search needs and that depends on the board alone. */
static dm_status prepare_board(dmi_champion *c, dm_position *position, dm_run *run, dm_error *err)
{
    dm_status status = dmi_position_prepare(position, run, err);
    if (status != DM_OK || !dmi_position_ready_evaluator(position) || c->ranks)
        return status;
    status = dmi_tables_ranks(dmi_position_tables(position), dm_position_distances(position),
                              DMI_RANKS_SAMPLED, run, &c->ranks, err);
    if (status == DM_OK && c->ranks->n <= LARGE)
        status = dmi_completion_estimate_new(dm_position_arena(position), c->ranks,
                                             dm_position_rules(position)->ties, &c->estimate, err);
    return status;
}

static dm_status search_stone(dmi_deepening *search, dmi_budget budget, dm_run *run,
                              const dm_stone *stones, int32_t count, dm_vertex *chosen,
                              dm_error *err)
{
    dm_run *own = NULL;
    dm_status status = dmi_budget_run(budget, run, &own, err);
    if (status != DM_OK)
        return status;
    status = dmi_deepening_stone(search, own, stones, count, chosen, err);
    dm_run_free(own);
    return status;
}

static dm_status roll_out_move(const dmi_champion *c, dm_position *position, dmi_budget budget,
                               dm_run *run, dm_vertex *move, dm_error *err)
{
    dmi_rollout r;
    dm_run *own = NULL;
    int32_t to_come;
    const dm_rules *rules = dm_position_rules(position);
    dm_side *sides = dmi_sides_to_come(position, &to_come);
    dm_status status = sides ? dmi_budget_run(budget, run, &own, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_rollout_init(&r, dm_position_arena(position), c->ranks, rules->ties, err);
    if (status == DM_OK) {
        dmi_rollout_turn(&r, position, sides, to_come, own, move);
        dmi_rollout_clear(&r);
    }
    dm_run_free(own);
    free(sides);
    return status;
}

static bool is_small(const dm_position *position, dm_vertex n)
{
    int32_t lying;
    dm_position_stones(position, &lying);
    double left = (double)dm_position_rules(position)->stones - lying;
    return n <= SMALL && left * log2((double)(n - lying)) <= SMALL_BITS;
}

static dm_status choose_by_gain(dm_position *position, dm_vertex most, dmi_budget budget,
                                dm_run *run, dm_vertex *move, dm_error *err)
{
    dm_run *own = NULL;
    dm_status status = dmi_budget_run(budget, run, &own, err);
    if (status == DM_OK)
        status = dmi_immediate_gain_move(position, most, own, move, err);
    dm_run_free(own);
    return status;
}

/* If the run may end during the preparation, a move comes first. */
static dm_status choose_in_a_hurry(dm_position *position, dm_run *run, dm_vertex *move,
                                   dm_error *err)
{
    double left = dmi_run_seconds_left(run);
    if (left > unhurried || dmi_position_ready_evaluator(position))
        return DM_OK;
    return choose_by_gain(position, DMI_GAIN_SAMPLE, (dmi_budget){.seconds = left / 4}, run, move,
                          err);
}

/* Whether one stone is left in the game: the largest immediate gain is the best. */
static bool is_last_stone(const dm_position *position)
{
    int32_t lying;
    dm_position_stones(position, &lying);
    return dm_position_rules(position)->stones - lying == 1;
}

dm_status dmi_champion_move(dmi_champion **champion, dm_position *position, dmi_budget budget,
                            dm_run *run, dm_vertex *move, dm_error *err)
{
    bool found = false;
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    if (!*champion)
        *champion = dmi_calloc(1, sizeof **champion);
    dm_status status = *champion ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = choose_in_a_hurry(position, run, move, err);
    if (status == DM_OK)
        status = prepare_board(*champion, position, run, err);
    double begun = dmi_seconds();
    if (status == DM_OK && is_small(position, n))
        status = dmi_perfect_move(position, part_of(budget, begun, 2), run, move, &found, err);
    if (status != DM_OK || found)
        return status;
    bool tries_all = dmi_position_ready_evaluator(position) || !budget.nodes;
    status = choose_by_gain(position, tries_all ? n : DMI_GAIN_SAMPLE, part_of(budget, begun, 1),
                            run, move, err);
    if (status != DM_OK || !(*champion)->ranks || is_last_stone(position))
        return status;
    if (!(*champion)->estimate)
        return roll_out_move(*champion, position, part_of(budget, begun, 1), run, move, err);
    /* Replaces `move` unless the time ends before every stone of the turn was searched. */
    dmi_champion *c = *champion;
    dmi_deepening search;
    size_t total = (size_t)dm_position_rules(position)->stones;
    dm_stone *stones = dmi_alloc(total, sizeof *stones);
    dm_vertex *chosen = dmi_alloc(total, sizeof *chosen);
    status = stones && chosen ? dmi_deepening_init(&search, c->estimate, position, err)
                              : dmi_no_memory(err);
    if (status == DM_OK) {
        /* Stone by stone. */
        dm_side side = dm_position_to_move(position);
        int32_t count, now = dm_position_stones_to_place(position);
        const dm_stone *lying = dm_position_stones(position, &count);
        if (count)
            memcpy(stones, lying, (size_t)count * sizeof *stones);
        for (int32_t i = 0; i < now && status == DM_OK; i++) {
            status = search_stone(&search, part_of(budget, begun, now - i), run, stones, count + i,
                                  &chosen[i], err);
            stones[count + i] = (dm_stone){chosen[i], (int32_t)side};
        }
        dmi_deepening_clear(&search);
    }
    if (status == DM_OK)
        memcpy(move, chosen, (size_t)dm_position_stones_to_place(position) * sizeof *move);
    free(stones);
    free(chosen);
    return status == DM_STOPPED ? DM_OK : status;
}

static void free_champion(void *cache)
{
    dmi_champion_free(cache);
}

/* White's likely lead after a stone on each free vertex, as the search starts from it; on boards
 * that are too large for that the immediate lead. */
static dm_status champion_values(const dmi_champion *c, dm_position *position, dm_run *run,
                                 double *values, dm_error *err)
{
    int32_t count;
    dm_side side = dm_position_to_move(position);
    const dm_stone *stones = dm_position_stones(position, &count);
    dmi_evaluator *evaluator = dmi_position_ready_evaluator(position);
    if (!c->estimate) {
        for (dm_vertex v = 0; evaluator && v < dm_arena_vertices(dm_position_arena(position)); v++)
            if (dm_position_is_free(position, v))
                values[v] = (double)dmi_evaluator_try(evaluator, side, v);
        return DM_OK;
    }
    dmi_deepening search;
    dm_status status = dmi_deepening_init(&search, c->estimate, position, err);
    if (status == DM_OK) {
        status = dmi_deepening_estimates(&search, run, stones, count, values, err);
        dmi_deepening_clear(&search);
    }
    return status;
}

dm_status dmi_choose_champion(dm_player *player, dm_position *position, dm_run *run,
                              dm_vertex *move, dm_error *err)
{
    dmi_champion *champion = player->cache;
    dmi_budget budget = {prompt * 1e-3 * (double)dmi_player_param(player, "ms"),
                         (uint64_t)dmi_player_param(player, "nodes")};
    dm_status status = dmi_champion_move(&champion, position, budget, run, move, err);
    player->cache = champion;
    player->free_cache = free_champion;
    if (status == DM_OK && player->values_out)
        status = champion_values(champion, position, run, player->values_out, err);
    return status == DM_OK ? dmi_still_running(run, err) : status;
}
