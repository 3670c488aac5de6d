/* threads.h - threads that share one piece of work.
 *
 * Everything here that uses several threads gets them from these calls.
 *
 *     static void work(void *context, int worker) { ... take a piece, do it, until none is left ...
 * }
 *
 *     dmi_threads_run(4, work, context);                  the caller is one of the four
 *
 *     dmi_threads_new(4, work, context, &threads, &err);     the caller does something else
 * meanwhile while (dmi_threads_is_working(threads, 0.1))
 *         ... report progress ...
 *     dmi_threads_free(threads);
 *
 * If the system has too few threads, fewer workers share the work.  Signals are left to the
 * caller's thread.
 */
#ifndef DMI_BASE_THREADS_H
#define DMI_BASE_THREADS_H

#include <demesne/run.h>
#include <pthread.h>
#include <stdbool.h>

typedef struct dmi_threads dmi_threads;

/* `worker` counts from 0. */
typedef void dmi_thread_fn(void *context, int worker);

/* Calls work(context, 0) in this thread and, beside it, work(context, 1) ... work(context, count -
 * 1) in threads of their own; returns when all have returned. */
void dmi_threads_run(int count, dmi_thread_fn *work, void *context);

/* Starts up to `count` workers, at least one; DM_NO_MEMORY if that is impossible. */
dm_status dmi_threads_new(int count, dmi_thread_fn *work, void *context, dmi_threads **out,
                          dm_error *err);
/* Waits until all workers have returned, for `seconds` at most; false if they have. */
bool dmi_threads_is_working(dmi_threads *threads, double seconds);
/* Waits for all workers. */
void dmi_threads_free(dmi_threads *threads);

/* Workers that end together: the first failure, or a stop of the caller's run, cancels their run.
 *
 *     dmi_worker_group_init(&group, &err);
 *     dmi_worker_group_start(&group, 4, work, context, &err);
 *     while (dmi_worker_group_is_working(&group, 0.1))
 *         ... report progress; dmi_worker_group_stop(&group) if the caller's run ends ...
 *     status = dmi_worker_group_end(&group, status, run, &err);
 */
typedef struct dmi_worker_group {
    dm_run *run;          /* of all work; any thread may cancel it */
    pthread_mutex_t lock; /* guards what follows, and what the owner says */
    dm_status status;     /* the first failure */
    dm_error err;
    bool stopped; /* by the caller's run */
    dmi_threads *threads;
} dmi_worker_group;

dm_status dmi_worker_group_init(dmi_worker_group *group, dm_error *err);
dm_status dmi_worker_group_start(dmi_worker_group *group, int count, dmi_thread_fn *work,
                                 void *context, dm_error *err);
/* Waits until all have returned, for `seconds` at most; false if they have. */
bool dmi_worker_group_is_working(dmi_worker_group *group, double seconds);
bool dmi_worker_group_is_stopped(const dmi_worker_group *group);
/* The caller's run has ended. */
void dmi_worker_group_stop(dmi_worker_group *group);
/* From a worker: its failure ends the others, unless another failed before. */
void dmi_worker_group_fail(dmi_worker_group *group, dm_status status, const dm_error *err);
/* Waits for all workers.  The first failure, or DM_STOPPED with the reason of `run`; `status` is
 * that of the caller so far. */
dm_status dmi_worker_group_end(dmi_worker_group *group, dm_status status, dm_run *run,
                               dm_error *err);

/* For programs that can call dm_run_cancel() neither from another thread nor from a signal handler,
 * as in a browser: the run asks `is_cancelled` from the working thread, at most every `interval`
 * seconds; NULL: never. */
typedef bool dmi_run_watch_fn(void *user);
void dmi_run_set_watch(dm_run *run, dmi_run_watch_fn *is_cancelled, void *user, double interval);

#endif
