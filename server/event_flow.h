/* event_flow.h - server-sent events: messages as something changes, and a comment now and then so
 * that the connection stays open. */
#ifndef SERVER_EVENT_FLOW_H
#define SERVER_EVENT_FLOW_H

#include "server/http/http.h"

#include <pthread.h>

/* A text in three pieces, sent one after another.  Only `head` is freed with it. */
typedef struct event_message {
    char *head;
    const char *part[3]; /* NULL: none */
} event_message;

void event_message_clear(event_message *m);

typedef enum event_news { EVENT_NONE, EVENT_NEXT, EVENT_END } event_news;

/* Something that changes, and how to describe the change. */
typedef struct event_topic {
    pthread_mutex_t *lock;
    pthread_cond_t *changed;
    /* Fills `out` if there is news that was not told yet.  With the lock. */
    event_news (*next)(void *state, event_message *out);
    void (*drop)(void *state);
    void *state;
    int silence; /* seconds after which a comment is sent */
} event_topic;

/* Takes the state; false without memory, and then it is dropped. */
bool event_flow_begin(const event_topic *topic, http_flow *out);

#endif
