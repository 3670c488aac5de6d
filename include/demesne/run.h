/* demesne/run.h - run control: deadline, work limit, cancel, progress.
 *
 * Every call that can be long takes a dm_run * (NULL: unlimited).  If the run
 * ends first, a call that can give a part of its result gives it with
 * DM_STOPPED; a call that cannot returns DM_UNFINISHED and gives nothing.
 *
 *     dm_run *run;
 *     dm_run_new(&run, NULL);
 *     dm_run_set_deadline(run, 2.5);          seconds from now
 *     ... dm_distances_new(arena, 0, run, &table, &err) ...
 *     dm_run_free(run);
 *
 * One run may be shared by the threads of one call.  dm_run_cancel() is safe
 * from any thread and from a signal handler.
 */
#ifndef DEMESNE_RUN_H
#define DEMESNE_RUN_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_run dm_run;

typedef enum dm_stop { DM_STOP_NONE = 0, DM_STOP_DEADLINE, DM_STOP_WORK, DM_STOP_CANCEL } dm_stop;

typedef struct dm_progress {
    const char *phase; /* what the call is doing, e.g. "distances" */
    const char *note;  /* e.g. the best value so far and its bound; "" if there is none */
    int64_t done;
    int64_t total;  /* 0: not known */
    double seconds; /* since the run was made or restarted */
} dm_progress;

typedef void dm_progress_fn(void *user, const dm_progress *progress);

dm_status dm_run_new(dm_run **out, dm_error *err);
void dm_run_free(dm_run *run);

/* `seconds` from now; negative removes the deadline. */
void dm_run_set_deadline(dm_run *run, double seconds);
/* Each call has its own unit of work (a node, a relaxation); 0 removes the limit. */
void dm_run_set_work_limit(dm_run *run, int64_t units);
/* `report` is called from the working thread at most every `interval` seconds. */
void dm_run_set_progress(dm_run *run, dm_progress_fn *report, void *user, double interval);
void dm_run_cancel(dm_run *run);

dm_stop dm_run_stopped(const dm_run *run); /* why the run ended, or DM_STOP_NONE */

#ifdef __cplusplus
}
#endif
#endif
