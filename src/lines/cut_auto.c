/* cut_auto.c - the best cut on any graph: promising pieces first, the rest unseen.
 *
 * Some cut does no harm (cut_best.c).  From there on only pieces whose bound (cut_bound.c)
 * promises more than the best so far are looked at, the largest bound first; the first that
 * promises no more ends the search.
 *
 * Cost: the bounds, and the subtrees of the pieces looked at.
 */
#include "base/base.h"
#include "lines/cut_search.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct hope {
    int64_t bound;
    int32_t piece, size; /* of the subtree */
} hope;

static int by_bound(const void *a, const void *b)
{
    const hope *x = a, *y = b;
    if (x->bound != y->bound)
        return x->bound > y->bound ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

/* The standing that a cut would have at best. */
static dmi_cut_place promise(const dmi_cut_scene *scene, int64_t bound)
{
    int32_t me = scene->ask->player;
    dmi_wide more = (dmi_wide)bound * scene->scale, rival = 0;
    dmi_cut_place place = {.den = 1, .own = scene->before[me] + more, .rank = 1, .attained = true};
    for (int32_t p = 0; p < scene->level->player_count; p++) {
        if (p == me)
            continue;
        rival = scene->before[p] > rival ? scene->before[p] : rival;
        place.rank += scene->before[p] > place.own;
    }
    place.margin = place.own - rival;
    return place;
}

static dm_status list_hopes(const dmi_cut_search *s, const dmi_cut_tree *tree, hope **out,
                            int32_t *count, dm_error *err)
{
    int32_t pieces = s->scene->net.piece_count;
    int64_t *bound = dmi_alloc((size_t)pieces, sizeof *bound);
    hope *list = dmi_alloc((size_t)pieces, sizeof *list);
    dm_status status = bound && list ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_cut_bounds(s->scene, tree, s->scene->ask->objective, bound, err);
    for (int32_t i = 0; status == DM_OK && i < pieces; i++) {
        int32_t end = dmi_cut_reached_over(s->scene, i);
        if (bound[i] > 0)
            list[(*count)++] = (hope){bound[i], i, end < 0 ? 0 : tree->size[end]};
    }
    free(bound);
    if (status == DM_OK)
        *out = list;
    else
        free(list);
    return status;
}

static dm_status look(dmi_cut_search *s, dmi_cut_below *below, int32_t piece, dm_error *err)
{
    dmi_cut_lines lines;
    if (!dmi_cut_below_lines(below, piece, &lines))
        return dmi_no_memory(err);
    dmi_cut_consider(s, &lines);
    return DM_OK;
}

static dm_status look_at_all(dmi_cut_search *s, dmi_cut_below *below, const hope *list,
                             int32_t count, dm_error *err)
{
    dm_status status = look(s, below, dmi_cut_harmless(s->scene), err);
    for (int32_t i = 0; status == DM_OK && i < count; i++) {
        dmi_cut_place most = promise(s->scene, list[i].bound);
        char note[64];
        if (dmi_cut_compare(&most, &s->best, s->scene->ask->objective) <= 0)
            break;
        snprintf(note, sizeof note, "at most %lld more, in units", (long long)(list[i].bound));
        if (!dmi_run_report(s->run, 1 + (uint64_t)list[i].size, "cuts", (uint64_t)i,
                            (uint64_t)count, note))
            return dmi_stopped(s->run, err);
        status = look(s, below, list[i].piece, err);
    }
    return status;
}

dm_status dmi_cut_search_auto(dmi_cut_search *s, dm_error *err)
{
    dmi_cut_tree tree = {0};
    dmi_cut_below *below = NULL;
    hope *list = NULL;
    int32_t count = 0;
    dm_status status = dmi_cut_tree_init(s->scene, &tree, err);
    if (status == DM_OK)
        status = dmi_cut_below_new(s->scene, &tree, &below, err);
    if (status == DM_OK)
        status = list_hopes(s, &tree, &list, &count, err);
    if (status == DM_OK) {
        qsort(list, (size_t)count, sizeof *list, by_bound);
        status = look_at_all(s, below, list, count, err);
    }
    free(list);
    dmi_cut_below_free(below);
    dmi_cut_tree_clear(&tree);
    return status;
}
