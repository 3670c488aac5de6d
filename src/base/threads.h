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

/* For programs that can call dm_run_cancel() neither from another thread nor from a signal handler,
 * as in a browser: the run asks `is_cancelled` from the working thread, at most every `interval`
 * seconds; NULL: never. */
typedef bool dmi_run_watch_fn(void *user);
void dmi_run_set_watch(dm_run *run, dmi_run_watch_fn *is_cancelled, void *user, double interval);

#endif
