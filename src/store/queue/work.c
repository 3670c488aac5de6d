/* work.c - starts the threads of a worker, and keeps their leases alive. */
#include "store/queue/workers.h"

#include "base/base.h"
#include <demesne/crew.h>
#include <stdlib.h>

static const double TICK = 0.05, LEASE = 60; /* seconds */

/* Renews a lease that needs it.  If the database cannot be reached, it is tried again soon; if the
 * lease is another's, its computing ends. */
static void renew(dmi_workers *crew, int index)
{
    pthread_mutex_lock(&crew->lock);
    dmi_held_lease held = crew->held[index];
    pthread_mutex_unlock(&crew->lock);
    if (held.token == 0 || dmi_seconds() < held.renew_at)
        return;
    const dmi_lease lease = {.token = held.token, .seconds = crew->lease_seconds};
    dm_status status = dmi_batches_renew(crew->store, &lease, held.low, held.high, NULL);
    pthread_mutex_lock(&crew->lock);
    dmi_held_lease *now = &crew->held[index];
    if (now->token == held.token) {
        now->renew_at = dmi_seconds() + crew->lease_seconds / (status == DM_OK ? 3 : 30);
        if (status == DM_END)
            dm_run_cancel(now->run);
    }
    pthread_mutex_unlock(&crew->lock);
}

static int64_t games_done(dmi_workers *crew)
{
    pthread_mutex_lock(&crew->lock);
    int64_t games = crew->tally.games;
    pthread_mutex_unlock(&crew->lock);
    return games;
}

/* Returns whether the caller's run ended before the work did. */
static bool watch(dmi_workers *crew, dm_crew *threads, dm_run *run)
{
    bool stopped = false;
    while (dm_crew_is_working(threads, TICK)) {
        for (int i = 0; i < crew->count; i++)
            renew(crew, i);
        if (!dmi_run_report(run, 0, "games", (uint64_t)games_done(crew), 0, crew->plan->phase)) {
            stopped = true;
            dm_run_cancel(crew->run);
        }
    }
    return stopped;
}

static dm_status init(dmi_workers *crew, dmi_store *store, const dmi_work_plan *plan, dm_error *err)
{
    *crew = (dmi_workers){.store = store, .plan = plan};
    crew->count = plan->settings.threads > 1 ? plan->settings.threads : 1;
    crew->lease_seconds = plan->settings.lease_seconds > 0 ? plan->settings.lease_seconds : LEASE;
    dmi_worker_name(crew->name);
    crew->held = dmi_calloc((size_t)crew->count, sizeof *crew->held);
    if (!crew->held)
        return dmi_no_memory(err);
    dm_status status = dm_run_new(&crew->run, err);
    if (status != DM_OK)
        free(crew->held);
    else
        pthread_mutex_init(&crew->lock, NULL);
    return status;
}

dm_status dmi_work(dmi_store *store, const dmi_work_plan *plan, dm_run *run, dm_work_tally *out,
                   dm_error *err)
{
    dmi_workers crew;
    dm_crew *threads = NULL;
    bool stopped = false;
    dm_status status = init(&crew, store, plan, err);
    if (status != DM_OK)
        return status;
    dmi_store_watch(store, run);
    status = dm_crew_new(crew.count, dmi_worker_run, &crew, &threads, err);
    if (status == DM_OK)
        stopped = watch(&crew, threads, run);
    dm_crew_free(threads);
    dmi_store_watch(store, NULL);
    if (crew.status != DM_OK) {
        status = crew.status;
        if (err)
            *err = crew.err;
    }
    if (out)
        *out = crew.tally;
    dm_run_free(crew.run);
    free(crew.held);
    pthread_mutex_destroy(&crew.lock);
    return status == DM_OK && stopped ? dmi_stopped(run, err) : status;
}
