/* serialize.c - nodes, openings, plans and cuts as bytes. */
#include "location/lead/exact/serialize.h"

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
            dmi_lead_search_add(search, node);
    }
    return DM_OK;
}

static void sites_write(const int32_t *site, int32_t count, dmi_bytes *to)
{
    dmi_bytes_add(to, site, (size_t)count * sizeof *site);
}

/* Sites from low to high - 1, or -1 where there may be none. */
static void sites_read(dmi_bytes_reader *from, int32_t low, int32_t high, bool may_miss,
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
    sites_write(opening->white, problem->count, to);
    sites_write(opening->black, problem->reply, to);
}

/* Whether White's sites are different and allowed. */
static bool is_opening(const dmi_lead_problem *problem, const int32_t *white)
{
    for (int32_t i = 0; i < problem->count; i++)
        for (int32_t k = 0; k < i; k++)
            if (white[i] == white[k])
                return false;
    return dmi_lead_sites_allow(problem->list, white);
}

void dmi_lead_opening_read(const dmi_lead_problem *problem, dmi_bytes_reader *from,
                           dmi_lead_opening *out)
{
    int64_t won = dmi_bytes_take_number(from, -1, problem->total);
    out->won = -1;
    if (won < 0)
        return;
    sites_read(from, 0, problem->whites, false, out->white, problem->count);
    sites_read(from, problem->first_black, problem->sites, true, out->black, problem->reply);
    if (!from->failed && !is_opening(problem, out->white))
        from->failed = true;
    out->won = from->failed ? -1 : won;
}

void dmi_strategies_write(const dmi_lead_problem *problem, const dmi_strategies *plans,
                          dmi_bytes *to)
{
    size_t slots = (size_t)problem->reply;
    uint64_t end = plans->count, from = end > DMI_STRATEGIES ? end - DMI_STRATEGIES : 0;
    dmi_bytes_add_number(to, (int64_t)(end - from));
    for (; from < end; from++)
        dmi_bytes_add(to, plans->slot + (size_t)(from % DMI_STRATEGIES) * slots,
                      slots * sizeof *plans->slot);
}

static void plan_read(const dmi_lead_problem *problem, dmi_bytes_reader *from, dmi_lead_slot *out)
{
    int32_t low = problem->first_black, high = problem->sites;
    dmi_bytes_take(from, out, (size_t)problem->reply * sizeof *out);
    for (int32_t i = 0; i < problem->reply; i++) {
        bool has_other = out[i].other != -1;
        if (out[i].site < low || out[i].site >= high ||
            (has_other && (out[i].other < low || out[i].other >= high)))
            from->failed = true;
    }
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

/* Adds the cuts to the worker's. */
static dm_status cuts_read(dmi_lead_worker *worker, dmi_bytes_reader *from, dm_error *err)
{
    dm_status status = DM_OK;
    int64_t most = worker->problem->total; /* no cut has a larger number */
    int64_t count = dmi_bytes_take_number(from, 0, INT32_MAX);
    for (; count > 0 && !from->failed && status == DM_OK; count--) {
        int64_t constant = dmi_bytes_take_number(from, -most, most);
        for (int32_t i = 0; i < worker->lp.sites; i++)
            worker->coef[i] = dmi_bytes_take_number(from, -most, most);
        if (!from->failed)
            status = dmi_lp_add(&worker->lp, worker->coef, constant, err);
    }
    return status;
}

void dmi_warm_start_write(const dmi_lead_search *search, dmi_bytes *to)
{
    dmi_strategies_write(search->problem, &search->start.plans, to);
    dmi_bytes_add(to, search->start.cuts.at, search->start.cuts.size);
}

dm_status dmi_warm_start_read(dmi_lead_worker *worker, dmi_bytes_reader *from, dm_error *err)
{
    int64_t plans = dmi_bytes_take_number(from, 0, DMI_STRATEGIES);
    for (; plans > 0 && !from->failed; plans--) {
        plan_read(worker->problem, from, worker->plan);
        if (!from->failed)
            dmi_strategies_add(&worker->plans, worker->plan, worker->problem->reply);
    }
    return cuts_read(worker, from, err);
}

void dmi_lead_counts_write(const dmi_lead_counts *counts, dmi_bytes *to)
{
    dmi_bytes_add(to, counts, sizeof *counts);
}

dmi_lead_counts dmi_lead_counts_read(dmi_bytes_reader *from)
{
    dmi_lead_counts counts;
    dmi_bytes_take(from, &counts, sizeof counts);
    return counts;
}
