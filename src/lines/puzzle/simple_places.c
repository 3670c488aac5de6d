/* simple_places.c - winning moves at simple fractions.
 *
 * The fractions on the way to x in the Stern-Brocot tree are the simplest ones near x: if an
 * interval contains x, the simplest fraction of the interval is on the way.  So the first one that
 * wins is what is wanted; the near end of the edge is tried before.  All other moves stay.
 *
 * Cost: at most MOST_STEPS diagrams per move.
 */
#include "lines/puzzle/puzzle.h"

#include "lines/diagram/standing.h"
#include "lines/level/ratio.h"

enum { MOST_STEPS = 1000 };

/* Whether the set's moves win; moves that are not possible do not. */
static dm_status try_moves(const dm_level *level, const dm_line_ask *ask,
                           const dm_line_move_set *set, dm_line_standing *reached, bool *wins,
                           dm_error *err)
{
    dm_level *after = NULL;
    dm_error why = {0};
    *wins = false;
    dm_status status =
        dm_level_apply_moves(level, set->moves, set->move_count, ask->player, &after, &why);
    if (status == DM_NO_MEMORY)
        return dmi_no_memory(err);
    if (status != DM_OK)
        return DM_OK;
    status = dmi_level_standing(after, ask, reached, err);
    *wins = status == DM_OK && reached->margin.num > 0;
    dm_level_free(after);
    return status;
}

/* Tries the places on the way to move i's own, and keeps the first that wins. */
static dm_status simplify_place(const dm_level *level, const dm_line_ask *ask,
                                dm_line_move_set *set, int32_t i, dm_error *err)
{
    dm_ratio *at = &set->moves[i].place.at, low = {0, 1}, high = {1, 1};
    const dm_ratio best = *at;
    bool wins = false;
    dm_line_standing reached;
    dm_ratio next = 2 * best.num < best.den ? low : high;
    dm_status status = DM_OK;
    for (int steps = 0; status == DM_OK && steps < MOST_STEPS; steps++) {
        *at = next;
        status = try_moves(level, ask, set, &reached, &wins, err);
        int side = dmi_ratio_compare(best, next);
        if (wins || side == 0)
            break;
        if (next.den > 1)
            *(side > 0 ? &low : &high) = next;
        next = (dm_ratio){low.num + high.num, low.den + high.den};
    }
    if (!wins)
        *at = best;
    return status;
}

dm_status dmi_simplify_places(const dm_level *level, dm_line_ties ties, dm_line_move_set *set,
                              dm_error *err)
{
    const dm_line_ask ask = {.player = level->me, .ties = ties};
    dm_line_standing reached;
    bool wins = false;
    dm_status status = try_moves(level, &ask, set, &reached, &wins, err);
    for (int32_t i = 0; status == DM_OK && wins && i < set->move_count; i++) {
        dm_line_move *move = &set->moves[i];
        dm_level *now = NULL;
        bool has_place = move->op == DM_LINE_ADD || move->op == DM_LINE_CUT;
        if (!has_place || move->place.vertex >= 0)
            continue;
        status = simplify_place(level, &ask, set, i, err);
        if (status != DM_OK || move->op != DM_LINE_ADD || move->place.at.den != 1)
            continue;
        /* A site on the end of an edge is a site on that vertex. */
        status = i > 0 ? dm_level_apply_moves(level, set->moves, i, ask.player, &now, err)
                       : dm_level_new(level, &now, err);
        if (status == DM_OK) {
            const dm_line_edge *edge = &now->edges[move->place.edge];
            move->place = (dm_line_place){move->place.at.num == 0 ? edge->u : edge->v, -1, {0, 1}};
        }
        dm_level_free(now);
    }
    if (status == DM_OK && wins)
        status = try_moves(level, &ask, set, &set->reached, &wins, err);
    return status;
}
