/* odds_and_best.c - whether a level can be won by one move.
 *
 * For ropes the share of winning moves is only known within an error, and the best rope settles
 * what it leaves open: if even that one does not win, none does.
 */
#include "base/base.h"

#include <demesne/lines.h>

static bool cannot_win(const dm_line_best *best)
{
    return best && best->proven && best->margin + best->error <= 0;
}

dm_status dm_line_odds_and_best(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                                dm_line_odds **odds, dm_line_best **best, dm_error *err)
{
    dm_line_odds *counted = NULL;
    dm_line_best *found = NULL;
    dm_status status = dm_line_odds_of(level, ask, run, &counted, err);
    if (status == DM_OK && ask->samples == 0) { /* random moves are meant to be quick */
        dm_line_ask one = *ask;
        one.objective = DM_LINE_MARGIN;
        one.method = DM_LINE_METHOD_AUTO;
        dm_error why = {0};
        status = dm_line_best_move(level, &one, run, &found, &why);
        if (status == DM_BAD_MOVE) /* there is no such move */
            status = DM_OK;
        else if (status == DM_UNFINISHED) /* but the odds were found */
            status = dmi_fail(err, DM_STOPPED, "%s", why.message);
        else if (status != DM_OK)
            status = dmi_fail(err, status, "%s", why.message);
    }
    if (!counted || (status != DM_OK && status != DM_STOPPED)) {
        dm_line_odds_free(counted);
        dm_line_best_free(found);
        return status;
    }
    if (counted->error > 0 && cannot_win(found)) {
        counted->fraction = (dm_ratio){0, 1};
        counted->decimal = counted->low = counted->high = counted->error = 0;
    }
    *odds = counted;
    *best = found;
    return status;
}

int dm_line_winnable(const dm_line_odds *odds, const dm_line_best *best)
{
    bool is_exact = odds->samples == 0 && odds->error == 0 && odds->proven;
    if (odds->winning_count > 0 || odds->site_count > 0 || odds->wins > 0 ||
        odds->decimal > odds->error || (best && best->after.margin.num > 0))
        return 1;
    return is_exact || cannot_win(best) ? 0 : -1;
}
