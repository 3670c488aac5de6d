/* cut_best.c - the best cut: selects the method and reports its result.
 *
 * A candidate is a piece; payoff_lines.c finds the exact best place on it.
 */
#include "base/base.h"

#include "lines/cut/cut_search.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* All winning cuts, exactly.
 *
 * Along a piece the player leads everybody on one open interval (an intersection of half lines), so
 * there is at most one winning interval per piece, with exact ends.  Pieces whose bound
 * (cut_bound.c) does not allow a win are skipped, the others evaluated by cut_update.c.  Two
 * intervals are two regions: cuts of two edges are different moves even if their places touch, and
 * two intervals on one edge have a site between them.
 *
 * Cost: the sizes of the subtrees below the pieces evaluated.
 */
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

/* The best cut on any graph, by decreasing upper bounds.
 *
 * The search starts with a cut that changes nothing (cut_best.c).  Then it evaluates pieces in
 * decreasing order of their bound (cut_bound.c) and ends at the first whose bound does not exceed
 * the best so far.
 *
 * Cost: the bounds, and the subtrees of the pieces evaluated.
 */
typedef struct candidate {
    int64_t bound;
    int32_t piece, size; /* of the subtree */
} candidate;

static int candidate_by_bound(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->bound != y->bound)
        return x->bound > y->bound ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

static dm_status list_candidates(const dmi_cut_search *s, const dmi_dominator_tree *tree,
                                 candidate **out, int32_t *count, dm_error *err)
{
    int32_t pieces = s->position->net.piece_count;
    int64_t *bound = dmi_alloc((size_t)pieces, sizeof *bound);
    candidate *list = dmi_alloc((size_t)pieces, sizeof *list);
    dm_status status = bound && list ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_cut_bounds(s->position, tree, s->position->ask->objective, bound, err);
    for (int32_t i = 0; status == DM_OK && i < pieces; i++) {
        int32_t end = dmi_reached_over(&s->position->net, s->position->reach, i);
        if (bound[i] > 0)
            list[(*count)++] = (candidate){bound[i], i, end < 0 ? 0 : tree->size[end]};
    }
    free(bound);
    if (status == DM_OK)
        *out = list;
    else
        free(list);
    return status;
}

static dm_status evaluate_cut(dmi_cut_search *s, dmi_cut_update *update, int32_t piece,
                              dm_error *err)
{
    dmi_payoff_lines lines;
    if (!dmi_cut_update_lines(update, piece, &lines))
        return dmi_no_memory(err);
    dmi_cut_consider(s, &lines);
    return DM_OK;
}

dm_status dmi_cut_search_auto(dmi_cut_search *s, dm_error *err)
{
    dm_line_objective objective = s->position->ask->objective;
    dmi_dominator_tree tree = {0};
    dmi_cut_update *update = NULL;
    candidate *list = NULL;
    int32_t count = 0;
    dm_status status = dmi_dominator_tree_init(s->position, &tree, err);
    if (status == DM_OK)
        status = dmi_cut_update_new(s->position, &tree, &update, err);
    if (status == DM_OK)
        status = list_candidates(s, &tree, &list, &count, err);
    if (status == DM_OK) {
        qsort(list, (size_t)count, sizeof *list, candidate_by_bound);
        status = evaluate_cut(s, update, dmi_cut_harmless(s->position), err);
    }
    for (int32_t i = 0; status == DM_OK && i < count; i++) {
        /* The best standing that the bound allows. */
        const dmi_line_position *position = s->position;
        int64_t bound = list[i].bound;
        int32_t me = position->ask->player;
        dmi_wide more = (dmi_wide)bound * position->scale, rival = 0;
        dmi_payoff_place most = {
            .den = 1, .own = position->before[me] + more, .rank = 1, .attained = true};
        for (int32_t p = 0; p < position->level->player_count; p++) {
            if (p == me)
                continue;
            rival = position->before[p] > rival ? position->before[p] : rival;
            most.rank += position->before[p] > most.own;
        }
        most.margin = most.own - rival;
        char note[64];
        assert(i == 0 || list[i].bound <= list[i - 1].bound);
        if (dmi_payoff_place_compare(&most, &s->best, objective) <= 0)
            break;
        snprintf(note, sizeof note, "at most %lld more, in units", (long long)(list[i].bound));
        if (dmi_run_report(s->run, 1 + (uint64_t)list[i].size, "cuts", (uint64_t)i, (uint64_t)count,
                           note))
            status = evaluate_cut(s, update, list[i].piece, err);
        else
            status = dmi_stopped(s->run, err);
    }
    free(list);
    dmi_cut_update_free(update);
    dmi_dominator_tree_clear(&tree);
    return status;
}

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
    out->proven = status == DM_OK && !s.claims;
    if (s.claims) {
        out->note = "a method as printed: its claim may be wrong, and another cut better";
        out->claimed = (dm_ratio){0, 1};
        if (s.claimed != 0 && !dmi_ratio_make(s.claimed, position.net.unit, &out->claimed))
            found = dmi_ratio_too_large(err);
    }
    dmi_line_position_clear(&position);
    return found == DM_OK ? status : found;
}
