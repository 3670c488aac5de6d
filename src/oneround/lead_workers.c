/* lead_workers.c - the workers of a search: how they begin, and how they go through subtrees.
 *
 * A worker takes the open node with the largest bound.  Near the root it puts the children back, so
 * that a stopped search has a good bound; further down it searches depth first to the end, because
 * its linear program has the cuts of that region.  Cuts hold for all openings, so the program can
 * be used at any node.  Waiting workers and processes get the shallowest node of a busy one.
 */
#include "oneround/lead_workers.h"
#include "base/base.h"
#include <demesne/crew.h>
#include <stdlib.h>
#include <string.h>

enum { TOP = 3 }; /* nodes above this depth are taken best bound first */

dm_status dmi_lead_workers_init(dmi_lead_search *search, int threads, int first, dm_error *err)
{
    search->workers = dmi_calloc((size_t)threads, sizeof *search->workers);
    if (!search->workers)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (int i = 0; i < threads && status == DM_OK; i++) {
        status = dmi_lead_worker_init(&search->workers[i], search, i, first + i, err);
        search->threads += status == DM_OK;
    }
    return status;
}

void dmi_lead_workers_clear(dmi_lead_search *search)
{
    for (int i = 0; i < search->threads; i++)
        dmi_lead_worker_clear(&search->workers[i]);
    free(search->workers);
    search->workers = NULL;
    search->threads = 0;
}

dm_status dmi_lead_add_limits(dmi_lead_worker *worker, dm_error *err)
{
    const dmi_lead_sites *list = worker->problem->list;
    if (list->budget == INT64_MAX)
        return DM_OK;
    for (int32_t i = 0; i < list->whites; i++)
        worker->coef[i] = -list->site[i].cost;
    dm_status status = dmi_lp_add_limit(&worker->lp, worker->coef, list->budget, err);
    for (int32_t i = 0; i < list->whites; i++)
        worker->coef[i] = -(list->site[i].vertex >= 0 && !list->site[i].closable);
    if (status == DM_OK)
        status = dmi_lp_add_limit(&worker->lp, worker->coef, list->opening, err);
    return status;
}

/* Copies the cuts and plans that the first worker found at the root. */
static dm_status copy_knowledge(dmi_lead_worker *to, const dmi_lead_worker *from, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t k = 0; k < from->lp.cuts && status == DM_OK; k++)
        if (from->lp.cut[k].used && !from->lp.cut[k].limit)
            status = dmi_lp_add(&to->lp, from->lp.cut[k].coef, from->lp.cut[k].constant, err);
    if (status == DM_OK)
        status = dmi_lead_add_limits(to, err);
    memcpy(to->plans.slot, from->plans.slot,
           DMI_PLANS * (size_t)from->problem->reply * sizeof *to->plans.slot);
    to->plans.count = from->plans.count;
    to->plans_seen = from->search->plans.count;
    return status;
}

/* Makes both children of the node; false: no memory. */
static bool branch(const dmi_lead_search *search, const dmi_lead_node *node, int32_t site,
                   dmi_lead_node *child[2])
{
    for (int value = DMI_SITE_BARRED; value <= DMI_SITE_HELD; value++)
        child[value] = dmi_lead_node_child(search->problem, node, site, value);
    if (child[0] && child[1])
        return true;
    free(child[0]);
    free(child[1]);
    return false;
}

/* Processes the next node of the worker's stack; returns it if it could not be finished. */
static dmi_lead_node *process(dmi_lead_search *search, dmi_lead_worker *worker)
{
    dm_error err = {0};
    dm_status status = DM_OK;
    int32_t site;
    dmi_lead_node *child[2] = {NULL, NULL};
    dmi_lead_node *node = dmi_lead_search_enter(search, worker);
    dmi_lead_verdict verdict = dmi_lead_node_work(worker, node, &site, &err, &status);
    if (verdict == DMI_BRANCH && !branch(search, node, site, child))
        status = dmi_no_memory(&err);
    if (status != DM_OK)
        dmi_lead_search_stop(search, status, &err);
    if (verdict == DMI_HALT || status != DM_OK)
        return node;
    dmi_lead_search_leave(search, worker, node, child);
    return NULL;
}

bool dmi_lead_worker_subtree(dmi_lead_search *search, dmi_lead_worker *worker)
{
    dmi_lead_node *unfinished = NULL;
    if (!dmi_lead_search_take(search, worker))
        return false;
    bool go_below = worker->stack[0]->depth >= TOP;
    do
        unfinished = process(search, worker);
    while (!unfinished && go_below && worker->stacked > 0);
    dmi_lead_search_done(search, worker, unfinished);
    return true;
}

static void work(void *context, int number)
{
    dmi_lead_search *search = context;
    while (dmi_lead_worker_subtree(search, &search->workers[number]))
        continue;
}

dm_status dmi_lead_workers_run(dmi_lead_search *search, dm_error *err)
{
    dm_status status = DM_OK;
    search->workers[0].plans_seen = search->plans.count;
    for (int i = 1; i < search->threads && status == DM_OK; i++)
        status = copy_knowledge(&search->workers[i], &search->workers[0], err);
    if (status != DM_OK)
        return status;
    dm_crew_run(search->threads, work, search);
    return search->status;
}
