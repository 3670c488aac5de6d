/* cover_runs.c - large coverage problems, whose sets are runs of items with neighbouring numbers.
 *
 * If near items have near numbers, a set of near items is a few runs: a disc of 2500 points on a
 * Hilbert curve about 28.  Sums over a set are differences of prefix sums, two per run, so large
 * problems are bounded, and covers looked for, in the time of their runs.
 *
 * Items between which no run begins or ends are in the same sets and become one.  No other
 * reduction is made here: these need the lists of the sets, item by item (cover_subproblem.c).
 *
 * Cost: O(items + runs).
 */
#include "location/cover/cover_subproblem.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The items of the old problem. */
typedef struct segments {
    int32_t *before;       /* new items that begin before each, if a run begins or ends there */
    int32_t *free;         /* free sets that have each; before they are added up: differences */
    int32_t *chosen;       /* the same for sets that are IN */
    unsigned char *is_end; /* a run begins or ends here */
    dmi_arrays arrays;
} segments;

static bool segments_init(segments *g, const dmi_subproblem *from, const unsigned char *decision)
{
    size_t items = (size_t)from->items + 1;
    g->before = dmi_array(&g->arrays, items, sizeof *g->before);
    g->free = dmi_array_zeroed(&g->arrays, items, sizeof *g->free);
    g->chosen = dmi_array_zeroed(&g->arrays, items, sizeof *g->chosen);
    g->is_end = dmi_array_zeroed(&g->arrays, items, sizeof *g->is_end);
    if (g->arrays.failed)
        return false;
    for (int32_t s = 0; s < from->sets; s++) {
        int32_t *sets = decision[s] == DMI_SET_IN ? g->chosen : g->free;
        for (int64_t at = from->first[s]; decision[s] != DMI_SET_OUT && at < from->first[s + 1];
             at++) {
            dmi_item_run r = dmi_item_run_at(from->run, from->item, at);
            g->is_end[r.from] = g->is_end[r.end] = 1;
            sets[r.from]++;
            sets[r.end]--;
        }
    }
    return true;
}

/* Whether item j stays in the problem. */
static bool stays(const segments *g, int32_t j)
{
    return g->free[j] > 0 && g->chosen[j] == 0;
}

/* Numbers the new items; returns the weight of those that the chosen sets have. */
static int64_t number_items(segments *g, const dmi_subproblem *from, int32_t *items)
{
    int64_t gained = 0;
    for (int32_t j = 0; j <= from->items; j++) {
        g->free[j] += j ? g->free[j - 1] : 0;
        g->chosen[j] += j ? g->chosen[j - 1] : 0;
        g->before[j] = *items;
        *items += g->is_end[j] && stays(g, j);
        gained += g->chosen[j] > 0 ? from->weight[j] : 0;
    }
    assert(g->free[from->items] == 0 && g->chosen[from->items] == 0);
    return gained;
}

/* Writes the runs of set s in the new numbers, or counts them if `run` is NULL. */
static int64_t write_runs(const segments *g, const dmi_subproblem *from, int32_t s,
                          dmi_item_run *run)
{
    int64_t count = 0;
    int32_t last = -1; /* the end of the run before */
    for (int64_t at = from->first[s]; at < from->first[s + 1]; at++) {
        dmi_item_run r = dmi_item_run_at(from->run, from->item, at);
        dmi_item_run now = {g->before[r.from], g->before[r.end]};
        if (now.from == now.end)
            continue;
        count += now.from != last;
        if (run && now.from != last)
            run[count - 1].from = now.from;
        if (run)
            run[count - 1].end = now.end;
        last = now.end;
    }
    return count;
}

static void fill(const segments *g, const dmi_subproblem *from, const unsigned char *decision,
                 dmi_subproblem *p)
{
    int32_t next = 0, chosen = from->chosen_count, item = -1;
    int64_t end = 0;
    assert(!p->cost == !from->cost);
    memcpy(p->chosen, from->chosen, sizeof *p->chosen * (size_t)chosen);
    for (int32_t j = 0; j < from->items; j++) {
        if (!stays(g, j))
            continue;
        if (g->is_end[j]) {
            item = g->before[j];
            p->weight[item] = p->multiplier[item] = 0;
        }
        p->weight[item] += from->weight[j];
        p->multiplier[item] += from->multiplier[j];
    }
    for (int32_t s = 0; s < from->sets; s++) {
        if (decision[s] == DMI_SET_IN)
            p->chosen[chosen++] = from->number[s];
        if (decision[s] != DMI_SET_FREE)
            continue;
        if (p->cost)
            p->cost[next] = from->cost[s];
        p->number[next] = from->number[s];
        p->first[next++] = end;
        end += write_runs(g, from, s, p->run + end);
    }
    p->first[next] = end;
    assert(next == p->sets && chosen == p->chosen_count);
}

dmi_subproblem *dmi_subproblem_as_runs(const dmi_subproblem *from, unsigned char *decision)
{
    dmi_subproblem p = *from, *made = NULL;
    segments g = {0};
    size_t runs = 1; /* one more, as no run means lists of items */
    p.items = p.sets = 0;
    p.budget = dmi_subproblem_pay(from, decision);
    if (segments_init(&g, from, decision)) {
        p.gained += number_items(&g, from, &p.items);
        for (int32_t s = 0; s < from->sets; s++) {
            bool is_in = decision[s] == DMI_SET_IN, is_free = decision[s] == DMI_SET_FREE;
            p.count -= is_in;
            p.chosen_count += is_in;
            p.sets += is_free;
            runs += is_free ? (size_t)write_runs(&g, from, s, NULL) : 0;
        }
        if (from->cost && p.count > p.sets)
            p.count = p.sets;
        assert(p.count >= 0 && p.count <= p.sets && p.budget >= 0 && p.gained <= p.upper);
        p.price = from->price >> (dmi_budget_bits(from->budget) - dmi_budget_bits(p.budget));
        made = dmi_subproblem_new(&p, 0, runs, from->cost != NULL);
    }
    if (made) {
        fill(&g, from, decision, &p);
        *made = p;
    }
    memset(decision, DMI_SET_FREE, (size_t)from->sets);
    dmi_arrays_free(&g.arrays);
    return made;
}
