/* watch.c - one thread looks twice a second for connections whose time is over and shuts them
 * down; their own threads then see the end and clean up.  O(connections) a look. */
#include "server/watch.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

struct watch_line {
    watch_line *next, *previous;
    int fd;
    double end; /* by now(); INFINITY: none */
};

struct watch {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    watch_line head; /* of a ring */
    bool closing;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double end_of(double seconds)
{
    return seconds < 0 ? INFINITY : now() + seconds;
}

static void cut_late(watch *w)
{
    double moment = now();
    for (watch_line *line = w->head.next; line != &w->head; line = line->next)
        if (line->end < moment) {
            shutdown(line->fd, SHUT_RDWR);
            line->end = INFINITY;
        }
}

static void *look(void *argument)
{
    watch *w = argument;
    pthread_mutex_lock(&w->lock);
    while (!w->closing) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 500000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&w->changed, &w->lock, &until);
        cut_late(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

watch *watch_new(void)
{
    watch *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->head.next = w->head.previous = &w->head;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    if (pthread_create(&w->thread, NULL, look, w) == 0)
        return w;
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w);
    return NULL;
}

void watch_free(watch *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->closing = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

watch_line *watch_add(watch *w, int fd, double seconds)
{
    watch_line *line = malloc(sizeof *line);
    if (!line)
        return NULL;
    *line = (watch_line){.fd = fd, .end = end_of(seconds)};
    pthread_mutex_lock(&w->lock);
    line->next = w->head.next;
    line->previous = &w->head;
    line->next->previous = w->head.next = line;
    pthread_mutex_unlock(&w->lock);
    return line;
}

void watch_set(watch *w, watch_line *line, double seconds)
{
    if (!line)
        return;
    pthread_mutex_lock(&w->lock);
    line->end = end_of(seconds);
    pthread_mutex_unlock(&w->lock);
}

void watch_remove(watch *w, watch_line *line)
{
    if (!line)
        return;
    pthread_mutex_lock(&w->lock);
    line->previous->next = line->next;
    line->next->previous = line->previous;
    pthread_mutex_unlock(&w->lock);
    free(line);
}
