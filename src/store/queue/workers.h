/* workers.h - the threads of one worker process, and their leases. */
#ifndef DMI_STORE_QUEUE_WORKERS_H
#define DMI_STORE_QUEUE_WORKERS_H

#include "base/threads.h"
#include "store/queue/queue.h"

enum { DMI_WORKER_NAME = 96 };

/* The lease that a thread has now. */
typedef struct dmi_held_lease {
    int64_t token;     /* 0: none */
    int64_t low, high; /* ids of its batches */
    dm_run *run;       /* of their computing; ends if the lease is lost */
    double renew_at;   /* on the monotonic clock */
} dmi_held_lease;

typedef struct dmi_workers {
    dmi_store *store;
    const dmi_work_plan *plan;
    double lease_seconds;
    char name[DMI_WORKER_NAME];
    int count;              /* of threads */
    dmi_worker_group group; /* its lock guards everything below */
    dmi_held_lease *held;   /* one per thread */
    dm_work_tally tally;
} dmi_workers;

/* A batch that a thread has leased. */
typedef struct dmi_leased_batch {
    int64_t id;
    int kind; /* its index in the plan; -1: unknown */
    char *what;
    dmi_batch_state state;
    dmi_batch_count count;
    void *found; /* to be written, or NULL */
    char note[200];
    bool is_untouched; /* not begun, or this machine lacks something: the lease was no try */
    bool is_held;      /* at the end the lease was still ours */
} dmi_leased_batch;

/* One thread's work. */
typedef struct dmi_worker {
    dmi_workers *workers;
    int index;
    void *kept[DMI_MOST_KINDS]; /* per kind; NULL: not used yet */
    int64_t token;
    bool was_asked; /* the lease with this token may have been taken */
    dm_run *run;    /* of the present lease */
    dmi_leased_batch *batch;
    size_t count, room;
    int64_t most; /* batches to take at a time */
} dmi_worker;

/* Takes a lease.  DM_END if there is no batch to take now. */
dm_status dmi_lease_take(dmi_worker *worker, dm_error *err);
/* Writes what the batches of the lease found and ends it. */
dm_status dmi_lease_end(dmi_worker *worker, dm_error *err);
void dmi_lease_clear(dmi_worker *worker);

static inline bool dmi_workers_stopped(const dmi_workers *workers)
{
    return dmi_worker_group_is_stopped(&workers->group);
}

#endif
