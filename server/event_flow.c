/* event_flow.c - sends messages part by part, and waits for the next with the topic's lock. */
#include "server/event_flow.h"

#include "answer/report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PARTS = 3 };

typedef struct event_flow {
    event_topic topic;
    event_message sending; /* from byte `at` of `part` on */
    int part;
    size_t at;
    double last_sent;
} event_flow;

void event_message_clear(event_message *m)
{
    free(m->head);
    *m = (event_message){0};
}

static bool has_more(const event_flow *f)
{
    return f->part < PARTS && f->sending.part[f->part];
}

/* Asks for news, and again after a change or a second. */
static event_news wait_for_news(event_flow *f)
{
    const event_topic *t = &f->topic;
    event_message_clear(&f->sending);
    f->part = 0;
    f->at = 0;
    pthread_mutex_lock(t->lock);
    event_news news = t->next(t->state, &f->sending);
    if (news == EVENT_NONE) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(t->changed, t->lock, &until);
        news = t->next(t->state, &f->sending);
    }
    pthread_mutex_unlock(t->lock);
    return news;
}

static int next_bytes(void *flow, char *buffer, size_t capacity)
{
    static const char comment[] = ": still here\n\n";
    event_flow *f = flow;
    event_news news = has_more(f) ? EVENT_NEXT : wait_for_news(f);
    if (news == EVENT_END)
        return -1;
    if (news == EVENT_NEXT) {
        size_t copied = 0;
        while (has_more(f) && copied < capacity) {
            const char *from = f->sending.part[f->part] + f->at;
            size_t left = strlen(from), some = left < capacity - copied ? left : capacity - copied;
            memcpy(buffer + copied, from, some);
            copied += some;
            f->at += some;
            if (some == left) {
                f->part++;
                f->at = 0;
            }
        }
        f->last_sent = report_clock();
        return (int)copied;
    }
    if (report_clock() - f->last_sent < f->topic.silence || capacity < sizeof comment)
        return 0;
    f->last_sent = report_clock();
    memcpy(buffer, comment, sizeof comment - 1);
    return (int)sizeof comment - 1;
}

static void drop_flow(void *flow)
{
    event_flow *f = flow;
    event_message_clear(&f->sending);
    f->topic.drop(f->topic.state);
    free(f);
}

bool event_flow_begin(const event_topic *topic, http_flow *out)
{
    event_flow *f = calloc(1, sizeof *f);
    if (!f) {
        topic->drop(topic->state);
        return false;
    }
    f->topic = *topic;
    f->last_sent = report_clock();
    *out = (http_flow){next_bytes, drop_flow, f};
    return true;
}
