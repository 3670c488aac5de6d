/* serialize.c - market, nodes, openings, strategies and cuts as bytes.
 *
 * Two questions have the same bytes exactly if branch and cut cannot tell them apart, so a checksum
 * of them says whether a file belongs to a question.
 */
#include "location/lead/exact/serialize.h"

#include <assert.h>
#include <stdlib.h>

void dmi_lead_node_write(const dmi_lead_problem *problem, const dmi_lead_node *node, dmi_bytes *to)
{
    dmi_bytes_add_number(to, node->upper);
    dmi_bytes_add_number(to, node->depth);
    dmi_bytes_add(to, node->fix, (size_t)problem->whites);
}

dmi_lead_node *dmi_lead_node_read(const dmi_lead_problem *problem, dmi_bytes_reader *from)
{
    int64_t upper = dmi_bytes_take_number(from, -1, problem->total);
    int64_t depth = dmi_bytes_take_number(from, 0, problem->whites);
    const unsigned char *fix = dmi_bytes_skip(from, (size_t)problem->whites);
    for (int32_t i = 0; fix && i < problem->whites; i++)
        from->failed = from->failed || fix[i] > DMI_SITE_OPEN;
    dmi_lead_node *node = from->failed || !fix ? NULL : dmi_lead_node_child(problem, NULL, 0, 0);
    if (!node)
        return NULL;
    node->upper = upper;
    node->depth = (int32_t)depth;
    for (int32_t i = 0; i < problem->whites; i++)
        if (fix[i] != DMI_SITE_OPEN)
            dmi_lead_node_fix(node, i, fix[i]);
    return node;
}

dm_status dmi_lead_nodes_read(dmi_lead_search *search, dmi_bytes_reader *from, dm_error *err)
{
    int64_t count = dmi_bytes_take_number(from, 0, INT64_MAX);
    for (; count > 0 && !from->failed; count--) {
        dmi_lead_node *node = dmi_lead_node_read(search->problem, from);
        if (!node && !from->failed)
            return dmi_no_memory(err);
        if (node)
            dmi_branch_bound_add(&search->tree, node);
    }
    return DM_OK;
}

/* Sites from low to high - 1, or -1 where there may be none. */
static void read_numbers(dmi_bytes_reader *from, int32_t low, int32_t high, bool may_miss,
                         int32_t *out, int32_t count)
{
    dmi_bytes_take(from, out, (size_t)count * sizeof *out);
    for (int32_t i = 0; i < count; i++)
        if ((out[i] < low || out[i] >= high) && !(may_miss && out[i] == -1))
            from->failed = true;
}

void dmi_lead_opening_write(const dmi_lead_problem *problem, const dmi_lead_opening *opening,
                            dmi_bytes *to)
{
    dmi_bytes_add_number(to, opening->won);
    if (opening->won < 0)
        return;
    dmi_bytes_add(to, opening->white, (size_t)problem->count * sizeof *opening->white);
    dmi_bytes_add(to, opening->black, (size_t)problem->reply * sizeof *opening->black);
}

void dmi_lead_opening_read(const dmi_lead_problem *problem, dmi_bytes_reader *from,
                           dmi_lead_opening *out)
{
    int64_t won = dmi_bytes_take_number(from, -1, problem->total);
    out->won = -1;
    if (won < 0)
        return;
    read_numbers(from, 0, problem->whites, false, out->white, problem->count);
    read_numbers(from, problem->first_black, problem->sites, true, out->black, problem->reply);
    for (int32_t i = 0; i < problem->count; i++) /* sites that differ and are allowed */
        for (int32_t k = 0; k < i; k++)
            from->failed = from->failed || out->white[i] == out->white[k];
    if (!from->failed && !dmi_lead_sites_allow(problem->list, out->white))
        from->failed = true;
    out->won = from->failed ? -1 : won;
}

void dmi_strategies_write(const dmi_lead_problem *problem, const dmi_strategies *strategies,
                          dmi_bytes *to)
{
    size_t slots = (size_t)problem->reply;
    uint64_t end = strategies->count, from = end > DMI_STRATEGIES ? end - DMI_STRATEGIES : 0;
    dmi_bytes_add_number(to, (int64_t)(end - from));
    for (; from < end; from++)
        dmi_bytes_add(to, strategies->slot + (size_t)(from % DMI_STRATEGIES) * slots,
                      slots * sizeof *strategies->slot);
}

void dmi_lead_cuts_write(const dmi_lp *lp, dmi_bytes *to)
{
    int64_t count = 0;
    for (int32_t k = 0; k < lp->cuts; k++)
        count += lp->cut[k].used && !lp->cut[k].limit;
    dmi_bytes_add_number(to, count);
    for (int32_t k = 0; k < lp->cuts; k++) {
        const dmi_lp_cut *cut = &lp->cut[k];
        if (!cut->used || cut->limit)
            continue;
        dmi_bytes_add_number(to, cut->constant);
        dmi_bytes_add(to, cut->coef, (size_t)lp->sites * sizeof *cut->coef);
    }
}

void dmi_warm_start_write(const dmi_lead_search *search, dmi_bytes *to)
{
    dmi_strategies_write(search->problem, &search->start.strategies, to);
    dmi_bytes_add(to, search->start.cuts.at, search->start.cuts.size);
}

dm_status dmi_warm_start_read(dmi_lead_worker *worker, dmi_bytes_reader *from, dm_error *err)
{
    dm_status status = DM_OK;
    int64_t strategies = dmi_bytes_take_number(from, 0, DMI_STRATEGIES);
    for (; strategies > 0 && !from->failed; strategies--) {
        const dmi_lead_problem *problem = worker->problem;
        const dmi_lead_slot *slot = worker->strategy;
        int32_t low = problem->first_black, high = problem->sites;
        dmi_bytes_take(from, worker->strategy, (size_t)problem->reply * sizeof *slot);
        for (int32_t i = 0; i < problem->reply; i++)
            if (slot[i].site < low || slot[i].site >= high ||
                (slot[i].other != -1 && (slot[i].other < low || slot[i].other >= high)))
                from->failed = true;
        if (!from->failed)
            dmi_strategies_add(&worker->strategies, worker->strategy, worker->problem->reply);
    }
    int64_t most = worker->problem->total; /* no cut has a larger number */
    int64_t cuts = dmi_bytes_take_number(from, 0, INT32_MAX);
    for (; cuts > 0 && !from->failed && status == DM_OK; cuts--) {
        int64_t constant = dmi_bytes_take_number(from, -most, most);
        for (int32_t i = 0; i < worker->lp.sites; i++)
            worker->coef[i] = dmi_bytes_take_number(from, -most, most);
        if (!from->failed)
            status = dmi_lp_add(&worker->lp, worker->coef, constant, err);
    }
    return status;
}

void dmi_lead_market_write(const dmi_lead_market *market, dmi_bytes *to)
{
    size_t customers = (size_t)market->customers;
    const int64_t number[] = {market->customers, market->split, market->strict[0],
                              market->strict[1], market->unit,  market->base,
                              market->total};
    const dmi_lead_sites *sites = &market->sites;
    const int64_t counts[] = {sites->count,   sites->whites, sites->first_black, sites->choose,
                              sites->opening, sites->reply,  sites->closable,    sites->budget};
    dmi_bytes_add(to, counts, sizeof counts);
    for (int32_t i = 0; i < sites->count; i++) {
        const dmi_lead_site *s = &sites->site[i];
        const int64_t row[] = {s->vertex, s->twin, s->offset, s->cost, s->closable};
        dmi_bytes_add(to, row, sizeof row);
    }
    dmi_bytes_add(to, number, sizeof number);
    for (int32_t s = 0; s < market->sites.count; s++)
        dmi_bytes_add(to, dmi_lead_market_row(market, s), customers * sizeof *market->rank);
    for (int h = 0; h < 2; h++)
        dmi_bytes_add(to, market->own[h], customers * sizeof *market->own[h]);
    dmi_bytes_add(to, market->rival, customers * sizeof *market->rival);
    dmi_bytes_add(to, market->weight, customers * sizeof *market->weight);
}

static dm_status read_sites(dmi_bytes_reader *from, dmi_lead_sites *out, dm_error *err)
{
    int64_t count = dmi_bytes_take_number(from, 0, INT32_MAX);
    out->count = (int32_t)count;
    out->whites = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->first_black = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->choose = (int32_t)dmi_bytes_take_number(from, 0, out->whites);
    out->opening = (int32_t)dmi_bytes_take_number(from, 0, INT32_MAX);
    out->reply = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->closable = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->budget = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
    if (from->failed || (size_t)count > from->left)
        return DM_OK;
    out->site = dmi_alloc((size_t)count, sizeof *out->site);
    if (!out->site)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < count; i++) {
        dmi_lead_site *s = &out->site[i];
        s->vertex = (dm_vertex)dmi_bytes_take_number(from, -1, INT32_MAX);
        s->twin = (int32_t)dmi_bytes_take_number(from, -1, count - 1);
        s->offset = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
        s->cost = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
        s->closable = dmi_bytes_take_number(from, 0, 1) != 0;
    }
    return DM_OK;
}

dm_status dmi_lead_market_read(dmi_bytes_reader *from, const dm_lead_request *request,
                               dmi_lead_market *out, dm_error *err)
{
    dmi_lead_market m = {.request = request, .sites = {.request = request}};
    dm_status status = read_sites(from, &m.sites, err);
    m.customers = (int32_t)dmi_bytes_take_number(from, 0, INT32_MAX);
    m.split = (int32_t)dmi_bytes_take_number(from, 0, m.customers);
    for (int h = 0; h < 2; h++)
        m.strict[h] = (int)dmi_bytes_take_number(from, 0, 1);
    m.unit = dmi_bytes_take_number(from, 1, INT64_MAX);
    m.base = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
    m.total = dmi_bytes_take_number(from, 0, INT64_MAX);
    m.stride = (size_t)m.customers;
    size_t customers = (size_t)m.customers, cells = (size_t)m.sites.count * customers;
    bool fits = !from->failed && cells <= from->left && m.sites.site;
    if (status == DM_OK && fits) {
        m.rank = dmi_array(&m.arrays, cells, sizeof *m.rank);
        for (int h = 0; h < 2; h++)
            m.own[h] = dmi_array(&m.arrays, customers, sizeof *m.own[h]);
        m.rival = dmi_array(&m.arrays, customers, sizeof *m.rival);
        m.weight = dmi_array(&m.arrays, customers, sizeof *m.weight);
        status = dmi_arrays_check(&m.arrays, err);
    }
    if (status == DM_OK && fits) {
        dmi_bytes_take(from, m.rank, cells * sizeof *m.rank);
        for (int h = 0; h < 2; h++)
            dmi_bytes_take(from, m.own[h], customers * sizeof *m.own[h]);
        dmi_bytes_take(from, m.rival, customers * sizeof *m.rival);
        dmi_bytes_take(from, m.weight, customers * sizeof *m.weight);
    }
    if (status == DM_OK && (from->failed || !fits))
        status = dmi_fail(err, DM_INTERNAL, "rank 0 sent a question that cannot be read");
    if (status == DM_OK)
        *out = m;
    else
        dmi_lead_market_read_clear(&m);
    return status;
}

void dmi_lead_market_read_clear(dmi_lead_market *market)
{
    free(market->sites.site);
    dmi_arrays_free(&market->arrays);
    *market = (dmi_lead_market){0};
}
