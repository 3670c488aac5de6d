/* branch_bound.c - the open list as a heap, and the waiting of workers for nodes.
 *
 * Cost: a logarithm of the open list per node, under one lock.
 */
#include "search/branch_bound.h"

#include "base/threads.h"
#include <assert.h>
#include <stdlib.h>
#include <time.h>

enum { FIRST_WAIT = 1, LONGEST_WAIT = 5, PATIENCE = 50 }; /* milliseconds; waits of each length */

dm_status dmi_branch_bound_init(dmi_branch_bound *search, const dmi_branch_bound_hooks *hooks,
                                void *context, dm_error *err)
{
    *search = (dmi_branch_bound){.hooks = hooks, .context = context};
    atomic_init(&search->is_over, false);
    if (pthread_mutex_init(&search->lock, NULL) != 0)
        return dmi_no_memory(err);
    if (pthread_cond_init(&search->wake, NULL) == 0)
        return DM_OK;
    pthread_mutex_destroy(&search->lock);
    return dmi_no_memory(err);
}

void dmi_branch_bound_clear(dmi_branch_bound *search)
{
    assert(search->busy == 0 && search->waiting == 0);
    for (size_t i = 0; i < search->count; i++)
        free(search->open[i]);
    free(search->open);
    pthread_cond_destroy(&search->wake);
    pthread_mutex_destroy(&search->lock);
    *search = (dmi_branch_bound){0};
}

/* With the lock. */
static void halt_search(dmi_branch_bound *s, dm_status status, const dm_error *err)
{
    if (s->status == DM_OK ||
        (s->status == DM_STOPPED && status != DM_STOPPED && status != DM_OK)) {
        s->status = status;
        s->err = err ? *err : (dm_error){0};
    }
    atomic_store(&s->is_over, true);
    pthread_cond_broadcast(&s->wake);
}

void dmi_branch_bound_stop(dmi_branch_bound *search, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&search->lock);
    halt_search(search, status, err);
    pthread_mutex_unlock(&search->lock);
}

bool dmi_branch_bound_list(dmi_branch_bound *search, void *node)
{
    assert(node);
    if (!dmi_reserve(&search->open, &search->capacity, search->count + 1, sizeof(void *))) {
        dm_error err = {0};
        halt_search(search, dmi_no_memory(&err), &err);
        free(node);
        return false;
    }
    size_t at = search->count++;
    while (at > 0 && search->hooks->is_before(node, search->open[(at - 1) / 2])) {
        search->open[at] = search->open[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    search->open[at] = node;
    pthread_cond_signal(&search->wake);
    return true;
}

void dmi_branch_bound_add(dmi_branch_bound *search, void *node)
{
    pthread_mutex_lock(&search->lock);
    dmi_branch_bound_list(search, node);
    pthread_mutex_unlock(&search->lock);
}

void *dmi_branch_bound_pop(dmi_branch_bound *search)
{
    dmi_branch_bound *s = search;
    bool (*is_before)(const void *, const void *) = s->hooks->is_before;
    while (s->count > 0) {
        void *node = s->open[0], *last = s->open[--s->count]; /* off the heap */
        size_t at = 0, child;
        while ((child = 2 * at + 1) < s->count) {
            if (child + 1 < s->count && is_before(s->open[child + 1], s->open[child]))
                child++;
            if (!is_before(s->open[child], last))
                break;
            s->open[at] = s->open[child];
            at = child;
        }
        s->open[at] = last;
        if (!s->hooks->is_pruned || !s->hooks->is_pruned(s->context, node))
            return node;
        free(node);
    }
    return NULL;
}

/* Waits until something may have changed; with the lock.  The first worker wakes up from time to
 * time if there are messages or checkpoints to look after. */
static void wait_for_node(dmi_branch_bound *s, int worker, int turn)
{
    s->waiting++;
    if (worker == 0 && s->hooks->on_wait) {
        int wait = FIRST_WAIT + turn / PATIENCE;
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 1000000L * (wait < LONGEST_WAIT ? wait : LONGEST_WAIT);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&s->wake, &s->lock, &until);
        pthread_mutex_unlock(&s->lock);
        s->hooks->on_wait(s->context);
        pthread_mutex_lock(&s->lock);
    } else {
        pthread_cond_wait(&s->wake, &s->lock);
    }
    s->waiting--;
}

bool dmi_branch_bound_step(dmi_branch_bound *search, int worker)
{
    dmi_branch_bound *s = search;
    void *node = NULL;
    pthread_mutex_lock(&s->lock);
    for (int turn = 0; !atomic_load(&s->is_over) && !(node = dmi_branch_bound_pop(s)) &&
                       (s->busy > 0 || s->expects_more);
         turn++)
        wait_for_node(s, worker, turn);
    if (node) {
        s->busy++;
        s->taken++;
        if (s->hooks->on_take)
            s->hooks->on_take(s->context, worker, node);
    } else {
        pthread_cond_broadcast(&s->wake); /* the others need not wait either */
    }
    pthread_mutex_unlock(&s->lock);
    if (!node)
        return false;
    s->hooks->process(s->context, worker, node);
    pthread_mutex_lock(&s->lock);
    assert(s->busy > 0);
    s->busy--;
    pthread_cond_broadcast(&s->wake);
    pthread_mutex_unlock(&s->lock);
    return true;
}

static void branch_bound_worker(void *context, int worker)
{
    while (dmi_branch_bound_step(context, worker))
        continue;
}

dm_status dmi_branch_bound_run(dmi_branch_bound *search, int threads, dm_error *err)
{
    dmi_threads_run(threads > 1 ? threads : 1, branch_bound_worker, search);
    assert(search->busy == 0 && search->waiting == 0);
    if (search->status != DM_OK && err)
        *err = search->err;
    return search->status;
}
