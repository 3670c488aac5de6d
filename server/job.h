/* job.h - the inside of jobs.c, for events.c. */
#ifndef SERVER_JOB_H
#define SERVER_JOB_H

#include "base/threads.h"
#include "server/jobs.h"

#include <pthread.h>
#include <stdint.h>

typedef enum job_state { QUEUED, RUNNING, DONE, STOPPED, FAILED, CANCELLED } job_state;

enum { JOB_CALL = 32, JOB_CLIENT = 48, JOB_TEXT = 128 };

typedef struct job {
    struct job *next; /* older ones first */
    char id[JOB_ID], call[JOB_CALL], client[JOB_CLIENT];
    job_lane lane;
    uint64_t served; /* counts the jobs that were begun, at its begin; 0: not begun */
    char *with;      /* until the job has ended */
    job_state state;
    bool cancelled;
    int users;        /* the list, a worker, flows */
    uint64_t version; /* counts changes */
    double begun, ended;
    bool has_progress;
    char phase[JOB_TEXT], note[JOB_TEXT];
    int64_t done, total;
    dm_run *run;  /* while it runs */
    char *result; /* set once the job has ended, then constant */
    dm_error error;
    jobs *of;
} job;

struct jobs {
    jobs_limits limits;
    job_fn *work;
    void *user;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* any job, or `stopping` */
    bool stopping;
    job *first;
    uint64_t served; /* jobs begun */
    jobs_watch watch;
    struct job_threads {
        jobs *of;
        job_lane lane;
        dmi_threads *workers;
    } threads[JOB_LANES];
};

/* Call all of these with the lock held. */
static inline bool job_is_over(const job *one)
{
    return one->state >= DONE;
}

job *job_find(jobs *j, const char *id); /* NULL: there is none */
void job_release(job *one);             /* frees it after its last user */

#endif
