/* duel_moves.c - moves of the game of two that are worth looking at.
 *
 * Best places are often limits ("just beside that site"), and exact ones may have large
 * denominators.  Both would use up the digits of a game with many moves.  So sites and cuts are put
 * on thousandths of their edges, on both sides of such a place, and compared by their values.
 */
#include "base/base.h"
#include "lines/duel/duel.h"
#include "lines/duel/first_site.h"
#include "lines/level/draft.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRID = 1000, PLAIN = 5040 };

dmi_duel_turn dmi_duel_turn_of(const dm_level *level, const dm_line_duel *duel, int32_t played,
                               dm_run *run)
{
    assert(played >= 0 && played <= 2 * duel->rounds);
    int32_t side = played % 2;
    return (dmi_duel_turn){level, duel, played, duel->player[side], duel->player[1 - side], run};
}

dm_status dmi_duel_standing(const dmi_duel_turn *turn, const dm_level *level, double *out,
                            dm_error *err)
{
    dm_line_diagram *d = NULL;
    dm_status status = dm_line_diagram_new(level, turn->duel->ties, false, &d, err);
    if (status == DM_OK) {
        dm_ratio a = d->payoff[turn->me], b = d->payoff[turn->other];
        *out = (double)a.num / (double)a.den - (double)b.num / (double)b.den;
    }
    dm_line_diagram_free(d);
    return status;
}

/* Why there is no move of this kind. */
static const char *reason_of(const dm_level *level, dm_line_op op)
{
    if (op == DM_LINE_REMOVE)
        return level->site_count ? "no site can be removed" : "there is no site to remove";
    if (level->edge_count == 0)
        return "the level has no edge";
    if (op == DM_LINE_ROPE)
        return level->points ? "no rope fits"
                             : "ropes need coordinates, and the level's vertices have none";
    return op == DM_LINE_ADD ? "no place for a site was found" : "no place for a cut was found";
}

dm_status dmi_duel_no_move(const dmi_duel_turn *turn, dm_error *err)
{
    char why[300] = "";
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++) {
        size_t used = strlen(why);
        if (turn->duel->ops >> op & 1)
            snprintf(why + used, sizeof why - used, "%s%s", used ? "; " : "",
                     reason_of(turn->level, (dm_line_op)op));
    }
    return dmi_fail(err, DM_BAD_MOVE, "turn %d: no move is possible: %s", turn->played + 1, why);
}

static dm_line_move move_at_place(dm_line_op op, dm_line_place place)
{
    return (dm_line_move){op, place, {-1, -1, {0, 1}}, {0, 1}, -1};
}

dm_status dmi_duel_add(const dmi_duel_turn *turn, const dm_line_move *move, dmi_duel_moves *to,
                       dm_error *err)
{
    dm_level *after = NULL;
    assert(to->count >= 0 && to->count <= DMI_DUEL_MOST);
    if (to->count == DMI_DUEL_MOST)
        return DM_OK;
    for (int i = 0; i < to->count; i++) {
        const dm_line_move *m = &to->move[i];
        if (m->op == move->op && m->op != DM_LINE_ROPE && m->site == move->site &&
            dmi_is_same_place(&m->place, &move->place))
            return DM_OK; /* it is known */
    }
    if (!dmi_run_go_on(turn->run, 1))
        return dmi_stopped(turn->run, err);
    dm_status status = dm_level_apply(turn->level, move, turn->me, &after, err);
    if (status == DM_NO_MEMORY)
        return status;
    if (status != DM_OK)
        return DM_OK; /* not possible there */
    status = dmi_duel_standing(turn, after, &to->value[to->count], err);
    if (status == DM_OK)
        to->move[to->count++] = *move;
    dm_level_free(after);
    return status;
}

static dm_status add_place(const dmi_duel_turn *turn, int32_t edge, int64_t num, int64_t den,
                           dmi_duel_moves *to, dm_error *err)
{
    dm_line_move move = move_at_place(DM_LINE_ADD, (dm_line_place){-1, edge, {0, 1}});
    if (num < 0 || num > den || !dmi_ratio_make(num, den, &move.place.at))
        return DM_OK;
    if (num == 0 || num == den) {
        const dm_line_edge *e = &turn->level->edges[edge];
        move.place = (dm_line_place){num == 0 ? e->u : e->v, -1, {0, 1}};
    }
    return dmi_duel_add(turn, &move, to, err);
}

dm_status dmi_duel_add_near(const dmi_duel_turn *turn, const dm_line_place *place,
                            dmi_duel_moves *to, dm_error *err)
{
    if (place->vertex >= 0) {
        dm_line_move move = move_at_place(DM_LINE_ADD, *place);
        return dmi_duel_add(turn, &move, to, err);
    }
    dm_status status = DM_OK;
    int64_t step = (int64_t)((dmi_wide)place->at.num * GRID / place->at.den);
    if (place->at.den <= PLAIN)
        status = add_place(turn, place->edge, place->at.num, place->at.den, to, err);
    for (int64_t k = step - 1; status == DM_OK && k <= step + 2; k++)
        status = add_place(turn, place->edge, k, GRID, to, err);
    return status;
}

/* A new site: the exact best place, and those near it. */
static dm_status add_best_site(const dmi_duel_turn *turn, dmi_duel_moves *to, double *bound,
                               dm_error *err)
{
    const dm_line_first_site_ask ask = {turn->other, turn->me, turn->duel->ties};
    const dmi_first_site lead = {
        .ask = &ask, .add = {.op = DM_LINE_ADD, .player = turn->me, .ties = turn->duel->ties}};
    dmi_first_site_answer answer;
    dm_line_place place = {-1, -1, {0, 1}};
    if (turn->level->edge_count == 0)
        return DM_OK;
    dm_status status = dmi_first_site_best_answer(&lead, turn->level, turn->run, &answer, err);
    if (status != DM_OK)
        return status;
    dm_ratio length = turn->level->edges[answer.edge].length;
    dmi_wide whole = (dmi_wide)answer.unit / length.den * length.num;
    place.edge = answer.edge;
    double value = -(double)answer.value / (double)answer.scale / (double)answer.unit;
    if (bound && value > *bound)
        *bound = value;
    return dmi_ratio_make(answer.offset, whole, &place.at)
               ? dmi_duel_add_near(turn, &place, to, err)
               : DM_OK;
}

/* A move of another kind. */
static dm_status add_best_of_kind(const dmi_duel_turn *turn, dm_line_op op, dmi_duel_moves *to,
                                  double *bound, dm_error *err)
{
    const dm_line_ask ask = {.op = op,
                             .player = turn->me,
                             .objective = DM_LINE_MARGIN,
                             .ties = turn->duel->ties,
                             .epsilon = 0.001};
    dm_line_best *best = NULL;
    dm_status status = dm_line_best_move(turn->level, &ask, turn->run, &best, err);
    if (status == DM_STOPPED)
        dm_line_best_free(best);
    if (status == DM_STOPPED || status == DM_UNFINISHED || status == DM_NO_MEMORY)
        return status;
    if (status != DM_OK)
        return DM_OK; /* there is no such move */
    if (bound && best->margin > *bound)
        *bound = best->margin;
    status = dmi_duel_add(turn, &best->moves[0], to, err);
    dm_line_best_free(best);
    return status;
}

dm_status dmi_duel_add_best(const dmi_duel_turn *turn, dmi_duel_moves *to, double *bound,
                            dm_error *err)
{
    dm_status status = DM_OK;
    for (int op = DM_LINE_ADD; status == DM_OK && op <= DM_LINE_ROPE; op++)
        if (turn->duel->ops >> op & 1)
            status = op == DM_LINE_ADD ? add_best_site(turn, to, bound, err)
                                       : add_best_of_kind(turn, (dm_line_op)op, to, bound, err);
    return status;
}

dm_status dmi_duel_add_others(const dmi_duel_turn *turn, dmi_duel_moves *to, dm_error *err)
{
    enum { MOST_CUT_EDGES = 40 };
    const dm_level *level = turn->level;
    unsigned ops = turn->duel->ops;
    dm_status status = DM_OK;
    for (int32_t i = 0; (ops >> DM_LINE_REMOVE & 1) && status == DM_OK && i < level->site_count;
         i++) {
        dm_line_move move = move_at_place(DM_LINE_REMOVE, (dm_line_place){-1, -1, {0, 1}});
        move.site = i;
        if (level->sites[i].player != turn->me)
            status = dmi_duel_add(turn, &move, to, err);
    }
    int32_t edges = level->edge_count < MOST_CUT_EDGES ? level->edge_count : MOST_CUT_EDGES;
    for (int32_t i = 0; (ops >> DM_LINE_CUT & 1) && status == DM_OK && i < 2 * edges; i++) {
        dm_line_move move = move_at_place(DM_LINE_CUT, (dm_line_place){-1, i / 2, {i % 2, 1}});
        status = dmi_duel_add(turn, &move, to, err);
    }
    if (status == DM_OK && (ops >> DM_LINE_ADD & 1)) {
        enum { MOST_VERTICES = 60, MOST_EDGES = 60 };
        for (int32_t i = 0; status == DM_OK && i < level->site_count; i++) {
            const dm_line_place *place = &level->sites[i].place;
            if (level->sites[i].player != turn->other)
                continue;
            if (place->vertex < 0)
                status = dmi_duel_add_near(turn, place, to, err);
            for (int32_t e = 0; status == DM_OK && place->vertex >= 0 && e < level->edge_count; e++)
                if (level->edges[e].u == place->vertex || level->edges[e].v == place->vertex)
                    status = add_place(turn, e, level->edges[e].u == place->vertex ? 1 : GRID - 1,
                                       GRID, to, err);
        }
        for (int32_t v = 0; status == DM_OK && v < level->vertex_count && v < MOST_VERTICES; v++) {
            dm_line_move move = move_at_place(DM_LINE_ADD, (dm_line_place){v, -1, {0, 1}});
            status = dmi_duel_add(turn, &move, to, err);
        }
        for (int32_t e = 0; status == DM_OK && e < level->edge_count && e < MOST_EDGES; e++)
            status = add_place(turn, e, 1, 2, to, err);
    }
    return status;
}

void dmi_duel_sort(dmi_duel_moves *moves, int most)
{
    assert(most > 0 && moves->count >= 0);
    for (int i = 1; i < moves->count; i++) /* few moves: by insertion, which keeps equal ones */
        for (int j = i; j > 0 && moves->value[j] > moves->value[j - 1]; j--) {
            dm_line_move move = moves->move[j];
            double value = moves->value[j];
            moves->move[j] = moves->move[j - 1];
            moves->value[j] = moves->value[j - 1];
            moves->move[j - 1] = move;
            moves->value[j - 1] = value;
        }
    if (moves->count > most)
        moves->count = most;
}
