/* best_move.c - the best move and the odds: checks the question and calls the search for the
 * operation.  Standings are compared exactly.
 */
#include "lines/moves/best_move.h"

#include "base/base.h"
#include "base/names.h"
#include "lines/level/ratio.h"
#include "lines/moves/solve.h"
#include <stdlib.h>

DMI_ENUM_NAMES(dm_line_op, "operation", "add", "remove", "cut", "rope")

DMI_ENUM_NAMES(dm_line_objective, "objective", "payoff", "margin", "rank", "win")

DMI_ENUM_NAMES(dm_cut_method, "method", "auto", "all", "simple", "two-sites", "types", "method-1",
               "method-2")

dm_status dm_line_standing_of(const dm_diagram *diagram, int32_t player, dm_line_standing *out,
                              dm_error *err)
{
    const dm_ratio own = diagram->payoff[player];
    dm_ratio rival = {0, 1}, margin;
    int32_t rank = 1;
    for (int32_t p = 0; p < diagram->player_count; p++) {
        if (p == player)
            continue;
        if (dmi_ratio_compare(diagram->payoff[p], rival) > 0)
            rival = diagram->payoff[p];
        rank += dmi_ratio_compare(diagram->payoff[p], own) > 0;
    }
    if (!dmi_ratio_add(own, (dm_ratio){-rival.num, rival.den}, &margin))
        return dmi_fail(err, DM_TOO_LARGE, "a margin does not fit 63 bits as a fraction");
    *out = (dm_line_standing){own, margin, rank};
    return DM_OK;
}

int dm_line_compare(const dm_line_standing *a, const dm_line_standing *b,
                    dm_line_objective objective)
{
    if (objective == DM_LINE_PAYOFF)
        return dmi_ratio_compare(a->payoff, b->payoff);
    if (objective == DM_LINE_RANK && a->rank != b->rank)
        return a->rank < b->rank ? 1 : -1;
    return dmi_ratio_compare(a->margin, b->margin);
}

dm_status dmi_stand(const dm_level *level, const dm_line_ask *ask, dm_line_standing *out,
                    dm_error *err)
{
    dm_diagram *diagram = NULL;
    dm_status status = dm_diagram_new(level, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        status = dm_line_standing_of(diagram, ask->player, out, err);
    dm_diagram_free(diagram);
    return status;
}

dm_status dmi_wins(const dm_level *level, const dm_line_ask *ask, bool *wins, dm_error *err)
{
    dm_diagram *diagram = NULL;
    dm_status status = dm_diagram_new(level, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        *wins = diagram->winner == ask->player;
    dm_diagram_free(diagram);
    return status;
}

void dmi_keep_standing(dm_line_best *out, const dm_line_standing *after, bool attained)
{
    out->after = *after;
    out->attained = attained;
    out->payoff = (double)after->payoff.num / (double)after->payoff.den;
    out->margin = (double)after->margin.num / (double)after->margin.den;
}

dm_status dmi_keep_move(dm_line_best *out, const dm_line_move *move, dm_error *err)
{
    if (!out->moves && !(out->moves = dmi_alloc(1, sizeof *out->moves)))
        return dmi_no_memory(err);
    out->moves[0] = *move;
    out->move_count = 1;
    return DM_OK;
}

static dm_status check_ask(const dm_level *level, const dm_line_ask *ask, dm_error *err)
{
    if (ask->player < 0 || ask->player >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d",
                        ask->player, level->player_count - 1);
    if (ask->count < 0 || (ask->count > 1 && ask->op == DM_LINE_ROPE))
        return dmi_fail(err, DM_BAD_ARGUMENT, "count %d: ropes are added one at a time",
                        ask->count);
    if (ask->method != DM_CUT_AUTO && ask->count > 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "method '%s' is for one cut, not for %d",
                        dm_cut_method_names[ask->method], ask->count);
    if (ask->method != DM_CUT_AUTO && ask->op != DM_LINE_CUT)
        return dmi_fail(err, DM_BAD_ARGUMENT, "method '%s' is for cuts, not for '%s'",
                        dm_cut_method_names[ask->method], dm_line_op_names[ask->op]);
    return DM_OK;
}

static dm_status check_best(const dm_level *level, const dm_line_ask *ask, dm_error *err)
{
    if (ask->samples != 0)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "samples are for odds; the best move is searched for exactly");
    return check_ask(level, ask, err);
}

static dm_status check_odds(const dm_level *level, const dm_line_ask *ask, dm_error *err)
{
    if (ask->samples < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the number of samples is positive");
    if (ask->method != DM_CUT_AUTO)
        return dmi_fail(err, DM_BAD_ARGUMENT, "method '%s' is for the best cut, not for odds",
                        dm_cut_method_names[ask->method]);
    return check_ask(level, ask, err);
}

/* Sets the bounds; the search may have set `upper`.  A player owns at most all edges. */
static dm_status set_bounds(const dm_level *level, const dm_line_ask *ask, dm_line_best *best,
                            dm_error *err)
{
    dm_ratio found = ask->objective == DM_LINE_PAYOFF ? best->after.payoff : best->after.margin;
    dm_ratio whole;
    best->lower = found;
    if (best->proven || ask->op == DM_LINE_ROPE) {
        best->upper = ask->op == DM_LINE_ROPE ? (dm_ratio){0, 0} : found;
        return DM_OK;
    }
    dm_status status = dmi_whole_length(level, 0, &whole, err);
    if (status != DM_OK)
        return status;
    if (best->upper.den == 0 || dmi_ratio_compare(whole, best->upper) < 0)
        best->upper = whole;
    if (dmi_ratio_compare(best->upper, found) < 0)
        best->upper = found;
    return DM_OK;
}

dm_status dm_line_best_move(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            dm_line_best **out, dm_error *err)
{
    static dmi_best_fn *const search[] = {dmi_best_add, dmi_best_remove, dmi_best_cut,
                                          dmi_best_rope};
    dm_status status = check_best(level, ask, err);
    dm_line_best *best = status == DM_OK ? dmi_calloc(1, sizeof *best) : NULL;
    if (!best)
        return status == DM_OK ? dmi_no_memory(err) : status;
    dm_level own = *level;
    own.me = ask->player;
    status = dmi_stand(&own, ask, &best->before, err);
    if (status == DM_OK && dmi_can_solve_count(level, ask))
        status = dmi_best_set(&own, ask, run, best, err);
    else if (status == DM_OK)
        status = search[ask->op](&own, ask, run, best, err);
    if (best->move_count == 0)
        status = dmi_as_unfinished(status, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status bounded = set_bounds(level, ask, best, err);
        status = bounded == DM_OK ? status : bounded;
    }
    if (status == DM_OK || status == DM_STOPPED)
        *out = best;
    else
        dm_line_best_free(best);
    return status;
}

void dm_line_best_free(dm_line_best *best)
{
    if (!best)
        return;
    free(best->moves);
    free(best);
}

dm_status dm_line_odds_of(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                          dm_line_odds **out, dm_error *err)
{
    static dmi_odds_fn *const count[] = {dmi_odds_add, dmi_odds_remove, dmi_odds_cut,
                                         dmi_odds_rope};
    dm_status status = check_odds(level, ask, err);
    dm_line_odds *odds = status == DM_OK ? dmi_calloc(1, sizeof *odds) : NULL;
    if (!odds)
        return status == DM_OK ? dmi_no_memory(err) : status;
    dm_level own = *level;
    own.me = ask->player;
    odds->fraction = (dm_ratio){0, 1};
    status = (ask->samples > 0 ? dmi_odds_sampled
              : ask->count > 1 ? dmi_odds_set
                               : count[ask->op])(&own, ask, run, odds, err);
    if (status == DM_OK || status == DM_STOPPED)
        *out = odds;
    else
        dm_line_odds_free(odds);
    return status;
}

void dm_line_odds_free(dm_line_odds *odds)
{
    if (!odds)
        return;
    free(odds->winning);
    free(odds->sites);
    free(odds);
}
