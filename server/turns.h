/* turns.h - a number of places, taken in the order of asking.
 *
 * A thread each for hundreds of clients on a few cores would all run a little; in turns each is
 * answered soon after those before it, and the longest wait is near the mean.
 */
#ifndef SERVER_TURNS_H
#define SERVER_TURNS_H

#include <pthread.h>

typedef struct turns_waiter turns_waiter;

typedef struct turns {
    pthread_mutex_t lock;
    int free;
    turns_waiter *first, *last;
} turns;

void turns_init(turns *t, int places);
void turns_clear(turns *t);
void turns_take(turns *t); /* waits for a place */
void turns_give(turns *t);

#endif
