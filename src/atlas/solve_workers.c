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
#include <stdlib.h>

void dmi_atlas_workers_stop(dmi_atlas_workers *crew)
{
    dm_run_cancel(crew->run);
}

static bool is_stopped(const dmi_atlas_workers *crew)
{
    return dm_run_stopped(crew->run) != DM_STOP_NONE;
}

void dmi_atlas_workers_fail(dmi_atlas_workers *crew, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->status == DM_OK) {
        crew->status = status;
        crew->err = *err;
    }
    pthread_mutex_unlock(&crew->lock);
    dmi_atlas_workers_stop(crew);
}

static dm_status post(void *user, const dmi_member *board, const dmi_atlas_task *task,
                      const dmi_solved_game *games, size_t count, dm_error *err)
{
    dmi_atlas_workers *crew = user;
    const dm_atlas_plan *plan = crew->plan;
    const dmi_game_group group = {plan->table, board->vertices,
                                  plan->per_turn > 0 ? plan->per_turn : 1, plan->ties};
    int32_t part = task->part ? task->part->number : DMI_ANY_PART;
    pthread_mutex_lock(&crew->lock);
    dm_status status = dmi_found_add(&crew->found, &group, part, board, games, count, err);
    pthread_mutex_unlock(&crew->lock);
    return status;
}

static dm_status take_task(dmi_atlas_workers *crew, dmi_atlas_task *task, dm_error *err)
{
    pthread_mutex_lock(&crew->lock);
    dm_status status =
        is_stopped(crew) ? DM_STOPPED : dmi_plan_boards_next(crew->boards, task, err);
    crew->tally.boards += status == DM_OK;
    pthread_mutex_unlock(&crew->lock);
    return status;
}

static void finish_task(dmi_atlas_workers *crew, dmi_atlas_task *task, bool has_gaps)
{
    dmi_atlas_part *part = task->part;
    dm_arena_free(task->arena);
    if (!part)
        return;
    pthread_mutex_lock(&crew->lock);
    part->has_gaps |= has_gaps;
    part->pending--;
    if (part->all_read && part->pending == 0)
        dmi_atlas_part_forget(part);
    pthread_mutex_unlock(&crew->lock);
}

static void count_games(dmi_atlas_workers *crew, const dm_atlas_tally *tally)
{
    pthread_mutex_lock(&crew->lock);
    crew->tally.known += tally->known;
    crew->tally.solved += tally->solved;
    crew->tally.unproven += tally->unproven;
    pthread_mutex_unlock(&crew->lock);
}

static void work(void *context, int worker)
{
    dmi_atlas_workers *crew = context;
    dm_error err = {0};
    dm_status status;
    dmi_atlas_task task;
    const dmi_board_solver solver = {
        crew->solver[worker], crew->plan, dmi_store_path(crew->store), crew->run, post, crew};
    while ((status = take_task(crew, &task, &err)) == DM_OK) {
        dm_atlas_tally tally = {0};
        bool has_gaps = false;
        status = dmi_atlas_solve_board(&solver, &task, &tally, &has_gaps, &err);
        count_games(crew, &tally);
        finish_task(crew, &task, has_gaps || status != DM_OK);
        if (status != DM_OK)
            break;
    }
    if (status != DM_END && status != DM_STOPPED)
        dmi_atlas_workers_fail(crew, status, &err);
}

static dm_status make_solvers(dmi_atlas_workers *crew, dm_error *err)
{
    int64_t memory = crew->plan->memory > 0 ? crew->plan->memory : DMI_TABLE_BYTES;
    const dm_solver_settings settings = {.memory = memory / crew->count};
    crew->solver = dmi_calloc((size_t)crew->count, sizeof(dm_solver *));
    dm_status status = crew->solver ? DM_OK : dmi_no_memory(err);
    for (int i = 0; i < crew->count && status == DM_OK; i++)
        status = dm_solver_new(&settings, &crew->solver[i], err);
    return status;
}

dm_status dmi_atlas_workers_start(dmi_atlas_workers *crew, dmi_store *store,
                                  dmi_plan_boards *boards, const dm_atlas_plan *plan, dm_error *err)
{
    *crew = (dmi_atlas_workers){.plan = plan, .store = store, .boards = boards};
    crew->count = plan->threads > 1 ? plan->threads : 1;
    pthread_mutex_init(&crew->lock, NULL);
    dm_status status = dm_run_new(&crew->run, err);
    if (status == DM_OK)
        status = make_solvers(crew, err);
    if (status == DM_OK)
        status = dm_crew_new(crew->count, work, crew, &crew->workers, err);
    if (status != DM_OK)
        dmi_atlas_workers_end(crew);
    return status;
}

void dmi_atlas_workers_end(dmi_atlas_workers *crew)
{
    dm_crew_free(crew->workers);
    for (int i = 0; crew->solver && i < crew->count; i++)
        dm_solver_free(crew->solver[i]);
    dmi_found_clear(&crew->found);
    free(crew->solver);
    dm_run_free(crew->run);
    pthread_mutex_destroy(&crew->lock);
}
