/* fair_semaphore.h - a semaphore whose places are given in the order of arrival.
 *
 * Hundreds of threads on a few cores would all finish late if they ran together.  One after
 * another, each answers soon after those before it, and the longest wait stays near the mean.
 */
#ifndef SERVER_HTTP_FAIR_SEMAPHORE_H
#define SERVER_HTTP_FAIR_SEMAPHORE_H

#include <pthread.h>

typedef struct fair_waiter fair_waiter;

typedef struct fair_semaphore {
    pthread_mutex_t lock;
    int free;
    fair_waiter *first, *last;
} fair_semaphore;

void fair_semaphore_init(fair_semaphore *s, int places);
void fair_semaphore_clear(fair_semaphore *s);
void fair_semaphore_acquire(fair_semaphore *s);
void fair_semaphore_release(fair_semaphore *s);

#endif
