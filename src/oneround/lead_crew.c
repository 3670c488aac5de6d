/* lead_crew.c - open nodes, the best opening and shared plans, under one lock.
 *
 * Invariant: every opening better than `best` is in a node of the heap or below one that a busy
 * worker holds.  So the largest bound among those is a true one at any time, and with
 * an empty heap and nobody busy the best opening is proven best.
 */
#include "base/base.h"
#include "oneround/lead_exact.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dm_status dmi_crew_init(dmi_crew *crew, const dmi_lead_game *game, dm_run *run, dm_error *err)
{
    *crew = (dmi_crew){.game = game, .run = run};
    if (pthread_mutex_init(&crew->lock, NULL) != 0)
        return dmi_no_memory(err);
    if (pthread_cond_init(&crew->wake, NULL) != 0) {
        pthread_mutex_destroy(&crew->lock);
        return dmi_no_memory(err);
    }
    dm_status status = dmi_opening_init(&crew->best, game, err);
    crew->plans.slot = dmi_alloc(DMI_PLANS * (size_t)game->reply, sizeof *crew->plans.slot);
    if (status == DM_OK && !crew->plans.slot)
        status = dmi_no_memory(err);
    if (status != DM_OK)
        dmi_crew_clear(crew);
    return status;
}

void dmi_crew_clear(dmi_crew *crew)
{
    for (size_t i = 0; i < crew->nodes; i++)
        free(crew->heap[i]);
    free(crew->heap);
    free(crew->plans.slot);
    dmi_opening_clear(&crew->best);
    pthread_cond_destroy(&crew->wake);
    pthread_mutex_destroy(&crew->lock);
}

dmi_node *dmi_node_child(const dmi_lead_game *game, const dmi_node *parent, int32_t site, int value)
{
    size_t sites = (size_t)game->sites;
    dmi_node *node = dmi_alloc(1, sizeof *node + sites);
    if (!node)
        return NULL;
    if (parent) {
        memcpy(node, parent, sizeof *node + sites);
        node->depth++;
        dmi_node_fix(node, site, value);
        return node;
    }
    *node = (dmi_node){.upper = game->total, .open = game->sites};
    memset(node->fix, DMI_OPEN, sites);
    return node;
}

/* --- The heap ----------------------------------------------------------------------------- */

/* Larger bounds first, of equal ones the deeper. */
static bool before(const dmi_node *a, const dmi_node *b)
{
    return a->upper != b->upper ? a->upper > b->upper : a->depth > b->depth;
}

static void push(dmi_crew *crew, dmi_node *node)
{
    size_t at = crew->nodes++;
    while (at > 0 && before(node, crew->heap[(at - 1) / 2])) {
        crew->heap[at] = crew->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    crew->heap[at] = node;
}

static dmi_node *pop(dmi_crew *crew)
{
    dmi_node *top = crew->heap[0], *last = crew->heap[--crew->nodes];
    size_t at = 0, next;
    while ((next = 2 * at + 1) < crew->nodes) {
        if (next + 1 < crew->nodes && before(crew->heap[next + 1], crew->heap[next]))
            next++;
        if (!before(crew->heap[next], last))
            break;
        crew->heap[at] = crew->heap[next];
        at = next;
    }
    crew->heap[at] = last;
    return top;
}

static void halt(dmi_crew *crew, dm_status status, const dm_error *err)
{
    bool worse = crew->status == DM_OK || (crew->status == DM_STOPPED && status != DM_STOPPED);
    if (worse) {
        crew->status = status;
        crew->err = *err;
    }
    crew->stop = true;
    pthread_cond_broadcast(&crew->wake);
}

void dmi_crew_halt(dmi_crew *crew, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&crew->lock);
    halt(crew, status, err);
    pthread_mutex_unlock(&crew->lock);
}

void dmi_crew_give(dmi_crew *crew, dmi_node *node)
{
    pthread_mutex_lock(&crew->lock);
    if (dmi_reserve(&crew->heap, &crew->room, crew->nodes + 1, sizeof(void *))) {
        push(crew, node);
        pthread_cond_signal(&crew->wake);
    } else {
        dm_error err = {0};
        halt(crew, dmi_no_memory(&err), &err);
        free(node);
    }
    pthread_mutex_unlock(&crew->lock);
}

/* The best node that can still hold a better opening. */
static dmi_node *best_node(dmi_crew *crew)
{
    while (crew->nodes > 0) {
        dmi_node *node = pop(crew);
        if (node->upper >= atomic_load(&crew->target))
            return node;
        free(node);
    }
    return NULL;
}

dmi_node *dmi_crew_take(dmi_crew *crew, dmi_worker *worker)
{
    dmi_node *node = NULL;
    pthread_mutex_lock(&crew->lock);
    while (!crew->stop && !(node = best_node(crew)) && crew->busy > 0) {
        atomic_fetch_add(&crew->waiting, 1);
        pthread_cond_wait(&crew->wake, &crew->lock);
        atomic_fetch_sub(&crew->waiting, 1);
    }
    if (node) {
        crew->busy++;
        worker->upper = node->upper;
    } else
        pthread_cond_broadcast(&crew->wake);
    pthread_mutex_unlock(&crew->lock);
    return node;
}

void dmi_crew_rest(dmi_crew *crew, dmi_worker *worker)
{
    pthread_mutex_lock(&crew->lock);
    crew->busy--;
    worker->upper = INT64_MIN;
    pthread_cond_broadcast(&crew->wake);
    pthread_mutex_unlock(&crew->lock);
}

/* --- Openings, plans, progress --------------------------------------------------------------- */

void dmi_crew_offer(dmi_crew *crew, const dmi_opening *opening)
{
    pthread_mutex_lock(&crew->lock);
    if (opening->won > crew->best.won) {
        dmi_opening_copy(&crew->best, opening, crew->game);
        atomic_store(&crew->target, opening->won + 1);
    }
    pthread_mutex_unlock(&crew->lock);
}

void dmi_plans_add(dmi_plans *plans, const dmi_slot *plan, int32_t slots)
{
    size_t at = (size_t)(plans->count++ % DMI_PLANS) * (size_t)slots;
    memcpy(plans->slot + at, plan, (size_t)slots * sizeof *plan);
}

void dmi_crew_share(dmi_crew *crew, dmi_worker *worker, const dmi_slot *plan)
{
    dmi_plans_add(&worker->plans, plan, crew->game->reply);
    if (crew->threads < 2)
        return;
    pthread_mutex_lock(&crew->lock);
    dmi_plans_add(&crew->plans, plan, crew->game->reply);
    pthread_mutex_unlock(&crew->lock);
}

void dmi_crew_learn(dmi_crew *crew, dmi_worker *worker)
{
    if (crew->threads < 2)
        return;
    pthread_mutex_lock(&crew->lock);
    uint64_t from = worker->plans_seen, to = crew->plans.count;
    from = to - from > DMI_PLANS / 4 ? to - DMI_PLANS / 4 : from;
    for (; from < to; from++) {
        size_t at = (size_t)(from % DMI_PLANS) * (size_t)crew->game->reply;
        dmi_plans_add(&worker->plans, crew->plans.slot + at, crew->game->reply);
    }
    worker->plans_seen = to;
    pthread_mutex_unlock(&crew->lock);
}

static int64_t upper(const dmi_crew *crew)
{
    int64_t most = crew->best.won;
    if (crew->nodes > 0 && crew->heap[0]->upper > most)
        most = crew->heap[0]->upper;
    for (int i = 0; i < crew->threads; i++)
        if (crew->workers[i].upper > most)
            most = crew->workers[i].upper;
    return most;
}

int64_t dmi_crew_upper(dmi_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    int64_t most = upper(crew);
    pthread_mutex_unlock(&crew->lock);
    return most;
}

bool dmi_crew_go_on(dmi_crew *crew, dmi_worker *worker)
{
    char note[120];
    pthread_mutex_lock(&crew->lock);
    int64_t low = dmi_lead_value(crew->game, crew->best.won);
    int64_t high = dmi_lead_value(crew->game, upper(crew));
    size_t open = crew->nodes;
    bool stop = crew->stop;
    pthread_mutex_unlock(&crew->lock);
    if (stop)
        return false;
    snprintf(note, sizeof note, "best %" PRId64 ", bound %" PRId64 ", gap %" PRId64 ", open %zu",
             low, high, high - low, open);
    if (dmi_run_report(crew->run, 1, "lead", worker->nodes, 0, note))
        return true;
    dm_error err = {0};
    dm_status status = dmi_stopped(crew->run, &err);
    dmi_crew_halt(crew, status, &err);
    return false;
}
