/* cut_best.c - the best cut: selects the method and reports its result.
 *
 * A candidate is a piece; payoff_lines.c finds the exact best place on it.
 */
#include "base/base.h"
#include "lines/cut/cut_search.h"
#include <assert.h>
#include <stdlib.h>

static int64_t last_time(const dmi_line_position *position, int32_t piece)
{
    int64_t a = position->reach[position->net.piece[piece].a].when;
    int64_t b = position->reach[position->net.piece[piece].b].when;
    return a == DMI_NEVER ? -1 : a > b ? a : b;
}

/* If a piece is reached from both ends, a cut at its boundary point changes nothing.  Otherwise
 * every piece ends at a vertex reached over it, and a cut at the vertex reached last changes
 * nothing. */
int32_t dmi_cut_harmless(const dmi_line_position *position)
{
    int32_t last = 0;
    for (int32_t i = 0; i < position->net.piece_count; i++) {
        if (last_time(position, i) >= 0 && dmi_reached_over(&position->net, position->reach, i) < 0)
            return i;
        if (last_time(position, i) > last_time(position, last))
            last = i;
    }
    return last;
}

void dmi_cut_consider(dmi_cut_search *s, const dmi_payoff_lines *lines)
{
    dmi_payoff_place place;
    assert(lines->piece >= 0 && lines->piece < s->position->net.piece_count && lines->length >= 0);
    dmi_payoff_lines_best(s->position, lines, &place);
    s->candidates++;
    if (s->best.piece < 0 ||
        dmi_payoff_place_compare(&place, &s->best, s->position->ask->objective) > 0) {
        s->best = place;
        s->lines = *lines;
    }
}

dm_status dmi_cut_whole_lines(const dmi_line_position *position, int32_t piece, dmi_reach *scratch,
                              dmi_payoff_lines *out, dm_error *err)
{
    dmi_wide rest[DM_MAX_LINE_PLAYERS] = {0};
    dm_status status = dmi_line_network_reach_without(&position->net, piece, scratch, err);
    for (int32_t i = 0; status == DM_OK && i < position->net.piece_count; i++)
        if (i != piece)
            dmi_line_position_add_piece(position, i, scratch, 1, rest);
    if (status == DM_OK)
        dmi_payoff_lines_of_cut(position, piece, rest, scratch, out);
    return status;
}

dm_status dmi_cut_consider_whole(dmi_cut_search *s, int32_t piece, dmi_reach *scratch,
                                 dm_error *err)
{
    const dmi_line_network *net = &s->position->net;
    dmi_payoff_lines lines;
    if (!dmi_run_report(s->run, (uint64_t)net->n, "cuts", (uint64_t)piece,
                        (uint64_t)net->piece_count, ""))
        return dmi_stopped(s->run, err);
    dm_status status = dmi_cut_whole_lines(s->position, piece, scratch, &lines, err);
    if (status == DM_OK)
        dmi_cut_consider(s, &lines);
    return status;
}

dm_status dmi_cut_search_all(dmi_cut_search *s, dm_error *err)
{
    const dmi_line_network *net = &s->position->net;
    dmi_reach *scratch = dmi_alloc((size_t)net->n, sizeof *scratch);
    dm_status status = scratch ? DM_OK : dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < net->piece_count; i++)
        status = dmi_cut_consider_whole(s, i, scratch, err);
    free(scratch);
    return status;
}

dm_status dmi_best_cut(const dm_level *level, const dm_line_ask *ask, dmi_cut_method_fn *method,
                       dm_run *run, dm_line_best *out, dm_error *err)
{
    dmi_line_position position = {0};
    dm_status status = dmi_line_position_init(level, ask, &position, err);
    dmi_cut_search s = {.position = &position, .run = run, .best = {.piece = -1}};
    if (status == DM_OK)
        status = method(&s, err);
    dm_status found = status;
    if ((status == DM_OK || status == DM_STOPPED) && s.best.piece >= 0)
        found = dmi_line_best_set_place(&position, &s.lines, &s.best, out, err);
    out->candidates = s.candidates;
    out->proven = status == DM_OK;
    dmi_line_position_clear(&position);
    return found == DM_OK ? status : found;
}
