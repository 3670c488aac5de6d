/* site_set_greedy.c - several new sites at once: greedily, then by moving single sites.
 *
 * The sites of one player together reach the union of what each would reach, so the gain of a site
 * only falls as others are added (payoffs are submodular).  So placing them one after the other,
 * each at its best place, reaches at least 1 - 1/e of the best gain in payoff (Nemhauser, Wolsey
 * and Fisher 1978).  Then each site in turn is removed and placed where it is best now, until
 * nothing improves. If the best place is only a supremum, the site is placed near it.
 *
 * This proves nothing unless the player owns everything; site_set_exact.c tries all sets of small
 * levels.
 *
 * Cost: `count` single sites, and as many again for each round.
 */
#include "lines/moves/best_move.h"
#include "lines/moves/line_solve.h"

#include "base/base.h"
#include "lines/level/draft.h"
#include "lines/level/ratio.h"
#include "lines/sets/move_gains.h"
#include "lines/site/site_sweep.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const note_not_proven =
    "greedy: no single site can be moved to a better place; other sets were not compared";

dm_status dmi_level_apply_all(const dm_level *level, const dm_line_move *moves, int32_t count,
                              int32_t player, dm_level **out, dm_error *err)
{
    dm_level *now = NULL;
    dm_status status = dm_level_new(level, &now, err);
    for (int32_t i = 0; status == DM_OK && i < count; i++) {
        dm_level *next = NULL;
        status = dm_level_apply(now, &moves[i], player, &next, err);
        if (status != DM_OK)
            break;
        dm_level_free(now);
        now = next;
    }
    if (status == DM_OK)
        *out = now;
    else
        dm_level_free(now);
    return status;
}

dm_status dmi_line_best_set_sites(const dm_level *level, const dm_line_ask *ask,
                                  const dm_line_move *moves, dm_line_best *out, dm_error *err)
{
    dm_level *after = NULL;
    dm_line_standing standing;
    if (!out->moves && !(out->moves = dmi_alloc((size_t)ask->count, sizeof *out->moves)))
        return dmi_no_memory(err);
    dm_status status = dmi_level_apply_all(level, moves, ask->count, ask->player, &after, err);
    if (status == DM_OK)
        status = dmi_level_standing(after, ask, &standing, err);
    dm_level_free(after);
    if (status != DM_OK)
        return status;
    memcpy(out->moves, moves, (size_t)ask->count * sizeof *moves);
    out->move_count = ask->count;
    dmi_line_best_set_standing(out, &standing, true);
    return DM_OK;
}

dm_line_place dmi_level_free_place(const dm_level *level)
{
    dm_line_place place = {-1, 0, {1, 2}};
    while (dmi_level_site_at(level, &place) >= 0)
        place.at.den++;
    return place;
}

/* The best place for moves[i] after the other `count` - 1 moves.  DM_STOPPED: some place. */
static dm_status place_site(const dm_level *level, const dm_line_ask *ask, dm_line_move *moves,
                            int32_t i, int32_t count, dm_run *run, dm_line_best *out, dm_error *err)
{
    dm_line_ask one = *ask;
    dm_line_best found = {0};
    dm_level *now = NULL;
    dm_line_move kept = moves[i];
    one.count = 1;
    one.epsilon = ldexp(1, -20 / ask->count); /* each site needs digits of its own */
    moves[i] = moves[count - 1]; /* the last takes its place, as only count - 1 are applied */
    dm_status status = dmi_level_apply_all(level, moves, count - 1, ask->player, &now, err);
    moves[i] = kept;
    if (status == DM_OK)
        status = dmi_level_standing(now, &one, &found.before, err);
    if (status == DM_OK)
        status = dmi_best_add(now, &one, run, &found, err);
    if (found.move_count > 0)
        moves[i] = found.moves[0];
    else if (status == DM_STOPPED && now)
        moves[i] =
            (dm_line_move){DM_LINE_ADD, dmi_level_free_place(now), {-1, -1, {0, 1}}, {0, 1}, -1};
    out->candidates += found.candidates;
    free(found.moves);
    dm_level_free(now);
    return status;
}

/* DM_STOPPED: with some places. */
static dm_status place_greedily(const dm_level *level, const dm_line_ask *ask, dm_line_move *moves,
                                dm_run *run, dm_line_best *out, dm_error *err)
{
    dm_status status = DM_OK;
    bool is_stopped = false;
    for (int32_t i = 0; status == DM_OK && i < ask->count; i++) {
        status = place_site(level, ask, moves, i, i + 1, run, out, err);
        if (status == DM_STOPPED) {
            is_stopped = true;
            status = DM_OK;
        }
    }
    if (status == DM_OK)
        status = dmi_line_best_set_sites(level, ask, moves, out, err);
    return status == DM_OK && is_stopped ? dmi_stopped(run, err) : status;
}

/* No set has more: from the level as it is, and from the one with the sites found, because adding
 * these too would cost nothing. */
static dm_status bound_from(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            dm_line_best *out, dm_error *err)
{
    const int32_t count[4] = {[DM_LINE_ADD] = ask->count};
    dm_ratio most;
    dm_status status = dmi_move_gains_of_level(level, ask, count, run, &most, err);
    if (status == DM_OK && (out->upper.den == 0 || dmi_ratio_compare(most, out->upper) < 0))
        out->upper = most;
    return status == DM_TOO_LARGE ? DM_OK : status;
}

dm_status dmi_best_site_set(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            dm_line_best *out, dm_error *err)
{
    dm_line_move *moves = dmi_calloc((size_t)ask->count, sizeof *moves);
    dm_ratio all = {0, 1};
    dm_level *after = NULL;
    if (!moves)
        return dmi_no_memory(err);
    assert(ask->op == DM_LINE_ADD && ask->count >= 2);
    dm_status status = bound_from(level, ask, run, out, err);
    if (status == DM_OK || status == DM_STOPPED)
        status = place_greedily(level, ask, moves, run, out, err);
    bool better = true;
    for (int round = 0; status == DM_OK && better && round < 20; round++) {
        /* One round. */
        better = false;
        for (int32_t i = 0; status == DM_OK && i < ask->count; i++) {
            dm_line_standing before = out->after;
            memcpy(moves, out->moves, (size_t)ask->count * sizeof *moves);
            status = place_site(level, ask, moves, i, ask->count, run, out, err);
            if (status != DM_OK)
                break;
            dm_line_best tried = {0};
            status = dmi_line_best_set_sites(level, ask, moves, &tried, err);
            if (status == DM_OK && dm_line_compare(&tried.after, &before, ask->objective) > 0) {
                status = dmi_line_best_set_sites(level, ask, moves, out, err);
                better = true;
            }
            free(tried.moves);
        }
    }
    if (status == DM_TOO_LARGE && out->move_count > 0)
        status = DM_OK; /* no digits are left for better places */
    free(moves);
    /* Whoever has everything cannot have more. */
    out->proven = status == DM_OK && ask->objective == DM_LINE_PAYOFF &&
                  dmi_level_length(level, 0, &all, NULL) == DM_OK &&
                  dmi_ratio_compare(all, out->after.payoff) == 0;
    if (status == DM_OK && !out->proven)
        status = dmi_level_apply_all(level, out->moves, ask->count, ask->player, &after, err);
    if (status == DM_OK && !out->proven)
        status = bound_from(after, ask, run, out, err);
    dm_level_free(after);
    if (status == DM_OK && !out->proven)
        status = dmi_exact_site_set(level, ask, run, out, err);
    if (status == DM_OK && !out->proven && !out->note)
        out->note = note_not_proven;
    return status;
}
