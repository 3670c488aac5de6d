/* perfect.c - a perfect turn by the exact solver, within a budget.
 *
 * The table is small and new each time, so the result depends on the position and the budget only.
 */
#include "player/player.h"

#include <demesne/solve.h>
#include <string.h>

static const dm_solver_settings settings = {.memory = 8 << 20};

/* Solves; an unfinished or too large game is not a failure. */
static dm_status solve_within(dm_solver *solver, const dm_position *position,
                              const dm_solve_request *request, dm_run *own, dm_solution **out,
                              dm_error *err)
{
    dm_error why = {0};
    dm_status status = dm_solve(solver, position, request, own, out, &why);
    if (status == DM_OK || status == DM_STOPPED || status == DM_TOO_LARGE)
        return DM_OK;
    if (err)
        *err = why;
    return status;
}

dm_status dmi_perfect_move(const dm_position *position, dmi_budget budget, dm_run *run,
                           dm_vertex *move, bool *found, dm_error *err)
{
    dm_run *own = NULL;
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    int32_t now = dm_position_stones_to_place(position);
    dm_status status = dmi_budget_run(budget, run, &own, err);
    if (status == DM_OK)
        status = dm_solver_new(&settings, &solver, err);
    if (status == DM_OK)
        status = solve_within(solver, position, NULL, own, &solution, err);
    *found = solution && solution->proven && solution->line_count >= now;
    if (*found)
        memcpy(move, solution->line, (size_t)now * sizeof *move);
    dm_solution_free(solution);
    dm_solver_free(solver);
    dm_run_free(own);
    return status;
}

dm_status dmi_perfect_values(const dm_position *position, dmi_budget budget, dm_run *run,
                             double *values, dm_error *err)
{
    dm_run *own = NULL;
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    const dm_solve_request request = {.moves = true, .no_line = true};
    dm_status status = dmi_budget_run(budget, run, &own, err);
    if (status == DM_OK)
        status = dm_solver_new(&settings, &solver, err);
    if (status == DM_OK)
        status = solve_within(solver, position, &request, own, &solution, err);
    for (int64_t i = 0; solution && solution->move_stones == 1 && i < solution->move_count; i++)
        values[solution->moves[i]] = (double)solution->move_values[i];
    dm_solution_free(solution);
    dm_solver_free(solver);
    dm_run_free(own);
    return status;
}
