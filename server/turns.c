/* turns.c - a queue of those who wait; a place that is given goes straight to the first. */
#include "server/turns.h"

#include <errno.h>
#include <semaphore.h>
#include <stddef.h>

struct turns_waiter {
    turns_waiter *next;
    sem_t called;
};

void turns_init(turns *t, int places)
{
    *t = (turns){.free = places};
    pthread_mutex_init(&t->lock, NULL);
}

void turns_clear(turns *t)
{
    pthread_mutex_destroy(&t->lock);
}

static void wait_in_line(turns *t, turns_waiter *own)
{
    if (t->last)
        t->last->next = own;
    else
        t->first = own;
    t->last = own;
    pthread_mutex_unlock(&t->lock);
    while (sem_wait(&own->called) != 0 && errno == EINTR)
        continue;
}

void turns_take(turns *t)
{
    pthread_mutex_lock(&t->lock);
    if (t->free > 0) {
        t->free--;
        pthread_mutex_unlock(&t->lock);
        return;
    }
    turns_waiter own = {.next = NULL};
    sem_init(&own.called, 0, 0);
    wait_in_line(t, &own);
    /* whoever called is done with it once the lock can be had */
    pthread_mutex_lock(&t->lock);
    pthread_mutex_unlock(&t->lock);
    sem_destroy(&own.called);
}

void turns_give(turns *t)
{
    pthread_mutex_lock(&t->lock);
    turns_waiter *next = t->first;
    if (next) {
        t->first = next->next;
        if (!t->first)
            t->last = NULL;
        sem_post(&next->called);
    } else {
        t->free++;
    }
    pthread_mutex_unlock(&t->lock);
}
