/* solve_workers.c - threads that solve the games of a plan.
 *
 *      boards --> worker --> results --> the writer (solve_plan.c)
 *             --> worker -->
 *
 * A worker takes a board, reads what the database has, solves the rest in order of rounds with its
 * own solver, and posts each game.  One lock protects the boards, the list of results and the
 * counts; solving and the keys of boards are outside of it.
 */
#include "atlas/solve_workers.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

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

dm_status dmi_atlas_workers_start(dmi_atlas_workers *workers, dmi_store *store,
                                  dmi_plan_boards *boards, const dm_atlas_plan *plan, dm_error *err)
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
    return status == DM_OK ? DM_OK : dmi_atlas_workers_end(workers, status, NULL, err);
}

dm_status dmi_atlas_workers_end(dmi_atlas_workers *workers, dm_status status, dm_run *run,
                                dm_error *err)
{
    status = dmi_worker_group_end(&workers->group, status, run, err);
    for (int i = 0; workers->solver && i < workers->count; i++)
        dm_solver_free(workers->solver[i]);
    dmi_found_clear(&workers->found);
    free(workers->solver);
    return status;
}
