/* cut_bounded_search.c - the best cut on any graph, by decreasing upper bounds.
 *
 * The search starts with a cut that changes nothing (cut_best.c).  Then it evaluates pieces in
 * decreasing order of their bound (cut_bound.c) and ends at the first whose bound does not exceed
 * the best so far.
 *
 * Cost: the bounds, and the subtrees of the pieces evaluated.
 */
#include "base/base.h"
#include "lines/cut/cut_search.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

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

/* The best standing that the bound allows. */
static dmi_payoff_place best_possible(const dmi_line_position *position, int64_t bound)
{
    int32_t me = position->ask->player;
    dmi_wide more = (dmi_wide)bound * position->scale, rival = 0;
    dmi_payoff_place place = {
        .den = 1, .own = position->before[me] + more, .rank = 1, .attained = true};
    for (int32_t p = 0; p < position->level->player_count; p++) {
        if (p == me)
            continue;
        rival = position->before[p] > rival ? position->before[p] : rival;
        place.rank += position->before[p] > place.own;
    }
    place.margin = place.own - rival;
    return place;
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
        dmi_payoff_place most = best_possible(s->position, list[i].bound);
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
