/* jobs.c - a list of jobs behind one lock, and the threads that work on them; events.c reports.
 *
 * Every change increases the job's version and wakes all who wait.  Results are kept as text:
 * threads share no JSON value.
 */
#include "server/job.h"

#include "answer/fail.h"
#include "answer/report.h"
#include "server/trim_memory.h"

#include "base/threads.h"
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>

static const double PROGRESS_EVERY = 0.1, WATCH_EVERY = 0.1;
static const int LONG_NICENESS = 5; /* moves and quick questions go first */

void job_release(job *one)
{
    assert(one->users > 0);
    if (--one->users > 0)
        return;
    free(one->with);
    free(one->result);
    free(one);
}

job *job_find(jobs *j, const char *id)
{
    job *one = j->first;
    while (one && strcmp(one->id, id) != 0)
        one = one->next;
    return one;
}

static void remove_job(jobs *j, job *one)
{
    for (job **at = &j->first; *at; at = &(*at)->next)
        if (*at == one) {
            *at = one->next;
            job_release(one);
            return;
        }
}

/* Whether too many jobs wait before this one: in its lane, of its client, or in bytes. */
static bool is_full(const jobs *j, const job *before)
{
    int number = 0, own = 0;
    size_t bytes = 0;
    for (const job *one = j->first; one; one = one->next)
        if (one->state == QUEUED) {
            bool is_beside = one->lane == before->lane;
            number += is_beside;
            own += is_beside && strcmp(one->client, before->client) == 0;
            bytes += strlen(one->with);
        }
    return number >= j->limits.waiting || 4 * own >= 3 * j->limits.waiting ||
           bytes >= j->limits.waiting_bytes;
}

/* Whether more finished jobs are kept than the limits allow. */
static bool is_overfull(const jobs *j)
{
    int number = 0;
    size_t bytes = 0;
    for (const job *one = j->first; one; one = one->next)
        if (job_is_over(one)) {
            number++;
            bytes += one->result ? strlen(one->result) : 0;
        }
    return number > j->limits.kept || bytes > j->limits.kept_bytes;
}

static void change_state(jobs *j, job *one, job_state now)
{
    assert(!job_is_over(one) || now == one->state);
    one->state = now;
    one->version++;
    if (job_is_over(one)) {
        one->ended = report_clock();
        free(one->with);
        one->with = NULL;
    }
    pthread_cond_broadcast(&j->changed);
}

/* Without the lock. */
static void notify_watch(const job *one)
{
    if (one->of->watch.changed)
        one->of->watch.changed(one->id, job_is_over(one));
}

static void on_progress(void *user, const dm_progress *p)
{
    job *one = user;
    assert(p->done >= 0);
    pthread_mutex_lock(&one->of->lock);
    snprintf(one->phase, sizeof one->phase, "%s", p->phase);
    snprintf(one->note, sizeof one->note, "%s", p->note);
    one->done = p->done;
    one->total = p->total;
    one->has_progress = true;
    one->version++;
    pthread_cond_broadcast(&one->of->changed);
    pthread_mutex_unlock(&one->of->lock);
    notify_watch(one);
}

/* A dmi_run_watch_fn. */
static bool is_cancelled(void *user)
{
    job *one = user;
    if (one->of->watch.is_cancelled(one->id))
        one->cancelled = true;
    return one->cancelled;
}

/* Entered and left with the lock held. */
static void work_on(jobs *j, job *one)
{
    dm_run *run = NULL;
    dm_error err = {0};
    char *result = NULL;
    dm_status status = dm_run_new(&run, &err);
    assert(one->state == QUEUED && one->users > 0);
    one->users++;
    one->begun = report_clock();
    one->served = ++j->served;
    one->run = run;
    change_state(j, one, RUNNING);
    pthread_mutex_unlock(&j->lock);
    if (status == DM_OK) {
        /* without the lock */
        dm_run_set_deadline(run, j->limits.seconds);
        dm_run_set_progress(run, on_progress, one, PROGRESS_EVERY);
        if (j->watch.is_cancelled)
            dmi_run_set_watch(run, is_cancelled, one, WATCH_EVERY);
        status = j->work(j->user, one->call, one->with, run, &result, &err);
        if (result && strlen(result) > j->limits.kept_bytes / 2) {
            free(result);
            result = NULL;
            status = answer_fail(&err, DM_TOO_LARGE, "the result is too large for this server");
        }
        memory_trim();
    }
    pthread_mutex_lock(&j->lock);
    one->run = NULL;
    /* records how a job ended; takes `result`. With the lock. */
    one->result = result;
    if (!one->result) {
        one->error = err;
        one->error.status = status;
        if (!err.message[0])
            snprintf(one->error.message, sizeof one->error.message, "%s", dm_status_text(status));
    }
    change_state(j, one,
                 one->cancelled                                    ? CANCELLED
                 : status == DM_STOPPED || status == DM_UNFINISHED ? STOPPED
                 : one->result                                     ? DONE
                                                                   : FAILED);
    while (is_overfull(j)) {
        job *old = j->first;
        while (!job_is_over(old))
            old = old->next;
        remove_job(j, old);
    }
    pthread_mutex_unlock(&j->lock);
    notify_watch(one);
    pthread_mutex_lock(&j->lock);
    job_release(one);
    dm_run_free(run);
}

/* What a client has had of a lane. */
typedef struct share {
    int running;
    uint64_t served; /* the last job begun for it */
} share;

static share share_of(const jobs *j, job_lane lane, const char *client)
{
    share s = {0, 0};
    for (const job *one = j->first; one; one = one->next)
        if (one->lane == lane && strcmp(one->client, client) == 0) {
            s.running += one->state == RUNNING;
            s.served = one->served > s.served ? one->served : s.served;
        }
    return s;
}

/* The job to begin next in a lane; NULL: none. */
static job *next_queued(const jobs *j, job_lane lane)
{
    job *best = NULL;
    share least = {0, 0};
    int running = 0;
    assert(lane >= 0 && lane < JOB_LANES);
    for (const job *one = j->first; one; one = one->next)
        running += one->lane == lane && one->state == RUNNING;
    bool only_new = j->limits.workers[lane] > 1 && running + 1 >= j->limits.workers[lane];
    for (job *one = j->first; one; one = one->next) {
        if (one->state != QUEUED || one->lane != lane)
            continue;
        share s = share_of(j, lane, one->client);
        bool is_first = !best || s.running < least.running ||
                        (s.running == least.running && s.served < least.served);
        if (is_first && !(only_new && s.running > 0)) {
            best = one;
            least = s;
        }
    }
    return best;
}

static void jobs_worker(void *context, int worker)
{
    (void)worker;
    const struct job_threads *threads = context;
    jobs *j = threads->of;
    if (threads->lane == JOB_LONG)
        setpriority(PRIO_PROCESS, 0, LONG_NICENESS); /* on Linux only this thread's */
    pthread_mutex_lock(&j->lock);
    while (!j->stopping) {
        job *one = next_queued(j, threads->lane);
        if (one)
            work_on(j, one);
        else
            pthread_cond_wait(&j->changed, &j->lock);
    }
    pthread_mutex_unlock(&j->lock);
}

jobs *jobs_new(const jobs_limits *limits, job_fn *do_job, void *user)
{
    jobs *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    *j = (jobs){.limits = *limits, .work = do_job, .user = user};
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->changed, NULL);
    dm_status status = DM_OK;
    for (int lane = 0; lane < JOB_LANES && status == DM_OK; lane++) {
        struct job_threads *threads = &j->threads[lane];
        threads->of = j;
        threads->lane = (job_lane)lane;
        if (limits->workers[lane] > 0)
            status = dmi_threads_new(limits->workers[lane], jobs_worker, threads, &threads->workers,
                                     NULL);
    }
    if (status == DM_OK)
        return j;
    jobs_free(j);
    return NULL;
}

/* With the lock. */
static void cancel_job(jobs *j, job *one)
{
    assert(!job_is_over(one));
    one->cancelled = true;
    if (one->state == QUEUED) {
        one->error = (dm_error){DM_STOPPED, "cancelled before it began"};
        change_state(j, one, CANCELLED);
    } else if (one->run) {
        dm_run_cancel(one->run);
    }
}

void jobs_stop(jobs *j)
{
    if (!j)
        return;
    pthread_mutex_lock(&j->lock);
    bool first = !j->stopping;
    j->stopping = true;
    for (job *one = j->first; one; one = one->next)
        if (!job_is_over(one))
            cancel_job(j, one);
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
    for (int lane = 0; first && lane < JOB_LANES; lane++)
        dmi_threads_free(j->threads[lane].workers);
}

void jobs_free(jobs *j)
{
    if (!j)
        return;
    jobs_stop(j);
    while (j->first)
        remove_job(j, j->first);
    pthread_cond_destroy(&j->changed);
    pthread_mutex_destroy(&j->lock);
    free(j);
}

bool jobs_work(jobs *j)
{
    pthread_mutex_lock(&j->lock);
    job *one = next_queued(j, JOB_SHORT);
    one = one ? one : next_queued(j, JOB_LONG);
    if (one)
        work_on(j, one);
    pthread_mutex_unlock(&j->lock);
    return one != NULL;
}

void jobs_set_watch(jobs *j, const jobs_watch *watch)
{
    j->watch = *watch;
}

/* A number that others cannot guess. */
static bool make_id(char id[JOB_ID])
{
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return false;
    snprintf(id, JOB_ID, "%016" PRIx64, number);
    return true;
}

/* With the lock. */
static dm_status enqueue_job(jobs *j, job *one, dm_error *err)
{
    assert(one->users == 1 && !one->next);
    if (j->stopping)
        return answer_fail(err, DM_STOPPED, "the server is stopping");
    if (is_full(j, one))
        return answer_fail(err, DM_UNFINISHED, "too many jobs are waiting; try again later");
    job **at = &j->first;
    while (*at)
        at = &(*at)->next;
    *at = one;
    change_state(j, one, QUEUED);
    return DM_OK;
}

dm_status jobs_start(jobs *j, const job_order *order, char id[JOB_ID], dm_error *err)
{
    job *one = calloc(1, sizeof *one);
    if (!one || !order->with || !make_id(one->id)) {
        free(one);
        free(order->with);
        return answer_fail(err, DM_NO_MEMORY, "no memory for a job");
    }
    snprintf(one->call, sizeof one->call, "%s", order->call);
    snprintf(one->client, sizeof one->client, "%s", order->client);
    one->lane = order->lane;
    one->with = order->with;
    one->of = j;
    one->users = 1;
    memcpy(id, one->id, JOB_ID);
    pthread_mutex_lock(&j->lock);
    dm_status status = enqueue_job(j, one, err);
    if (status != DM_OK)
        job_release(one);
    pthread_mutex_unlock(&j->lock);
    return status;
}

bool jobs_cancel(jobs *j, const char *id)
{
    pthread_mutex_lock(&j->lock);
    job *one = job_find(j, id);
    if (one && job_is_over(one))
        remove_job(j, one);
    else if (one)
        cancel_job(j, one);
    pthread_mutex_unlock(&j->lock);
    return one != NULL;
}
