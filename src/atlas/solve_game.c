/* solve_game.c - solves one game of the atlas; what was found, until it is written. */
#include "atlas/solve_game.h"

#include "base/base.h"
#include "graph/canonical.h"
#include <stdlib.h>
#include <string.h>

/* A run for the next game. */
static dm_status begin_run(const dm_atlas_plan *plan, const dm_run *leader, dm_run **out,
                           dm_error *err)
{
    if (dm_run_stopped(leader) != DM_STOP_NONE)
        return DM_STOPPED;
    dm_status status = dm_run_new(out, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(*out, leader);
    if (plan->game_seconds > 0)
        dm_run_set_deadline(*out, plan->game_seconds);
    return DM_OK;
}

dm_status dmi_atlas_solve(dm_solver *solver, const dm_atlas_plan *plan, const dm_run *leader,
                          const dm_arena *arena, const dmi_game_key *key, dmi_solved_game *out,
                          dm_error *err)
{
    const dm_solve_request request = {.no_line = true};
    dm_run *run = NULL;
    dm_rules rules = {0};
    dm_position *position = NULL;
    dm_solution *solution = NULL;
    double begun = dmi_seconds();
    dm_status status = begin_run(plan, leader, &run, err);
    if (status != DM_OK)
        return status;
    status = dm_rules_init(key->rounds, key->per_turn, key->ties, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(arena, &rules, &position, err);
    if (status == DM_OK)
        status = dm_solve(solver, position, &request, run, &solution, err);
    if (solution) {
        *out = (dmi_solved_game){.lower = solution->lower,
                                 .upper = solution->upper,
                                 .proven = solution->lower == solution->upper,
                                 .nodes = (uint64_t)solution->nodes,
                                 .seconds = dmi_seconds() - begun};
        status = DM_OK;
    }
    dm_solution_free(solution);
    dm_position_free(position);
    dm_rules_clear(&rules);
    dm_run_free(run);
    return status;
}

bool dmi_atlas_is_settled(const dm_atlas_plan *plan, const dmi_solved_game *game)
{
    double limit = plan->game_seconds;
    return game->proven || (limit > 0 && limit <= game->seconds);
}

dmi_atlas_result *dmi_atlas_result_new(const dmi_member *member)
{
    size_t name = strlen(member->name) + 1, form = strlen(member->form) + 1;
    dmi_atlas_result *result = dmi_calloc(1, sizeof *result + name + form);
    if (!result)
        return NULL;
    result->member = *member;
    result->member.name = memcpy(result->text, member->name, name);
    result->member.form = memcpy(result->text + name, member->form, form);
    return result;
}

void dmi_atlas_results_free(dmi_atlas_result *first)
{
    while (first) {
        dmi_atlas_result *next = first->next;
        free(first);
        first = next;
    }
}

dm_status dmi_atlas_results_write(dmi_store *store, const dmi_atlas_result *first, dm_error *err)
{
    enum { GROUP = 1000 };
    dmi_found group[GROUP];
    dm_status status = DM_OK;
    while (first && status == DM_OK) {
        size_t count = 0;
        for (; first && count < GROUP; first = first->next)
            group[count++] =
                (dmi_found){&first->member, &first->key, first->is_game ? &first->game : NULL};
        status = dmi_found_put(store, group, count, err);
    }
    return status;
}

/* Two versions of nauty may give different canonical forms; a board would then be stored twice. */
dm_status dmi_atlas_check_forms(dmi_store *store, dm_error *err)
{
    int64_t version = dmi_canonical_version(), known = version;
    dm_status status = dmi_store_number(store, "nauty", &known, err);
    if (status == DM_END)
        return dmi_store_set_number(store, "nauty", version, err);
    if (status == DM_OK && known != version)
        return dmi_fail_at(
            err, DM_UNSUPPORTED, dmi_store_path(store), 0,
            "made with nauty %lld; this is nauty %lld, whose canonical forms may differ: "
            "use a new database",
            (long long)known, (long long)version);
    return status;
}
