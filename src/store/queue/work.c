/* work.c - starts the threads of a worker, and keeps their leases alive. */
#include "store/queue/workers.h"

#include "base/base.h"
#include "base/threads.h"
#include <stdlib.h>

static const double TICK = 0.05, LEASE = 60; /* seconds */

/* Renews a lease that needs it.  If the database cannot be reached, it is tried again soon; if the
 * lease is another's, its computing ends. */
static void renew_lease(dmi_workers *workers, int index)
{
    pthread_mutex_lock(&workers->lock);
    dmi_held_lease held = workers->held[index];
    pthread_mutex_unlock(&workers->lock);
    if (held.token == 0 || dmi_seconds() < held.renew_at)
        return;
    const dmi_lease lease = {.token = held.token, .seconds = workers->lease_seconds};
    dm_status status = dmi_batches_renew(workers->store, &lease, held.low, held.high, NULL);
    pthread_mutex_lock(&workers->lock);
    dmi_held_lease *now = &workers->held[index];
    if (now->token == held.token) {
        now->renew_at = dmi_seconds() + workers->lease_seconds / (status == DM_OK ? 3 : 30);
        if (status == DM_END)
            dm_run_cancel(now->run);
    }
    pthread_mutex_unlock(&workers->lock);
}

static int64_t games_done(dmi_workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    int64_t games = workers->tally.games;
    pthread_mutex_unlock(&workers->lock);
    return games;
}

/* Returns whether the caller's run ended before the work did. */
static bool watch_workers(dmi_workers *workers, dmi_threads *threads, dm_run *run)
{
    bool stopped = false;
    while (dmi_threads_is_working(threads, TICK)) {
        for (int i = 0; i < workers->count; i++)
            renew_lease(workers, i);
        if (!dmi_run_report(run, 0, "games", (uint64_t)games_done(workers), 0,
                            workers->plan->phase)) {
            stopped = true;
            dm_run_cancel(workers->run);
        }
    }
    return stopped;
}

static dm_status workers_init(dmi_workers *workers, dmi_store *store, const dmi_work_plan *plan,
                              dm_error *err)
{
    *workers = (dmi_workers){.store = store, .plan = plan};
    workers->count = plan->settings.threads > 1 ? plan->settings.threads : 1;
    workers->lease_seconds =
        plan->settings.lease_seconds > 0 ? plan->settings.lease_seconds : LEASE;
    dmi_worker_name(workers->name);
    workers->held = dmi_calloc((size_t)workers->count, sizeof *workers->held);
    if (!workers->held)
        return dmi_no_memory(err);
    dm_status status = dm_run_new(&workers->run, err);
    if (status != DM_OK)
        free(workers->held);
    else
        pthread_mutex_init(&workers->lock, NULL);
    return status;
}

dm_status dmi_work(dmi_store *store, const dmi_work_plan *plan, dm_run *run, dm_work_tally *out,
                   dm_error *err)
{
    dmi_workers workers;
    dmi_threads *threads = NULL;
    bool stopped = false;
    dm_status status = workers_init(&workers, store, plan, err);
    if (status != DM_OK)
        return status;
    dmi_store_watch(store, run);
    status = dmi_threads_new(workers.count, dmi_worker_run, &workers, &threads, err);
    if (status == DM_OK)
        stopped = watch_workers(&workers, threads, run);
    dmi_threads_free(threads);
    dmi_store_watch(store, NULL);
    if (workers.status != DM_OK) {
        status = workers.status;
        if (err)
            *err = workers.err;
    }
    if (out)
        *out = workers.tally;
    dm_run_free(workers.run);
    free(workers.held);
    pthread_mutex_destroy(&workers.lock);
    return status == DM_OK && stopped ? dmi_stopped(run, err) : status;
}
