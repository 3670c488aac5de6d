/* tree_workers.c - the workers of a search: how they begin, and how they go through the tree.
 *
 * A worker takes the open node with the largest bound and searches a piece there: PIECE nodes depth
 * first, because its linear program then has the cuts of that region.  The nodes that are still
 * open begin other pieces.  Near the root a piece is a single node, so that soon there is work for
 * many.
 */
#include "location/lead/exact/tree_workers.h"
#include "base/base.h"
#include "base/threads.h"
#include <stdlib.h>
#include <string.h>

enum { TOP = 3, SPLIT = 32 }; /* nodes above depth TOP are pieces of their own */

dm_status dmi_lead_workers_init(dmi_lead_search *search, int threads, dm_error *err)
{
    search->workers = dmi_calloc((size_t)threads, sizeof *search->workers);
    if (!search->workers)
        return dmi_no_memory(err);
    dm_status status = DM_OK;
    for (int i = 0; i < threads && status == DM_OK; i++) {
        status = dmi_lead_worker_init(&search->workers[i], search, i, err);
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

dm_status dmi_lead_add_limits(const dmi_lead_problem *problem, dmi_lp *lp, int64_t *coef,
                              dm_error *err)
{
    const dmi_lead_sites *list = problem->list;
    if (list->budget == INT64_MAX)
        return DM_OK;
    for (int32_t i = 0; i < list->whites; i++)
        coef[i] = -list->site[i].cost;
    dm_status status = dmi_lp_add_limit(lp, coef, list->budget, err);
    for (int32_t i = 0; i < list->whites; i++)
        coef[i] = -(list->site[i].vertex >= 0 && !list->site[i].closable);
    if (status == DM_OK)
        status = dmi_lp_add_limit(lp, coef, list->opening, err);
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

/* Processes up to `most` nodes of the worker's stack, and lists those left. */
static void process_stack(dmi_lead_search *search, dmi_lead_worker *worker, uint64_t most)
{
    dmi_lead_node *unfinished = NULL;
    for (uint64_t done = 1; worker->stacked > 0 && !unfinished && done <= most; done++) {
        unfinished = process(search, worker);
        if (!unfinished && done % SPLIT == 0)
            dmi_lead_search_split(search, worker);
    }
    dmi_lead_search_done(search, worker, unfinished);
}

bool dmi_lead_worker_root(dmi_lead_search *search, dmi_lead_worker *worker)
{
    if (!dmi_lead_search_take(search, worker))
        return false;
    process_stack(search, worker, 1);
    return true;
}

/* Takes the best open node and searches a piece there; false if the search is over. */
static bool search_piece(dmi_lead_search *search, dmi_lead_worker *worker)
{
    dm_error err = {0};
    if (!dmi_lead_search_take(search, worker))
        return false;
    dm_status status = dmi_lead_worker_begin(worker, &err);
    if (status != DM_OK)
        dmi_lead_search_stop(search, status, &err);
    process_stack(search, worker,
                  status != DM_OK                 ? 0
                  : worker->stack[0]->depth < TOP ? 1
                                                  : UINT64_MAX);
    return true;
}

static void work(void *context, int number)
{
    dmi_lead_search *search = context;
    while (search_piece(search, &search->workers[number]))
        continue;
}

dm_status dmi_lead_workers_run(dmi_lead_search *search)
{
    dmi_threads_run(search->threads, work, search);
    return search->status;
}
