/* events.c - reports the state of a job: once, or as events while it runs.
 *
 * A result may be large and have many readers: events send it from the job's own memory.
 */
#include "answer/report.h"
#include "server/event_flow.h"
#include "server/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_names[] = {"queued",  "running", "done",
                                          "stopped", "failed",  "cancelled"};

static double seconds_of(const job *one)
{
    return one->begun == 0 ? 0 : (job_is_over(one) ? one->ended : report_clock()) - one->begun;
}

/* Takes `value`; false without memory. */
static bool add_member(json_t *head, const char *key, json_t *value)
{
    return json_object_set_new(head, key, value) == 0;
}

/* All but the result; NULL without memory. */
static json_t *head_of(const job *one)
{
    json_t *head = json_pack("{s:s, s:s, s:s, s:f}", "job", one->id, "call", one->call, "state",
                             state_names[one->state], "seconds", report_round(seconds_of(one)));
    bool whole = head != NULL;
    if (whole && one->has_progress)
        whole =
            add_member(head, "progress",
                       json_pack("{s:s, s:s, s:I, s:I}", "phase", one->phase, "note", one->note,
                                 "done", (json_int_t)one->done, "total", (json_int_t)one->total));
    if (whole && job_is_over(one) && !one->result) {
        json_t *message = json_string(one->error.message);
        whole = add_member(head, "error", message ? message : json_string("failed")) &&
                add_member(head, "reason", json_string(dm_status_text(one->error.status)));
    }
    if (!whole)
        json_decref(head);
    return whole ? head : NULL;
}

/* Puts `before` and `after` around the job.  False without memory; with the lock. */
static bool write_message(const job *one, const char *before, const char *after, event_message *out)
{
    static const char between[] = ",\"result\":";
    json_t *object = head_of(one);
    char *text = object ? report_text(object) : NULL;
    json_decref(object);
    size_t capacity = text ? strlen(before) + strlen(text) + sizeof between : 0;
    char *head = text ? malloc(capacity) : NULL;
    if (head) { /* the object's last brace goes to the end */
        snprintf(head, capacity, "%s%.*s%s", before, (int)strlen(text) - 1, text,
                 one->result ? between : "");
        *out = (event_message){head, {head, one->result ? one->result : "", after}};
    }
    free(text);
    return head != NULL;
}

char *jobs_describe(jobs *j, const char *id)
{
    event_message t = {0};
    char *text = NULL, *at = NULL;
    pthread_mutex_lock(&j->lock);
    const job *one = job_find(j, id);
    if (one && write_message(one, "", "}", &t))
        at = text = malloc(strlen(t.part[0]) + strlen(t.part[1]) + strlen(t.part[2]) + 1);
    for (int i = 0; text && i < 3; i++)
        at = stpcpy(at, t.part[i]);
    pthread_mutex_unlock(&j->lock);
    event_message_clear(&t);
    return text;
}

/* What one reader of a job has seen. */
typedef struct job_reader {
    job *one;
    uint64_t seen;
    bool has_ended;
} job_reader;

static event_news next_event(void *state, event_message *out)
{
    job_reader *r = state;
    const job *one = r->one;
    if (r->has_ended)
        return EVENT_END;
    if (one->version == r->seen)
        return one->of->stopping ? EVENT_END : EVENT_NONE;
    r->seen = one->version;
    r->has_ended = job_is_over(one);
    const char *before = r->has_ended ? "event: end\ndata: " : "event: progress\ndata: ";
    return write_message(one, before, "}\n\n", out) ? EVENT_NEXT : EVENT_END;
}

static void drop_reader(void *state)
{
    job_reader *r = state;
    jobs *j = r->one->of;
    pthread_mutex_lock(&j->lock);
    job_release(r->one);
    pthread_mutex_unlock(&j->lock);
    free(r);
}

bool jobs_events(jobs *j, const char *id, http_flow *out)
{
    job_reader *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    pthread_mutex_lock(&j->lock);
    r->one = job_find(j, id);
    if (r->one)
        r->one->users++;
    pthread_mutex_unlock(&j->lock);
    if (!r->one) {
        free(r);
        return false;
    }
    return event_flow_begin(&(event_topic){.lock = &j->lock,
                                           .changed = &j->changed,
                                           .next = next_event,
                                           .drop = drop_reader,
                                           .state = r,
                                           .silence = 10},
                            out);
}
