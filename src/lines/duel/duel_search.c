/* duel_search.c - looks ahead in the game of two.
 *
 * At the root: the best immediate moves, the leader's site (lead.c) if only sites are added, and
 * others worth looking at (duel_moves.c).  The move that ends the search is the best one exactly,
 * so a search of depth 2 gives the other's best answer: that is one-round-optimal play.  A deeper
 * search tries a few moves at each node between, with alpha-beta bounds, one move deeper each time,
 * and keeps the last depth that it completed.
 */
#include "base/base.h"
#include "lines/duel/duel.h"
#include <assert.h>
#include <demesne/line_duel.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static dm_status inner_value(const dmi_duel_turn *turn, int depth, double alpha, double beta,
                             double *out, dm_error *err)
{
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

static dm_status duel_value(const dmi_duel_turn *turn, int depth, double alpha, double beta,
                            double *out, dm_error *err)
{
    if (dmi_duel_left(turn) > 1 && depth > 1)
        return inner_value(turn, depth, alpha, beta, out, err);
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

dm_status dmi_duel_search(const dmi_duel_turn *turn, int depth, bool deeper, dm_line_move *out,
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
