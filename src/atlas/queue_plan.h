/* queue_plan.h - puts a plan into the queue as batches, and works on it. */
#ifndef DMI_QUEUE_PLAN_H
#define DMI_QUEUE_PLAN_H

#include "atlas/tables.h"
#include "store/store.h"

/* Adds the batches that are missing; `*count` of them. */
dm_status dmi_atlas_queue(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                          int64_t *job, int64_t *count, dm_error *err);

/* dm_atlas_run() with other workers: adds the batches and computes until all are done.  The tally
 * is of all workers. */
dm_status dmi_atlas_run_queued(dmi_store *store, const dmi_table_row *row,
                               const dm_atlas_plan *plan, dm_run *run, dm_atlas_tally *out,
                               dm_error *err);

#endif
