/* queue_plan.c - puts a plan into the queue as batches, and works on it.
 *
 * A table of all boards is divided as its generator does it, one batch per part; a family has one
 * batch per size, and one for all small sizes.  Parts that are complete are left out.
 */
#include "atlas/queue_plan.h"

#include "atlas/atlas.h"
#include "atlas/atlas_batch.h"
#include "atlas/plan_boards.h"
#include "atlas/solve_board.h"
#include "base/base.h"
#include <stdio.h>

enum { SMALL = 12 }; /* vertices: boards that take no time */

/* A plan that is put into the queue. */
typedef struct queueing {
    dmi_store *store;
    const dmi_table_row *row;
    const dm_atlas_plan *plan;
    int64_t job, count;
} queueing;

static dm_status put_batch(queueing *q, int32_t low, int32_t high, int32_t part, int32_t parts,
                           dm_error *err)
{
    char what[DMI_ATLAS_WHAT];
    dmi_atlas_batch batch = {.plan = *q->plan, .part = part, .parts = parts};
    batch.plan.table = q->row->table.name;
    batch.plan.min_vertices = low;
    batch.plan.max_vertices = high;
    dmi_atlas_batch_write(&batch, what);
    q->count++;
    return dmi_batch_put(q->store, q->job, dmi_atlas_batches.name, what, err);
}

static dm_status put_parts(queueing *q, int32_t n, dm_error *err)
{
    dmi_unit unit = {.family = q->row->table.name,
                     .vertices = n,
                     .parts = dmi_generator_parts(dmi_table_generator(q->row), n),
                     .per_turn = q->plan->per_turn > 0 ? q->plan->per_turn : 1,
                     .ties = q->plan->ties};
    dm_status status = DM_OK;
    if (!dmi_plan_rounds(q->plan, n, &unit.first, &unit.last))
        return DM_OK;
    for (; unit.part < unit.parts && status == DM_OK; unit.part++) {
        status = dmi_unit_find(q->store, &unit, err);
        status = status == DM_END ? put_batch(q, n, n, unit.part, unit.parts, err) : status;
    }
    return status;
}

/* In a transaction, which may be repeated. */
static dm_status put_batches(void *user, dmi_store *store, dm_error *err)
{
    (void)store;
    queueing *q = user;
    q->count = 0;
    int32_t n = q->plan->min_vertices > 2 ? q->plan->min_vertices : 2;
    int32_t most = q->plan->max_vertices;
    dm_status status = DM_OK;
    if (q->row->kind == DMI_TABLE_FAMILY && n <= SMALL && n <= most) {
        status = put_batch(q, n, most < SMALL ? most : SMALL, 0, 0, err);
        n = SMALL + 1;
    }
    for (; n <= most && status == DM_OK; n++)
        status =
            q->row->kind == DMI_TABLE_ALL ? put_parts(q, n, err) : put_batch(q, n, n, 0, 0, err);
    return status;
}

dm_status dmi_atlas_queue(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
                          int64_t *job, int64_t *count, dm_error *err)
{
    queueing q = {.store = store, .row = row, .plan = plan};
    dm_status status = dmi_atlas_check_forms(store, err);
    if (status == DM_OK) {
        char what[DMI_ATLAS_WHAT], settings[DMI_ATLAS_WHAT + 10];
        const dmi_atlas_batch whole = {.plan = *q.plan};
        dmi_atlas_batch_write(&whole, what);
        snprintf(settings, sizeof settings, "atlas %s", what);
        status = dmi_job_id(q.store, settings, &q.job, err);
    }
    if (status != DM_OK)
        return status;
    status = dmi_store_transact(store, put_batches, &q, err);
    if (status == DM_OK) {
        *job = q.job;
        *count = q.count;
    }
    return status;
}

/* What all workers found for the job since `before`. */
static dm_status read_tally(dmi_store *store, int64_t job, const dmi_batch_count *before,
                            dm_atlas_tally *out, dm_error *err)
{
    dmi_job_counts now = {0};
    dm_status status = dmi_job_counts_read(store, job, &now, err);
    if (status == DM_OK && out)
        *out = (dm_atlas_tally){.boards = now.found.boards - before->boards,
                                .known = now.found.known - before->known,
                                .solved = now.found.solved - before->solved,
                                .unproven = now.found.unproven - before->unproven};
    return status == DM_OK ? dmi_job_check(store, job, err) : status;
}

dm_status dmi_atlas_run_queued(dmi_store *store, const dmi_table_row *row,
                               const dm_atlas_plan *plan, dm_run *run, dm_atlas_tally *out,
                               dm_error *err)
{
    dmi_work_plan work = {.kind = {&dmi_atlas_batches},
                          .kind_count = 1,
                          .settings = {.threads = plan->threads, .memory = plan->memory},
                          .phase = plan->table};
    int64_t count = 0;
    dmi_job_counts before = {0};
    dm_error lost = {0};
    dm_status status = dmi_atlas_queue(store, row, plan, &work.job, &count, err);
    if (status == DM_OK)
        status = dmi_job_counts_read(store, work.job, &before, err);
    if (status == DM_OK)
        status = dmi_work(store, &work, run, NULL, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_status read = read_tally(store, work.job, &before.found, out, &lost);
    if (read != DM_OK && err)
        *err = lost;
    return read == DM_OK ? status : read;
}
