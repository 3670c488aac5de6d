/* lead_problem.c - writes the market of a lead item by item.
 *
 * Branch and cut reads ranks by item and, for each customer, the sites by rank.  Cost: O(n k).
 */
#include "location/lead/lead_problem.h"

#include <assert.h>
#include <string.h>

/* Writes the sites that reach each customer, nearest first, by counting their ranks.  False if the
 * run stops it. */
static bool write_orders(dmi_lead_problem *g, int32_t *place, dm_run *run)
{
    const dmi_lead_market *m = g->market;
    g->first[0] = 0;
    for (int32_t c = 0; c < g->customers; c++) {
        int32_t *order = g->order + g->first[c], reached = 0;
        memset(place, 0, (2 * (size_t)g->sites + 8) * sizeof *place);
        for (int32_t s = 0; s < g->sites; s++) {
            uint16_t rank = dmi_lead_market_row(m, s)[c];
            if (rank == DMI_FAR)
                continue;
            assert(rank < 2 * g->sites + 7);
            place[rank + 1]++;
            reached++;
        }
        for (int32_t r = 1; r < 2 * g->sites + 8; r++)
            place[r] += place[r - 1];
        g->first[c + 1] = g->first[c] + reached;
        for (int32_t s = 0; s < g->sites; s++) {
            uint16_t rank = dmi_lead_market_row(m, s)[c];
            if (rank != DMI_FAR)
                order[place[rank]++] = s;
        }
        if (!dmi_run_go_on(run, 0))
            return false;
    }
    return true;
}

dm_status dmi_lead_problem_init(dmi_lead_problem *problem, const dmi_lead_market *market,
                                dm_run *run, dm_error *err)
{
    const dmi_lead_sites *sites = &market->sites;
    dmi_lead_problem g = {.market = market,
                          .list = sites,
                          .count = sites->choose,
                          .reply = sites->reply,
                          .sites = sites->count,
                          .whites = sites->whites,
                          .first_black = sites->first_black,
                          .is_shared = sites->first_black == 0 && sites->whites == sites->count,
                          .items = market->customers + market->split,
                          .customers = market->customers};
    size_t items = (size_t)g.items, reached = 0;
    for (int32_t s = 0; s < g.sites; s++)
        for (int32_t c = 0; c < g.customers; c++)
            reached += dmi_lead_market_row(market, s)[c] != DMI_FAR;
    g.item = dmi_array(&g.arrays, items, sizeof *g.item);
    g.rival = dmi_array(&g.arrays, items, sizeof *g.rival);
    g.weight = dmi_array(&g.arrays, items, sizeof *g.weight);
    g.first = dmi_array(&g.arrays, (size_t)g.customers + 1, sizeof *g.first);
    g.order = dmi_array(&g.arrays, reached, sizeof *g.order);
    int32_t *place = dmi_array(&g.arrays, 2 * (size_t)g.sites + 8, sizeof *place);
    dm_status status = dmi_arrays_check(&g.arrays, err);
    if (status != DM_OK)
        return status;
    for (int32_t j = 0; j < g.items; j++) {
        int h = j >= g.customers;
        int32_t c = h ? j - g.customers : j;
        g.item[j] = (dmi_lead_item){
            .customer = c, .strict = (uint16_t)market->strict[h], .own = market->own[h][c]};
        g.rival[j] = market->rival[c];
        g.weight[j] = market->weight[c];
        g.total += market->weight[c];
    }
    assert(g.total == market->total);
    if (!write_orders(&g, place, run))
        status = dmi_stopped(run, err);
    if (status == DM_OK)
        *problem = g;
    else
        dmi_lead_problem_clear(&g);
    return status;
}

void dmi_lead_problem_clear(dmi_lead_problem *problem)
{
    dmi_arrays_free(&problem->arrays);
    *problem = (dmi_lead_problem){0};
}
