/* work.c - starts the threads of a worker, and keeps their leases alive. */
#include "store/queue/workers.h"

#include "base/base.h"
#include <stdlib.h>

static const double TICK = 0.05, LEASE = 60; /* seconds */

/* Renews a lease that needs it.  If the database cannot be reached, it is tried again soon; if the
 * lease is another's, its computing ends. */
static void renew_lease(dmi_workers *workers, int index)
{
    pthread_mutex_lock(&workers->group.lock);
    dmi_held_lease held = workers->held[index];
    pthread_mutex_unlock(&workers->group.lock);
    if (held.token == 0 || dmi_seconds() < held.renew_at)
        return;
    const dmi_lease lease = {.token = held.token, .seconds = workers->lease_seconds};
    dm_status status = dmi_batches_renew(workers->store, &lease, held.low, held.high, NULL);
    pthread_mutex_lock(&workers->group.lock);
    dmi_held_lease *now = &workers->held[index];
    if (now->token == held.token) {
        now->renew_at = dmi_seconds() + workers->lease_seconds / (status == DM_OK ? 3 : 30);
        if (status == DM_END)
            dm_run_cancel(now->run);
    }
    pthread_mutex_unlock(&workers->group.lock);
}

dm_status dmi_work(dmi_store *store, const dmi_work_plan *plan, dm_run *run, dm_work_tally *out,
                   dm_error *err)
{
    const dm_work_settings *settings = &plan->settings;
    dmi_workers w = {.store = store,
                     .plan = plan,
                     .count = settings->threads > 1 ? settings->threads : 1,
                     .lease_seconds =
                         settings->lease_seconds > 0 ? settings->lease_seconds : LEASE};
    dmi_worker_name(w.name);
    w.held = dmi_calloc((size_t)w.count, sizeof *w.held);
    dm_status status = w.held ? dmi_worker_group_init(&w.group, err) : dmi_no_memory(err);
    if (status != DM_OK) {
        free(w.held);
        return status;
    }
    dmi_store_watch(store, run);
    status = dmi_worker_group_start(&w.group, w.count, dmi_worker_run, &w, err);
    while (dmi_worker_group_is_working(&w.group, TICK)) {
        for (int i = 0; i < w.count; i++)
            renew_lease(&w, i);
        pthread_mutex_lock(&w.group.lock);
        uint64_t games = (uint64_t)w.tally.games;
        pthread_mutex_unlock(&w.group.lock);
        if (!dmi_run_report(run, 0, "games", games, 0, plan->phase))
            dmi_worker_group_stop(&w.group);
    }
    dmi_store_watch(store, NULL);
    status = dmi_worker_group_end(&w.group, status, run, err);
    if (out)
        *out = w.tally;
    free(w.held);
    return status;
}
