/* jobs.c - a list of jobs behind one lock, and the threads that work on them.
 *
 * The oldest queued job goes to the next free worker.  Whatever changes, a job's version grows and
 * everybody who waits is woken.  Results are kept as text: no JSON value is shared by threads.
 */
#include "server/jobs.h"

#include "answer/fail.h"
#include "answer/report.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>

enum { CALL = 32, TEXT = 128, BEAT = 10 /* seconds between signs of life in a flow */ };
static const double PROGRESS_EVERY = 0.1;
static const int WORKER_NICENESS = 5; /* quick questions go first */

typedef enum state { QUEUED, RUNNING, DONE, STOPPED, FAILED, CANCELLED } state;

static const char *const state_names[] = {"queued",  "running", "done",
                                          "stopped", "failed",  "cancelled"};

typedef struct job {
    struct job *next; /* older ones first */
    char id[JOB_ID], call[CALL];
    json_t *with;
    state state;
    bool cancelled;
    int users;        /* the list, a worker, flows */
    uint64_t version; /* of what can be told */
    double begun, ended;
    bool has_progress;
    char phase[TEXT], note[TEXT];
    uint64_t done, total;
    dm_run *run; /* while it runs */
    char *result;
    dm_error error;
    jobs *of;
} job;

struct jobs {
    jobs_limits limits;
    job_fn *work;
    void *user;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool stopping;
    job *first;
    pthread_t *workers;
    int worker_count;
};

/* --- The list; all with the lock held ------------------------------------------------- */

static bool is_over(const job *one)
{
    return one->state >= DONE;
}

static void let_go(job *one)
{
    if (--one->users > 0)
        return;
    json_decref(one->with);
    free(one->result);
    free(one);
}

static job *find(jobs *j, const char *id)
{
    job *one = j->first;
    while (one && strcmp(one->id, id) != 0)
        one = one->next;
    return one;
}

static void unlist(jobs *j, job *one)
{
    for (job **at = &j->first; *at; at = &(*at)->next)
        if (*at == one) {
            *at = one->next;
            let_go(one);
            return;
        }
}

static int count(const jobs *j, bool over)
{
    int number = 0;
    for (const job *one = j->first; one; one = one->next)
        number += over ? is_over(one) : one->state == QUEUED;
    return number;
}

static void forget_old(jobs *j)
{
    for (int over = count(j, true); over > j->limits.kept; over--) {
        job *one = j->first;
        while (!is_over(one))
            one = one->next;
        unlist(j, one);
    }
}

static void change(jobs *j, job *one, state now)
{
    one->state = now;
    one->version++;
    if (is_over(one))
        one->ended = report_clock();
    pthread_cond_broadcast(&j->changed);
}

/* --- Working --------------------------------------------------------------------------- */

static void on_progress(void *user, const dm_progress *p)
{
    job *one = user;
    pthread_mutex_lock(&one->of->lock);
    snprintf(one->phase, sizeof one->phase, "%s", p->phase);
    snprintf(one->note, sizeof one->note, "%s", p->note);
    one->done = p->done;
    one->total = p->total;
    one->has_progress = true;
    one->version++;
    pthread_cond_broadcast(&one->of->changed);
    pthread_mutex_unlock(&one->of->lock);
}

/* What comes of a job; with the lock. */
static void settle(jobs *j, job *one, dm_status status, json_t *result, const dm_error *err)
{
    one->result = result ? report_text(result) : NULL;
    json_decref(result);
    if (!one->result) {
        one->error = *err;
        one->error.status = status;
        if (!err->message[0])
            snprintf(one->error.message, sizeof one->error.message, "%s", dm_status_text(status));
    }
    change(j, one,
           one->cancelled         ? CANCELLED
           : status == DM_STOPPED ? STOPPED
           : one->result          ? DONE
                                  : FAILED);
    forget_old(j);
}

/* Called and left with the lock held. */
static void work_on(jobs *j, job *one)
{
    dm_run *run = NULL;
    dm_error err = {0};
    json_t *result = NULL;
    dm_status status = dm_run_new(&run, &err);
    one->users++;
    one->begun = report_clock();
    one->run = run;
    change(j, one, RUNNING);
    pthread_mutex_unlock(&j->lock);
    if (status == DM_OK) {
        dm_run_set_deadline(run, j->limits.seconds);
        dm_run_set_progress(run, on_progress, one, PROGRESS_EVERY);
        status = j->work(j->user, one->call, one->with, run, &result, &err);
    }
    pthread_mutex_lock(&j->lock);
    one->run = NULL;
    settle(j, one, status, result, &err);
    let_go(one);
    dm_run_free(run);
}

static job *next_queued(const jobs *j)
{
    job *one = j->first;
    while (one && one->state != QUEUED)
        one = one->next;
    return one;
}

static void *worker(void *argument)
{
    jobs *j = argument;
    setpriority(PRIO_PROCESS, 0, WORKER_NICENESS); /* of this thread alone, on Linux */
    pthread_mutex_lock(&j->lock);
    while (!j->stopping) {
        job *one = next_queued(j);
        if (one)
            work_on(j, one);
        else
            pthread_cond_wait(&j->changed, &j->lock);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

jobs *jobs_new(const jobs_limits *limits, job_fn *work, void *user)
{
    jobs *j = calloc(1, sizeof *j);
    pthread_t *workers = calloc((size_t)limits->workers, sizeof *workers);
    if (!j || !workers) {
        free(j);
        free(workers);
        return NULL;
    }
    *j = (jobs){.limits = *limits, .work = work, .user = user, .workers = workers};
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->changed, NULL);
    while (j->worker_count < limits->workers &&
           pthread_create(&workers[j->worker_count], NULL, worker, j) == 0)
        j->worker_count++;
    if (j->worker_count > 0)
        return j;
    jobs_free(j);
    return NULL;
}

/* --- Starting and ending ----------------------------------------------------------------- */

/* With the lock. */
static void cancel(jobs *j, job *one)
{
    one->cancelled = true;
    if (one->state == QUEUED) {
        one->error = (dm_error){DM_STOPPED, "cancelled before it began"};
        change(j, one, CANCELLED);
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
        if (!is_over(one))
            cancel(j, one);
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
    for (int i = 0; first && i < j->worker_count; i++)
        pthread_join(j->workers[i], NULL);
}

void jobs_free(jobs *j)
{
    if (!j)
        return;
    jobs_stop(j);
    while (j->first)
        unlist(j, j->first);
    pthread_cond_destroy(&j->changed);
    pthread_mutex_destroy(&j->lock);
    free(j->workers);
    free(j);
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

/* With the lock; `one` is listed where it is taken. */
static dm_status enlist(jobs *j, job *one, dm_error *err)
{
    if (j->stopping)
        return answer_fail(err, DM_STOPPED, "the server is stopping");
    if (count(j, false) >= j->limits.waiting)
        return answer_fail(err, DM_TOO_LARGE, "%d jobs wait already; try again later",
                           j->limits.waiting);
    job **at = &j->first;
    while (*at)
        at = &(*at)->next;
    *at = one;
    change(j, one, QUEUED);
    return DM_OK;
}

dm_status jobs_start(jobs *j, const char *call, const json_t *with, char id[JOB_ID], dm_error *err)
{
    job *one = calloc(1, sizeof *one);
    if (!one || !make_id(one->id)) {
        free(one);
        return answer_fail(err, DM_NO_MEMORY, "no memory for a job");
    }
    snprintf(one->call, sizeof one->call, "%s", call);
    one->with = json_deep_copy(with);
    one->of = j;
    one->users = 1;
    memcpy(id, one->id, JOB_ID);
    pthread_mutex_lock(&j->lock);
    bool whole = json_equal(one->with, with); /* a copy may lack what there was no memory for */
    dm_status status =
        whole ? enlist(j, one, err) : answer_fail(err, DM_NO_MEMORY, "no memory for a job");
    if (status != DM_OK)
        let_go(one);
    pthread_mutex_unlock(&j->lock);
    return status;
}

bool jobs_cancel(jobs *j, const char *id)
{
    pthread_mutex_lock(&j->lock);
    job *one = find(j, id);
    if (one && is_over(one))
        unlist(j, one);
    else if (one)
        cancel(j, one);
    pthread_mutex_unlock(&j->lock);
    return one != NULL;
}

/* --- Telling ----------------------------------------------------------------------------- */

static double seconds_of(const job *one)
{
    return one->begun == 0 ? 0 : (is_over(one) ? one->ended : report_clock()) - one->begun;
}

/* Takes `value`; false without memory. */
static bool add(json_t *head, const char *key, json_t *value)
{
    return json_object_set_new(head, key, value) == 0;
}

/* NULL without memory. */
static json_t *head_of(const job *one)
{
    json_t *head = json_pack("{s:s, s:s, s:s, s:f}", "job", one->id, "call", one->call, "state",
                             state_names[one->state], "seconds", seconds_of(one));
    bool whole = head != NULL;
    if (whole && one->has_progress)
        whole = add(head, "progress",
                    json_pack("{s:s, s:s, s:I, s:I}", "phase", one->phase, "note", one->note,
                              "done", (json_int_t)one->done, "total", (json_int_t)one->total));
    if (whole && is_over(one) && !one->result) {
        json_t *message = json_string(one->error.message);
        whole = add(head, "error", message ? message : json_string("failed")) &&
                add(head, "reason", json_string(dm_status_text(one->error.status)));
    }
    if (!whole)
        json_decref(head);
    return whole ? head : NULL;
}

/* With the lock; freed with free(), NULL without memory. */
static char *tell(const job *one)
{
    json_t *head = head_of(one);
    char *text = head ? report_text(head) : NULL;
    json_decref(head);
    if (!text || !one->result)
        return text;
    size_t size = strlen(text), more = strlen(one->result);
    char *whole = realloc(text, size + more + sizeof ",\"result\":}");
    if (!whole) {
        free(text);
        return NULL;
    }
    sprintf(whole + size - 1, ",\"result\":%s}", one->result);
    return whole;
}

char *jobs_tell(jobs *j, const char *id)
{
    pthread_mutex_lock(&j->lock);
    const job *one = find(j, id);
    char *text = one ? tell(one) : NULL;
    pthread_mutex_unlock(&j->lock);
    return text;
}

/* --- Events -------------------------------------------------------------------------------- */

typedef struct events {
    job *one;
    uint64_t seen;
    bool ended;
    double beat; /* when something was last said */
    char *text;  /* to be said, from `at` on */
    size_t at, size;
} events;

/* Waits a second at most; with the lock. */
static void wait_for_change(jobs *j)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_cond_timedwait(&j->changed, &j->lock, &until);
}

/* The next event into e->text; false without memory.  With the lock. */
static bool compose(events *e)
{
    const job *one = e->one;
    char *data = tell(one);
    const char *name = is_over(one) ? "end" : "progress";
    size_t room = data ? strlen(data) + 64 : 0;
    char *text = data ? malloc(room) : NULL;
    if (text)
        e->size = (size_t)snprintf(text, room, "event: %s\ndata: %s\n\n", name, data);
    free(data);
    free(e->text);
    e->text = text;
    e->at = 0;
    e->seen = one->version;
    e->ended = is_over(one);
    return text != NULL;
}

/* Copies what waits to be said. */
static int say(events *e, char *buffer, size_t room)
{
    size_t size = e->size - e->at < room ? e->size - e->at : room;
    memcpy(buffer, e->text + e->at, size);
    e->at += size;
    e->beat = report_clock();
    return (int)size;
}

static int next_bytes(void *flow, char *buffer, size_t room)
{
    static const char sign[] = ": still here\n\n";
    events *e = flow;
    jobs *j = e->one->of;
    if (e->text && e->at < e->size)
        return say(e, buffer, room);
    if (e->ended)
        return -1;
    pthread_mutex_lock(&j->lock);
    if (e->one->version == e->seen && !j->stopping)
        wait_for_change(j);
    bool news = e->one->version != e->seen;
    bool failed = news ? !compose(e) : j->stopping;
    pthread_mutex_unlock(&j->lock);
    if (failed)
        return -1;
    if (news)
        return say(e, buffer, room);
    if (report_clock() - e->beat < BEAT || room < sizeof sign)
        return 0;
    e->beat = report_clock();
    memcpy(buffer, sign, sizeof sign - 1);
    return (int)sizeof sign - 1;
}

static void drop_events(void *flow)
{
    events *e = flow;
    jobs *j = e->one->of;
    pthread_mutex_lock(&j->lock);
    let_go(e->one);
    pthread_mutex_unlock(&j->lock);
    free(e->text);
    free(e);
}

bool jobs_events(jobs *j, const char *id, http_flow *out)
{
    events *e = calloc(1, sizeof *e);
    if (!e)
        return false;
    pthread_mutex_lock(&j->lock);
    job *one = find(j, id);
    if (one)
        one->users++;
    pthread_mutex_unlock(&j->lock);
    if (!one) {
        free(e);
        return false;
    }
    e->one = one;
    e->beat = report_clock();
    *out = (http_flow){next_bytes, drop_events, e};
    return true;
}
