/* jobs.h - long work: a limited number of jobs, each with a time limit, progress and a result.
 *
 *     queued --> running --> done         the answer
 *        |          |-----> stopped       out of time: the best answer so far, or none
 *        |          |-----> failed        an error
 *        '----------'-----> cancelled     by the client: the best answer so far, or none
 *
 * A job is reported as {"job":..,"call":..,"state":..,"seconds":..,"progress":{..},"result":{..}}
 * or, instead of the result, "error" and "reason".  Finished jobs are kept for a while.
 *
 * Short jobs and long ones have their own lanes, each with its own workers, so a move never waits
 * for a proof.  In a lane the clients take turns: next comes a job of the client with the fewest
 * running ones, of these the one served longest ago, and the last free worker is kept for a client
 * that has none running.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "server/http/http.h"
#include <demesne/demesne.h>

/* Does the work of `call` on `with`; the result, freed with free(), may come with DM_STOPPED too.
 * Both are JSON.  Called in a worker's thread. */
typedef dm_status job_fn(void *user, const char *call, const char *with, dm_run *run, char **result,
                         dm_error *err);

typedef enum job_lane { JOB_SHORT, JOB_LONG, JOB_LANES } job_lane;

typedef struct jobs_limits {
    int workers[JOB_LANES]; /* jobs that run at the same time */
    int waiting;            /* jobs that wait in a lane; of one client three quarters of them */
    size_t waiting_bytes;   /* the size of their inputs */
    int kept;               /* finished jobs */
    size_t kept_bytes;      /* the size of their results; each has at most half of it */
    double seconds;         /* that a job may take */
} jobs_limits;

typedef struct jobs jobs;

/* NULL without memory or threads.  Lanes with 0 workers start no thread: jobs_work() does their
 * jobs. */
jobs *jobs_new(const jobs_limits *limits, job_fn *do_job, void *user);
/* Cancels all jobs and waits for the workers; new jobs are refused. */
void jobs_stop(jobs *j);
void jobs_free(jobs *j); /* after jobs_stop(), once no flow is open */

enum { JOB_ID = 17 };

/* What is to be done, and for whom: `client` is any text, "" if unknown. */
typedef struct job_order {
    job_lane lane;
    const char *client, *call;
    char *with; /* taken; from malloc; NULL: out of memory */
} job_order;

/* DM_UNFINISHED if too many wait. */
dm_status jobs_start(jobs *j, const job_order *order, char id[JOB_ID], dm_error *err);
/* Does the job to begin next in the caller's thread, short ones first; false: none waits. */
bool jobs_work(jobs *j);
/* Who follows all jobs, from the thread that works: `changed` hears of every change, and
 * `is_cancelled` is asked now and then while a job runs. */
typedef struct jobs_watch {
    void (*changed)(const char *id, bool is_over);
    bool (*is_cancelled)(const char *id);
} jobs_watch;
/* Before the first job; only where all lanes have 0 workers. */
void jobs_set_watch(jobs *j, const jobs_watch *watch);
/* The job as JSON text, freed with free(); NULL: there is no such job (or no memory). */
char *jobs_describe(jobs *j, const char *id);
/* Ends a job, or forgets one that has ended.  False: there is no such job. */
bool jobs_cancel(jobs *j, const char *id);
/* Events `progress` and then one `end`, each with the job as JSON.  False: no such job. */
bool jobs_events(jobs *j, const char *id, http_flow *out);

#endif
