/* parallel_tasks.h - tasks that do not depend on each other, spread over threads. */
#ifndef DMI_SEARCH_PARALLEL_TASKS_H
#define DMI_SEARCH_PARALLEL_TASKS_H

#include "base/base.h"

/* Does task number `task` with the scratch of `worker`, which counts from 0. */
typedef dm_status dmi_task_fn(void *context, int worker, int32_t task, dm_error *err);

typedef struct dmi_tasks {
    dmi_task_fn *work;
    void *context;
    int32_t count; /* tasks 0 .. count - 1, begun in this order */
    int threads;   /* 0 and 1: one */
    dm_run *run;   /* asked after each task; may be NULL */
    uint64_t cost; /* of a task, as the run counts work */
    const char *phase;
} dmi_tasks;

/* Does all of them.  After a failure no more are begun, and the first failure is returned. */
dm_status dmi_tasks_run(const dmi_tasks *tasks, dm_error *err);

#endif
