/* solve_plan.c - solves the games of a plan that the database does not have.
 *
 * The calling thread writes.  Ten times a second it commits what the workers found, so a kill loses
 * a tenth of a second of results and the unfinished games.  A part is recorded as complete in the
 * same transaction as its last games.
 */
#include "atlas/atlas.h"
#include "atlas/queue_plan.h"
#include "atlas/solve_workers.h"
#include "base/base.h"
#include "graph/canonical.h"
#include <assert.h>

static const double TICK = 0.1; /* seconds between commits */

/* What one transaction writes. */
typedef struct batch {
    dmi_found_games found;
    dmi_atlas_part *done[64]; /* more wait for the next one */
    int done_count;
    bool is_last;
} batch;

/* Waits for a tick or for the last worker, and takes what was found. */
static void take_batch(dmi_atlas_workers *workers, batch *b)
{
    bool is_working = dmi_worker_group_is_working(&workers->group, TICK);
    *b = (batch){0};
    pthread_mutex_lock(&workers->group.lock);
    b->found = workers->found;
    workers->found = (dmi_found_games){0};
    /* A part is recorded with the last of its games. */
    for (dmi_atlas_part *part = dmi_plan_parts(workers->boards); part && b->done_count < 64;
         part = part->next)
        if (part->all_read && part->pending == 0 && !part->has_gaps && !part->is_recorded) {
            part->is_recorded = true;
            b->done[b->done_count++] = part;
        }
    assert(b->done_count <= 64);
    b->is_last = !is_working && b->done_count < 64;
    pthread_mutex_unlock(&workers->group.lock);
}

static dm_status write_batch(void *user, dmi_store *store, dm_error *err)
{
    const batch *b = user;
    dm_status status = dmi_found_write(store, &b->found, err);
    for (int i = 0; i < b->done_count && status == DM_OK; i++)
        status = dmi_unit_put(store, &b->done[i]->unit, err);
    return status;
}

/* Writes until the last worker has ended. */
static void write_all(dmi_atlas_workers *workers, dm_run *run)
{
    batch b;
    uint64_t before = 0;
    do {
        dm_error err = {0};
        take_batch(workers, &b);
        dm_status status = b.found.first || b.done_count
                               ? dmi_store_transact(workers->store, write_batch, &b, &err)
                               : DM_OK;
        dmi_found_clear(&b.found);
        if (status != DM_OK)
            dmi_worker_group_fail(&workers->group, status, &err);
        pthread_mutex_lock(&workers->group.lock);
        dm_atlas_tally tally = workers->tally;
        pthread_mutex_unlock(&workers->group.lock);
        uint64_t done = (uint64_t)(tally.known + tally.solved + tally.unproven);
        uint64_t new = (uint64_t)(tally.solved + tally.unproven) - before;
        before += new;
        if (!dmi_run_report(run, new, "games", done, 0, workers->plan->table))
            dmi_worker_group_stop(&workers->group);
    } while (!b.is_last);
}

static dm_status check_plan(const dm_atlas_plan *plan, bool queued, const dmi_table_row **row,
                            dm_error *err)
{
    dm_status status = dmi_table_find(plan->table, row, err);
    if (status != DM_OK)
        return status;
    if ((*row)->kind == DMI_TABLE_VIEW)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s shows games of %s; run that table", plan->table,
                        dmi_view_source(*row));
    if (plan->max_vertices < 1 || plan->max_vertices > DMI_CANONICAL_LIMIT)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the largest board has %d vertices; expected 1 to %d",
                        plan->max_vertices, DMI_CANONICAL_LIMIT);
    if (plan->parts < 0 || plan->parts > DM_MOST_PARTS || plan->part < 0 ||
        (plan->part > 0 && plan->part >= plan->parts))
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no part %d of %d", plan->part, plan->parts);
    if (queued && plan->parts > 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "parts are for databases of their own; workers share a queue as it is");
    return DM_OK;
}

dm_status dm_atlas_queue(dm_atlas *atlas, const dm_atlas_plan *plan, int64_t *batches,
                         dm_error *err)
{
    const dmi_table_row *row = NULL;
    int64_t job = 0;
    dm_status status = check_plan(plan, true, &row, err);
    return status == DM_OK ? dmi_atlas_queue(atlas->store, row, plan, &job, batches, err) : status;
}

/* dm_atlas_run() without other workers. */
static dm_status run_alone(dm_atlas *atlas, const dmi_table_row *row, const dm_atlas_plan *plan,
                           dm_run *run, dm_atlas_tally *out, dm_error *err)
{
    dmi_known_sizes sizes = {0};
    dmi_plan_boards *boards = NULL;
    dmi_atlas_workers workers;
    dm_status status = dmi_atlas_check_forms(atlas->store, err);
    if (status == DM_OK)
        status = dmi_plan_boards_new(atlas->store, row, plan, &sizes, &boards, err);
    if (status == DM_OK)
        status = dmi_atlas_workers_start(&workers, atlas->store, boards, plan, err);
    if (status == DM_OK) {
        dmi_store_watch(atlas->store, run);
        write_all(&workers, run);
        dmi_store_watch(atlas->store, NULL);
        dm_atlas_tally tally = workers.tally;
        status = dmi_atlas_workers_end(&workers, DM_OK, run, err);
        if (out && (status == DM_OK || status == DM_STOPPED))
            *out = tally;
    }
    dmi_plan_boards_free(boards);
    dmi_known_sizes_clear(&sizes);
    return status;
}

dm_status dm_atlas_run(dm_atlas *atlas, const dm_atlas_plan *plan, dm_run *run, dm_atlas_tally *out,
                       dm_error *err)
{
    const dmi_table_row *row = NULL;
    dm_status status = check_plan(plan, dmi_store_is_shared(atlas->store), &row, err);
    if (status != DM_OK)
        return status;
    return dmi_store_is_shared(atlas->store)
               ? dmi_atlas_run_queued(atlas->store, row, plan, run, out, err)
               : run_alone(atlas, row, plan, run, out, err);
}
