/* bit_cover.c - the heaviest union of a few rows, by depth-first search.
 *
 * At each depth the rows are sorted by what they add to the union so far.  What a row adds only
 * falls as the union grows, so the sum of the next few bounds every union that continues here, and
 * a row that adds too little needs no look further down.  The first path is the greedy one.
 *
 * Cost: for two rows a union per pair whose separate weights exceed the best.
 */
#include "location/lead/bit_cover.h"

#include "location/cover/cover.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct dmi_bit_pick {
    int64_t added;
    int32_t row;
} pick;

dm_status dmi_bit_cover_init(dmi_bit_cover *cover, const dmi_bits *bits, int32_t rows,
                             int32_t count, dm_error *err)
{
    size_t room = (size_t)rows, depths = (size_t)count + 1;
    *cover = (dmi_bit_cover){.bits = bits, .count = count, .room = room};
    cover->order = dmi_array(&cover->arrays, depths * room, sizeof *cover->order);
    cover->added = dmi_array(&cover->arrays, depths * room, sizeof *cover->added);
    cover->covered = dmi_array(&cover->arrays, depths * bits->words, sizeof *cover->covered);
    cover->chosen = dmi_array(&cover->arrays, depths, sizeof *cover->chosen);
    cover->best = dmi_array(&cover->arrays, depths, sizeof *cover->best);
    cover->pick = dmi_array(&cover->arrays, room, sizeof *cover->pick);
    return dmi_arrays_check(&cover->arrays, err);
}

void dmi_bit_cover_clear(dmi_bit_cover *cover)
{
    dmi_arrays_free(&cover->arrays);
    *cover = (dmi_bit_cover){0};
}

static int most_first(const void *a, const void *b)
{
    const pick *x = a, *y = b;
    if (x->added != y->added)
        return x->added > y->added ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Sorts the first `count` picks into the lists of a depth. */
static void sort_picks(dmi_bit_cover *c, int depth, int32_t count)
{
    int32_t *order = c->order + (size_t)depth * c->room;
    int64_t *added = c->added + (size_t)depth * c->room;
    qsort(c->pick, (size_t)count, sizeof *c->pick, most_first);
    for (int32_t i = 0; i < count; i++) {
        order[i] = c->pick[i].row;
        added[i] = c->pick[i].added;
    }
}

static void keep(dmi_bit_cover *c, int count, int64_t weight)
{
    assert(count <= c->count);
    c->weight = weight;
    c->best_count = count;
    memcpy(c->best, c->chosen, (size_t)count * sizeof *c->best);
}

static const uint64_t *row_of(const dmi_bit_cover *c, int32_t row)
{
    return c->row + (size_t)row * c->bits->words;
}

/* Tries all ways to add `left` of the `count` rows of this depth to its union of weight `have`. */
static void search(dmi_bit_cover *c, int depth, int32_t count, int64_t have, int left)
{
    size_t words = c->bits->words;
    const int32_t *order = c->order + (size_t)depth * c->room;
    const int64_t *added = c->added + (size_t)depth * c->room;
    const uint64_t *covered = c->covered + (size_t)depth * words;
    uint64_t *joined = c->covered + (size_t)(depth + 1) * words;
    assert(left > 0 && depth + left <= c->count);
    for (int32_t i = 0; i < count && !c->stopped; i++) {
        int64_t most = have;
        for (int32_t k = i; k < count && k < i + left; k++)
            most += added[k];
        if (most <= c->weight)
            return;
        int64_t now = have + added[i];
        c->chosen[depth] = order[i];
        if (left == 1 || i + 1 == count) {
            if (now > c->weight)
                keep(c, depth + 1, now);
            continue;
        }
        const uint64_t *row = row_of(c, order[i]);
        for (size_t w = 0; w < words; w++)
            joined[w] = covered[w] | row[w];
        int32_t listed = 0;
        /* the rows after i that can still be part of a better union: tried as the last one, or
         * listed for the next depth by what they add there */
        for (int32_t k = i + 1; k < count; k++) {
            if (now + added[k] + (left - 2) * added[i + 1] <= c->weight)
                break;
            int64_t weight = dmi_bits_weigh(c->bits, joined, row_of(c, order[k]));
            if (left > 2) {
                c->pick[listed++] = (pick){weight - now, order[k]};
            } else if (weight > c->weight) {
                c->chosen[depth + 1] = order[k];
                keep(c, depth + 2, weight);
            }
        }
        if (left > 2) {
            sort_picks(c, depth + 1, listed);
            search(c, depth + 1, listed, now, left - 1);
        }
        c->stopped = c->stopped || !dmi_run_go_on(c->run, 1);
    }
}

bool dmi_bit_cover_run(dmi_bit_cover *cover, const uint64_t *row, const int32_t *list,
                       int32_t listed, const uint64_t *start, dm_run *run)
{
    size_t words = cover->bits->words;
    assert((size_t)listed <= cover->room);
    cover->row = row;
    cover->run = run;
    cover->stopped = false;
    memcpy(cover->covered, start, words * sizeof *start);
    int64_t have = dmi_bits_weigh(cover->bits, start, start);
    for (int32_t i = 0; i < listed; i++)
        cover->pick[i] =
            (pick){dmi_bits_weigh(cover->bits, start, row_of(cover, list[i])) - have, list[i]};
    sort_picks(cover, 0, listed);
    int32_t count = cover->count < listed ? cover->count : listed;
    memcpy(cover->chosen, cover->order, (size_t)count * sizeof *cover->chosen);
    keep(cover, count, have);
    if (count > 0)
        search(cover, 0, listed, have, count);
    return !cover->stopped;
}

/* Writes the rows as sets of items. */
static dm_status list_items(const dmi_bits *bits, const uint64_t *row, const int32_t *list,
                            int32_t listed, dmi_arrays *arrays, dmi_cover *cover, dm_error *err)
{
    const dmi_lead_market *m = bits->market;
    size_t words = bits->words, total = 0;
    for (int32_t i = 0; i < listed; i++)
        for (size_t w = 0; w < words; w++)
            total += (size_t)__builtin_popcountll(row[(size_t)list[i] * words + w]);
    int64_t *weight = dmi_array(arrays, words * 64, sizeof *weight), at = 0;
    int64_t *first = dmi_array(arrays, (size_t)listed + 1, sizeof *first);
    int32_t *item = dmi_array(arrays, total, sizeof *item);
    if (dmi_arrays_check(arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    for (size_t j = 0; j < words * 64; j++) {
        size_t c = j < 64 * bits->half[0] ? j : j - 64 * bits->half[0];
        weight[j] = c < (size_t)m->customers ? m->weight[c] : 1; /* padding is in no set */
    }
    for (int32_t i = 0; i < listed; i++) {
        const uint64_t *from = row + (size_t)list[i] * words;
        first[i] = at;
        for (size_t w = 0; w < words; w++)
            for (uint64_t left = from[w]; left; left &= left - 1)
                item[at++] = (int32_t)(64 * w) + __builtin_ctzll(left);
    }
    first[listed] = at;
    *cover = (dmi_cover){.items = (int32_t)words * 64,
                         .sets = listed,
                         .weight = weight,
                         .first = first,
                         .item = item};
    return DM_OK;
}

dm_status dmi_bit_cover_as_sets(const dmi_bits *bits, const uint64_t *row, const int32_t *list,
                                int32_t listed, int32_t count, const int64_t *cost, int64_t budget,
                                dm_run *run, int32_t *chosen, int32_t *chosen_count, int64_t *upper,
                                dm_error *err)
{
    dmi_arrays arrays = {0};
    dmi_cover cover = {0};
    dm_status status = list_items(bits, row, list, listed, &arrays, &cover, err);
    if (status != DM_OK)
        return status;
    assert(count <= listed);
    cover.count = count;
    cover.cost = cost;
    cover.budget = budget;
    dmi_cover_request request = {.floor = -1, .enough = INT64_MAX};
    dmi_cover_answer answer = {.chosen = chosen};
    status = dmi_cover_solve(&cover, &request, run, &answer, err);
    if (status == DM_OK || status == DM_STOPPED) {
        for (int32_t i = 0; i < answer.chosen_count; i++)
            chosen[i] = list[chosen[i]];
        *chosen_count = answer.chosen_count;
        *upper = answer.upper;
    }
    dmi_arrays_free(&arrays);
    return status;
}
