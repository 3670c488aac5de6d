/* coverage_sets.c - groups of customers that the candidates treat alike.
 *
 * Customers with equal signatures are a group.  Chance decides nothing: when the lists are made,
 * every candidate must reach all or none of a group, in the same step; if not, other random numbers
 * are drawn.
 *
 * Cost: two passes over the entries; one over those that were signed before.
 */
#include "location/market/coverage_sets.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

enum { NONE = -1, FIRST_TABLE = 1 << 6 };

typedef struct grouping {
    const dmi_customers *customers;
    dmi_candidates *candidates;
    dmi_signatures *signatures;
    dm_run *run;
    int32_t *group;   /* of each customer, or NONE */
    int32_t *example; /* the first customer of each group */
    int32_t *size;    /* of each group */
    int32_t groups;
    size_t example_room, size_room;
    int32_t *table; /* a hash table of groups */
    uint32_t table_mask;
    int32_t *outer, *inner; /* the items of each group, or NONE */
    int64_t *met;           /* scratch: 2 * candidate + step, of the last that reaches the group */
} grouping;

static bool same_signature(const grouping *g, int32_t a, int32_t b)
{
    const dmi_signature *of = g->signatures->of;
    return of[a].word[0] == of[b].word[0] && of[a].word[1] == of[b].word[1];
}

/* The place of a customer's signature in the table. */
static uint32_t look_up(const grouping *g, int32_t customer)
{
    uint32_t at = (uint32_t)g->signatures->of[customer].word[0] & g->table_mask;
    while (g->table[at] != NONE && !same_signature(g, customer, g->example[g->table[at]]))
        at = (at + 1) & g->table_mask;
    return at;
}

/* Makes a table of `size` places, a power of two, for the groups there are.  False: no memory. */
static bool make_table(grouping *g, uint32_t size)
{
    free(g->table);
    g->table = dmi_alloc(size, sizeof *g->table);
    g->table_mask = size - 1;
    for (uint32_t i = 0; g->table && i < size; i++)
        g->table[i] = NONE;
    for (int32_t i = 0; g->table && i < g->groups; i++)
        g->table[look_up(g, g->example[i])] = i;
    return g->table;
}

/* Neighbours are often in the same group: the table is asked only where the group changes. */
static dm_status make_groups(grouping *g, dm_error *err)
{
    int32_t before = NONE;
    g->group = dmi_alloc((size_t)g->customers->count, sizeof *g->group);
    if (!g->group || !make_table(g, FIRST_TABLE))
        return dmi_no_memory(err);
    for (int32_t c = 0; c < g->customers->count; c++) {
        const dmi_signature *of = &g->signatures->of[c];
        g->group[c] = NONE;
        if (of->reached[0] == 0 && of->reached[1] == 0)
            continue;
        if (before != NONE && same_signature(g, c, before)) {
            g->group[c] = g->group[before];
        } else {
            uint32_t at = look_up(g, c);
            if (g->table[at] == NONE) { /* a new group; c is its example */
                size_t need = (size_t)g->groups + 1;
                if (!dmi_reserve(&g->example, &g->example_room, need, sizeof *g->example) ||
                    !dmi_reserve(&g->size, &g->size_room, need, sizeof *g->size))
                    return dmi_no_memory(err);
                g->example[g->groups] = c;
                g->size[g->groups] = 0;
                g->group[c] = g->table[at] = g->groups++;
                if (2 * (uint32_t)g->groups > g->table_mask &&
                    !make_table(g, 2 * (g->table_mask + 1)))
                    return dmi_no_memory(err);
            } else {
                g->group[c] = g->table[at];
            }
        }
        g->size[g->group[c]]++;
        before = c;
    }
    return DM_OK;
}

/* A group that all of its candidates reach in the same step has one item. */
static dm_status make_items(grouping *g, dmi_coverage *w, dm_error *err)
{
    size_t groups = (size_t)g->groups;
    w->weight = dmi_calloc(2 * groups + 1, sizeof *w->weight);
    g->outer = dmi_alloc(groups, sizeof *g->outer);
    g->inner = dmi_alloc(groups, sizeof *g->inner);
    g->met = dmi_calloc(groups, sizeof *g->met);
    if (!w->weight || !g->outer || !g->inner || !g->met)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < g->groups; i++) {
        const dmi_signature *s = &g->signatures->of[g->example[i]];
        g->outer[i] = w->items++;
        g->inner[i] = s->reached[0] > 0 && s->reached[1] > 0 ? w->items++ : NONE;
    }
    for (int32_t c = 0; c < g->customers->count; c++) {
        int32_t i = g->group[c];
        if (i == NONE)
            continue;
        const dmi_market_step *step = dmi_customer_steps(g->customers, c);
        w->weight[g->outer[i]] += step[g->signatures->of[c].reached[0] == 0].gain;
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
    const dmi_hits *f = &g->candidates->hits[c];
    const uint8_t *byte = f->byte;
    int64_t count = 0, reached = 0;
    uint32_t entry = 0;
    for (int64_t e = 0; e < f->count; e++) {
        byte = dmi_hits_next(byte, &entry);
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

static dm_status make_sets(grouping *g, dmi_coverage *w, bool *is_right, dm_error *err)
{
    size_t capacity = 0;
    w->first = dmi_calloc((size_t)g->candidates->count + 1, sizeof *w->first);
    if (!w->first)
        return dmi_no_memory(err);
    for (; w->sets < g->candidates->count; w->sets++) {
        int64_t start = w->first[w->sets], found = g->candidates->hits[w->sets].count;
        int64_t most = found < g->groups ? found : g->groups;
        if (!dmi_reserve(&w->item, &capacity, (size_t)(start + 2 * most + 1), sizeof *w->item))
            return dmi_no_memory(err);
        int64_t items = list_items(g, w->sets, w->item + start);
        if (items < 0)
            return DM_OK;
        assert(items <= 2 * most);
        w->first[w->sets + 1] = start + items;
        if (!dmi_run_go_on(g->run, 0))
            return dmi_stopped(g->run, err);
    }
    *is_right = true;
    return DM_OK;
}

/* Signs, groups and lists once; *is_right: the groups are true. */
static dm_status group_once(grouping *g, dmi_coverage *coverage, bool *is_right, dm_error *err)
{
    for (int32_t i = 0; i < g->candidates->count; i++) {
        if (!dmi_run_go_on(g->run, 0))
            return dmi_stopped(g->run, err);
        dmi_signatures_add(g->signatures, g->candidates->vertex[i], &g->candidates->hits[i]);
    }
    dm_status status = make_groups(g, err);
    if (status == DM_OK)
        status = make_items(g, coverage, err);
    return status == DM_OK ? make_sets(g, coverage, is_right, err) : status;
}

dm_status dmi_coverage_init(dmi_coverage *coverage, const dmi_customers *customers,
                            dmi_candidates *candidates, dmi_signatures *signatures, dm_run *run,
                            dm_error *err)
{
    dmi_coverage made = {0};
    bool is_right = false;
    dm_status status = DM_OK;
    for (bool again = !signatures->of; status == DM_OK && !is_right; again = true) {
        grouping g = {customers, candidates, signatures, .run = run};
        dmi_coverage_clear(&made);
        if (again) { /* other random numbers */
            free(signatures->of);
            signatures->of = dmi_calloc((size_t)customers->count + 1, sizeof *signatures->of);
            signatures->seed++;
            for (int32_t i = 0; i < candidates->count; i++)
                candidates->hits[i].is_signed = false;
            status = signatures->of ? DM_OK : dmi_no_memory(err);
        }
        if (status == DM_OK)
            status = group_once(&g, &made, &is_right, err);
        free(g.group);
        free(g.example);
        free(g.size);
        free(g.table);
        free(g.outer);
        free(g.inner);
        free(g.met);
    }
    if (status == DM_OK)
        *coverage = made;
    else
        dmi_coverage_clear(&made);
    return status;
}

void dmi_coverage_clear(dmi_coverage *coverage)
{
    free(coverage->weight);
    free(coverage->first);
    free(coverage->item);
    free(coverage->run);
    *coverage = (dmi_coverage){0};
}
