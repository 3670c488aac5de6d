/* wins.c - groups of customers that the candidates treat alike.
 *
 * Every candidate has two random numbers of 128 bits, for its two steps.  The signature of a
 * customer is the sum of those of the candidates that gain from it, so equal customers have equal
 * signatures, and different ones do with a chance of 2^-128.  Chance decides nothing: when the
 * lists are made, every candidate must reach all or none of a group, in the same step; if not,
 * other random numbers are drawn.
 *
 * Cost: three passes over the entries.
 */
#include "market/wins.h"

#include "base/base.h"
#include "base/sort.h"
#include <demesne/rng.h>
#include <stdlib.h>

typedef struct signature {
    uint64_t word[2];
} signature;

enum { NONE = -1, OUTER = 1, INNER = 2 }; /* steps, as bits */

typedef struct grouping {
    const dmi_customers *customers;
    const dmi_candidates *candidates;
    signature *signature; /* of each customer */
    unsigned char *steps; /* in which some candidate reaches the customer */
    int32_t *group;       /* of each customer, or NONE */
    int32_t *size;        /* of each group */
    int32_t *example;     /* a customer of each group */
    int32_t groups;
    int32_t *outer, *inner; /* the items of each group, or NONE */
    int32_t *met;           /* scratch: entries of the present candidate per group and step */
    dmi_arrays arrays;
} grouping;

static dm_status grouping_init(grouping *g, dm_error *err)
{
    size_t count = (size_t)g->customers->count + 1;
    g->signature = dmi_array_zeroed(&g->arrays, count, sizeof *g->signature);
    g->steps = dmi_array_zeroed(&g->arrays, count, 1);
    g->group = dmi_array(&g->arrays, count, sizeof *g->group);
    g->size = dmi_array_zeroed(&g->arrays, count, sizeof *g->size);
    g->example = dmi_array(&g->arrays, count, sizeof *g->example);
    g->outer = dmi_array(&g->arrays, count, sizeof *g->outer);
    g->inner = dmi_array(&g->arrays, count, sizeof *g->inner);
    g->met = dmi_array_zeroed(&g->arrays, 2 * count, sizeof *g->met);
    return dmi_arrays_check(&g->arrays, err);
}

static void sign(grouping *g, uint64_t seed)
{
    dm_rng rng;
    dm_rng_init(&rng, seed);
    for (int32_t i = 0; i < g->candidates->count; i++) {
        const dmi_finds *f = &g->candidates->finds[i];
        uint64_t key[2][2];
        for (int k = 0; k < 4; k++)
            key[k / 2][k % 2] = dm_rng_next(&rng);
        for (int64_t e = 0; f->is_current && e < f->count; e++) {
            uint32_t customer = f->entry[e] / 2, step = f->entry[e] % 2;
            g->signature[customer].word[0] += key[step][0];
            g->signature[customer].word[1] += key[step][1];
            g->steps[customer] |= (unsigned char)(step ? INNER : OUTER);
        }
    }
}

/* The place of a customer's signature in the table. */
static uint32_t look_up(const grouping *g, const int32_t *table, uint32_t mask, int32_t customer)
{
    const signature *s = &g->signature[customer];
    uint32_t at = (uint32_t)s->word[0] & mask;
    while (table[at] != NONE) {
        const signature *t = &g->signature[g->example[table[at]]];
        if (s->word[0] == t->word[0] && s->word[1] == t->word[1])
            break;
        at = (at + 1) & mask;
    }
    return at;
}

static dm_status make_groups(grouping *g, dm_error *err)
{
    uint32_t size = 2;
    while (size < 2 * (uint32_t)g->customers->count)
        size *= 2;
    int32_t *table = dmi_alloc(size, sizeof *table);
    if (!table)
        return dmi_no_memory(err);
    for (uint32_t i = 0; i < size; i++)
        table[i] = NONE;
    for (int32_t c = 0; c < g->customers->count; c++) {
        g->group[c] = NONE;
        if (!g->steps[c])
            continue;
        uint32_t at = look_up(g, table, size - 1, c);
        if (table[at] == NONE) {
            table[at] = g->groups;
            g->example[g->groups++] = c;
        }
        g->group[c] = table[at];
        g->size[table[at]]++;
    }
    free(table);
    return DM_OK;
}

/* A group that all of its candidates reach in the same step has one item. */
static dm_status make_items(grouping *g, dmi_wins *w, dm_error *err)
{
    w->weight = dmi_calloc(2 * (size_t)g->groups + 1, sizeof *w->weight);
    if (!w->weight)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < g->groups; i++) {
        unsigned char steps = g->steps[g->example[i]];
        g->outer[i] = w->items++;
        g->inner[i] = steps == (OUTER | INNER) ? w->items++ : NONE;
    }
    for (int32_t c = 0; c < g->customers->count; c++) {
        int32_t i = g->group[c];
        if (i == NONE)
            continue;
        const dmi_market_step *step =
            g->customers->at[g->customers->place ? g->customers->place[c] : c].step;
        w->weight[g->outer[i]] += step[g->steps[c] == INNER].gain;
        if (g->inner[i] != NONE)
            w->weight[g->inner[i]] += step[1].gain - step[0].gain;
    }
    return DM_OK;
}

/* Adds the items of one candidate, each once.  False: it reaches a part of a group. */
static bool list_items(grouping *g, const dmi_finds *f, int32_t *item, int64_t *items)
{
    int64_t count = 0;
    bool is_whole = true;
    for (int64_t e = 0; e < f->count; e++) {
        int32_t i = g->group[f->entry[e] / 2];
        size_t at = 2 * (size_t)i + f->entry[e] % 2;
        if (g->met[at]++ == 0)
            item[count++] = (int32_t)at;
    }
    *items = 0;
    for (int64_t k = 0; k < count; k++) {
        int32_t i = item[k] / 2;
        is_whole &= g->met[item[k]] == g->size[i];
        g->met[item[k]] = 0;
    }
    /* Written from the end, as a group may have two items. */
    for (int64_t k = 0; is_whole && k < count; k++)
        *items += 1 + (item[k] % 2 && g->inner[item[k] / 2] != NONE);
    for (int64_t k = count, to = *items; is_whole && k-- > 0;) {
        int32_t i = item[k] / 2;
        bool has_two = item[k] % 2 && g->inner[i] != NONE;
        if (has_two)
            item[--to] = g->inner[i];
        item[--to] = g->outer[i];
    }
    return is_whole;
}

/* Sorts a list of different items below `items`: long ones by a bitset, all of it 0 before and
 * after. */
static void sort_items(int32_t *item, int64_t count, int32_t items, uint64_t *bit)
{
    int64_t words = items / 64 + 1, at = 0;
    if (words > 16 * count) {
        dmi_sort_int32(item, count);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        bit[item[i] / 64] |= UINT64_C(1) << item[i] % 64;
    for (int64_t w = 0; w < words; w++)
        for (; bit[w]; bit[w] &= bit[w] - 1)
            item[at++] = (int32_t)(64 * w) + __builtin_ctzll(bit[w]);
}

static dm_status make_sets(grouping *g, dmi_wins *w, bool *is_right, dm_error *err)
{
    size_t capacity = 0;
    uint64_t *bit = dmi_calloc((size_t)w->items / 64 + 1, sizeof *bit);
    w->first = dmi_calloc((size_t)g->candidates->count + 1, sizeof *w->first);
    dm_status status = bit && w->first ? DM_OK : dmi_no_memory(err);
    *is_right = true;
    for (; status == DM_OK && *is_right && w->sets < g->candidates->count; w->sets++) {
        const dmi_finds *f = &g->candidates->finds[w->sets];
        int64_t start = w->first[w->sets], items = 0;
        w->first[w->sets + 1] = start;
        if (!f->is_current)
            continue;
        int64_t most = f->count < g->groups ? f->count : g->groups;
        if (!dmi_reserve(&w->item, &capacity, (size_t)(start + 2 * most + 1), sizeof *w->item)) {
            status = dmi_no_memory(err);
            break;
        }
        *is_right = list_items(g, f, w->item + start, &items);
        sort_items(w->item + start, items, w->items, bit);
        w->first[w->sets + 1] = start + items;
    }
    free(bit);
    return status;
}

static dm_status group_once(grouping *g, uint64_t seed, dmi_wins *w, bool *is_right, dm_error *err)
{
    dm_status status = grouping_init(g, err);
    if (status != DM_OK)
        return status;
    sign(g, seed);
    status = make_groups(g, err);
    if (status == DM_OK)
        status = make_items(g, w, err);
    if (status == DM_OK)
        status = make_sets(g, w, is_right, err);
    dmi_arrays_free(&g->arrays);
    return status;
}

dm_status dmi_wins_init(dmi_wins *wins, const dmi_customers *customers,
                        const dmi_candidates *candidates, dm_error *err)
{
    dmi_wins made = {0};
    bool is_right = false;
    dm_status status = DM_OK;
    for (uint64_t seed = 1; status == DM_OK && !is_right; seed++) {
        grouping g = {.customers = customers, .candidates = candidates};
        dmi_wins_clear(&made);
        status = group_once(&g, seed, &made, &is_right, err);
    }
    if (status == DM_OK)
        *wins = made;
    else
        dmi_wins_clear(&made);
    return status;
}

void dmi_wins_clear(dmi_wins *wins)
{
    free(wins->weight);
    free(wins->first);
    free(wins->item);
    *wins = (dmi_wins){0};
}

void dmi_candidates_clear(dmi_candidates *candidates)
{
    for (int32_t i = 0; candidates->finds && i < candidates->count; i++)
        free(candidates->finds[i].entry);
    free(candidates->finds);
    free(candidates->vertex);
    free(candidates->offset);
    *candidates = (dmi_candidates){0};
}
