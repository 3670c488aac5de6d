/* deadlines.c - twice a second one thread shuts down the connections whose time is over; their own
 * threads then see the end and clean up.  O(connections) each time. */
#include "server/http/deadlines.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

struct deadline {
    deadline *next, *previous;
    int fd;
    double end; /* on the clock of clock_now(); INFINITY: none */
};

struct deadlines {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    deadline head; /* of a ring */
    bool closing;
};

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double end_of(double seconds)
{
    return seconds < 0 ? INFINITY : clock_now() + seconds;
}

static void *watch_loop(void *argument)
{
    deadlines *d = argument;
    pthread_mutex_lock(&d->lock);
    while (!d->closing) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 500000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&d->changed, &d->lock, &until);
        double moment = clock_now();
        for (deadline *one = d->head.next; one != &d->head; one = one->next)
            if (one->end < moment) {
                shutdown(one->fd, SHUT_RDWR);
                one->end = INFINITY;
            }
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

deadlines *deadlines_new(void)
{
    deadlines *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->head.next = d->head.previous = &d->head;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->changed, NULL);
    if (pthread_create(&d->thread, NULL, watch_loop, d) == 0)
        return d;
    pthread_cond_destroy(&d->changed);
    pthread_mutex_destroy(&d->lock);
    free(d);
    return NULL;
}

void deadlines_free(deadlines *d)
{
    if (!d)
        return;
    pthread_mutex_lock(&d->lock);
    d->closing = true;
    pthread_cond_signal(&d->changed);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    pthread_cond_destroy(&d->changed);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

deadline *deadlines_add(deadlines *d, int fd, double seconds)
{
    deadline *one = malloc(sizeof *one);
    if (!one)
        return NULL;
    *one = (deadline){.fd = fd, .end = end_of(seconds)};
    pthread_mutex_lock(&d->lock);
    one->next = d->head.next;
    one->previous = &d->head;
    one->next->previous = d->head.next = one;
    pthread_mutex_unlock(&d->lock);
    return one;
}

void deadlines_set(deadlines *d, deadline *one, double seconds)
{
    assert(one);
    if (!one)
        return;
    pthread_mutex_lock(&d->lock);
    one->end = end_of(seconds);
    pthread_mutex_unlock(&d->lock);
}

void deadlines_remove(deadlines *d, deadline *one)
{
    if (!one)
        return;
    pthread_mutex_lock(&d->lock);
    one->previous->next = one->next;
    one->next->previous = one->previous;
    pthread_mutex_unlock(&d->lock);
    free(one);
}
