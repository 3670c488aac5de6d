/* best_set.c - the best moves of one kind at once.
 *
 * They are a budget of that kind (line_solve.c).  Very many sets of new sites are left to the
 * greedy search (site_set_greedy.c).
 */
#include "base/base.h"
#include "lines/moves/best_move.h"
#include "lines/sets/polytope.h"
#include <demesne/line_solve.h>
#include <stdlib.h>
#include <string.h>

/* Of pairs most are never tried (move_gains.c). */
static const double most_pairs = 1e7, most_sets = 2e6;

bool dmi_can_solve_count(const dm_level *level, const dm_line_ask *ask)
{
    double sets = 1, most = ask->count == 2 ? most_pairs : most_sets;
    if (ask->count < 2 || level->edge_count == 0)
        return false;
    if (ask->op != DM_LINE_ADD)
        return true;
    for (int32_t i = 0; i < ask->count && sets <= most; i++)
        sets *= ((double)level->edge_count + level->site_count + i) / (i + 1);
    return ask->count <= DMI_MOST_PLACES && sets <= most;
}

dm_status dmi_best_set(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_best *out, dm_error *err)
{
    const dm_line_quota quota = {ask->op, ask->count};
    const dm_line_move_set_ask own = {.player = ask->player,
                                      .objective = ask->objective,
                                      .ties = ask->ties,
                                      .quotas = &quota,
                                      .quota_count = 1,
                                      .epsilon = ask->epsilon};
    dm_line_move_set *set = NULL;
    dm_status status = dm_line_solve(level, &own, run, &set, err);
    if (!set)
        return status;
    size_t count = (size_t)set->move_count;
    out->moves = dmi_alloc(count, sizeof *out->moves);
    if (out->moves) {
        memcpy(out->moves, set->moves, count * sizeof *out->moves);
        out->move_count = set->move_count;
        out->candidates = set->candidates;
        out->proven = set->proven;
        out->note = set->note;
        out->lower = set->lower;
        out->upper = set->upper;
        dmi_line_best_set_standing(out, &set->after, set->attained);
    } else {
        status = dmi_no_memory(err);
    }
    dm_line_move_set_free(set);
    return status;
}
