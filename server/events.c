/* events.c - reports the state of a job: once, or as events while it runs.
 *
 * A result may be large and have many readers: events send it from the job's own memory.
 */
#include "answer/report.h"
#include "server/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEEP_ALIVE = 10 /* seconds of silence after which a comment keeps the flow alive */ };

static const char *const state_names[] = {"queued",  "running", "done",
                                          "stopped", "failed",  "cancelled"};

static double seconds_of(const job *one)
{
    return one->begun == 0 ? 0 : (job_is_over(one) ? one->ended : report_clock()) - one->begun;
}

/* Takes `value`; false without memory. */
static bool add(json_t *head, const char *key, json_t *value)
{
    return json_object_set_new(head, key, value) == 0;
}

/* All but the result; NULL without memory. */
static json_t *head_of(const job *one)
{
    json_t *head = json_pack("{s:s, s:s, s:s, s:f}", "job", one->id, "call", one->call, "state",
                             state_names[one->state], "seconds", seconds_of(one));
    bool whole = head != NULL;
    if (whole && one->has_progress)
        whole = add(head, "progress",
                    json_pack("{s:s, s:s, s:I, s:I}", "phase", one->phase, "note", one->note,
                              "done", (json_int_t)one->done, "total", (json_int_t)one->total));
    if (whole && job_is_over(one) && !one->result) {
        json_t *message = json_string(one->error.message);
        whole = add(head, "error", message ? message : json_string("failed")) &&
                add(head, "reason", json_string(dm_status_text(one->error.status)));
    }
    if (!whole)
        json_decref(head);
    return whole ? head : NULL;
}

/* A text in three pieces: the head, the result (which belongs to the job), the end. */
typedef struct message {
    char *head;
    const char *piece[3];
    size_t size[3];
} message;

static void clear_message(message *t)
{
    free(t->head);
    *t = (message){0};
}

/* Puts `before` and `after` around the job.  False without memory; with the lock. */
static bool write_message(const job *one, const char *before, const char *after, message *out)
{
    static const char between[] = ",\"result\":";
    json_t *object = head_of(one);
    char *text = object ? report_text(object) : NULL;
    json_decref(object);
    size_t room = text ? strlen(before) + strlen(text) + sizeof between : 0;
    char *head = text ? malloc(room) : NULL;
    if (head) { /* the object's last brace goes to the end */
        snprintf(head, room, "%s%.*s%s", before, (int)strlen(text) - 1, text,
                 one->result ? between : "");
        *out = (message){head, {head, one->result ? one->result : "", after}, {0}};
        for (int i = 0; i < 3; i++)
            out->size[i] = strlen(out->piece[i]);
    }
    free(text);
    return head != NULL;
}

char *jobs_describe(jobs *j, const char *id)
{
    message t = {0};
    char *text = NULL, *at = NULL;
    pthread_mutex_lock(&j->lock);
    const job *one = job_find(j, id);
    if (one && write_message(one, "", "}", &t))
        at = text = malloc(t.size[0] + t.size[1] + t.size[2] + 1);
    for (int i = 0; text && i < 3; i++)
        at = stpcpy(at, t.piece[i]);
    pthread_mutex_unlock(&j->lock);
    clear_message(&t);
    return text;
}

typedef struct events {
    job *one;
    uint64_t seen;
    bool ended;
    double last_sent;
    message sending; /* from byte `at` of `piece` on */
    int piece;
    size_t at;
} events;

/* Waits at most a second; with the lock. */
static void wait_for_change(jobs *j)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_cond_timedwait(&j->changed, &j->lock, &until);
}

/* The next event; false without memory.  With the lock. */
static bool compose(events *e)
{
    const job *one = e->one;
    clear_message(&e->sending);
    e->piece = 0;
    e->at = 0;
    e->seen = one->version;
    e->ended = job_is_over(one);
    return write_message(one, e->ended ? "event: end\ndata: " : "event: progress\ndata: ", "}\n\n",
                         &e->sending);
}

static bool has_more(const events *e)
{
    return e->sending.head && e->piece < 3;
}

static int copy_next(events *e, char *buffer, size_t room)
{
    size_t copied = 0;
    while (has_more(e) && copied < room) {
        size_t left = e->sending.size[e->piece] - e->at;
        size_t some = left < room - copied ? left : room - copied;
        memcpy(buffer + copied, e->sending.piece[e->piece] + e->at, some);
        copied += some;
        e->at += some;
        if (some == left) {
            e->piece++;
            e->at = 0;
        }
    }
    e->last_sent = report_clock();
    return (int)copied;
}

static int next_bytes(void *flow, char *buffer, size_t room)
{
    static const char comment[] = ": still here\n\n";
    events *e = flow;
    jobs *j = e->one->of;
    if (has_more(e))
        return copy_next(e, buffer, room);
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
        return copy_next(e, buffer, room);
    if (report_clock() - e->last_sent < KEEP_ALIVE || room < sizeof comment)
        return 0;
    e->last_sent = report_clock();
    memcpy(buffer, comment, sizeof comment - 1);
    return (int)sizeof comment - 1;
}

static void drop_events(void *flow)
{
    events *e = flow;
    jobs *j = e->one->of;
    pthread_mutex_lock(&j->lock);
    job_release(e->one);
    pthread_mutex_unlock(&j->lock);
    clear_message(&e->sending);
    free(e);
}

bool jobs_events(jobs *j, const char *id, http_flow *out)
{
    events *e = calloc(1, sizeof *e);
    if (!e)
        return false;
    pthread_mutex_lock(&j->lock);
    job *one = job_find(j, id);
    if (one)
        one->users++;
    pthread_mutex_unlock(&j->lock);
    if (!one) {
        free(e);
        return false;
    }
    e->one = one;
    e->last_sent = report_clock();
    *out = (http_flow){next_bytes, drop_events, e};
    return true;
}
