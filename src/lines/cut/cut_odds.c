/* cut_odds.c - all winning cuts, exactly.
 *
 * Along a piece the player leads everybody on one open interval (an intersection of half lines), so
 * there is at most one winning interval per piece, with exact ends.  Pieces whose bound
 * (cut_bound.c) does not allow a win are skipped, the others evaluated by cut_update.c.  Two
 * intervals are two regions: cuts of two edges are different moves even if their places touch, and
 * two intervals on one edge have a site between them.
 *
 * Cost: the sizes of the subtrees below the pieces evaluated.
 */
#include "base/base.h"
#include "lines/cut/cut_search.h"
#include <assert.h>
#include <stdlib.h>

typedef struct winning_cuts {
    const dmi_line_position *position;
    dm_line_odds *out;
    size_t room;
    dm_ratio length; /* the winning length, in units */
} winning_cuts;

/* Adds the winning places of a piece, if there are any. */
static dm_status add_winning(winning_cuts *t, dmi_cut_update *update, int32_t piece, dm_error *err)
{
    dmi_payoff_lines lines;
    dmi_payoff_place from, to;
    dm_ratio begin, end, way;
    dm_line_stretch won = {.edge = t->position->net.piece[piece].edge};
    if (!dmi_cut_update_lines(update, piece, &lines))
        return dmi_no_memory(err);
    if (!dmi_payoff_lines_winning(t->position, &lines, &from, &to))
        return DM_OK;
    if (!dmi_reserve(&t->out->winning, &t->room, (size_t)t->out->winning_count + 1, sizeof won))
        return dmi_no_memory(err);
    if (!dmi_payoff_place_fraction(t->position, &from, &won.from) ||
        !dmi_payoff_place_fraction(t->position, &to, &won.to) ||
        !dmi_ratio_make(from.num, from.den, &begin) || !dmi_ratio_make(to.num, to.den, &end) ||
        !dmi_ratio_add(end, (dm_ratio){-begin.num, begin.den}, &way) ||
        !dmi_ratio_add(t->length, way, &t->length))
        return dmi_ratio_too_large(err);
    assert(way.num > 0);
    t->out->winning[t->out->winning_count++] = won;
    return DM_OK;
}

static dm_status add_all_winning(winning_cuts *t, const dmi_dominator_tree *tree, dm_run *run,
                                 dm_error *err)
{
    const dmi_line_position *position = t->position;
    /* The gain in margin, in units, that a cut needs to win; negative if the player leads. */
    int32_t me = position->ask->player;
    dmi_wide most = -1;
    for (int32_t p = 0; p < position->level->player_count; p++)
        if (p != me && position->before[p] - position->before[me] > most)
            most = position->before[p] - position->before[me];
    dmi_wide wanted = most < 0 ? -1 : most / position->scale;
    dmi_cut_update *update = NULL;
    int64_t *bound = dmi_alloc((size_t)position->net.piece_count, sizeof *bound);
    dm_status status =
        bound ? dmi_cut_bounds(position, tree, DM_LINE_MARGIN, bound, err) : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_cut_update_new(position, tree, &update, err);
    for (int32_t i = 0; status == DM_OK && i < position->net.piece_count; i++) {
        int64_t done = dmi_cut_update_work(update);
        if (bound[i] > wanted)
            status = add_winning(t, update, i, err);
        if (status == DM_OK &&
            !dmi_run_report(run, 1 + (uint64_t)(dmi_cut_update_work(update) - done), "cuts",
                            (uint64_t)i, (uint64_t)position->net.piece_count, ""))
            status = dmi_stopped(run, err);
    }
    dmi_cut_update_free(update);
    free(bound);
    return status;
}

dm_status dmi_odds_cut(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_odds *out, dm_error *err)
{
    dmi_line_position position = {0};
    dmi_dominator_tree tree = {0};
    winning_cuts t = {&position, out, 0, {0, 1}};
    dm_status status = dmi_line_position_init(level, ask, &position, err), computed = DM_OK;
    if (status == DM_OK)
        status = dmi_dominator_tree_init(&position, &tree, err);
    if (status == DM_OK)
        status = add_all_winning(&t, &tree, run, err);
    if (status == DM_OK || status == DM_STOPPED) {
        if (!dmi_ratio_multiply(t.length, (dm_ratio){1, position.net.total}, &out->fraction))
            computed = dmi_ratio_too_large(err);
        out->decimal = (double)out->fraction.num / (double)out->fraction.den;
        out->low = out->high = out->decimal;
        out->regions = out->winning_count;
    }
    out->proven = status == DM_OK && computed == DM_OK;
    dmi_dominator_tree_clear(&tree);
    dmi_line_position_clear(&position);
    return computed == DM_OK ? status : computed;
}
