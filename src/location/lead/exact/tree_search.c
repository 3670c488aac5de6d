/* tree_search.c - the workers of a search, the subtrees that they search, and what they share.
 *
 * A worker takes the open node with the largest bound and searches a subtree there, depth first,
 * because its linear program then has the cuts of that region.  From time to time it lists its
 * shallowest node, and at the end those that are still open: they begin other subtrees.  Near the
 * root a subtree is a single node, so that soon there is work for many.
 *
 * Invariant: every opening better than `best` is in a listed node, in a node of a worker's stack,
 * in the node that a worker processes, or in another process.  So the largest bound among those is
 * valid at any time; if nothing of that is left, the best opening is proven; and the nodes of list,
 * stacks and workers, written down at any moment, are enough to go on from.
 */
#include "base/base.h"
#include "location/lead/exact/branch_and_cut.h"
#include "location/lead/exact/checkpoint.h"
#include "location/lead/exact/serialize.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOP = 3, SPLIT = 32 }; /* nodes above depth TOP are subtrees of their own */

dmi_lead_node *dmi_lead_node_child(const dmi_lead_problem *problem, const dmi_lead_node *parent,
                                   int32_t site, int value)
{
    size_t sites = (size_t)problem->whites;
    dmi_lead_node *node = dmi_alloc(1, sizeof *node + sites);
    if (!node)
        return NULL;
    if (parent) {
        memcpy(node, parent, sizeof *node + sites);
        node->depth++;
        dmi_lead_node_fix(node, site, value);
        return node;
    }
    *node = (dmi_lead_node){.upper = problem->total, .open = problem->whites};
    memset(node->fix, DMI_SITE_OPEN, sites);
    return node;
}

/* Larger bounds first; among equals the deeper node. */
static bool is_before(const void *a, const void *b)
{
    const dmi_lead_node *x = a, *y = b;
    return x->upper != y->upper ? x->upper > y->upper : x->depth > y->depth;
}

static bool is_pruned(void *context, const void *node)
{
    return ((const dmi_lead_node *)node)->upper <
           atomic_load(&((dmi_lead_search *)context)->target);
}

static void begin_stack(void *context, int number, void *node)
{
    dmi_lead_worker *worker = &((dmi_lead_search *)context)->workers[number];
    assert(worker->stacked == 0);
    worker->upper = ((const dmi_lead_node *)node)->upper;
    worker->stack[0] = node;
    worker->stacked = 1;
}

/* Processes the node on top of the worker's stack; its children go on the stack.  False if it could
 * not be finished: then it is listed again. */
static bool process_top(dmi_lead_search *search, dmi_lead_worker *worker)
{
    dm_error err = {0};
    dm_status status = DM_OK;
    int32_t site;
    dmi_lead_node *child[2] = {NULL, NULL}; /* DMI_SITE_BARRED, DMI_SITE_HELD */
    pthread_mutex_lock(&search->tree.lock);
    dmi_lead_node *node = worker->stack[--worker->stacked];
    memcpy(worker->current, node, sizeof *node + (size_t)search->problem->whites);
    worker->has_current = true;
    pthread_mutex_unlock(&search->tree.lock);
    dmi_lead_verdict verdict = dmi_lead_node_work(worker, node, &site, &err, &status);
    for (int value = 0; verdict == DMI_BRANCH && status == DM_OK && value < 2; value++)
        if (!(child[value] = dmi_lead_node_child(search->problem, node, site, value)))
            status = dmi_no_memory(&err);
    bool is_done = verdict != DMI_HALT && status == DM_OK;
    if (status != DM_OK)
        dmi_branch_bound_stop(&search->tree, status, &err);
    pthread_mutex_lock(&search->tree.lock);
    for (int i = 0; i < 2; i++) {
        if (!is_done)
            free(child[i]);
        else if (child[i] && worker->stacked == DMI_STACK)
            dmi_branch_bound_list(&search->tree, child[i]);
        else if (child[i])
            worker->stack[worker->stacked++] = child[i];
    }
    if (!is_done)
        dmi_branch_bound_list(&search->tree, node);
    worker->has_current = false;
    dmi_lead_worker_count(worker);
    worker->upper = INT64_MIN;
    for (int i = 0; i < worker->stacked; i++)
        if (worker->stack[i]->upper > worker->upper)
            worker->upper = worker->stack[i]->upper;
    pthread_mutex_unlock(&search->tree.lock);
    if (is_done)
        free(node);
    return is_done;
}

/* Searches the subtree of the node that the worker has taken; without a warm start, which is made
 * after the root, the node alone. */
static void search_subtree(void *context, int number, void *root)
{
    dmi_lead_search *search = context;
    dmi_lead_worker *worker = &search->workers[number];
    dm_error err = {0};
    bool is_top = ((const dmi_lead_node *)root)->depth < TOP;
    dm_status status = search->start.is_made ? dmi_lead_worker_begin(worker, &err) : DM_OK;
    uint64_t most = status != DM_OK ? 0 : is_top || !search->start.is_made ? 1 : UINT64_MAX;
    if (status != DM_OK)
        dmi_branch_bound_stop(&search->tree, status, &err);
    bool goes_on = true;
    for (uint64_t done = 1; goes_on && worker->stacked > 0 && done <= most; done++) {
        goes_on = process_top(search, worker);
        if (!goes_on || done % SPLIT != 0 || worker->stacked < 2)
            continue;
        pthread_mutex_lock(&search->tree.lock); /* others take the shallowest node */
        dmi_branch_bound_list(&search->tree, worker->stack[0]);
        worker->stacked--;
        memmove(worker->stack, worker->stack + 1, (size_t)worker->stacked * sizeof(void *));
        pthread_mutex_unlock(&search->tree.lock);
    }
    pthread_mutex_lock(&search->tree.lock);
    while (worker->stacked > 0)
        dmi_branch_bound_list(&search->tree, worker->stack[--worker->stacked]);
    dmi_lead_worker_count(worker);
    worker->upper = INT64_MIN;
    pthread_mutex_unlock(&search->tree.lock);
}

static void wait_for_others(void *context)
{
    dmi_lead_search *search = context;
    if (search->exchange || search->checkpoint)
        dmi_lead_search_go_on(search, &search->workers[0]);
}

dm_status dmi_lead_search_init(dmi_lead_search *search, const dmi_lead_problem *problem,
                               int threads, dm_run *run, dm_error *err)
{
    static const dmi_branch_bound_hooks hooks = {.is_before = is_before,
                                                 .is_pruned = is_pruned,
                                                 .on_take = begin_stack,
                                                 .process = search_subtree,
                                                 .on_wait = wait_for_others};
    *search = (dmi_lead_search){.problem = problem, .run = run, .others_upper = INT64_MIN};
    dm_status status = dmi_branch_bound_init(&search->tree, &hooks, search, err);
    if (status != DM_OK)
        return status;
    status = dmi_lead_opening_init(&search->best, problem->list, err);
    search->workers = dmi_calloc((size_t)threads, sizeof *search->workers);
    if (status == DM_OK && !search->workers)
        status = dmi_no_memory(err);
    for (int i = 0; status == DM_OK && i < threads; i++) {
        status = dmi_lead_worker_init(&search->workers[i], search, i, err);
        search->threads += status == DM_OK;
    }
    if (status != DM_OK)
        dmi_lead_search_clear(search);
    return status;
}

void dmi_lead_search_clear(dmi_lead_search *search)
{
    for (int i = 0; i < search->threads; i++)
        dmi_lead_worker_clear(&search->workers[i]);
    free(search->workers);
    dmi_warm_start_clear(&search->start);
    dmi_lead_opening_clear(&search->best);
    dmi_branch_bound_clear(&search->tree);
}

bool dmi_lead_search_root(dmi_lead_search *search)
{
    assert(!search->start.is_made);
    return dmi_branch_bound_step(&search->tree, 0);
}

dm_status dmi_lead_search_run(dmi_lead_search *search, dm_error *err)
{
    assert(search->start.is_made);
    return dmi_branch_bound_run(&search->tree, search->threads, err);
}

int dmi_lead_search_release(dmi_lead_search *search, int count, dmi_lead_node **out)
{
    int taken = 0, kept = 0;
    dmi_lead_node *next[DMI_STACK];
    assert(count <= DMI_STACK);
    pthread_mutex_lock(&search->tree.lock);
    while (taken < count && (out[taken] = dmi_branch_bound_pop(&search->tree)))
        if (++taken < count && (next[kept] = dmi_branch_bound_pop(&search->tree)))
            kept++;
    while (kept > 0)
        dmi_branch_bound_list(&search->tree, next[--kept]);
    pthread_mutex_unlock(&search->tree.lock);
    return taken;
}

void dmi_lead_search_write(dmi_lead_search *search, dmi_bytes *to)
{
    const dmi_branch_bound *tree = &search->tree;
    pthread_mutex_lock(&search->tree.lock);
    int64_t count = (int64_t)tree->count;
    for (int i = 0; i < search->threads; i++)
        count += search->workers[i].stacked + search->workers[i].has_current;
    dmi_bytes_add_number(to, count);
    for (size_t i = 0; i < tree->count; i++)
        dmi_lead_node_write(search->problem, tree->open[i], to);
    for (int i = 0; i < search->threads; i++) {
        const dmi_lead_worker *worker = &search->workers[i];
        for (int k = 0; k < worker->stacked; k++)
            dmi_lead_node_write(search->problem, worker->stack[k], to);
        if (worker->has_current)
            dmi_lead_node_write(search->problem, worker->current, to);
    }
    pthread_mutex_unlock(&search->tree.lock);
}

void dmi_lead_search_offer(dmi_lead_search *search, const dmi_lead_opening *opening)
{
    pthread_mutex_lock(&search->tree.lock);
    if (opening->won > search->best.won) {
        dmi_lead_opening_copy(&search->best, opening, search->problem->list);
        atomic_store(&search->target, opening->won + 1);
    }
    pthread_mutex_unlock(&search->tree.lock);
}

/* The largest bound in this process; INT64_MIN: nothing is open.  Needs the lock. */
static int64_t open_bound(const dmi_lead_search *search)
{
    const dmi_lead_node *first = dmi_branch_bound_first(&search->tree);
    int64_t most = first ? first->upper : INT64_MIN;
    for (int i = 0; i < search->threads; i++)
        if (search->workers[i].upper > most)
            most = search->workers[i].upper;
    return most;
}

int64_t dmi_lead_search_upper(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->tree.lock);
    int64_t most = open_bound(search);
    most = search->best.won > most ? search->best.won : most;
    most = search->others_upper > most ? search->others_upper : most;
    pthread_mutex_unlock(&search->tree.lock);
    return most;
}

dmi_lead_open dmi_lead_search_open(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->tree.lock);
    dmi_lead_open open = {.listed = search->tree.count,
                          .busy = search->tree.busy,
                          .waiting = search->tree.waiting,
                          .upper = open_bound(search)};
    for (int i = 0; i < search->threads; i++)
        open.stacked += (size_t)search->workers[i].stacked;
    pthread_mutex_unlock(&search->tree.lock);
    return open;
}

dmi_lead_counts dmi_lead_search_counts(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->tree.lock);
    dmi_lead_counts sum = search->before;
    for (int i = 0; i < search->threads; i++) {
        sum.nodes += search->workers[i].counts.nodes;
        sum.cuts += search->workers[i].counts.cuts;
        sum.replies += search->workers[i].counts.replies;
    }
    pthread_mutex_unlock(&search->tree.lock);
    return sum;
}

bool dmi_lead_search_go_on(dmi_lead_search *search, dmi_lead_worker *worker)
{
    char note[120];
    dm_error err = {0};
    dm_status status = DM_OK;
    if (worker->number == 0 && search->exchange)
        status = search->hooks->poll(search->exchange, &err);
    if (worker->number == 0 && status == DM_OK && search->checkpoint)
        status = dmi_checkpoint_poll(search->checkpoint, search, &err);
    if (status != DM_OK)
        dmi_branch_bound_stop(&search->tree, status, &err);
    if (dmi_branch_bound_is_over(&search->tree))
        return false;
    const dmi_lead_market *market = search->problem->market;
    int64_t high = dmi_lead_value(market, dmi_lead_search_upper(search));
    pthread_mutex_lock(&search->tree.lock);
    int64_t low = dmi_lead_value(market, search->best.won);
    uint64_t open = search->tree.count + search->others_open;
    uint64_t nodes = search->before.nodes + search->others_nodes + worker->nodes;
    pthread_mutex_unlock(&search->tree.lock);
    snprintf(note, sizeof note,
             "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64 ", open %" PRIu64, low, high,
             high - low, open);
    if (dmi_run_report(search->run, 1, "lead", nodes, 0, note))
        return true;
    status = dmi_stopped(search->run, &err);
    dmi_branch_bound_stop(&search->tree, status, &err);
    return false;
}
