/* lead_open_nodes.c - open nodes, the best opening and shared plans, under one lock.
 *
 * Invariant: every opening better than `best` is in a node of the heap or below a node that a
 * worker holds.  So the largest bound among those is valid at any time, and with an empty heap and
 * no busy worker the best opening is proven.
 */
#include "base/base.h"
#include "oneround/lead_exact.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dm_status dmi_lead_search_init(dmi_lead_search *search, const dmi_lead_problem *problem,
                               dm_run *run, dm_error *err)
{
    *search = (dmi_lead_search){.problem = problem, .run = run};
    if (pthread_mutex_init(&search->lock, NULL) != 0)
        return dmi_no_memory(err);
    if (pthread_cond_init(&search->wake, NULL) != 0) {
        pthread_mutex_destroy(&search->lock);
        return dmi_no_memory(err);
    }
    dm_status status = dmi_lead_opening_init(&search->best, problem->list, err);
    search->plans.slot = dmi_alloc(DMI_PLANS * (size_t)problem->reply, sizeof *search->plans.slot);
    if (status == DM_OK && !search->plans.slot)
        status = dmi_no_memory(err);
    if (status != DM_OK)
        dmi_lead_search_clear(search);
    return status;
}

void dmi_lead_search_clear(dmi_lead_search *search)
{
    for (size_t i = 0; i < search->nodes; i++)
        free(search->heap[i]);
    free(search->heap);
    free(search->plans.slot);
    dmi_lead_opening_clear(&search->best);
    pthread_cond_destroy(&search->wake);
    pthread_mutex_destroy(&search->lock);
}

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
static bool before(const dmi_lead_node *a, const dmi_lead_node *b)
{
    return a->upper != b->upper ? a->upper > b->upper : a->depth > b->depth;
}

static void push(dmi_lead_search *search, dmi_lead_node *node)
{
    size_t at = search->nodes++;
    while (at > 0 && before(node, search->heap[(at - 1) / 2])) {
        search->heap[at] = search->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    search->heap[at] = node;
}

static dmi_lead_node *pop(dmi_lead_search *search)
{
    dmi_lead_node *top = search->heap[0], *last = search->heap[--search->nodes];
    size_t at = 0, next;
    while ((next = 2 * at + 1) < search->nodes) {
        if (next + 1 < search->nodes && before(search->heap[next + 1], search->heap[next]))
            next++;
        if (!before(search->heap[next], last))
            break;
        search->heap[at] = search->heap[next];
        at = next;
    }
    search->heap[at] = last;
    return top;
}

static void halt(dmi_lead_search *search, dm_status status, const dm_error *err)
{
    bool worse = search->status == DM_OK || (search->status == DM_STOPPED && status != DM_STOPPED);
    if (worse) {
        search->status = status;
        search->err = *err;
    }
    search->stop = true;
    pthread_cond_broadcast(&search->wake);
}

void dmi_lead_search_stop(dmi_lead_search *search, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&search->lock);
    halt(search, status, err);
    pthread_mutex_unlock(&search->lock);
}

void dmi_lead_search_add(dmi_lead_search *search, dmi_lead_node *node)
{
    pthread_mutex_lock(&search->lock);
    if (dmi_reserve(&search->heap, &search->room, search->nodes + 1, sizeof(void *))) {
        push(search, node);
        pthread_cond_signal(&search->wake);
    } else {
        dm_error err = {0};
        halt(search, dmi_no_memory(&err), &err);
        free(node);
    }
    pthread_mutex_unlock(&search->lock);
}

/* The best node that can still have a better opening. */
static dmi_lead_node *best_node(dmi_lead_search *search)
{
    while (search->nodes > 0) {
        dmi_lead_node *node = pop(search);
        if (node->upper >= atomic_load(&search->target))
            return node;
        free(node);
    }
    return NULL;
}

dmi_lead_node *dmi_lead_search_take(dmi_lead_search *search, dmi_lead_worker *worker)
{
    dmi_lead_node *node = NULL;
    pthread_mutex_lock(&search->lock);
    while (!search->stop && !(node = best_node(search)) && search->busy > 0) {
        atomic_fetch_add(&search->waiting, 1);
        pthread_cond_wait(&search->wake, &search->lock);
        atomic_fetch_sub(&search->waiting, 1);
    }
    if (node) {
        search->busy++;
        worker->upper = node->upper;
    } else
        pthread_cond_broadcast(&search->wake);
    pthread_mutex_unlock(&search->lock);
    return node;
}

void dmi_lead_search_done(dmi_lead_search *search, dmi_lead_worker *worker)
{
    pthread_mutex_lock(&search->lock);
    search->busy--;
    worker->upper = INT64_MIN;
    pthread_cond_broadcast(&search->wake);
    pthread_mutex_unlock(&search->lock);
}

void dmi_lead_search_offer(dmi_lead_search *search, const dmi_lead_opening *opening)
{
    pthread_mutex_lock(&search->lock);
    if (opening->won > search->best.won) {
        dmi_lead_opening_copy(&search->best, opening, search->problem->list);
        atomic_store(&search->target, opening->won + 1);
    }
    pthread_mutex_unlock(&search->lock);
}

void dmi_lead_plans_add(dmi_lead_plans *plans, const dmi_lead_slot *plan, int32_t slots)
{
    size_t at = (size_t)(plans->count++ % DMI_PLANS) * (size_t)slots;
    memcpy(plans->slot + at, plan, (size_t)slots * sizeof *plan);
}

void dmi_lead_search_share(dmi_lead_search *search, dmi_lead_worker *worker,
                           const dmi_lead_slot *plan)
{
    dmi_lead_plans_add(&worker->plans, plan, search->problem->reply);
    if (search->threads < 2)
        return;
    pthread_mutex_lock(&search->lock);
    dmi_lead_plans_add(&search->plans, plan, search->problem->reply);
    pthread_mutex_unlock(&search->lock);
}

void dmi_lead_search_receive(dmi_lead_search *search, dmi_lead_worker *worker)
{
    if (search->threads < 2)
        return;
    pthread_mutex_lock(&search->lock);
    uint64_t from = worker->plans_seen, to = search->plans.count;
    from = to - from > DMI_PLANS / 4 ? to - DMI_PLANS / 4 : from;
    for (; from < to; from++) {
        size_t at = (size_t)(from % DMI_PLANS) * (size_t)search->problem->reply;
        dmi_lead_plans_add(&worker->plans, search->plans.slot + at, search->problem->reply);
    }
    worker->plans_seen = to;
    pthread_mutex_unlock(&search->lock);
}

static int64_t upper(const dmi_lead_search *search)
{
    int64_t most = search->best.won;
    if (search->nodes > 0 && search->heap[0]->upper > most)
        most = search->heap[0]->upper;
    for (int i = 0; i < search->threads; i++)
        if (search->workers[i].upper > most)
            most = search->workers[i].upper;
    return most;
}

int64_t dmi_lead_search_upper(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->lock);
    int64_t most = upper(search);
    pthread_mutex_unlock(&search->lock);
    return most;
}

bool dmi_lead_search_go_on(dmi_lead_search *search, dmi_lead_worker *worker)
{
    char note[120];
    pthread_mutex_lock(&search->lock);
    int64_t low = dmi_lead_value(search->problem->market, search->best.won);
    int64_t high = dmi_lead_value(search->problem->market, upper(search));
    size_t open = search->nodes;
    bool stop = search->stop;
    pthread_mutex_unlock(&search->lock);
    if (stop)
        return false;
    snprintf(note, sizeof note, "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64 ", open %zu",
             low, high, high - low, open);
    if (dmi_run_report(search->run, 1, "lead", worker->nodes, 0, note))
        return true;
    dm_error err = {0};
    dm_status status = dmi_stopped(search->run, &err);
    dmi_lead_search_stop(search, status, &err);
    return false;
}
