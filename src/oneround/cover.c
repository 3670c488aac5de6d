/* cover.c - solves a maximum coverage problem.
 *
 * The weights are divided by their common unit and the problem is reduced, then searched.  If all
 * heaviest covers are asked for, a second search lists them, without the reductions that keep only
 * one cover of many.
 */
#include "oneround/cover.h"

#include "base/base.h"
#include "base/sort.h"
#include "oneround/cover_lagrangian.h"
#include "oneround/cover_search.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_SHIFT = 24 };

/* The greatest common divisor of the weights. */
static int64_t common_unit(const dmi_cover *cover)
{
    int64_t unit = 0;
    for (int32_t j = 0; j < cover->items && unit != 1; j++)
        for (int64_t rest = cover->weight[j]; rest;) {
            int64_t next = unit % rest;
            unit = rest;
            rest = next;
        }
    return unit ? unit : 1;
}

static int64_t total_weight(const dmi_cover *cover)
{
    int64_t sum = 0;
    for (int32_t j = 0; j < cover->items; j++)
        sum += cover->weight[j];
    return sum;
}

/* Multipliers as fine as 64 bits allow for the sum of all. */
static int shift_for(int64_t total)
{
    int shift = 0;
    while (shift < MOST_SHIFT && total < INT64_C(1) << (61 - shift))
        shift++;
    return shift;
}

/* The whole problem, reduced. NULL: no memory. */
static dmi_subproblem *make_root(const dmi_cover *cover, int64_t total, bool keep_dominated)
{
    dmi_reducer reducer = {.keep_dominated = keep_dominated};
    dmi_subproblem *root = NULL;
    int64_t *multiplier = dmi_calloc((size_t)cover->items, sizeof *multiplier);
    int32_t *number = dmi_alloc((size_t)cover->sets, sizeof *number);
    if (multiplier && number &&
        dmi_reducer_init(&reducer, cover->items, cover->sets, cover->first[cover->sets])) {
        for (int32_t s = 0; s < cover->sets; s++)
            number[s] = s;
        dmi_subproblem whole = {.items = cover->items,
                                .sets = cover->sets,
                                .count = cover->count,
                                .upper = total,
                                .shift = shift_for(total),
                                .step_size = 1,
                                .weight = (int64_t *)(uintptr_t)cover->weight,
                                .multiplier = multiplier,
                                .first = (int64_t *)(uintptr_t)cover->first,
                                .item = (int32_t *)(uintptr_t)cover->item,
                                .number = number};
        root = dmi_reducer_apply(&reducer, &whole);
    }
    dmi_reducer_clear(&reducer);
    free(multiplier);
    free(number);
    if (root)
        dmi_lagrangian_start(root);
    return root;
}

/* Makes sure that there is a cover to return: the caller's sets, or the first ones. */
static dm_status begin(dmi_cover_search *search, const int32_t *start, dm_error *err)
{
    const dmi_cover *cover = search->cover;
    unsigned char *covered = dmi_calloc((size_t)cover->items, 1);
    int32_t *sets = dmi_alloc((size_t)cover->count, sizeof *sets);
    dm_status status = covered && sets ? DM_OK : dmi_no_memory(err);
    int64_t weight = 0;
    for (int32_t i = 0; status == DM_OK && i < cover->count; i++) {
        sets[i] = start ? start[i] : i;
        for (int64_t at = cover->first[sets[i]]; at < cover->first[sets[i] + 1]; at++) {
            weight += covered[cover->item[at]] ? 0 : cover->weight[cover->item[at]];
            covered[cover->item[at]] = 1;
        }
    }
    if (status == DM_OK)
        dmi_cover_search_keep(search, weight, sets, cover->count);
    free(covered);
    free(sets);
    return status;
}

/* The greatest weight that is not wanted: an upper bound if nothing was abandoned. */
static int64_t wanted_before(dmi_cover_search *search)
{
    return search->lists_all ? search->weight : atomic_load(&search->wanted) - 1;
}

/* Sorts the listed covers by radix sort. False: no memory. */
static bool sort_all(dmi_cover_search *search)
{
    size_t count = (size_t)search->cover->count, sets = (size_t)search->cover->sets;
    size_t covers = (size_t)search->all_count;
    int32_t *other = dmi_alloc(covers * count, sizeof *other);
    size_t *begin = dmi_alloc(sets + 1, sizeof *begin);
    for (size_t k = count; other && begin && k-- > 0;) {
        memset(begin, 0, sizeof *begin * (sets + 1));
        for (size_t i = 0; i < covers; i++)
            begin[search->all[i * count + k] + 1]++;
        for (size_t s = 0; s < sets; s++)
            begin[s + 1] += begin[s];
        for (size_t i = 0; i < covers; i++)
            memcpy(other + count * begin[search->all[i * count + k]]++, search->all + i * count,
                   sizeof *other * count);
        int32_t *sorted = other;
        other = search->all;
        search->all = sorted;
    }
    bool done = other && begin;
    free(other);
    free(begin);
    return done;
}

/* Lists every cover of the weight that the first search has proven. */
static dm_status list_all(dmi_cover_search *search, int64_t total, dm_error *err)
{
    search->lists_all = true;
    atomic_store(&search->wanted, search->weight);
    atomic_store(&search->is_over, false);
    dmi_subproblem *root = make_root(search->cover, total, true);
    if (!root)
        return dmi_no_memory(err);
    int64_t abandoned = search->abandoned;
    dmi_cover_search_run(search, root, 1);
    search->abandoned = abandoned; /* only the first search bounds the weight */
    return sort_all(search) ? DM_OK : dmi_no_memory(err);
}

static void hand_over(dmi_cover_search *search, int64_t unit, dmi_cover_answer *out)
{
    int64_t upper = wanted_before(search);
    memcpy(out->chosen, search->chosen, sizeof *out->chosen * (size_t)search->cover->count);
    dmi_sort_int32(out->chosen, search->cover->count);
    out->weight = search->weight * unit;
    out->upper = (search->abandoned > upper ? search->abandoned : upper) * unit;
    out->nodes = search->nodes;
    out->all = search->all;
    out->all_count = search->all_count;
    out->all_complete = search->lists_all && search->status == DM_OK && !search->all_is_cut;
    search->all = NULL;
}

static dm_status solve(dmi_cover_search *search, const dmi_cover_request *request, dm_error *err)
{
    int64_t total = total_weight(search->cover);
    dmi_subproblem *root = make_root(search->cover, total, false);
    dm_status status = root ? begin(search, request->start, err) : dmi_no_memory(err);
    if (status != DM_OK) {
        free(root);
        return status;
    }
    dmi_cover_search_run(search, root, request->threads);
    bool is_proven = search->status == DM_OK && search->abandoned <= search->weight;
    if (is_proven && request->all_limit > 0 && search->weight == wanted_before(search))
        status = list_all(search, total, err);
    if (status != DM_OK || search->status == DM_OK)
        return status;
    return search->status == DM_STOPPED ? dmi_stopped(search->run, err) : dmi_no_memory(err);
}

/* Searches a problem whose weights have no common unit. */
static dm_status solve_in_units(dmi_cover_search *search, const dmi_cover_request *request,
                                dm_error *err)
{
    search->chosen = dmi_alloc((size_t)search->cover->count, sizeof *search->chosen);
    search->is_chosen = dmi_alloc((size_t)search->cover->sets, 1);
    pthread_mutex_init(&search->lock, NULL);
    pthread_cond_init(&search->changed, NULL);
    dm_status status =
        search->chosen && search->is_chosen ? solve(search, request, err) : dmi_no_memory(err);
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->lock);
    return status;
}

dm_status dmi_cover_solve(const dmi_cover *cover, const dmi_cover_request *request, dm_run *run,
                          dmi_cover_answer *out, dm_error *err)
{
    int64_t unit = common_unit(cover), floor = request->floor;
    int64_t *weight = dmi_alloc((size_t)cover->items, sizeof *weight);
    if (!weight)
        return dmi_no_memory(err);
    for (int32_t j = 0; j < cover->items; j++)
        weight[j] = cover->weight[j] / unit;
    dmi_cover in_units = *cover;
    in_units.weight = weight;
    dmi_cover_search search = {.cover = &in_units,
                               .run = run,
                               .enough = request->enough / unit + (request->enough % unit > 0),
                               .all_limit = request->all_limit,
                               .base = request->base,
                               .unit = unit,
                               .abandoned = -1,
                               .weight = -1};
    atomic_init(&search.wanted, floor < 0 ? 0 : floor / unit + 1);
    atomic_init(&search.bound, -1);
    atomic_init(&search.is_over, false);
    dm_status status = solve_in_units(&search, request, err);
    if (status == DM_OK || status == DM_STOPPED)
        hand_over(&search, unit, out);
    free(search.all);
    free(search.chosen);
    free(search.is_chosen);
    free(weight);
    return status;
}
