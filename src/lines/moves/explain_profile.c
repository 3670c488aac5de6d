/* explain_profile.c - the value of a cut or a new site at every place of one edge.
 *
 * Along a stretch between two events every payoff is linear (payoff_lines.h), so the margin is the
 * own line minus the upper envelope of the others: linear again between the places where another
 * opponent takes the lead.  The walk along a stretch goes from one such place to the next.
 */
#include "base/base.h"
#include "lines/cut/cut_search.h"
#include "lines/moves/explain.h"
#include "lines/site/site_sweep.h"
#include <stdlib.h>

typedef struct profile_walk {
    const dmi_line_position *position;
    const dmi_payoff_lines *lines;
    dm_line_explanation *out;
    size_t room;
    dm_status status;
    dm_error *err;
} profile_walk;

/* A player's line at x units, minus that of `other` (-1: nobody), as a length. */
static bool value_at(const profile_walk *w, int32_t player, int32_t other, dm_ratio x,
                     dm_ratio *out)
{
    const dmi_payoff_lines *lines = w->lines;
    dmi_wide base = lines->at_a[player] - (other >= 0 ? lines->at_a[other] : 0);
    dmi_wide slope = lines->slope[player] - (other >= 0 ? lines->slope[other] : 0);
    dmi_wide first, second, sum;
    dmi_wide unit = (dmi_wide)w->position->net.unit * w->position->scale;
    if (__builtin_mul_overflow(base, (dmi_wide)x.den, &first) ||
        __builtin_mul_overflow(slope, (dmi_wide)x.num, &second) ||
        __builtin_add_overflow(first, second, &sum) ||
        __builtin_mul_overflow(unit, (dmi_wide)x.den, &unit))
        return false;
    if (sum == 0) {
        *out = (dm_ratio){0, 1};
        return true;
    }
    return dmi_ratio_make(sum, unit, out);
}

/* The opponent who leads just after x; -1: there is none, or only the payoff counts. */
static int32_t leader_after(const profile_walk *w, dm_ratio x)
{
    int32_t best = -1, me = w->position->ask->player;
    dm_ratio ahead;
    if (w->position->ask->objective == DM_LINE_PAYOFF)
        return -1;
    for (int32_t p = 0; p < w->position->level->player_count; p++) {
        if (p == me)
            continue;
        bool known = best >= 0 && value_at(w, p, best, x, &ahead);
        if (best < 0 || (known && (ahead.num > 0 ||
                                   (ahead.num == 0 && w->lines->slope[p] > w->lines->slope[best]))))
            best = p;
    }
    return best;
}

/* A stretch of the profile, divided where the best opponent changes. */
static bool see_stretch(void *user, const dmi_payoff_lines *lines)
{
    profile_walk *w = user;
    dm_line_explanation *out = w->out;
    int32_t me = w->position->ask->player;
    dm_ratio x = {0, 1}, last = {lines->length, 1};
    w->lines = lines;
    do {
        int32_t leader = leader_after(w, x);
        dm_ratio next = last, at;
        for (int32_t p = 0; leader >= 0 && p < w->position->level->player_count; p++) {
            dmi_wide steeper = lines->slope[p] - lines->slope[leader];
            if (p != me && steeper > 0 && lines->at_a[leader] != lines->at_a[p] &&
                dmi_ratio_make(lines->at_a[leader] - lines->at_a[p], steeper, &at) &&
                dmi_ratio_compare(at, x) > 0 && dmi_ratio_compare(at, next) < 0)
                next = at; /* p overtakes the leader */
        }
        dm_line_profile_part part;
        dmi_payoff_place begin = {lines->piece, lines->from, x.num, x.den, 0, 0, 0, true};
        dmi_payoff_place end = {lines->piece, lines->from, next.num, next.den, 0, 0, 0, true};
        if (!dmi_payoff_place_fraction(w->position, &begin, &part.from) ||
            !dmi_payoff_place_fraction(w->position, &end, &part.to) ||
            !value_at(w, me, leader, x, &part.first) || !value_at(w, me, leader, next, &part.last))
            w->status =
                dmi_fail(w->err, DM_TOO_LARGE, "a value does not fit 63 bits as a fraction");
        else if (!dmi_reserve(&out->profile, &w->room, (size_t)out->part_count + 1, sizeof part))
            w->status = dmi_no_memory(w->err);
        if (w->status != DM_OK)
            return false;
        out->profile[out->part_count++] = part;
        x = next;
    } while (dmi_ratio_compare(x, last) < 0);
    return true;
}

static dm_status profile_of_cuts(profile_walk *w, const dm_level *level, const dm_line_ask *ask)
{
    dmi_line_position position = {0};
    dmi_payoff_lines lines;
    w->status = dmi_line_position_init(level, ask, &position, w->err);
    w->position = &position;
    dmi_reach *scratch =
        w->status == DM_OK ? dmi_alloc((size_t)position.net.n, sizeof *scratch) : NULL;
    if (w->status == DM_OK && !scratch)
        w->status = dmi_no_memory(w->err);
    for (int32_t i = 0; w->status == DM_OK && i < position.net.piece_count; i++) {
        if (position.net.piece[i].edge != w->out->edge)
            continue;
        w->status = dmi_cut_whole_lines(&position, i, scratch, &lines, w->err);
        if (w->status == DM_OK)
            see_stretch(w, &lines);
    }
    free(scratch);
    dmi_line_position_clear(&position);
    w->position = NULL;
    w->lines = NULL;
    return w->status;
}

static dm_status profile_of_sites(profile_walk *w, const dm_level *level, const dm_line_ask *ask)
{
    dmi_line_position position = {0};
    dmi_site_sweep *sweep = NULL;
    w->status = dmi_site_position_init(level, ask, &position, w->err);
    w->position = &position;
    if (w->status == DM_OK)
        w->status = dmi_site_sweep_new(&position, &sweep, w->err);
    for (int32_t i = 0; w->status == DM_OK && i < position.net.piece_count; i++)
        if (position.net.piece[i].edge == w->out->edge &&
            !dmi_site_sweep_piece(sweep, i, see_stretch, w) && w->status == DM_OK)
            w->status = dmi_no_memory(w->err);
    dmi_site_sweep_free(sweep);
    dmi_line_position_clear(&position);
    w->position = NULL;
    w->lines = NULL;
    return w->status;
}

dm_status dmi_explain_profile(const dm_level *level, const dm_line_ask *ask,
                              dm_line_explanation *out, dm_error *err)
{
    profile_walk w = {.out = out, .err = err};
    return ask->op == DM_LINE_CUT ? profile_of_cuts(&w, level, ask)
                                  : profile_of_sites(&w, level, ask);
}
