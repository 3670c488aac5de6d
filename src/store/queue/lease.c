/* lease.c - takes a lease on batches, and ends it with their results.
 *
 * Each of the two is one transaction.  If the connection is lost, nobody knows whether it was
 * committed; the token tells.  A lease that was taken is found again by its token.  A batch that
 * was ended keeps the token of who ended it, and its results are written again, which changes
 * nothing.
 */
#include "store/queue/workers.h"

#include "base/base.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static int find_kind(const dmi_work_plan *plan, const char *name)
{
    for (int i = 0; i < plan->kind_count; i++)
        if (strcmp(plan->kind[i]->name, name) == 0)
            return i;
    return -1;
}

static dm_status add_batch(void *user, int64_t id, const char *kind, const char *what,
                           dm_error *err)
{
    dmi_worker *w = user;
    char *copy = dmi_strdup(what);
    if (!copy || !dmi_reserve(&w->batch, &w->room, w->count + 1, sizeof *w->batch)) {
        free(copy);
        return dmi_no_memory(err);
    }
    w->batch[w->count++] = (dmi_leased_batch){
        .id = id, .kind = find_kind(w->workers->plan, kind), .what = copy, .is_untouched = true};
    return DM_OK;
}

static void free_batches(dmi_worker *w)
{
    for (size_t i = 0; i < w->count; i++) {
        dmi_leased_batch *batch = &w->batch[i];
        if (batch->found)
            w->workers->plan->kind[batch->kind]->clear(batch->found);
        free(batch->what);
    }
    w->count = 0;
}

/* In a transaction, which may be repeated. */
static dm_status take_batches(void *user, dmi_store *store, dm_error *err)
{
    dmi_worker *w = user;
    const dmi_workers *workers = w->workers;
    const dmi_lease lease = {w->token, workers->name, workers->lease_seconds, workers->plan->job};
    dm_status status = DM_OK;
    free_batches(w);
    if (w->was_asked)
        status = dmi_batches_leased(store, w->token, add_batch, w, err);
    w->was_asked = true;
    if (status == DM_OK && w->count == 0)
        status = dmi_batches_take(store, &lease, w->most, add_batch, w, err);
    return status;
}

static int by_id(const void *a, const void *b)
{
    const dmi_leased_batch *first = a, *second = b;
    return (first->id > second->id) - (first->id < second->id);
}

dm_status dmi_lease_take(dmi_worker *w, dm_error *err)
{
    if (getrandom(&w->token, sizeof w->token, 0) != (ssize_t)sizeof w->token)
        return dmi_fail(err, DM_IO, "the system gives no random numbers");
    w->token = (w->token & INT64_MAX) | 1;
    assert(w->token > 0);
    w->was_asked = false;
    dm_status status = dmi_store_transact(w->workers->store, take_batches, w, err);
    if (status != DM_OK)
        return status;
    if (w->count == 0)
        return DM_END;
    qsort(w->batch, w->count, sizeof *w->batch, by_id);
    /* Lets the lease be renewed from now on. */
    dmi_workers *workers = w->workers;
    status = dm_run_new(&w->run, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(w->run, workers->group.run);
    pthread_mutex_lock(&workers->group.lock);
    workers->held[w->index] =
        (dmi_held_lease){.token = w->token,
                         .low = w->batch[0].id,
                         .high = w->batch[w->count - 1].id,
                         .run = w->run,
                         .renew_at = dmi_seconds() + workers->lease_seconds / 3};
    pthread_mutex_unlock(&workers->group.lock);
    return DM_OK;
}

static void mark_held(void *user, int64_t id)
{
    const dmi_worker *w = user;
    const dmi_leased_batch key = {.id = id};
    dmi_leased_batch *batch = bsearch(&key, w->batch, w->count, sizeof *w->batch, by_id);
    if (batch)
        batch->is_held = true;
}

/* In a transaction, which may be repeated. */
static dm_status write_batches(void *user, dmi_store *store, dm_error *err)
{
    dmi_worker *w = user;
    const dmi_workers *workers = w->workers;
    dm_status status = DM_OK;
    for (size_t i = 0; i < w->count && status == DM_OK; i++) {
        dmi_leased_batch *batch = &w->batch[i];
        assert(batch->id > 0 && w->token != 0);
        batch->is_held = false;
        status = dmi_batch_end(store, batch->id, w->token, batch->state, batch->is_untouched,
                               &batch->count, batch->note, err);
    }
    if (status == DM_OK)
        status = dmi_batches_held(store, w->token, w->batch[0].id, w->batch[w->count - 1].id,
                                  mark_held, w, err);
    for (size_t i = 0; i < w->count && status == DM_OK; i++)
        if (w->batch[i].is_held && w->batch[i].found)
            status = workers->plan->kind[w->batch[i].kind]->write(store, w->batch[i].found, err);
    return status;
}

dm_status dmi_lease_end(dmi_worker *w, dm_error *err)
{
    dm_status status = dmi_store_transact(w->workers->store, write_batches, w, err);
    if (status == DM_OK) {
        dm_work_tally *tally = &w->workers->tally;
        pthread_mutex_lock(&w->workers->group.lock);
        for (size_t i = 0; i < w->count; i++) {
            const dmi_leased_batch *batch = &w->batch[i];
            bool is_done = batch->is_held && batch->state == DMI_BATCH_DONE;
            tally->batches += is_done;
            tally->games += is_done ? batch->count.solved + batch->count.unproven : 0;
            tally->late += !batch->is_held;
        }
        pthread_mutex_unlock(&w->workers->group.lock);
    }
    return status;
}

void dmi_lease_clear(dmi_worker *w)
{
    pthread_mutex_lock(&w->workers->group.lock);
    w->workers->held[w->index] = (dmi_held_lease){0};
    pthread_mutex_unlock(&w->workers->group.lock);
    dm_run_free(w->run);
    w->run = NULL;
    free_batches(w);
}
