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

#include "atlas/board_key.h"
#include "base/base.h"
#include <stdlib.h>

static void post(dmi_atlas_workers *crew, dmi_atlas_result *result)
{
    pthread_mutex_lock(&crew->lock);
    *crew->last = result;
    crew->last = &result->next;
    crew->tally.solved += result->is_game && result->game.proven;
    crew->tally.unproven += result->is_game && !result->game.proven;
    pthread_mutex_unlock(&crew->lock);
}

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

/* DM_OK if the game needs no work; counts it then. */
static dm_status is_known(dmi_atlas_workers *crew, const dmi_member *member,
                          const dmi_game_key *key, bool *proven, dm_error *err)
{
    dmi_solved_game game;
    dm_status status = dmi_solved_game_find(crew->store, member->form, key, &game, err);
    if (status != DM_OK)
        return status;
    if (!dmi_atlas_is_settled(crew->plan, &game))
        return DM_END;
    *proven = game.proven;
    pthread_mutex_lock(&crew->lock);
    crew->tally.known += game.proven;
    crew->tally.unproven += !game.proven;
    pthread_mutex_unlock(&crew->lock);
    return DM_OK;
}

static dm_status post_member(dmi_atlas_workers *crew, const dmi_member *member, dm_error *err)
{
    dm_status status = dmi_member_find(crew->store, member, err);
    if (status != DM_END)
        return status;
    dmi_atlas_result *result = dmi_atlas_result_new(member);
    if (!result)
        return dmi_no_memory(err);
    post(crew, result);
    return DM_OK;
}

/* Solves one game unless it is known; `*proven` tells whether its value is. */
static dm_status settle(dmi_atlas_workers *crew, int worker, const dm_arena *arena,
                        const dmi_member *member, const dmi_game_key *key, bool *proven,
                        dm_error *err)
{
    dm_status status = is_known(crew, member, key, proven, err);
    if (status != DM_END)
        return status;
    dmi_atlas_result *result = dmi_atlas_result_new(member);
    if (!result)
        return dmi_no_memory(err);
    result->is_game = true;
    result->key = *key;
    status = dmi_atlas_solve(crew->solver[worker], crew->plan, crew->run, arena, key, &result->game,
                             err);
    if (status != DM_OK) {
        free(result);
        return status;
    }
    *proven = result->game.proven;
    post(crew, result);
    return DM_OK;
}

static dm_status settle_board(dmi_atlas_workers *crew, int worker, const dmi_atlas_task *task,
                              bool *complete, dm_error *err)
{
    const dm_atlas_plan *plan = crew->plan;
    char *form = NULL;
    dm_status status = dmi_board_key(task->arena, &form, err);
    if (status != DM_OK)
        return status;
    const dmi_member member = {.family = plan->table,
                               .name = task->name[0] ? task->name : form,
                               .form = form,
                               .vertices = dm_arena_vertices(task->arena),
                               .edges = dm_arena_edges(task->arena)};
    status = post_member(crew, &member, err);
    for (int32_t rounds = task->first; status == DM_OK && rounds <= task->last; rounds++) {
        dmi_game_key key = {rounds, plan->per_turn > 0 ? plan->per_turn : 1, plan->ties};
        bool proven = false;
        status = settle(crew, worker, task->arena, &member, &key, &proven, err);
        *complete &= proven;
    }
    free(form);
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

static void finish_task(dmi_atlas_workers *crew, dmi_atlas_task *task, bool complete)
{
    dm_arena_free(task->arena);
    if (!task->part)
        return;
    pthread_mutex_lock(&crew->lock);
    task->part->has_gaps |= !complete;
    task->part->pending--;
    pthread_mutex_unlock(&crew->lock);
}

static void work(void *context, int worker)
{
    dmi_atlas_workers *crew = context;
    dm_error err = {0};
    dm_status status;
    dmi_atlas_task task;
    while ((status = take_task(crew, &task, &err)) == DM_OK) {
        bool complete = true;
        status = settle_board(crew, worker, &task, &complete, &err);
        finish_task(crew, &task, complete && status == DM_OK);
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
    crew->last = &crew->first;
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
    dmi_atlas_results_free(crew->first);
    free(crew->solver);
    dm_run_free(crew->run);
    pthread_mutex_destroy(&crew->lock);
}
