/* duel.c - the game of two on edges: checks the question and chooses a move. */
#include "lines/duel/duel.h"

#include "base/base.h"
#include "base/names.h"
#include <assert.h>
#include <demesne/line_duel.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Looks ahead in the game of two.
 *
 * At the root: the best immediate moves, the leader's site (lead.c) if only sites are added, and
 * others worth looking at (duel_moves.c).  The move that ends the search is the best one exactly,
 * so a search of depth 2 gives the other's best answer: that is one-round-optimal play.  A deeper
 * search tries a few moves at each node between, with alpha-beta bounds, one move deeper each time,
 * and keeps the last depth that it completed.
 */
enum { ROOT_MOVES = 16, INNER_MOVES = 6 };

/* The value for the player to move, who looks `depth` moves ahead. */
static dm_status duel_value(const dmi_duel_turn *turn, int depth, double alpha, double beta,
                            double *out, dm_error *err);

/* The value of a move of `turn` if the other then looks `depth` moves ahead. */
static dm_status duel_value_after(const dmi_duel_turn *turn, const dm_line_move *move, int depth,
                                  double alpha, double beta, double *out, dm_error *err)
{
    dm_level *after = NULL;
    double value = 0;
    dm_status status = dm_level_apply(turn->level, move, turn->me, &after, err);
    if (status == DM_OK) {
        dmi_duel_turn next = dmi_duel_turn_of(after, turn->duel, turn->played + 1, turn->run);
        status = duel_value(&next, depth, -beta, -alpha, &value, err);
        *out = -value;
    }
    dm_level_free(after);
    return status;
}

static dm_status best_of_moves(const dmi_duel_turn *turn, const dmi_duel_moves *moves, int depth,
                               double alpha, double beta, int *best, double *out, dm_error *err)
{
    assert(depth >= 1);
    dm_status status = DM_OK;
    *out = -INFINITY;
    for (int i = 0; status == DM_OK && i < moves->count && alpha < beta; i++) {
        double value = 0;
        status = duel_value_after(turn, &moves->move[i], depth - 1, alpha, beta, &value, err);
        if (status == DM_OK && value > *out) {
            *out = value;
            *best = i;
            alpha = fmax(alpha, value);
        }
    }
    return status;
}

static dm_status duel_value(const dmi_duel_turn *turn, int depth, double alpha, double beta,
                            double *out, dm_error *err)
{
    if (dmi_duel_left(turn) > 1 && depth > 1) {
        int best = 0;
        dmi_duel_moves *moves = dmi_calloc(1, sizeof *moves);
        if (!moves)
            return dmi_no_memory(err);
        dm_status status = dmi_duel_add_others(turn, moves, err);
        if (status == DM_OK)
            status = dmi_duel_add_best(turn, moves, NULL, err);
        dmi_duel_sort(moves, INNER_MOVES);
        if (status == DM_OK && moves->count > 0)
            status = best_of_moves(turn, moves, depth, alpha, beta, &best, out, err);
        else if (status == DM_OK)
            status = dmi_duel_standing(turn, turn->level, out, err);
        free(moves);
        return status;
    }
    dm_status status = dmi_duel_standing(turn, turn->level, out, err);
    if (status != DM_OK || dmi_duel_left(turn) == 0 || depth == 0)
        return status;
    double bound = -INFINITY;
    dmi_duel_moves *moves = dmi_calloc(1, sizeof *moves);
    status = moves ? dmi_duel_add_best(turn, moves, &bound, err) : dmi_no_memory(err);
    free(moves);
    if (status == DM_OK && bound > -INFINITY)
        *out = bound;
    return status;
}

/* The best move by a search over moves worth looking at. */
static dm_status duel_search(const dmi_duel_turn *turn, int depth, bool deeper, dm_line_move *out,
                             dm_error *err)
{
    dmi_duel_moves *moves = dmi_calloc(1, sizeof *moves);
    dm_status status = moves ? dmi_duel_add_others(turn, moves, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_duel_add_best(turn, moves, NULL, err);
    if (moves)
        dmi_duel_sort(moves, 3 * ROOT_MOVES);
    if (status == DM_OK && (turn->duel->ops >> DM_LINE_ADD & 1) && turn->level->edge_count > 0) {
        /* The best first site if the other answers best, and places near it. */
        const dm_line_first_site_ask ask = {turn->me, turn->other, turn->duel->ties};
        dm_line_first_site first;
        status = dm_line_first_site_of(turn->level, &ask, turn->run, &first, err);
        if (status == DM_OK)
            status = dmi_duel_add_near(turn, &first.move, moves, err);
        else if (status == DM_TOO_LARGE)
            status = DM_OK;
    }
    for (int i = 0; status == DM_OK && i < moves->count; i++) /* by one round */
        status =
            duel_value_after(turn, &moves->move[i], 1, -INFINITY, INFINITY, &moves->value[i], err);
    if (moves)
        dmi_duel_sort(moves, ROOT_MOVES);
    bool found = status == DM_OK && moves->count > 0;
    for (depth++; found && status == DM_OK && deeper && depth <= dmi_duel_left(turn); depth++) {
        double value;
        int best = 0;
        status = best_of_moves(turn, moves, depth, -INFINITY, INFINITY, &best, &value, err);
        if (status != DM_OK)
            break;
        assert(best >= 0 && best < moves->count);
        dm_line_move move = moves->move[best]; /* to the front */
        memmove(moves->move + 1, moves->move, (size_t)best * sizeof move);
        moves->move[0] = move;
    }
    if (found)
        *out = moves->move[0];
    else if (status == DM_OK)
        status = dmi_duel_no_move(turn, err);
    free(moves);
    return found && (status == DM_STOPPED || status == DM_UNFINISHED) ? DM_OK : status;
}

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
    if (how == DM_LINE_SEARCHING) {
        /* Looks ahead for `think` seconds at most; the greedy move if that is too short. */
        dm_run *own = NULL;
        status = dm_run_new(&own, err);
        if (status != DM_OK)
            return status;
        dmi_duel_turn bounded = turn;
        bounded.run = own;
        dmi_run_follow(own, turn.run);
        dm_run_set_deadline(own, turn.duel->think > 0 ? turn.duel->think : 1);
        status = duel_search(&bounded, 2, true, out, err);
        dm_run_free(own);
        bool is_late = status == DM_STOPPED || status == DM_UNFINISHED;
        return is_late ? choose_greedily(&turn, out, err) : status;
    }
    return dmi_as_unfinished(duel_search(&turn, 2, false, out, err), err);
}
