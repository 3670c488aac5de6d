/* cover_subproblem.c - makes smaller coverage problems from larger ones.
 *
 * Choosing a set removes its items.  Then, in this order:
 *
 *   a set above the budget        is removed
 *   a set within another set      is removed if the larger set costs no more
 *   an item in no free set        is removed
 *   an item no choice can miss    is gained: fewer sets lack it than must be chosen (no budget)
 *   items in the same sets        become one, with the sum of their weights and multipliers
 *
 * None of these changes the greatest weight.  The second changes which covers have it, so it is
 * skipped if all of them are wanted.
 *
 * A set's mark is a bitset of its items, folded if there are many items.  Marks tell most pairs of
 * sets apart, and all pairs if nothing was folded.
 *
 * Cost: O(size), and for each set the sets that share its rarest item.
 */
#include "location/cover/cover_subproblem.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Entries up to which sets are compared.  In larger problems multipliers exclude most sets
 * sooner. */
enum { MOST_COMPARED = 4000000 };

enum { EXACT_WORDS = 64, FOLDED_WORDS = 4 };

/* Takes `count` entries of `size` bytes from a block; with block NULL only adds up sizes. */
static void *cut(char *block, size_t *at, size_t count, size_t size)
{
    void *piece = block ? block + *at : NULL;
    *at += (count * size + 7) & ~(size_t)7;
    return piece;
}

static size_t lay_out_reducer(dmi_reducer *f, char *block, size_t items, size_t sets, size_t size)
{
    size_t at = 0;
    f->set_first = cut(block, &at, sets + 1, sizeof *f->set_first);
    f->item_first = cut(block, &at, items + 2, sizeof *f->item_first);
    f->hash = cut(block, &at, items, sizeof *f->hash);
    f->mark = cut(block, &at, sets * (size_t)f->most_words, sizeof *f->mark);
    f->set_item = cut(block, &at, size, sizeof *f->set_item);
    f->item_set = cut(block, &at, size, sizeof *f->item_set);
    f->leader = cut(block, &at, items, sizeof *f->leader);
    f->slot = cut(block, &at, (size_t)f->slot_mask + 1, sizeof *f->slot);
    f->covered = cut(block, &at, items, 1);
    return at;
}

/* Many items are folded to keep the marks small compared with the lists. */
static int32_t words_for(int32_t items)
{
    return items <= 64 * EXACT_WORDS ? (items + 63) / 64 : FOLDED_WORDS;
}

bool dmi_reducer_init(dmi_reducer *reducer, int32_t sets)
{
    reducer->decision = dmi_calloc((size_t)sets, 1);
    return reducer->decision != NULL;
}

void dmi_reducer_clear(dmi_reducer *reducer)
{
    free(reducer->decision);
    free(reducer->block);
    *reducer = (dmi_reducer){0};
}

int64_t dmi_subproblem_entries(const dmi_subproblem *sub, const unsigned char *decision)
{
    int64_t size = 0;
    for (int32_t s = 0; s < sub->sets; s++) {
        if (decision[s] == DMI_SET_OUT)
            continue;
        if (!sub->run)
            size += sub->first[s + 1] - sub->first[s];
        for (int64_t at = sub->first[s]; sub->run && at < sub->first[s + 1]; at++)
            size += sub->run[at].end - sub->run[at].from;
    }
    return size;
}

/* Makes the block large enough for a subproblem. */
static bool reserve_reducer(dmi_reducer *f, const dmi_subproblem *from)
{
    int64_t size = dmi_subproblem_entries(from, f->decision);
    if (f->block && from->items <= f->room_items && from->sets <= f->room_sets &&
        size <= f->room_size)
        return true;
    free(f->block);
    f->block = NULL;
    f->room_items = from->items;
    f->room_sets = from->sets;
    f->room_size = size;
    f->most_words = words_for(from->items);
    for (f->slot_mask = 7; f->slot_mask < 2 * (uint32_t)from->items;)
        f->slot_mask = 2 * f->slot_mask + 1;
    size_t items = (size_t)from->items, sets = (size_t)from->sets;
    f->block = dmi_alloc(lay_out_reducer(f, NULL, items, sets, (size_t)size), 1);
    if (f->block)
        lay_out_reducer(f, f->block, items, sets, (size_t)size);
    return f->block != NULL;
}

/* Marks what the chosen sets cover; returns its weight. */
static int64_t take_chosen(dmi_reducer *f, const dmi_subproblem *from)
{
    int64_t gained = 0;
    memset(f->covered, 0, (size_t)from->items);
    for (int32_t s = 0; s < from->sets; s++)
        for (int64_t at = from->first[s]; f->decision[s] == DMI_SET_IN && at < from->first[s + 1];
             at++) {
            dmi_item_run r = dmi_item_run_at(from->run, from->item, at);
            for (int32_t j = r.from; j < r.end; j++) {
                gained += f->covered[j] ? 0 : from->weight[j];
                f->covered[j] = 1;
            }
        }
    return gained;
}

int64_t dmi_subproblem_pay(const dmi_subproblem *sub, unsigned char *decision)
{
    int64_t left = sub->budget;
    for (int32_t s = 0; sub->cost && s < sub->sets; s++)
        left -= decision[s] == DMI_SET_IN ? sub->cost[s] : 0;
    for (int32_t s = 0; sub->cost && s < sub->sets; s++)
        if (decision[s] == DMI_SET_FREE && sub->cost[s] > left)
            decision[s] = DMI_SET_OUT;
    return left;
}

/* Lists the items of each free set that are not covered. */
static void list_sets(dmi_reducer *f, const dmi_subproblem *from)
{
    int64_t end = 0;
    for (int32_t s = 0; s < from->sets; s++) {
        f->set_first[s] = end;
        for (int64_t at = from->first[s]; !f->decision[s] && at < from->first[s + 1]; at++) {
            dmi_item_run r = dmi_item_run_at(from->run, from->item, at);
            for (int32_t j = r.from; j < r.end; j++) {
                f->set_item[end] = j;
                end += !f->covered[j];
            }
        }
    }
    f->set_first[from->sets] = end;
}

/* Lists the free sets of each item, increasing. */
static void list_items(dmi_reducer *f, const dmi_subproblem *from)
{
    int64_t *begin = f->item_first + 1;
    memset(f->item_first, 0, sizeof *f->item_first * ((size_t)from->items + 2));
    for (int64_t at = 0; at < f->set_first[from->sets]; at++)
        begin[f->set_item[at] + 1]++;
    for (int32_t j = 0; j < from->items; j++)
        begin[j + 1] += begin[j];
    for (int32_t s = 0; s < from->sets; s++)
        for (int64_t at = f->set_first[s]; at < f->set_first[s + 1]; at++)
            f->item_set[begin[f->set_item[at]]++] = s;
}

static int64_t degree(const dmi_reducer *f, int32_t j)
{
    return f->item_first[j + 1] - f->item_first[j];
}

/* Whether set b has all items of set a: by their marks, and if those are folded by their lists. */
static bool is_within(const dmi_reducer *f, int32_t items, int32_t a, int32_t b)
{
    const uint64_t *in_a = f->mark + (size_t)a * (size_t)f->words;
    const uint64_t *in_b = f->mark + (size_t)b * (size_t)f->words;
    for (int32_t w = 0; w < f->words; w++)
        if (in_a[w] & ~in_b[w])
            return false;
    int64_t at_b = f->set_first[b], end_b = f->set_first[b + 1];
    for (int64_t at = f->set_first[a]; items > 64 * f->words && at < f->set_first[a + 1]; at++) {
        while (at_b < end_b && f->set_item[at_b] < f->set_item[at])
            at_b++;
        if (at_b == end_b || f->set_item[at_b] != f->set_item[at])
            return false;
    }
    return true;
}

/* Whether another set that costs no more contains s; of equal sets the first one stays. */
static bool is_dominated(const dmi_reducer *f, const dmi_subproblem *from, int32_t s)
{
    int64_t size = f->set_first[s + 1] - f->set_first[s];
    if (size == 0)
        return true;
    int32_t rare = f->set_item[f->set_first[s]];
    for (int64_t at = f->set_first[s] + 1; at < f->set_first[s + 1]; at++)
        rare = degree(f, f->set_item[at]) < degree(f, rare) ? f->set_item[at] : rare;
    for (int64_t at = f->item_first[rare]; at < f->item_first[rare + 1]; at++) {
        int32_t other = f->item_set[at];
        int64_t more = f->set_first[other + 1] - f->set_first[other] - size;
        int64_t cheaper = from->cost ? from->cost[s] - from->cost[other] : 0;
        if (more >= 0 && cheaper >= 0 && (more > 0 || cheaper > 0 || other < s) &&
            is_within(f, from->items, s, other))
            return true;
    }
    return false;
}

/* Excludes dominated sets and removes them from the items' lists. */
static void drop_dominated(dmi_reducer *f, const dmi_subproblem *from)
{
    f->words = words_for(from->items) < f->most_words ? words_for(from->items) : f->most_words;
    memset(f->mark, 0, sizeof *f->mark * (size_t)from->sets * (size_t)f->words);
    for (int32_t s = 0; s < from->sets; s++) {
        uint64_t *mark = f->mark + (size_t)s * (size_t)f->words;
        for (int64_t at = f->set_first[s]; at < f->set_first[s + 1]; at++) {
            uint32_t bit = (uint32_t)f->set_item[at] % (64 * (uint32_t)f->words);
            mark[bit / 64] |= UINT64_C(1) << bit % 64;
        }
    }
    for (int32_t s = 0; s < from->sets && dmi_run_go_on(f->run, 0); s++)
        if (f->decision[s] == DMI_SET_FREE && is_dominated(f, from, s))
            f->decision[s] = DMI_SET_OUT;
    int64_t end = 0, at = 0;
    for (int32_t j = 0; j < from->items; j++) {
        int64_t stop = f->item_first[j + 1];
        f->item_first[j] = end;
        for (; at < stop; at++) {
            f->item_set[end] = f->item_set[at];
            end += f->decision[f->item_set[at]] == DMI_SET_FREE;
        }
    }
    f->item_first[from->items] = end;
}

/* The first item in the same sets as j; may be j. */
static int32_t find_leader(dmi_reducer *f, int32_t j)
{
    const int32_t *sets = f->item_set + f->item_first[j];
    int64_t count = degree(f, j);
    uint64_t hash = (uint64_t)count;
    for (int64_t i = 0; i < count; i++)
        hash = (hash ^ (uint64_t)sets[i]) * UINT64_C(0x9e3779b97f4a7c15);
    f->hash[j] = hash ^= hash >> 32;
    for (uint32_t at = (uint32_t)hash & f->slot_mask;; at = (at + 1) & f->slot_mask) {
        int32_t other = f->slot[at];
        if (other < 0)
            return f->slot[at] = j;
        if (f->hash[other] == hash && degree(f, other) == count &&
            memcmp(f->item_set + f->item_first[other], sets, sizeof *sets * (size_t)count) == 0)
            return other;
    }
}

/* Finds every item's leader; returns the weight of the items that every choice of `count` of the
 * `sets` free sets covers. Their leader is -1, as is that of items in no set. With a budget fewer
 * sets may be chosen. */
static int64_t group_items(dmi_reducer *f, const dmi_subproblem *from, int32_t sets, int32_t count)
{
    int64_t gained = 0;
    uint32_t mask = 7;
    while (mask < 2 * (uint32_t)from->items)
        mask = 2 * mask + 1;
    f->slot_mask = mask;
    memset(f->slot, -1, sizeof *f->slot * ((size_t)mask + 1));
    for (int32_t j = 0; j < from->items; j++) {
        f->leader[j] = -1;
        if (degree(f, j) == 0)
            continue;
        if (!from->cost && count > 0 && degree(f, j) > sets - count)
            gained += from->weight[j];
        else
            f->leader[j] = find_leader(f, j);
    }
    return gained;
}

static size_t lay_out_subproblem(dmi_subproblem *p, char *block, size_t size, size_t runs,
                                 bool has_cost)
{
    size_t at = sizeof *p, items = (size_t)p->items, sets = (size_t)p->sets;
    p->weight = cut(block, &at, items, sizeof *p->weight);
    p->multiplier = cut(block, &at, items, sizeof *p->multiplier);
    p->first = cut(block, &at, sets + 1, sizeof *p->first);
    p->cost = has_cost ? cut(block, &at, sets, sizeof *p->cost) : NULL;
    p->item = cut(block, &at, size, sizeof *p->item);
    p->run = runs > 0 ? cut(block, &at, runs, sizeof *p->run) : NULL;
    p->number = cut(block, &at, sets, sizeof *p->number);
    p->chosen = cut(block, &at, (size_t)p->chosen_count, sizeof *p->chosen);
    return at;
}

dmi_subproblem *dmi_subproblem_new(dmi_subproblem *layout, size_t items, size_t runs, bool has_cost)
{
    char *block = dmi_alloc(lay_out_subproblem(layout, NULL, items, runs, has_cost), 1);
    if (block)
        lay_out_subproblem(layout, block, items, runs, has_cost);
    return (dmi_subproblem *)(void *)block;
}

static void fill_sets(const dmi_reducer *f, const dmi_subproblem *from, dmi_subproblem *p)
{
    const int32_t *number = f->slot;
    int32_t next = 0, chosen = from->chosen_count;
    int64_t end = 0;
    for (int32_t i = 0; i < chosen; i++)
        p->chosen[i] = from->chosen[i];
    for (int32_t s = 0; s < from->sets; s++) {
        if (f->decision[s] == DMI_SET_IN)
            p->chosen[chosen++] = from->number[s];
        if (f->decision[s] != DMI_SET_FREE)
            continue;
        if (p->cost)
            p->cost[next] = from->cost[s];
        p->number[next] = from->number[s];
        p->first[next++] = end;
        for (int64_t at = f->set_first[s]; at < f->set_first[s + 1]; at++) {
            int32_t j = f->set_item[at];
            if (f->leader[j] == j)
                p->item[end++] = number[j];
        }
    }
    p->first[next] = end;
}

static int32_t count_decided(const dmi_reducer *f, const dmi_subproblem *from,
                             dmi_cover_choice decision)
{
    int32_t count = 0;
    for (int32_t s = 0; s < from->sets; s++)
        count += f->decision[s] == (unsigned char)decision;
    return count;
}

dmi_subproblem *dmi_reducer_apply(dmi_reducer *f, const dmi_subproblem *from)
{
    if (!reserve_reducer(f, from))
        return NULL;
    int32_t in = count_decided(f, from, DMI_SET_IN);
    dmi_subproblem p = {.count = from->count - in,
                        .gained = from->gained + take_chosen(f, from),
                        .upper = from->upper,
                        .budget = dmi_subproblem_pay(from, f->decision),
                        .chosen_count = from->chosen_count + in,
                        .shift = from->shift,
                        .step_size = from->step_size};
    p.price = from->price >> (dmi_budget_bits(from->budget) - dmi_budget_bits(p.budget));
    list_sets(f, from);
    list_items(f, from);
    if (!f->keep_dominated && f->set_first[from->sets] <= MOST_COMPARED)
        drop_dominated(f, from);
    p.sets = count_decided(f, from, DMI_SET_FREE);
    if (from->cost && p.count > p.sets)
        p.count = p.sets;
    assert(p.count >= 0 && p.budget >= 0);
    p.gained += group_items(f, from, p.sets, p.count);
    int64_t size = 0;
    for (int32_t j = 0; j < from->items; j++)
        if (f->leader[j] == j) {
            size += degree(f, j);
            p.items++;
        }
    dmi_subproblem *made = dmi_subproblem_new(&p, (size_t)size, 0, from->cost != NULL);
    if (made) {
        int32_t next = 0, *number = f->slot; /* of the leaders; `slot` is free by now */
        for (int32_t j = 0; j < from->items; j++) {
            int32_t leader = f->leader[j];
            if (leader < 0)
                continue;
            if (leader == j) {
                number[j] = next++;
                p.weight[number[j]] = p.multiplier[number[j]] = 0;
            }
            p.weight[number[leader]] += from->weight[j];
            p.multiplier[number[leader]] += from->multiplier[j];
        }
        for (int32_t j = 0; j < from->items; j++)
            if (f->leader[j] == j && degree(f, j) == 1)
                p.multiplier[number[j]] = p.weight[number[j]] << p.shift;
        fill_sets(f, from, &p);
        assert(p.first[p.sets] == size && p.gained <= p.upper);
        *made = p;
    }
    memset(f->decision, DMI_SET_FREE, (size_t)from->sets);
    return made;
}

dmi_subproblem *dmi_subproblem_whole(const dmi_cover *cover, int64_t total, int shift)
{
    dmi_subproblem p = {.items = cover->items,
                        .sets = cover->sets,
                        .count = cover->count,
                        .upper = total,
                        .budget = cover->budget,
                        .shift = shift,
                        .step_size = 1};
    dmi_subproblem *made = dmi_subproblem_new(&p, 0, 0, cover->cost != NULL);
    if (!made)
        return NULL;
    memcpy(p.weight, cover->weight, sizeof *p.weight * (size_t)p.items);
    memset(p.multiplier, 0, sizeof *p.multiplier * (size_t)p.items);
    if (p.cost)
        memcpy(p.cost, cover->cost, sizeof *p.cost * (size_t)p.sets);
    for (int32_t s = 0; s < p.sets; s++)
        p.number[s] = s;
    p.first = (int64_t *)(uintptr_t)cover->first;
    p.item = (int32_t *)(uintptr_t)cover->item;
    p.run = (dmi_item_run *)(uintptr_t)cover->run;
    *made = p;
    return made;
}
