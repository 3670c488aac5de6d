/* cover.c - maximum coverage from the question to the answer.
 *
 * A first part is made of the whole, a good cover is found by greed and swaps,
 * and the search closes the rest.  Where every heaviest cover is asked for, a
 * second search goes through the parts that can have that weight, without the
 * shortcuts that keep one cover of many.
 */
#include "oneround/cover.h"

#include "base/base.h"
#include "oneround/cover_price.h"
#include "oneround/cover_search.h"
#include "oneround/cover_start.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_SHIFT = 24 };

static int64_t total_weight(const dmi_cover *cover)
{
    int64_t sum = 0;
    for (int32_t j = 0; j < cover->items; j++)
        sum += cover->weight[j];
    return sum;
}

/* Prices as fine as 64 bits allow for the sum of all. */
static int shift_for(int64_t total)
{
    int shift = 0;
    while (shift < MOST_SHIFT && total < INT64_C(1) << (61 - shift))
        shift++;
    return shift;
}

/* The whole problem as a part, with what the reductions leave; NULL: no memory. */
static dmi_part *make_root(const dmi_cover *cover, int64_t total, bool keep_dominated)
{
    dmi_forge forge = {.keep_dominated = keep_dominated};
    dmi_part *root = NULL;
    int64_t *price = dmi_calloc((size_t)cover->items, sizeof *price);
    int32_t *name = dmi_alloc((size_t)cover->sets, sizeof *name);
    if (price && name &&
        dmi_forge_init(&forge, cover->items, cover->sets, cover->first[cover->sets])) {
        for (int32_t s = 0; s < cover->sets; s++)
            name[s] = s;
        dmi_part whole = {.items = cover->items,
                          .sets = cover->sets,
                          .count = cover->count,
                          .upper = total,
                          .shift = shift_for(total),
                          .weight = (int64_t *)(uintptr_t)cover->weight,
                          .price = price,
                          .first = (int64_t *)(uintptr_t)cover->first,
                          .item = (int32_t *)(uintptr_t)cover->item,
                          .name = name};
        root = dmi_part_derive(&forge, &whole);
    }
    dmi_forge_clear(&forge);
    free(price);
    free(name);
    if (root)
        dmi_price_start(root);
    return root;
}

/* The weight of the sets named. */
static dm_status weigh(const dmi_cover *cover, const int32_t *sets, int64_t *weight, dm_error *err)
{
    unsigned char *covered = dmi_calloc((size_t)cover->items, 1);
    if (!covered)
        return dmi_no_memory(err);
    *weight = 0;
    for (int32_t i = 0; i < cover->count; i++)
        for (int64_t at = cover->first[sets[i]]; at < cover->first[sets[i] + 1]; at++) {
            int32_t j = cover->item[at];
            *weight += covered[j] ? 0 : cover->weight[j];
            covered[j] = 1;
        }
    free(covered);
    return DM_OK;
}

/* A first cover: the caller's own, and the one that greed and swaps give. */
static dm_status begin(dmi_search *search, const dmi_part *root, const int32_t *start,
                       dm_error *err)
{
    int32_t count = root->count < root->sets ? root->count : root->sets;
    int32_t *sets = dmi_alloc((size_t)count, sizeof *sets);
    dmi_part trial = *root;
    int64_t weight = 0;
    dm_status status = sets ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK && start)
        status = weigh(search->cover, start, &weight, err);
    if (status == DM_OK && start)
        dmi_search_keep(search, weight, start, search->cover->count);
    trial.count = count;
    if (status == DM_OK && (weight = dmi_cover_start(&trial, 0, sets)) < 0)
        status = dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < count; i++)
        sets[i] = root->name[sets[i]];
    if (status == DM_OK)
        dmi_search_keep(search, weight, sets, count);
    free(sets);
    return status;
}

/* Lists every cover of the weight that the first search proved. */
static dm_status list_all(dmi_search *search, int64_t total, dm_error *err)
{
    search->lists_all = true;
    atomic_store(&search->wanted, search->weight);
    atomic_store(&search->is_over, false);
    dmi_part *root = make_root(search->cover, total, true);
    if (!root)
        return dmi_no_memory(err);
    int64_t abandoned = search->abandoned;
    dmi_search_run(search, root, 1);
    search->abandoned =
        abandoned; /* of the first search: it bounds the weight, this one does not */
    return DM_OK;
}

static int by_number(const void *a, const void *b)
{
    int32_t u = *(const int32_t *)a, v = *(const int32_t *)b;
    return (u > v) - (u < v);
}

static void hand_over(dmi_search *search, const dmi_cover_request *request, dmi_cover_answer *out)
{
    int64_t floor = request->floor > search->weight ? request->floor : search->weight;
    memcpy(out->chosen, search->chosen, sizeof *out->chosen * (size_t)search->cover->count);
    qsort(out->chosen, (size_t)search->cover->count, sizeof *out->chosen, by_number);
    out->weight = search->weight;
    out->upper = search->abandoned > floor ? search->abandoned : floor;
    out->nodes = search->nodes;
    out->all = search->all;
    out->all_count = search->all_count;
    out->all_complete = request->all_limit > 0 && search->lists_all && search->status == DM_OK &&
                        !search->all_is_cut;
    search->all = NULL;
}

static dm_status solve(dmi_search *search, const dmi_cover_request *request, int64_t total,
                       dm_error *err)
{
    dmi_part *root = make_root(search->cover, total, false);
    dm_status status = root ? begin(search, root, request->start, err) : dmi_no_memory(err);
    if (status != DM_OK) {
        free(root);
        return status;
    }
    dmi_search_run(search, root, request->threads);
    bool is_proven = search->status == DM_OK && search->abandoned <= search->weight;
    if (is_proven && request->all_limit > 0 && search->weight > request->floor)
        status = list_all(search, total, err);
    if (status != DM_OK || search->status == DM_OK)
        return status;
    return search->status == DM_STOPPED ? dmi_stopped(search->run, err) : dmi_no_memory(err);
}

dm_status dmi_cover_solve(const dmi_cover *cover, const dmi_cover_request *request, dm_run *run,
                          dmi_cover_answer *out, dm_error *err)
{
    dmi_search search = {.cover = cover,
                         .run = run,
                         .enough = request->enough,
                         .all_limit = request->all_limit,
                         .abandoned = -1,
                         .weight = -1};
    search.chosen = dmi_alloc((size_t)cover->count, sizeof *search.chosen);
    search.is_chosen = dmi_alloc((size_t)cover->sets, 1);
    atomic_init(&search.wanted, request->floor + 1);
    atomic_init(&search.is_over, false);
    pthread_mutex_init(&search.lock, NULL);
    pthread_cond_init(&search.changed, NULL);
    dm_status status = search.chosen && search.is_chosen
                           ? solve(&search, request, total_weight(cover), err)
                           : dmi_no_memory(err);
    if (status == DM_OK || status == DM_STOPPED)
        hand_over(&search, request, out);
    pthread_cond_destroy(&search.changed);
    pthread_mutex_destroy(&search.lock);
    free(search.all);
    free(search.chosen);
    free(search.is_chosen);
    return status;
}
