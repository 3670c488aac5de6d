/* site_best.c - the best place for a new site, and the best site to remove.
 *
 * site_sweep.c moves a new site along every piece; payoffs are linear on open stretches, with
 * single values at the places between.  payoff_lines.c finds the best of a stretch; a limit at its
 * end is a supremum that no place attains.  A stretch is skipped if even the better end of each
 * line cannot beat the best so far.
 *
 * For a removal every site is tried, with one diagram each.
 */
#include "base/base.h"
#include "lines/level/draft.h"
#include "lines/site/site_sweep.h"
#include <assert.h>

typedef struct site_search {
    const dmi_line_position *position;
    dmi_payoff_place best;  /* piece -1: none yet */
    dmi_payoff_lines lines; /* of the best place */
    int64_t candidates;
} site_search;

/* Takes every line at its better end: no place of the stretch is better. */
static dmi_payoff_place bound_of(const dmi_line_position *position, const dmi_payoff_lines *lines)
{
    int32_t me = position->ask->player;
    const dmi_wide own = lines->at_a[me], end = own + lines->slope[me] * lines->length;
    dmi_payoff_place bound = {lines->piece, lines->from, 0, 1, own > end ? own : end, 0, 1, true};
    bound.margin = bound.own;
    for (int32_t p = 0;
         position->ask->objective != DM_LINE_PAYOFF && p < position->level->player_count; p++) {
        dmi_wide lead = own - lines->at_a[p];
        dmi_wide last = lead + (lines->slope[me] - lines->slope[p]) * lines->length;
        if (p == me)
            continue;
        bound.rank += lead < 0 && last < 0;
        lead = lead > last ? lead : last;
        bound.margin = lead < bound.margin ? lead : bound.margin;
    }
    return bound;
}

static bool site_search_evaluate(void *user, const dmi_payoff_lines *lines)
{
    site_search *s = user;
    dm_line_objective objective = s->position->ask->objective;
    dmi_payoff_place bound = bound_of(s->position, lines), place;
    s->candidates++;
    if (s->best.piece >= 0 && dmi_payoff_place_compare(&bound, &s->best, objective) <= 0)
        return true;
    dmi_payoff_lines_best(s->position, lines, &place);
    if (s->best.piece < 0 || dmi_payoff_place_compare(&place, &s->best, objective) > 0) {
        s->best = place;
        s->lines = *lines;
    }
    return true;
}

dm_status dmi_best_add(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_best *out, dm_error *err)
{
    dmi_line_position position = {0};
    site_search s = {.position = &position, .best = {.piece = -1}};
    assert(ask->count <= 1);
    if (level->edge_count == 0) {
        /* A new site never costs its owner anything, so a vertex without edges is best only if
         * there are no edges. */
        dm_line_move move = {DM_LINE_ADD, {0, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
        while (move.place.vertex < level->vertex_count &&
               dmi_level_site_at(level, &move.place) >= 0)
            move.place.vertex++;
        if (move.place.vertex == level->vertex_count)
            return dmi_fail(err, DM_BAD_MOVE, "the level has no place for another site");
        dmi_line_best_set_standing(out, &out->before, true);
        out->candidates = 1;
        out->proven = true;
        return dmi_line_best_set_move(out, &move, err);
    }
    dm_status status = dmi_site_position_init(level, ask, &position, err);
    if (status == DM_OK) {
        int32_t pieces = s.position->net.piece_count;
        dmi_site_sweep *sweep = NULL;
        status = dmi_site_sweep_new(s.position, &sweep, err);
        for (int32_t i = 0; status == DM_OK && i < pieces; i++) {
            int64_t done = dmi_site_sweep_work(sweep);
            if (!dmi_site_sweep_piece(sweep, i, site_search_evaluate, &s))
                status = dmi_no_memory(err);
            else if (!dmi_run_report(run, (uint64_t)(dmi_site_sweep_work(sweep) - done) + 1,
                                     "places", (uint64_t)i, (uint64_t)pieces, ""))
                status = dmi_stopped(run, err);
        }
        dmi_site_sweep_free(sweep);
    }
    out->proven = status == DM_OK;
    if (s.best.piece >= 0 && (status == DM_OK || status == DM_STOPPED)) {
        dm_status set = dmi_line_best_set_place(&position, &s.lines, &s.best, out, err);
        out->candidates = s.candidates;
        if (set == DM_OK)
            set = dmi_level_find_place(level, &out->moves[0].place, "the new site",
                                       &out->moves[0].place, err);
        status = set == DM_OK ? status : set;
    }
    dmi_line_position_clear(&position);
    return status;
}

dm_status dmi_best_remove(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                          dm_line_best *out, dm_error *err)
{
    dm_status status = DM_OK;
    if (level->site_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "there is no site to remove");
    for (int32_t i = 0; status == DM_OK && i < level->site_count; i++) {
        dm_line_move move = {DM_LINE_REMOVE, {-1, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, i};
        dm_line_standing after;
        dm_level *without = NULL;
        status = dm_level_apply(level, &move, ask->player, &without, err);
        if (status == DM_OK)
            status = dmi_level_standing(without, ask, &after, err);
        dm_level_free(without);
        if (status == DM_OK &&
            (out->move_count == 0 || dm_line_compare(&after, &out->after, ask->objective) > 0)) {
            dmi_line_best_set_standing(out, &after, true);
            status = dmi_line_best_set_move(out, &move, err);
        }
        out->candidates++;
        if (status == DM_OK && !dmi_run_report(run, (uint64_t)level->vertex_count + 1, "sites",
                                               (uint64_t)i, (uint64_t)level->site_count, ""))
            status = dmi_stopped(run, err);
    }
    out->proven = status == DM_OK;
    return status;
}
