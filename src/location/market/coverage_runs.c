/* coverage_runs.c - the lists of a coverage problem as runs of customers.
 *
 * Customers near each other have neighbouring numbers, so what a candidate reaches is a few runs.
 * The items are first what the customers gain in any step, then what those with two steps gain
 * besides in the inner one.  Customers from which nobody gains have no items.
 */
#include "location/market/coverage_sets.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

typedef struct listing {
    dmi_coverage made;
    int32_t *item[2]; /* of each customer, by step */
    size_t room, runs;
} listing;

/* Numbers the items and weighs them. */
static void number_items(listing *g, const dmi_customers *customers)
{
    for (int step = 0; step < 2; step++)
        for (int32_t c = 0; c < customers->count; c++) {
            const dmi_market_step *s = dmi_customer_steps(customers, c);
            g->item[step][c] = g->made.items;
            if (s[step].reach >= 0)
                g->made.weight[g->made.items++] = s[step].gain - (step ? s[0].gain : 0);
        }
}

/* Adds the runs of what the hits reach in this step. */
static bool add_runs(listing *g, const dmi_hits *hits, int step)
{
    const uint8_t *byte = hits->byte;
    const size_t first = g->runs;
    uint32_t entry = 0;
    for (int64_t e = 0; e < hits->count; e++) {
        byte = dmi_hits_next(byte, &entry);
        if (step > (int)(entry % 2))
            continue;
        int32_t item = g->item[step][entry / 2];
        if (g->runs > first && g->made.run[g->runs - 1].end == item) {
            g->made.run[g->runs - 1].end++;
            continue;
        }
        if (!dmi_reserve(&g->made.run, &g->room, g->runs + 1, sizeof *g->made.run))
            return false;
        g->made.run[g->runs++] = (dmi_item_run){item, item + 1};
    }
    return true;
}

dm_status dmi_coverage_init_runs(dmi_coverage *coverage, const dmi_customers *customers,
                                 const dmi_candidates *candidates, dm_run *run, dm_error *err)
{
    size_t count = (size_t)customers->count;
    listing g = {.made = {.sets = candidates->count}};
    dmi_arrays arrays = {0};
    g.item[0] = dmi_array(&arrays, count, sizeof *g.item[0]);
    g.item[1] = dmi_array(&arrays, count, sizeof *g.item[1]);
    g.made.weight = dmi_alloc(2 * count, sizeof *g.made.weight);
    g.made.first = dmi_calloc((size_t)candidates->count + 1, sizeof *g.made.first);
    bool has_room = !arrays.failed && g.made.weight && g.made.first &&
                    dmi_reserve(&g.made.run, &g.room, 1, sizeof *g.made.run);
    dm_status status = has_room ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        number_items(&g, customers);
    for (int32_t i = 0; status == DM_OK && i < candidates->count; i++) {
        if (!add_runs(&g, &candidates->hits[i], 0) || !add_runs(&g, &candidates->hits[i], 1))
            status = dmi_no_memory(err);
        else if (!dmi_run_go_on(run, 0))
            status = dmi_stopped(run, err);
        g.made.first[i + 1] = (int64_t)g.runs;
    }
    dmi_arrays_free(&arrays);
    if (status == DM_OK)
        *coverage = g.made;
    else
        dmi_coverage_clear(&g.made);
    return status;
}
