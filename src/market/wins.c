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
    int32_t *example;     /* the first customer of each group */
    int32_t groups;
    int32_t *outer, *inner; /* the items of each group, or NONE */
    int64_t *met;           /* scratch: 2 * candidate + step, of the last that reaches the group */
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
    g->met = dmi_array_zeroed(&g->arrays, count, sizeof *g->met);
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
        const uint8_t *byte = f->byte;
        uint32_t entry = 0;
        for (int64_t e = 0; f->is_current && e < f->count; e++) {
            byte = dmi_finds_next(byte, &entry);
            uint32_t customer = entry / 2, step = entry % 2;
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

/* Adds the items of candidate c; returns how many.  All entries are in groups whose examples it
 * reaches in the same step, and there are as many as these groups have customers: then it reaches
 * these groups and nothing else.  -1: that is not so. */
static int64_t list_items(grouping *g, int32_t c, int32_t *item)
{
    const dmi_finds *f = &g->candidates->finds[c];
    const uint8_t *byte = f->byte;
    int64_t count = 0, reached = 0;
    uint32_t entry = 0;
    for (int64_t e = 0; e < f->count; e++) {
        byte = dmi_finds_next(byte, &entry);
        int32_t customer = (int32_t)(entry / 2), i = g->group[customer];
        int64_t mark = 2 * ((int64_t)c + 1) + entry % 2;
        if (customer == g->example[i]) {
            g->met[i] = mark;
            reached += g->size[i];
            item[count++] = g->outer[i];
            if (g->inner[i] != NONE && entry % 2)
                item[count++] = g->inner[i];
        } else if (g->met[i] != mark) {
            return -1;
        }
    }
    return reached == f->count ? count : -1;
}

static dm_status make_sets(grouping *g, dmi_wins *w, bool *is_right, dm_error *err)
{
    size_t capacity = 0;
    w->first = dmi_calloc((size_t)g->candidates->count + 1, sizeof *w->first);
    if (!w->first)
        return dmi_no_memory(err);
    for (; w->sets < g->candidates->count; w->sets++) {
        const dmi_finds *f = &g->candidates->finds[w->sets];
        int64_t start = w->first[w->sets], items = 0;
        int64_t most = f->count < g->groups ? f->count : g->groups;
        if (f->is_current &&
            !dmi_reserve(&w->item, &capacity, (size_t)(start + 2 * most + 1), sizeof *w->item))
            return dmi_no_memory(err);
        if (f->is_current)
            items = list_items(g, w->sets, w->item + start);
        if (items < 0)
            return DM_OK;
        w->first[w->sets + 1] = start + items;
    }
    *is_right = true;
    return DM_OK;
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

static size_t bytes_of(uint32_t more)
{
    size_t bytes = 1;
    for (; more > 127; more >>= 7)
        bytes++;
    return bytes;
}

bool dmi_finds_init(dmi_finds *finds, const uint32_t *entry, int64_t count)
{
    size_t bytes = 1, at = 0;
    for (int64_t i = 0; i < count; i++)
        bytes += bytes_of(entry[i] - (i ? entry[i - 1] : 0));
    uint8_t *byte = dmi_alloc(bytes, 1);
    if (!byte)
        return false;
    for (int64_t i = 0; i < count; i++) {
        uint32_t more = entry[i] - (i ? entry[i - 1] : 0);
        for (; more > 127; more >>= 7)
            byte[at++] = (uint8_t)(more | 128);
        byte[at++] = (uint8_t)more;
    }
    *finds = (dmi_finds){byte, count, true};
    return true;
}

void dmi_candidates_clear(dmi_candidates *candidates)
{
    for (int32_t i = 0; candidates->finds && i < candidates->count; i++)
        free(candidates->finds[i].byte);
    free(candidates->finds);
    free(candidates->vertex);
    free(candidates->offset);
    *candidates = (dmi_candidates){0};
}
