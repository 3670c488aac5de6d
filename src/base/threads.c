/* threads.c - the one place that starts threads. */
#include "base/threads.h"

#include "base/base.h"
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

typedef struct member {
    dmi_threads *threads;
    int number;
    pthread_t thread;
} member;

struct dmi_threads {
    dmi_thread_fn *work;
    void *context;
    int count; /* of started members */
    pthread_mutex_t lock;
    pthread_cond_t ended; /* signalled when `working` becomes 0 */
    int working;          /* members at work; protected by the lock */
    member members[];
};

static void *thread_main(void *argument)
{
    const member *m = argument;
    dmi_threads *threads = m->threads;
    threads->work(threads->context, m->number);
    pthread_mutex_lock(&threads->lock);
    assert(threads->working > 0);
    if (--threads->working == 0)
        pthread_cond_broadcast(&threads->ended);
    pthread_mutex_unlock(&threads->lock);
    return NULL;
}

/* NULL if not even one worker could be started. */
static dmi_threads *threads_start(int first, int count, dmi_thread_fn *work, void *context)
{
    assert(first >= 0 && count >= 1);
    dmi_threads *threads =
        dmi_calloc(1, sizeof *threads + (size_t)count * sizeof *threads->members);
    if (!threads)
        return NULL;
    threads->work = work;
    threads->context = context;
    pthread_mutex_init(&threads->lock, NULL);
    pthread_cond_init(&threads->ended, NULL);
    /* Starts members in threads that block all signals; their numbers begin at `first`. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&threads->lock);
    for (; threads->count < count; threads->count++) {
        member *m = &threads->members[threads->count];
        *m = (member){.threads = threads, .number = first + threads->count};
        if (pthread_create(&m->thread, NULL, thread_main, m) != 0)
            break;
    }
    assert(threads->count <= count);
    threads->working = threads->count;
    pthread_mutex_unlock(&threads->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (threads->count > 0)
        return threads;
    dmi_threads_free(threads);
    return NULL;
}

dm_status dmi_threads_new(int count, dmi_thread_fn *work, void *context, dmi_threads **out,
                          dm_error *err)
{
    assert(count >= 0);
    dmi_threads *threads = threads_start(0, count > 1 ? count : 1, work, context);
    if (!threads)
        return dmi_fail(err, DM_NO_MEMORY, "cannot start a thread");
    *out = threads;
    return DM_OK;
}

void dmi_threads_run(int count, dmi_thread_fn *work, void *context)
{
    assert(count >= 0);
    dmi_threads *helpers = count > 1 ? threads_start(1, count - 1, work, context) : NULL;
    work(context, 0);
    dmi_threads_free(helpers);
}

bool dmi_threads_is_working(dmi_threads *threads, double seconds)
{
    assert(seconds >= 0);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t nanoseconds = until.tv_nsec + (int64_t)(seconds * 1e9);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_mutex_lock(&threads->lock);
    while (threads->working > 0 &&
           pthread_cond_timedwait(&threads->ended, &threads->lock, &until) == 0)
        continue;
    bool is_working = threads->working > 0;
    pthread_mutex_unlock(&threads->lock);
    return is_working;
}

void dmi_threads_free(dmi_threads *threads)
{
    if (!threads)
        return;
    for (int i = 0; i < threads->count; i++)
        pthread_join(threads->members[i].thread, NULL);
    pthread_cond_destroy(&threads->ended);
    pthread_mutex_destroy(&threads->lock);
    free(threads);
}

dm_status dmi_worker_group_init(dmi_worker_group *group, dm_error *err)
{
    *group = (dmi_worker_group){0};
    dm_status status = dm_run_new(&group->run, err);
    if (status == DM_OK)
        pthread_mutex_init(&group->lock, NULL);
    return status;
}

dm_status dmi_worker_group_start(dmi_worker_group *group, int count, dmi_thread_fn *work,
                                 void *context, dm_error *err)
{
    assert(group->run && !group->threads);
    return dmi_threads_new(count, work, context, &group->threads, err);
}

bool dmi_worker_group_is_working(dmi_worker_group *group, double seconds)
{
    return group->threads && dmi_threads_is_working(group->threads, seconds);
}

bool dmi_worker_group_is_stopped(const dmi_worker_group *group)
{
    return dm_run_stopped(group->run) != DM_STOP_NONE;
}

void dmi_worker_group_stop(dmi_worker_group *group)
{
    group->stopped = true;
    dm_run_cancel(group->run);
}

void dmi_worker_group_fail(dmi_worker_group *group, dm_status status, const dm_error *err)
{
    assert(status != DM_OK);
    pthread_mutex_lock(&group->lock);
    if (group->status == DM_OK) {
        group->status = status;
        group->err = *err;
    }
    pthread_mutex_unlock(&group->lock);
    dm_run_cancel(group->run);
}

dm_status dmi_worker_group_end(dmi_worker_group *group, dm_status status, dm_run *run,
                               dm_error *err)
{
    dmi_threads_free(group->threads);
    dm_run_free(group->run);
    pthread_mutex_destroy(&group->lock);
    if (group->status != DM_OK) {
        if (err)
            *err = group->err;
        return group->status;
    }
    return status == DM_OK && group->stopped ? dmi_stopped(run, err) : status;
}
