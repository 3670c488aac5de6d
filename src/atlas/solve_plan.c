/* solve_plan.c - solves the games of a plan that the database does not have.
 *
 * The calling thread writes.  Ten times a second it commits what the workers found, so a kill loses
 * a tenth of a second of results and the unfinished games.  A part is recorded as complete in the
 * same transaction as its last games.
 */
#include "atlas/atlas.h"

#include "base/base.h"
#include "base/threads.h"
#include "graph/canonical.h"
#include "store/store.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Threads that solve the games of a plan.
 *
 *      boards --> worker --> results --> the writer (solve_plan.c)
 *             --> worker -->
 *
 * A worker takes a board, reads what the database has, solves the rest in order of rounds with its
 * own solver, and posts each game.  One lock protects the boards, the list of results and the
 * counts; solving and the keys of boards are outside of it.
 */
typedef struct dmi_atlas_workers {
    const dm_atlas_plan *plan;
    dmi_store *store;
    dm_solver **solver;     /* one per worker */
    int count;              /* of workers */
    dmi_worker_group group; /* its lock guards everything below */
    dmi_plan_boards *boards;
    dmi_found_games found; /* not yet written */
    dm_atlas_tally tally;
} dmi_atlas_workers;

static dm_status post_result(void *user, const dmi_member *board, const dmi_atlas_task *task,
                             const dmi_solved_game *games, size_t count, dm_error *err)
{
    dmi_atlas_workers *workers = user;
    const dm_atlas_plan *plan = workers->plan;
    const dmi_game_group group = {plan->table, board->vertices,
                                  plan->per_turn > 0 ? plan->per_turn : 1, plan->ties};
    int32_t part = task->part ? task->part->number : DMI_ANY_PART;
    pthread_mutex_lock(&workers->group.lock);
    dm_status status = dmi_found_add(&workers->found, &group, part, board, games, count, err);
    pthread_mutex_unlock(&workers->group.lock);
    return status;
}

static dm_status take_task(dmi_atlas_workers *workers, dmi_atlas_task *task, dm_error *err)
{
    pthread_mutex_lock(&workers->group.lock);
    dm_status status = dmi_worker_group_is_stopped(&workers->group)
                           ? DM_STOPPED
                           : dmi_plan_boards_next(workers->boards, task, err);
    workers->tally.boards += status == DM_OK;
    pthread_mutex_unlock(&workers->group.lock);
    return status;
}

static void finish_task(dmi_atlas_workers *workers, dmi_atlas_task *task, bool has_gaps)
{
    dmi_atlas_part *part = task->part;
    dm_arena_free(task->arena);
    if (!part)
        return;
    pthread_mutex_lock(&workers->group.lock);
    part->has_gaps |= has_gaps;
    assert(part->pending > 0);
    part->pending--;
    if (part->all_read && part->pending == 0)
        dmi_atlas_part_forget(part);
    pthread_mutex_unlock(&workers->group.lock);
}

static void atlas_worker(void *context, int worker)
{
    dmi_atlas_workers *workers = context;
    dm_error err = {0};
    dm_status status;
    dmi_atlas_task task;
    const dmi_board_solver solver = {
        workers->solver[worker], workers->plan, dmi_store_path(workers->store),
        workers->group.run,      post_result,   workers};
    while ((status = take_task(workers, &task, &err)) == DM_OK) {
        dm_atlas_tally tally = {0};
        bool has_gaps = false;
        status = dmi_atlas_solve_board(&solver, &task, &tally, &has_gaps, &err);
        pthread_mutex_lock(&workers->group.lock);
        workers->tally.known += tally.known;
        workers->tally.solved += tally.solved;
        workers->tally.unproven += tally.unproven;
        pthread_mutex_unlock(&workers->group.lock);
        finish_task(workers, &task, has_gaps || status != DM_OK);
        if (status != DM_OK)
            break;
    }
    if (status != DM_END && status != DM_STOPPED)
        dmi_worker_group_fail(&workers->group, status, &err);
}

/* Waits for all workers; frees everything but `boards`.  As dmi_worker_group_end(). */
static dm_status atlas_workers_end(dmi_atlas_workers *workers, dm_status status, dm_run *run,
                                   dm_error *err)
{
    status = dmi_worker_group_end(&workers->group, status, run, err);
    for (int i = 0; workers->solver && i < workers->count; i++)
        dm_solver_free(workers->solver[i]);
    dmi_found_clear(&workers->found);
    free(workers->solver);
    return status;
}

static dm_status atlas_workers_start(dmi_atlas_workers *workers, dmi_store *store,
                                     dmi_plan_boards *boards, const dm_atlas_plan *plan,
                                     dm_error *err)
{
    *workers = (dmi_atlas_workers){.plan = plan, .store = store, .boards = boards};
    workers->count = plan->threads > 1 ? plan->threads : 1;
    pthread_mutex_init(&workers->group.lock, NULL);
    dm_status status = dm_run_new(&workers->group.run, err);
    if (status == DM_OK) {
        /* A solver per worker; they divide the memory. */
        int64_t memory = workers->plan->memory > 0 ? workers->plan->memory : DMI_TABLE_BYTES;
        const dm_solver_settings settings = {.memory = memory / workers->count};
        workers->solver = dmi_calloc((size_t)workers->count, sizeof(dm_solver *));
        status = workers->solver ? DM_OK : dmi_no_memory(err);
        for (int i = 0; i < workers->count && status == DM_OK; i++)
            status = dm_solver_new(&settings, &workers->solver[i], err);
    }
    if (status == DM_OK)
        status =
            dmi_worker_group_start(&workers->group, workers->count, atlas_worker, workers, err);
    return status == DM_OK ? DM_OK : atlas_workers_end(workers, status, NULL, err);
}

/* Puts a plan into the queue as batches, and works on it.
 *
 * A table of all boards is divided as its generator does it, one batch per part; a family has one
 * batch per size, and one for all small sizes.  Parts that are complete are left out.
 */
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

/* Adds the batches that are missing; `*count` of them. */
static dm_status atlas_queue(dmi_store *store, const dmi_table_row *row, const dm_atlas_plan *plan,
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

static const double TICK = 0.1; /* seconds between commits */

/* What one transaction writes. */
typedef struct batch {
    dmi_found_games found;
    dmi_atlas_part *done[64]; /* more wait for the next one */
    int done_count;
    bool is_last;
} batch;

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
        /* Waits for a tick or for the last worker, and takes what was found. */
        bool is_working = dmi_worker_group_is_working(&workers->group, TICK);
        b = (batch){0};
        pthread_mutex_lock(&workers->group.lock);
        b.found = workers->found;
        workers->found = (dmi_found_games){0};
        /* A part is recorded with the last of its games. */
        for (dmi_atlas_part *part = dmi_plan_parts(workers->boards); part && b.done_count < 64;
             part = part->next)
            if (part->all_read && part->pending == 0 && !part->has_gaps && !part->is_recorded) {
                part->is_recorded = true;
                b.done[b.done_count++] = part;
            }
        assert(b.done_count <= 64);
        b.is_last = !is_working && b.done_count < 64;
        pthread_mutex_unlock(&workers->group.lock);
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
    return status == DM_OK ? atlas_queue(atlas->store, row, plan, &job, batches, err) : status;
}

dm_status dm_atlas_run(dm_atlas *atlas, const dm_atlas_plan *plan, dm_run *run, dm_atlas_tally *out,
                       dm_error *err)
{
    const dmi_table_row *row = NULL;
    dm_status status = check_plan(plan, dmi_store_is_shared(atlas->store), &row, err);
    if (status != DM_OK)
        return status;
    if (!dmi_store_is_shared(atlas->store)) {
        /* Without other workers. */
        dmi_known_sizes sizes = {0};
        dmi_plan_boards *boards = NULL;
        dmi_atlas_workers workers;
        status = dmi_atlas_check_forms(atlas->store, err);
        if (status == DM_OK)
            status = dmi_plan_boards_new(atlas->store, row, plan, &sizes, &boards, err);
        if (status == DM_OK)
            status = atlas_workers_start(&workers, atlas->store, boards, plan, err);
        if (status == DM_OK) {
            dmi_store_watch(atlas->store, run);
            write_all(&workers, run);
            dmi_store_watch(atlas->store, NULL);
            dm_atlas_tally tally = workers.tally;
            status = atlas_workers_end(&workers, DM_OK, run, err);
            if (out && (status == DM_OK || status == DM_STOPPED))
                *out = tally;
        }
        dmi_plan_boards_free(boards);
        dmi_known_sizes_clear(&sizes);
        return status;
    }
    /* With other workers: adds the batches and computes until all are done.  The tally is of all
     * workers. */
    dmi_store *store = atlas->store;
    dmi_work_plan work = {.kind = {&dmi_atlas_batches},
                          .kind_count = 1,
                          .settings = {.threads = plan->threads, .memory = plan->memory},
                          .phase = plan->table};
    int64_t count = 0;
    dmi_job_counts before = {0};
    dm_error lost = {0};
    status = atlas_queue(store, row, plan, &work.job, &count, err);
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
