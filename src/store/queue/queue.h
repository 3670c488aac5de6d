/* queue.h - works on the batches of a database until none is left.
 *
 *      take a lease  ->  compute  ->  write the results and end the lease
 *      (one transaction)              (one transaction)
 *
 * What a batch is, its kind knows: games of the atlas, or of a tournament.  A worker that dies
 * loses its lease after a while, and another computes the batch again; one that comes back too late
 * finds that the lease is another's, and writes nothing.
 */
#ifndef DMI_STORE_QUEUE_QUEUE_H
#define DMI_STORE_QUEUE_QUEUE_H

#include "store/work_queue.h"
#include <demesne/run.h>
#include <demesne/work.h>

/* A kind of batch. */
typedef struct dmi_batch_kind {
    const char *name; /* in the database */
    /* What a thread keeps from batch to batch, such as a solver; `memory` of the settings is the
     * thread's share. */
    dm_status (*begin)(dmi_store *store, const dm_work_settings *settings, void **kept,
                       dm_error *err);
    void (*end)(void *kept);
    /* Computes a batch.  DM_STOPPED: `run` ended; what was found so far is in `*found`, too.  A
     * failure with `*is_unfit` is this machine's, which lacks something: others may have it. */
    dm_status (*compute)(void *kept, const char *what, dm_run *run, void **found,
                         dmi_batch_count *count, bool *is_unfit, dm_error *err);
    /* Writes what was found, within a transaction.  To write it twice changes nothing. */
    dm_status (*write)(dmi_store *store, const void *found, dm_error *err);
    void (*clear)(void *found); /* frees it; may be NULL */
} dmi_batch_kind;

enum { DMI_MOST_KINDS = 4 };

typedef struct dmi_work_plan {
    const dmi_batch_kind *kind[DMI_MOST_KINDS];
    int kind_count;
    int64_t job; /* only its batches; 0: any */
    dm_work_settings settings;
    const char *phase; /* for progress */
} dmi_work_plan;

/* As dm_work_run() (work.h). */
dm_status dmi_work(dmi_store *store, const dmi_work_plan *plan, dm_run *run, dm_work_tally *out,
                   dm_error *err);

#endif
