/* duel.c - the game of two on edges: checks the question and chooses a move. */
#include "lines/duel/duel.h"

#include "base/base.h"
#include "base/names.h"
#include <math.h>
#include <stdlib.h>

DMI_ENUM_NAMES(dm_line_duellist, "player", "random", "greedy", "one-round", "search")

static dm_status check_duel(const dm_level *level, const dm_line_duel *duel, int32_t played,
                            dm_error *err)
{
    for (int i = 0; i < 2; i++)
        if (duel->player[i] < 0 || duel->player[i] >= level->player_count)
            return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                            duel->player[i], level->player_count - 1);
    if (duel->player[0] == duel->player[1])
        return dmi_fail(err, DM_BAD_ARGUMENT, "the two players are the same");
    if (duel->ties == DM_LINE_OWN)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "ties cannot be 'own': two players move; use neutral, closed or split");
    if (duel->ops == 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "no kind of move is allowed");
    if (played < 0 || played >= 2 * duel->rounds)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d moves of %d were made; the game is over", played,
                        2 * duel->rounds);
    return DM_OK;
}

dm_status dm_line_duel_value(const dm_level *level, const dm_line_duel *duel, dm_ratio *out,
                             dm_error *err)
{
    dm_line_diagram *d = NULL;
    dm_status status = dm_line_diagram_new(level, duel->ties, false, &d, err);
    if (status == DM_OK)
        status =
            dm_ratio_subtract(d->payoff[duel->player[0]], d->payoff[duel->player[1]], out, err);
    dm_line_diagram_free(d);
    return status;
}

/* A random place, uniform by length, at a thousandth of its edge. */
static dm_line_place draw_place(const dm_level *level, dm_rng *rng)
{
    double total = 0, at;
    int32_t e = 0;
    for (int32_t i = 0; i < level->edge_count; i++)
        total += (double)level->edges[i].length.num / (double)level->edges[i].length.den;
    at = total * dm_rng_unit(rng);
    for (; e + 1 < level->edge_count; e++) {
        at -= (double)level->edges[e].length.num / (double)level->edges[e].length.den;
        if (at < 0)
            break;
    }
    return (dm_line_place){-1, e, {1 + (int64_t)dm_rng_below(rng, 999), 1000}};
}

/* Draws until a move is possible. */
static dm_status choose_random(const dmi_duel_turn *turn, dm_rng *rng, dm_line_move *out,
                               dm_error *err)
{
    enum { TRIES = 1000 };
    const dm_level *level = turn->level;
    for (int tries = 0; tries < TRIES; tries++) {
        dm_line_op op = (dm_line_op)dm_rng_below(rng, 4);
        dm_level *after = NULL;
        if (!dmi_run_go_on(turn->run, 1))
            return dmi_as_unfinished(dmi_stopped(turn->run, err), err);
        if (!(turn->duel->ops >> op & 1) ||
            (op == DM_LINE_REMOVE ? level->site_count : level->edge_count) == 0)
            continue;
        dm_line_move move = {op, {-1, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
        if (op == DM_LINE_REMOVE)
            move.site = (int32_t)dm_rng_below(rng, (uint64_t)level->site_count);
        else
            move.place = draw_place(level, rng);
        if (op == DM_LINE_ROPE)
            move.to = draw_place(level, rng);
        dm_status status = dm_level_apply(level, &move, turn->me, &after, err);
        dm_level_free(after);
        if (status == DM_NO_MEMORY)
            return status;
        if (status == DM_OK) {
            *out = move;
            return DM_OK;
        }
    }
    return dmi_duel_no_move(turn, err);
}

static dm_status choose_greedily(const dmi_duel_turn *turn, dm_line_move *out, dm_error *err)
{
    dmi_duel_moves *moves = dmi_calloc(1, sizeof *moves);
    dm_status status = moves ? dmi_duel_add_best(turn, moves, NULL, err) : dmi_no_memory(err);
    if (status == DM_OK && moves->count == 0)
        status = dmi_duel_add_others(turn, moves, err);
    if (status == DM_OK && moves->count == 0)
        status = dmi_duel_no_move(turn, err);
    if (status == DM_OK) {
        dmi_duel_sort(moves, 1);
        *out = moves->move[0];
    }
    free(moves);
    return dmi_as_unfinished(status, err);
}

/* Looks ahead for `think` seconds at most; the greedy move if that is too short. */
static dm_status choose_by_search(const dmi_duel_turn *turn, dm_line_move *out, dm_error *err)
{
    dm_run *own = NULL;
    dm_status status = dm_run_new(&own, err);
    if (status != DM_OK)
        return status;
    dmi_duel_turn bounded = *turn;
    bounded.run = own;
    dmi_run_follow(own, turn->run);
    dm_run_set_deadline(own, turn->duel->think > 0 ? turn->duel->think : 1);
    status = dmi_duel_search(&bounded, 2, true, out, err);
    dm_run_free(own);
    bool is_late = status == DM_STOPPED || status == DM_UNFINISHED;
    return is_late ? choose_greedily(turn, out, err) : status;
}

dm_status dm_line_duel_choose(const dm_level *level, const dm_line_duel *duel, int32_t played,
                              dm_line_duellist how, dm_rng *rng, dm_run *run, dm_line_move *out,
                              dm_error *err)
{
    dm_status status = check_duel(level, duel, played, err);
    if (status != DM_OK)
        return status;
    dmi_duel_turn turn = dmi_duel_turn_of(level, duel, played, run);
    if (how == DM_LINE_RANDOM)
        return choose_random(&turn, rng, out, err);
    if (how == DM_LINE_GREEDY || dmi_duel_left(&turn) == 1)
        return choose_greedily(&turn, out, err);
    if (how == DM_LINE_SEARCHING)
        return choose_by_search(&turn, out, err);
    return dmi_as_unfinished(dmi_duel_search(&turn, 2, false, out, err), err);
}
