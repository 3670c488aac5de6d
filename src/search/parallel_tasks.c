/* parallel_tasks.c - each worker takes the next task until none is left or one has failed. */
#include "search/parallel_tasks.h"

#include "base/threads.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct task_queue {
    const dmi_tasks *tasks;
    _Atomic int32_t next, done;
    pthread_mutex_t lock; /* of status and err */
    dm_status status;
    dm_error err;
} task_queue;

static void task_worker(void *context, int worker)
{
    task_queue *q = context;
    const dmi_tasks *t = q->tasks;
    for (int32_t task; (task = atomic_fetch_add(&q->next, 1)) < t->count;) {
        dm_error err = {0};
        dm_status status = t->work(t->context, worker, task, &err);
        uint64_t done = (uint64_t)atomic_fetch_add(&q->done, 1) + 1;
        if (status == DM_OK &&
            !dmi_run_report(t->run, t->cost, t->phase, done, (uint64_t)t->count, NULL))
            status = dmi_stopped(t->run, &err);
        if (status == DM_OK)
            continue;
        pthread_mutex_lock(&q->lock);
        if (q->status == DM_OK) {
            q->status = status;
            q->err = err;
        }
        pthread_mutex_unlock(&q->lock);
        atomic_store(&q->next, t->count);
        return;
    }
}

dm_status dmi_tasks_run(const dmi_tasks *tasks, dm_error *err)
{
    task_queue q = {.tasks = tasks};
    int threads = tasks->threads < 1 ? 1 : tasks->threads;
    assert(tasks->count >= 0 && tasks->count < INT32_MAX - threads); /* `next` goes beyond it */
    if (pthread_mutex_init(&q.lock, NULL) != 0)
        return dmi_no_memory(err);
    dmi_threads_run(threads < tasks->count ? threads : tasks->count, task_worker, &q);
    pthread_mutex_destroy(&q.lock);
    if (q.status != DM_OK && err)
        *err = q.err;
    return q.status;
}
