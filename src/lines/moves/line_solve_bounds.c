/* line_solve_bounds.c - what the best moves of a budget reach at least and at most.
 *
 * At least: what the moves found reach.  At most: all edges, with the ropes that may be added; what
 * the single moves can gain together (move_gains.c); and if the search was stopped, what the sets
 * that it had not searched could reach.
 */
#include "lines/level/ratio.h"
#include "lines/moves/line_solve.h"
#include <assert.h>

bool dmi_move_budget_next_mix(const dmi_move_budget *b, bool is_first, int32_t count[4])
{
    if (is_first) {
        for (int op = 0; op < 4; op++)
            count[op] = b->any ? 0 : b->count[op];
        if (b->any)
            count[DM_LINE_CUT] = b->moves;
        return true;
    }
    assert(!b->any || count[0] + count[1] + count[2] == b->moves);
    if (!b->any || count[DM_LINE_REMOVE] == b->moves)
        return false;
    if (count[DM_LINE_ADD] > 0) {
        count[DM_LINE_ADD]--;
        count[DM_LINE_REMOVE]++;
    } else {
        count[DM_LINE_CUT]--;
        count[DM_LINE_ADD] = b->moves - count[DM_LINE_CUT];
        count[DM_LINE_REMOVE] = 0;
    }
    return true;
}

bool dmi_move_budget_has_ropes(const dm_level *level, const dmi_move_budget *b)
{
    return b->any ? level->points != NULL : b->count[DM_LINE_ROPE] > 0;
}

void dmi_line_solve_keep_upper(const dmi_set_search *s, const dmi_move_budget *b, bool is_stopped,
                               dm_line_move_set *set)
{
    dm_ratio upper;
    int32_t count[4];
    if (!s->has_gains || dmi_move_budget_has_ropes(s->level, b))
        return;
    dmi_move_budget_next_mix(b, true, count);
    dmi_wide most = dmi_move_gains_most(&s->gains, count); /* of any mix */
    while (dmi_move_budget_next_mix(b, false, count)) {
        dmi_wide next = dmi_move_gains_most(&s->gains, count);
        most = next > most ? next : most;
    }
    if (is_stopped && s->has_open && !s->failed && s->open < most)
        most = s->open;
    if (s->wins_only && most < 0)
        most = 0; /* sets that do not win were left out */
    if (dmi_ratio_make(most, s->one, &upper))
        set->upper = upper;
}

static dm_ratio value_of_standing(const dm_line_standing *standing, dm_line_objective objective)
{
    return objective == DM_LINE_PAYOFF ? standing->payoff : standing->margin;
}

dm_status dmi_line_solve_bounds(const dm_level *level, const dm_line_ask *ask,
                                const dmi_move_budget *b, dm_line_move_set *set, dm_error *err)
{
    dm_ratio found = value_of_standing(&set->after, ask->objective), upper = set->upper;
    dm_ratio whole = {0, 1};
    set->lower = set->upper = found;
    set->best_rank = set->after.rank;
    if (set->proven)
        return DM_OK;
    const int32_t ropes = !dmi_move_budget_has_ropes(level, b) ? 0
                          : b->any                             ? b->moves
                                                               : b->count[DM_LINE_ROPE];
    dm_status status = dmi_level_length(level, ropes, &whole, err);
    if (status != DM_OK)
        return status;
    if (upper.den == 0 || dmi_ratio_compare(whole, upper) < 0)
        upper = whole;
    if (dmi_ratio_compare(upper, found) > 0)
        set->upper = upper;
    if (dmi_ratio_compare(upper, found) <= 0 && ask->objective != DM_LINE_RANK) {
        set->proven = true; /* nothing can be better */
        set->note = NULL;
        return DM_OK;
    }
    set->lower = value_of_standing(&set->reached, ask->objective);
    set->best_rank = set->upper.num < 0 && set->after.rank > 1 ? 2 : 1;
    return DM_OK;
}
