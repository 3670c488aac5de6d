/* worker.c - the threads of a worker: each takes, computes and ends batches until none is left.
 *
 * The first lease is of one batch.  The next ones are of as many as take about two seconds to
 * compute, so that the database costs little and a kill loses little.  Meanwhile the first thread
 * keeps the leases alive.
 */
#include "store/queue/workers.h"

#include "base/base.h"
#include "base/checksum.h"
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BATCHES = 1000, MOST_TRIES = 100, GROWTH = 4 };
static const double TARGET = 2, FIRST_WAIT = 0.1, LONGEST_WAIT = 1, TICK = 0.05,
                    LEASE = 60; /* seconds */

/* The name of a worker, which tells others on its machine whether it lives.
 *
 * Processes are numbered per machine and per container (PID namespace), and again after a restart.
 */

/* A hash of the start of the machine and of the container. */
static uint32_t machine_name(void)
{
    char text[100] = "";
    struct stat space = {0};
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    size_t size = file ? fread(text, 1, 40, file) : 0;
    if (file)
        fclose(file);
    if (stat("/proc/self/ns/pid", &space) != 0)
        space.st_ino = 0;
    snprintf(text + size, sizeof text - size, " %llu", (unsigned long long)space.st_ino);
    dmi_checksum sum;
    dmi_checksum_start(&sum);
    dmi_checksum_add(&sum, text, strlen(text));
    return (uint32_t)dmi_checksum_end(&sum);
}

/* "host:process:machine": the last is a hash of what tells machines and containers apart. */
static void worker_name(char out[DMI_WORKER_NAME])
{
    char host[64] = "";
    if (gethostname(host, sizeof host - 1) != 0)
        snprintf(host, sizeof host, "unknown");
    snprintf(out, DMI_WORKER_NAME, "%s:%ld:%08x", host, (long)getpid(), (unsigned)machine_name());
}

/* Whether `name` is of this machine and its process has ended. */
static bool worker_has_ended(const char *name)
{
    long process = 0;
    unsigned place = 0;
    const char *host_end = strchr(name, ':');
    return host_end && sscanf(host_end, ":%ld:%x", &process, &place) == 2 && process > 0 &&
           place == (unsigned)machine_name() && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

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
    bool is_unfit = false;
    dm_status status = kind->compute(w->kept[batch->kind], batch->what, w->run, &batch->found,
                                     &batch->count, &is_unfit, err);
    batch->count.seconds = dmi_seconds() - begun;
    batch->is_untouched = is_unfit && status != DM_OK && status != DM_STOPPED;
    if (status == DM_OK) {
        batch->state = DMI_BATCH_DONE;
    } else if (!is_unfit && status != DM_STOPPED && status != DM_IO && status != DM_NO_MEMORY) {
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
    dm_status status = dmi_leases_free(workers->store, worker_has_ended, err);
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

/* One thread of a dmi_workers: takes, computes and ends batches until none is left. */
static void worker_run(void *context, int index)
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
    worker_name(w.name);
    w.held = dmi_calloc((size_t)w.count, sizeof *w.held);
    dm_status status = w.held ? dmi_worker_group_init(&w.group, err) : dmi_no_memory(err);
    if (status != DM_OK) {
        free(w.held);
        return status;
    }
    dmi_store_watch(store, run);
    status = dmi_worker_group_start(&w.group, w.count, worker_run, &w, err);
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
