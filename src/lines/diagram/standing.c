/* standing.c - standings of a player, compared exactly. */
#include "lines/diagram/standing.h"

#include "base/base.h"
#include "base/names.h"
#include "lines/level/ratio.h"
#include <assert.h>

DMI_ENUM_NAMES(dm_line_objective, "objective", "payoff", "margin", "rank", "win")

dm_status dm_line_standing_of(const dm_line_diagram *diagram, int32_t player, dm_line_standing *out,
                              dm_error *err)
{
    assert(player >= 0 && player < diagram->player_count);
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

dm_status dmi_level_standing(const dm_level *level, const dm_line_ask *ask, dm_line_standing *out,
                             dm_error *err)
{
    dm_line_diagram *diagram = NULL;
    dm_status status = dm_line_diagram_new(level, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        status = dm_line_standing_of(diagram, ask->player, out, err);
    dm_line_diagram_free(diagram);
    return status;
}

dm_status dmi_level_is_won(const dm_level *level, const dm_line_ask *ask, bool *wins, dm_error *err)
{
    dm_line_diagram *diagram = NULL;
    dm_status status = dm_line_diagram_new(level, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        *wins = diagram->winner == ask->player;
    dm_line_diagram_free(diagram);
    return status;
}

void dmi_line_best_set_standing(dm_line_best *out, const dm_line_standing *after, bool attained)
{
    assert(after->payoff.den > 0 && after->margin.den > 0 && after->rank >= 1);
    out->after = *after;
    out->attained = attained;
    out->payoff = (double)after->payoff.num / (double)after->payoff.den;
    out->margin = (double)after->margin.num / (double)after->margin.den;
}

dm_status dmi_line_best_set_move(dm_line_best *out, const dm_line_move *move, dm_error *err)
{
    if (!out->moves && !(out->moves = dmi_alloc(1, sizeof *out->moves)))
        return dmi_no_memory(err);
    out->moves[0] = *move;
    out->move_count = 1;
    return DM_OK;
}
