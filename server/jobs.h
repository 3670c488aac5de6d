/* jobs.h - long work: a bounded number of jobs, each with an end, progress, and a result.
 *
 *     queued --> running --> done         the answer
 *        |          |-----> stopped       its time was over: the best answer so far, or none
 *        |          |-----> failed        an error
 *        '----------'-----> cancelled     by the client: the best answer so far, or none
 *
 * A job is told as {"job":..,"call":..,"state":..,"seconds":..,"progress":{..},"result":{..}} or,
 * in place of the result, "error" and "reason".  Finished jobs are kept for a while.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "server/http.h"
#include <demesne/demesne.h>

/* Does the work of `call` on `with`; the result, freed with free(), may come with DM_STOPPED too.
 * Both are JSON.  Called in a worker's thread. */
typedef dm_status job_fn(void *user, const char *call, const char *with, dm_run *run, char **result,
                         dm_error *err);

typedef struct jobs_limits {
    int workers;          /* jobs that run at a time */
    int waiting;          /* that wait for one, */
    size_t waiting_bytes; /* and the size of what they work on */
    int kept;             /* finished ones, */
    size_t kept_bytes;    /* and the size of their results; one has at most half of it */
    double seconds;       /* that one may take */
} jobs_limits;

typedef struct jobs jobs;

jobs *jobs_new(const jobs_limits *limits, job_fn *work, void *user); /* NULL: no memory, threads */
/* Cancels all and waits for the workers; nothing is taken any more. */
void jobs_stop(jobs *j);
void jobs_free(jobs *j); /* after jobs_stop(), once no flow is open */

enum { JOB_ID = 17 };

/* Takes `with`, which malloc gave; NULL: there was no memory.  DM_TOO_LARGE where too many wait. */
dm_status jobs_start(jobs *j, const char *call, char *with, char id[JOB_ID], dm_error *err);
bool jobs_are_full(jobs *j); /* whether too many wait */
/* The job as JSON text, freed with free(); NULL: there is no such job (or no memory). */
char *jobs_tell(jobs *j, const char *id);
/* Ends it; one that is over is forgotten.  False: there is no such job. */
bool jobs_cancel(jobs *j, const char *id);
/* Its events, `progress` and then one `end`, each with the job as JSON.  False as above. */
bool jobs_events(jobs *j, const char *id, http_flow *out);

#endif
