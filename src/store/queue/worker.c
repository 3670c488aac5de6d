/* worker.c - one thread: takes, computes and ends batches until none is left.
 *
 * The first lease is of one batch.  The next ones are of as many as take about two seconds to
 * compute, so that the database costs little and a kill loses little.
 */
#include "store/queue/workers.h"

#include "base/base.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_BATCHES = 1000, MOST_TRIES = 100, GROWTH = 4 };
static const double TARGET = 2, FIRST_WAIT = 0.1, LONGEST_WAIT = 1, TICK = 0.05; /* seconds */

/* Makes what the thread keeps for batches of this kind. */
static dm_status prepare_kind(dmi_worker *w, const dmi_leased_batch *batch, dm_error *err)
{
    const dmi_work_plan *plan = w->workers->plan;
    dm_work_settings own = plan->settings;
    own.memory = (own.memory > 0 ? own.memory : DMI_TABLE_BYTES) / w->workers->count;
    if (batch->kind < 0)
        return dmi_fail(err, DM_UNSUPPORTED, "this version does not know the batch \"%.80s\"",
                        batch->what);
    void **kept = &w->kept[batch->kind];
    return *kept ? DM_OK : plan->kind[batch->kind]->begin(w->workers->store, &own, kept, err);
}

/* A batch that fails for itself is recorded as failed; one that this machine cannot compute, or
 * that was stopped, is given back. */
static dm_status compute_batch(dmi_worker *w, dmi_leased_batch *batch, dm_error *err)
{
    const dmi_batch_kind *kind = w->workers->plan->kind[batch->kind];
    double begun = dmi_seconds();
    dm_status status =
        kind->compute(w->kept[batch->kind], batch->what, w->run, &batch->found, &batch->count, err);
    batch->count.seconds = dmi_seconds() - begun;
    if (status == DM_OK) {
        batch->state = DMI_BATCH_DONE;
    } else if (status != DM_STOPPED && status != DM_IO && status != DM_NO_MEMORY) {
        batch->state = DMI_BATCH_FAILED;
        snprintf(batch->note, sizeof batch->note, "%.199s", err->message);
    }
    return status;
}

/* One lease; DM_END if no batch could be taken. */
static dm_status work_once(dmi_worker *w, dm_error *err)
{
    dm_error lost = {0};
    double begun = dmi_seconds();
    dm_status status = dmi_lease_take(w, err);
    if (status != DM_OK)
        return status;
    double taken = dmi_seconds();
    for (size_t i = 0; i < w->count && status == DM_OK; i++) {
        status = prepare_kind(w, &w->batch[i], err);
        if (status == DM_OK)
            status = compute_batch(w, &w->batch[i], err);
    }
    double computed = dmi_seconds();
    dm_status ended = dmi_lease_end(w, &lost);
    dmi_workers *workers = w->workers;
    pthread_mutex_lock(&workers->group.lock);
    workers->tally.compute_seconds += (computed - taken);
    workers->tally.store_seconds += (taken - begun + dmi_seconds() - computed);
    pthread_mutex_unlock(&workers->group.lock);
    /* As many batches next time as take the target time. */
    double seconds = computed - taken;
    double fit = seconds > 0 ? TARGET / seconds * (double)w->count : MOST_BATCHES;
    double most = (double)w->most * GROWTH;
    most = most < MOST_BATCHES ? most : MOST_BATCHES;
    fit = fit < most ? fit : most;
    w->most = fit > 1 ? (int64_t)fit : 1;
    assert(w->most >= 1 && w->most <= MOST_BATCHES);
    if (status == DM_STOPPED && !dmi_workers_stopped(w->workers))
        status = DM_OK; /* only this lease was lost */
    if (status == DM_OK && ended != DM_OK)
        *err = lost;
    return status == DM_OK ? ended : status;
}

/* DM_OK if a batch is left, which another has leased. */
static dm_status look_for_leased(dmi_workers *workers, dm_error *err)
{
    dm_status status = dmi_leases_free(workers->store, dmi_worker_has_ended, err);
    if (status == DM_OK)
        status = dmi_batches_drop(workers->store, MOST_TRIES,
                                  "100 workers ended while they computed it", err);
    return status == DM_OK ? dmi_batch_left(workers->store, workers->plan->job, err) : status;
}

/* Waits a little for the leases of others; DM_END if there is nothing to wait for. */
static dm_status wait_for_others(dmi_workers *workers, double *pause, dm_error *err)
{
    dm_status status = look_for_leased(workers, err);
    if (status != DM_OK)
        return status;
    if (workers->plan->settings.no_wait)
        return DM_END;
    /* Waits in slices, so that a stop ends it. */
    double end = dmi_seconds() + *pause, left;
    while (!dmi_workers_stopped(workers) && (left = end - dmi_seconds()) > 0) {
        double slice = left < TICK ? left : TICK;
        struct timespec time = {.tv_nsec = (long)(slice * 1e9)};
        nanosleep(&time, NULL);
    }
    *pause = *pause * 2 < LONGEST_WAIT ? *pause * 2 : LONGEST_WAIT;
    return DM_OK;
}

void dmi_worker_run(void *context, int index)
{
    dmi_workers *workers = context;
    dmi_worker w = {.workers = workers, .index = index, .most = 1};
    dm_error err = {0};
    dm_status status = DM_OK;
    double pause = FIRST_WAIT;
    while (status == DM_OK && !dmi_workers_stopped(workers)) {
        status = work_once(&w, &err);
        dmi_lease_clear(&w);
        if (status == DM_OK)
            pause = FIRST_WAIT;
        else if (status == DM_END)
            status = wait_for_others(workers, &pause, &err);
    }
    if (status != DM_OK && status != DM_END && status != DM_STOPPED) {
        dmi_worker_group_fail(&workers->group, status, &err);
    }
    for (int i = 0; i < workers->plan->kind_count; i++)
        if (w.kept[i])
            workers->plan->kind[i]->end(w.kept[i]);
    free(w.batch);
}
