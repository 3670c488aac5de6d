/* lead_problem.c - writes the market of a lead item by item.
 *
 * Branch and cut reads ranks by item and, for each customer, the sites by rank.  Cost: O(n k).
 */
#include "location/lead/lead_problem.h"

#include <string.h>

static void write_items(dmi_lead_problem *g)
{
    const dmi_lead_market *m = g->market;
    for (int32_t j = 0; j < g->items; j++) {
        int h = j >= g->customers;
        int32_t c = h ? j - g->customers : j;
        g->item[j] =
            (dmi_lead_item){.customer = c, .strict = (uint16_t)m->strict[h], .own = m->own[h][c]};
        g->rival[j] = m->rival[c];
        g->weight[j] = m->weight[c];
        g->total += m->weight[c];
    }
    for (int32_t s = 0; s < g->sites; s++) {
        const uint16_t *row = dmi_lead_market_row(m, s);
        uint16_t *to = g->rank + (size_t)s * (size_t)g->items;
        memcpy(to, row, (size_t)g->customers * sizeof *to);
        memcpy(to + g->customers, row, (size_t)(g->items - g->customers) * sizeof *to);
    }
}

/* Counts the ranks of customer c and turns the counts into places; returns how many reach it. */
static int32_t place_ranks(const dmi_lead_problem *g, int32_t c, int32_t *place)
{
    int32_t reached = 0;
    memset(place, 0, (2 * (size_t)g->sites + 8) * sizeof *place);
    for (int32_t s = 0; s < g->sites; s++) {
        uint16_t rank = dmi_lead_ranks(g, s)[c];
        if (rank == DMI_FAR)
            continue;
        place[rank + 1]++;
        reached++;
    }
    for (int32_t r = 1; r < 2 * g->sites + 8; r++)
        place[r] += place[r - 1];
    return reached;
}

/* Writes the sites that reach each customer, nearest first. False if the run stops it. */
static bool write_orders(dmi_lead_problem *g, int32_t *place, dm_run *run)
{
    g->first[0] = 0;
    for (int32_t c = 0; c < g->customers; c++) {
        g->first[c + 1] = g->first[c] + place_ranks(g, c, place);
        int32_t *order = g->order + g->first[c];
        for (int32_t s = 0; s < g->sites; s++) {
            uint16_t rank = dmi_lead_ranks(g, s)[c];
            if (rank != DMI_FAR)
                order[place[rank]++] = s;
        }
        if (!dmi_run_go_on(run, 0))
            return false;
    }
    return true;
}

static int64_t count_reached(const dmi_lead_market *m)
{
    int64_t reached = 0;
    for (int32_t s = 0; s < m->sites.count; s++) {
        const uint16_t *row = dmi_lead_market_row(m, s);
        for (int32_t c = 0; c < m->customers; c++)
            reached += row[c] != DMI_FAR;
    }
    return reached;
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
    size_t items = (size_t)g.items;
    g.item = dmi_array(&g.arrays, items, sizeof *g.item);
    g.rival = dmi_array(&g.arrays, items, sizeof *g.rival);
    g.weight = dmi_array(&g.arrays, items, sizeof *g.weight);
    g.rank = dmi_array(&g.arrays, items * (size_t)g.sites, sizeof *g.rank);
    g.first = dmi_array(&g.arrays, (size_t)g.customers + 1, sizeof *g.first);
    g.order = dmi_array(&g.arrays, (size_t)count_reached(market), sizeof *g.order);
    int32_t *place = dmi_array(&g.arrays, 2 * (size_t)g.sites + 8, sizeof *place);
    dm_status status = dmi_arrays_check(&g.arrays, err);
    if (status != DM_OK)
        return status;
    write_items(&g);
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

void dmi_lead_black_keys(const dmi_lead_problem *problem, const int32_t *black, int32_t count,
                         uint16_t *key)
{
    memcpy(key, problem->rival, (size_t)problem->items * sizeof *key);
    for (int32_t i = 0; i < count; i++) {
        if (black[i] < 0)
            continue;
        const uint16_t *rank = dmi_lead_ranks(problem, black[i]);
        for (int32_t j = 0; j < problem->items; j++)
            key[j] = rank[j] < key[j] ? rank[j] : key[j];
    }
}

void dmi_lead_white_keys(const dmi_lead_problem *problem, const int32_t *white, int32_t count,
                         uint16_t *key)
{
    for (int32_t j = 0; j < problem->items; j++)
        key[j] = DMI_FAR;
    for (int32_t i = 0; i < count; i++) {
        const uint16_t *rank = dmi_lead_ranks(problem, white[i]);
        for (int32_t j = 0; j < problem->items; j++)
            key[j] = rank[j] < key[j] ? rank[j] : key[j];
    }
    for (int32_t j = 0; j < problem->items; j++) {
        uint16_t new = dmi_lead_white_key(&problem->item[j], key[j]);
        key[j] = new < problem->item[j].own ? new : problem->item[j].own;
    }
}

int64_t dmi_lead_weight_won(const dmi_lead_problem *problem, const uint16_t *white,
                            const uint16_t *black)
{
    const int64_t *weight = problem->weight;
    int64_t sum = 0;
    for (int32_t j = 0; j < problem->items; j++)
        sum += black[j] < white[j] ? 0 : weight[j];
    return sum;
}
