/* crew.c - the one place that starts threads. */
#include <demesne/crew.h>

#include "base/base.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

typedef struct member {
    dm_crew *crew;
    int number;
    pthread_t thread;
} member;

struct dm_crew {
    dm_crew_fn *work;
    void *context;
    int count; /* of started members */
    pthread_mutex_t lock;
    pthread_cond_t ended; /* signalled when `working` becomes 0 */
    int working;          /* members at work; protected by the lock */
    member members[];
};

static void *begin(void *argument)
{
    const member *m = argument;
    dm_crew *crew = m->crew;
    crew->work(crew->context, m->number);
    pthread_mutex_lock(&crew->lock);
    if (--crew->working == 0)
        pthread_cond_broadcast(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Starts members in threads that block all signals; their numbers begin at `first`. */
static void start(dm_crew *crew, int first, int count)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&crew->lock);
    for (; crew->count < count; crew->count++) {
        member *m = &crew->members[crew->count];
        *m = (member){.crew = crew, .number = first + crew->count};
        if (pthread_create(&m->thread, NULL, begin, m) != 0)
            break;
    }
    crew->working = crew->count;
    pthread_mutex_unlock(&crew->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* NULL if not even one worker could be started. */
static dm_crew *new_crew(int first, int count, dm_crew_fn *work, void *context)
{
    dm_crew *crew = dmi_calloc(1, sizeof *crew + (size_t)count * sizeof *crew->members);
    if (!crew)
        return NULL;
    crew->work = work;
    crew->context = context;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->ended, NULL);
    start(crew, first, count);
    if (crew->count > 0)
        return crew;
    dm_crew_free(crew);
    return NULL;
}

dm_status dm_crew_new(int count, dm_crew_fn *work, void *context, dm_crew **out, dm_error *err)
{
    dm_crew *crew = new_crew(0, count > 1 ? count : 1, work, context);
    if (!crew)
        return dmi_fail(err, DM_NO_MEMORY, "cannot start a thread");
    *out = crew;
    return DM_OK;
}

void dm_crew_run(int count, dm_crew_fn *work, void *context)
{
    dm_crew *helpers = count > 1 ? new_crew(1, count - 1, work, context) : NULL;
    work(context, 0);
    dm_crew_free(helpers);
}

bool dm_crew_is_working(dm_crew *crew, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t nanoseconds = until.tv_nsec + (int64_t)(seconds * 1e9);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_mutex_lock(&crew->lock);
    while (crew->working > 0 && pthread_cond_timedwait(&crew->ended, &crew->lock, &until) == 0)
        continue;
    bool is_working = crew->working > 0;
    pthread_mutex_unlock(&crew->lock);
    return is_working;
}

void dm_crew_free(dm_crew *crew)
{
    if (!crew)
        return;
    for (int i = 0; i < crew->count; i++)
        pthread_join(crew->members[i].thread, NULL);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}
