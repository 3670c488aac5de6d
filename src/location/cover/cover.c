/* cover.c - solves a maximum coverage problem.
 *
 * The weights are divided by their common unit and the problem is reduced, then searched.  If all
 * heaviest covers are asked for, a second search lists them, without the reductions that keep only
 * one cover of many.
 */
#include "location/cover/cover.h"

#include "base/base.h"
#include "base/sort.h"
#include "location/cover/cover_lagrangian.h"
#include "location/cover/cover_search.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHIFT = 24, USUALLY_LARGE = 3000000 };

/* The greatest common divisor of the weights. */
static int64_t common_unit(const dmi_cover *cover)
{
    int64_t unit = 0;
    for (int32_t j = 0; j < cover->items && unit != 1; j++) {
        assert(cover->weight[j] > 0);
        for (int64_t rest = cover->weight[j]; rest;) {
            int64_t next = unit % rest;
            unit = rest;
            rest = next;
        }
    }
    return unit ? unit : 1;
}

/* The whole problem, reduced unless it is large.  NULL: no memory.  Multipliers are as fine as 64
 * bits allow for the sum of all. */
static dmi_subproblem *make_root(const dmi_cover_search *search)
{
    const dmi_cover *cover = search->cover;
    int64_t total = 0;
    int shift = 0;
    for (int32_t j = 0; j < cover->items; j++)
        total += cover->weight[j];
    while (shift < MOST_SHIFT && total < INT64_C(1) << (61 - shift))
        shift++;
    dmi_subproblem *whole = dmi_subproblem_whole(cover, total, shift), *root = NULL;
    dmi_reducer reducer = {.keep_dominated = search->lists_all};
    if (whole && dmi_reducer_init(&reducer, cover->sets))
        root = dmi_subproblem_entries(whole, reducer.decision) >= search->large
                   ? dmi_subproblem_as_runs(whole, reducer.decision)
                   : dmi_reducer_apply(&reducer, whole);
    dmi_reducer_clear(&reducer);
    free(whole);
    if (root && (!root->run || search->lists_all)) /* the first search starts a large one itself */
        dmi_lagrangian_start(root);
    return root;
}

/* Makes sure that there is a cover to return: the first sets, or with a budget none. */
static dm_status keep_first_cover(dmi_cover_search *search, dm_error *err)
{
    const dmi_cover *cover = search->cover;
    int32_t count = cover->cost ? 0 : cover->count;
    unsigned char *covered = dmi_calloc((size_t)cover->items, 1);
    int32_t *sets = dmi_alloc((size_t)count, sizeof *sets);
    dm_status status = covered && sets ? DM_OK : dmi_no_memory(err);
    int64_t weight = 0;
    for (int32_t i = 0; status == DM_OK && i < count; i++) {
        sets[i] = i;
        for (int64_t at = cover->first[i]; at < cover->first[i + 1]; at++) {
            dmi_item_run r = dmi_item_run_at(cover->run, cover->item, at);
            for (int32_t j = r.from; j < r.end; j++) {
                weight += covered[j] ? 0 : cover->weight[j];
                covered[j] = 1;
            }
        }
    }
    if (status == DM_OK)
        dmi_cover_search_keep(search, weight, sets, count);
    free(covered);
    free(sets);
    return status;
}

/* The greatest weight that is not wanted: an upper bound if nothing was abandoned. */
static int64_t wanted_before(dmi_cover_search *search)
{
    return search->lists_all ? search->weight : atomic_load(&search->wanted) - 1;
}

typedef struct listed_cover {
    const int32_t *sets;
    int64_t count;
} listed_cover;

static int compare_listed(const void *a, const void *b)
{
    const listed_cover *x = a, *y = b;
    for (int64_t i = 0; i < x->count && i < y->count; i++)
        if (x->sets[i] != y->sets[i])
            return x->sets[i] < y->sets[i] ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

/* Lists every cover of the weight that the first search has proven. */
static dm_status list_all(dmi_cover_search *search, dm_error *err)
{
    search->lists_all = true;
    atomic_store(&search->wanted, search->weight);
    atomic_store(&search->tree.is_over, false);
    dmi_subproblem *root = make_root(search);
    if (!root)
        return dmi_no_memory(err);
    int64_t abandoned = search->abandoned;
    dmi_cover_search_run(search, root, 1);
    search->abandoned = abandoned; /* only the first search bounds the weight */
    size_t covers = (size_t)search->all_count;
    int64_t *first = search->all_first, end = covers ? first[covers] : 0;
    listed_cover *list = dmi_alloc(covers, sizeof *list);
    int32_t *sorted = dmi_alloc((size_t)end, sizeof *sorted);
    bool done = list && sorted;
    for (size_t i = 0; done && i < covers; i++)
        list[i] = (listed_cover){search->all + first[i], first[i + 1] - first[i]};
    if (done && covers > 0)
        qsort(list, covers, sizeof *list, compare_listed);
    end = 0;
    for (size_t i = 0; done && i < covers; i++) {
        memcpy(sorted + end, list[i].sets, sizeof *sorted * (size_t)list[i].count);
        first[i] = end;
        end += list[i].count;
    }
    if (done) {
        free(search->all);
        search->all = sorted;
    } else {
        free(sorted);
    }
    free(list);
    return done ? DM_OK : dmi_no_memory(err);
}

/* Adds `more` to the times that the items of set s are covered; returns whether an item is covered
 * by s alone. */
static bool count_items(const dmi_cover *cover, int32_t s, int32_t more, int32_t *times)
{
    bool adds = false;
    for (int64_t at = cover->first[s]; at < cover->first[s + 1]; at++) {
        dmi_item_run r = dmi_item_run_at(cover->run, cover->item, at);
        for (int32_t j = r.from; j < r.end; j++) {
            adds |= times[j] == 1;
            times[j] += more;
        }
    }
    return adds;
}

/* With a budget: takes the sets out that add nothing, the dearest first. False: no memory. */
static bool drop_useless(dmi_cover_search *search)
{
    const dmi_cover *cover = search->cover;
    int32_t count = search->chosen_count, kept = 0;
    int32_t *times = dmi_calloc((size_t)cover->items, sizeof *times);
    dmi_keyed *order = dmi_alloc((size_t)count, sizeof *order);
    bool done = times && order;
    for (int32_t i = 0; done && i < count; i++) {
        int32_t s = search->chosen[i];
        order[i] = (dmi_keyed){-cover->cost[s], s};
        count_items(cover, s, 1, times);
    }
    if (done)
        dmi_sort_keyed(order, count);
    for (int32_t i = 0; done && i < count; i++) {
        int32_t s = order[i].item;
        bool adds = count_items(cover, s, 0, times);
        search->chosen[kept] = s;
        kept += adds;
        if (!adds)
            count_items(cover, s, -1, times);
    }
    search->chosen_count = done ? kept : count;
    free(times);
    free(order);
    return done;
}

static dm_status search_cover(dmi_cover_search *search, const dmi_cover_request *request,
                              dm_error *err)
{
    search->chosen = dmi_alloc((size_t)search->cover->count, sizeof *search->chosen);
    search->is_chosen = dmi_alloc((size_t)search->cover->sets, 1);
    if (!search->chosen || !search->is_chosen)
        return dmi_no_memory(err);
    dmi_subproblem *root = make_root(search);
    dm_status status = root ? keep_first_cover(search, err) : dmi_no_memory(err);
    if (status != DM_OK) {
        free(root);
        return status;
    }
    dmi_cover_search_run(search, root, request->threads);
    bool is_proven = search->tree.status == DM_OK && search->abandoned <= search->weight;
    if (is_proven && request->all_limit > 0 && search->weight == wanted_before(search))
        status = list_all(search, err);
    if (status != DM_OK || search->tree.status == DM_OK)
        return status;
    return search->tree.status == DM_STOPPED ? dmi_stopped(search->run, err) : dmi_no_memory(err);
}

dm_status dmi_cover_solve(const dmi_cover *cover, const dmi_cover_request *request, dm_run *run,
                          dmi_cover_answer *out, dm_error *err)
{
    int64_t unit = common_unit(cover), floor = request->floor;
    int64_t *weight = dmi_alloc((size_t)cover->items, sizeof *weight);
    if (!weight)
        return dmi_no_memory(err);
    assert(cover->count >= 0 && cover->count <= cover->sets);
    for (int32_t j = 0; j < cover->items; j++)
        weight[j] = cover->weight[j] / unit;
    dmi_cover in_units = *cover; /* the weights have no common unit any more */
    in_units.weight = weight;
    dmi_cover_search search = {.cover = &in_units,
                               .run = run,
                               .enough = request->enough / unit + (request->enough % unit > 0),
                               .all_limit = request->all_limit,
                               .large = request->large ? request->large : USUALLY_LARGE,
                               .base = request->base,
                               .unit = unit,
                               .bound = -1,
                               .abandoned = -1,
                               .weight = -1};
    atomic_init(&search.wanted, floor < 0 ? 0 : floor / unit + 1);
    dm_status status = dmi_branch_bound_init(&search.tree, &dmi_cover_hooks, &search, err);
    if (status != DM_OK) {
        free(weight);
        return status;
    }
    status = search_cover(&search, request, err);
    if (cover->cost && (status == DM_OK || status == DM_STOPPED) && !drop_useless(&search))
        status = dmi_no_memory(err);
    if (status == DM_OK || status == DM_STOPPED) {
        int64_t upper = wanted_before(&search);
        memcpy(out->chosen, search.chosen, sizeof *out->chosen * (size_t)search.chosen_count);
        dmi_sort_int32(out->chosen, search.chosen_count);
        out->chosen_count = search.chosen_count;
        out->weight = search.weight * unit;
        out->upper = (search.abandoned > upper ? search.abandoned : upper) * unit;
        out->nodes = (uint64_t)search.tree.taken;
        out->all = search.all;
        out->all_first = search.all_first;
        out->all_count = search.all_count;
        out->all_complete = search.lists_all && status == DM_OK && !search.all_is_cut;
        search.all = NULL;
        search.all_first = NULL;
    }
    free(search.all);
    free(search.all_first);
    free(search.chosen);
    free(search.is_chosen);
    free(weight);
    dmi_branch_bound_clear(&search.tree);
    return status;
}
