/* demesne/run_watch.h - a run that looks for itself whether it is cancelled.
 *
 * For programs that can call dm_run_cancel() neither from another thread nor from a signal handler,
 * as in a browser: the call that works asks now and then.
 */
#ifndef DEMESNE_RUN_WATCH_H
#define DEMESNE_RUN_WATCH_H

#include <demesne/run.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef bool dm_run_watch_fn(void *user);

/* `is_cancelled` is called from the working thread, at most every `interval` seconds; NULL: none.
 */
void dm_run_set_watch(dm_run *run, dm_run_watch_fn *is_cancelled, void *user, double interval);

#ifdef __cplusplus
}
#endif
#endif
