/* fair_semaphore.c - a released place goes straight to the thread that waited longest. */
#include "server/http/fair_semaphore.h"

#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <stddef.h>

struct fair_waiter {
    fair_waiter *next;
    sem_t wake;
};

void fair_semaphore_init(fair_semaphore *s, int places)
{
    assert(places > 0);
    *s = (fair_semaphore){.free = places};
    pthread_mutex_init(&s->lock, NULL);
}

void fair_semaphore_clear(fair_semaphore *s)
{
    assert(!s->first && !s->last);
    pthread_mutex_destroy(&s->lock);
}

void fair_semaphore_acquire(fair_semaphore *s)
{
    pthread_mutex_lock(&s->lock);
    if (s->free > 0) {
        s->free--;
        pthread_mutex_unlock(&s->lock);
        return;
    }
    fair_waiter own = {.next = NULL};
    sem_init(&own.wake, 0, 0);
    if (s->last)
        s->last->next = &own;
    else
        s->first = &own;
    s->last = &own;
    pthread_mutex_unlock(&s->lock);
    while (sem_wait(&own.wake) != 0 && errno == EINTR)
        continue;
    /* the releasing thread uses `own` until it drops the lock */
    pthread_mutex_lock(&s->lock);
    pthread_mutex_unlock(&s->lock);
    sem_destroy(&own.wake);
}

void fair_semaphore_release(fair_semaphore *s)
{
    assert(!s->first == !s->last);
    pthread_mutex_lock(&s->lock);
    fair_waiter *next = s->first;
    if (next) {
        s->first = next->next;
        if (!s->first)
            s->last = NULL;
        sem_post(&next->wake);
    } else {
        s->free++;
    }
    pthread_mutex_unlock(&s->lock);
}
