/* tree_open_nodes.c - the open nodes: those listed for all workers, and the workers' stacks.
 *
 * Invariant: every opening better than `best` is in a node of the heap, in a node of a worker's
 * stack, in the node that a worker processes, or in another process.  So the largest bound among
 * those is valid at any time; if nothing of that is left, the best opening is proven; and the nodes
 * of heap, stacks and workers, written down at any moment, are enough to go on from.
 */
#include "base/base.h"
#include "location/lead/exact/branch_and_cut.h"
#include "location/lead/exact/serialize.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_WAIT = 1, LONGEST_WAIT = 5, PATIENCE = 50 }; /* milliseconds; waits of each length */

dm_status dmi_lead_search_init(dmi_lead_search *search, const dmi_lead_problem *problem,
                               dm_run *run, dm_error *err)
{
    *search = (dmi_lead_search){.problem = problem, .run = run, .others_upper = INT64_MIN};
    if (pthread_mutex_init(&search->lock, NULL) != 0)
        return dmi_no_memory(err);
    if (pthread_cond_init(&search->wake, NULL) != 0) {
        pthread_mutex_destroy(&search->lock);
        return dmi_no_memory(err);
    }
    dm_status status = dmi_lead_opening_init(&search->best, problem->list, err);
    if (status != DM_OK)
        dmi_lead_search_clear(search);
    return status;
}

void dmi_lead_search_clear(dmi_lead_search *search)
{
    for (size_t i = 0; i < search->nodes; i++)
        free(search->heap[i]);
    free(search->heap);
    dmi_warm_start_clear(&search->start);
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

/* Lists the node for all workers; with the lock. */
static void list(dmi_lead_search *search, dmi_lead_node *node)
{
    if (dmi_reserve(&search->heap, &search->room, search->nodes + 1, sizeof(void *))) {
        push(search, node);
        pthread_cond_signal(&search->wake);
    } else {
        dm_error err = {0};
        halt(search, dmi_no_memory(&err), &err);
        free(node);
    }
}

void dmi_lead_search_add(dmi_lead_search *search, dmi_lead_node *node)
{
    pthread_mutex_lock(&search->lock);
    list(search, node);
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

/* Waits until something may have changed; with the lock. */
static void await(dmi_lead_search *search, dmi_lead_worker *worker, int turn)
{
    bool tends = worker->number == 0 && (search->exchange || search->checkpoint);
    search->waiting++;
    if (tends) {
        int wait = FIRST_WAIT + turn / PATIENCE;
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 1000000L * (wait < LONGEST_WAIT ? wait : LONGEST_WAIT);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&search->wake, &search->lock, &until);
        pthread_mutex_unlock(&search->lock);
        dmi_lead_search_go_on(search, worker);
        pthread_mutex_lock(&search->lock);
    } else
        pthread_cond_wait(&search->wake, &search->lock);
    search->waiting--;
}

bool dmi_lead_search_take(dmi_lead_search *search, dmi_lead_worker *worker)
{
    dmi_lead_node *node = NULL;
    pthread_mutex_lock(&search->lock);
    for (int turn = 0;
         !search->stop && !(node = best_node(search)) && (search->busy > 0 || search->others_busy);
         turn++)
        await(search, worker, turn);
    if (node) {
        search->busy++;
        worker->upper = node->upper;
        worker->stack[0] = node;
        worker->stacked = 1;
    } else
        pthread_cond_broadcast(&search->wake);
    pthread_mutex_unlock(&search->lock);
    return node != NULL;
}

dmi_lead_node *dmi_lead_search_enter(dmi_lead_search *search, dmi_lead_worker *worker)
{
    pthread_mutex_lock(&search->lock);
    dmi_lead_node *node = worker->stack[--worker->stacked];
    memcpy(worker->current, node, sizeof *node + (size_t)search->problem->whites);
    worker->has_current = true;
    pthread_mutex_unlock(&search->lock);
    return node;
}

/* Ends the node being processed; with the lock. */
static void end_current(dmi_lead_worker *worker)
{
    worker->has_current = false;
    dmi_lead_worker_count(worker);
}

void dmi_lead_search_leave(dmi_lead_search *search, dmi_lead_worker *worker, dmi_lead_node *node,
                           dmi_lead_node *child[2])
{
    pthread_mutex_lock(&search->lock);
    for (int i = 0; i < 2; i++) {
        if (child[i] && worker->stacked == DMI_STACK)
            list(search, child[i]);
        else if (child[i])
            worker->stack[worker->stacked++] = child[i];
    }
    end_current(worker);
    worker->upper = INT64_MIN;
    for (int i = 0; i < worker->stacked; i++)
        if (worker->stack[i]->upper > worker->upper)
            worker->upper = worker->stack[i]->upper;
    pthread_mutex_unlock(&search->lock);
    free(node);
}

void dmi_lead_search_split(dmi_lead_search *search, dmi_lead_worker *worker)
{
    if (worker->stacked < 2)
        return;
    pthread_mutex_lock(&search->lock);
    list(search, worker->stack[0]);
    worker->stacked--;
    memmove(worker->stack, worker->stack + 1, (size_t)worker->stacked * sizeof(void *));
    pthread_mutex_unlock(&search->lock);
}

void dmi_lead_search_done(dmi_lead_search *search, dmi_lead_worker *worker,
                          dmi_lead_node *unfinished)
{
    pthread_mutex_lock(&search->lock);
    while (worker->stacked > 0)
        list(search, worker->stack[--worker->stacked]);
    if (unfinished)
        list(search, unfinished);
    end_current(worker);
    search->busy--;
    worker->upper = INT64_MIN;
    pthread_cond_broadcast(&search->wake);
    pthread_mutex_unlock(&search->lock);
}

int dmi_lead_search_release(dmi_lead_search *search, int count, dmi_lead_node **out)
{
    int taken = 0, kept = 0;
    pthread_mutex_lock(&search->lock);
    while (taken < count && (out[taken] = best_node(search))) {
        dmi_lead_node *next = taken + 1 < count ? best_node(search) : NULL;
        taken++;
        if (next)
            search->heap[search->room - (size_t)++kept] = next; /* behind the heap: there is room */
    }
    for (; kept > 0; kept--)
        push(search, search->heap[search->room - (size_t)kept]);
    pthread_mutex_unlock(&search->lock);
    return taken;
}

void dmi_lead_search_write(dmi_lead_search *search, dmi_bytes *to)
{
    int64_t count = 0;
    pthread_mutex_lock(&search->lock);
    count += (int64_t)search->nodes;
    for (int i = 0; i < search->threads; i++)
        count += search->workers[i].stacked + search->workers[i].has_current;
    dmi_bytes_add_number(to, count);
    for (size_t i = 0; i < search->nodes; i++)
        dmi_lead_node_write(search->problem, search->heap[i], to);
    for (int i = 0; i < search->threads; i++) {
        const dmi_lead_worker *worker = &search->workers[i];
        for (int k = 0; k < worker->stacked; k++)
            dmi_lead_node_write(search->problem, worker->stack[k], to);
        if (worker->has_current)
            dmi_lead_node_write(search->problem, worker->current, to);
    }
    pthread_mutex_unlock(&search->lock);
}
