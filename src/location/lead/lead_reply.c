/* lead_reply.c - Black's exact reply to one opening, as maximum coverage.
 *
 * An item that White holds is covered by every free site whose rank is below White's key.  The
 * problem is built directly from the ranks in O(sites x items): a lead needs thousands of replies,
 * and searching the board for each would cost more than solving it.
 */
#include "location/lead/lead_reply.h"

#include "location/cover/cover.h"
#include <string.h>

dm_status dmi_reply_solver_init(dmi_reply_solver *solver, const dmi_lead_problem *problem,
                                dm_error *err)
{
    size_t sites = (size_t)problem->sites, items = (size_t)problem->items;
    *solver = (dmi_reply_solver){.problem = problem};
    solver->key = dmi_array(&solver->arrays, items, sizeof *solver->key);
    solver->taken = dmi_array(&solver->arrays, sites, 1);
    solver->weight = dmi_array(&solver->arrays, items, sizeof *solver->weight);
    solver->first = dmi_array(&solver->arrays, sites + 1, sizeof *solver->first);
    solver->number = dmi_array(&solver->arrays, items, sizeof *solver->number);
    solver->item = dmi_array(&solver->arrays, sites * items, sizeof *solver->item);
    solver->site = dmi_array(&solver->arrays, sites, sizeof *solver->site);
    solver->chosen = dmi_array(&solver->arrays, (size_t)problem->reply, sizeof *solver->chosen);
    return dmi_arrays_check(&solver->arrays, err);
}

void dmi_reply_solver_clear(dmi_reply_solver *solver)
{
    dmi_arrays_free(&solver->arrays);
    *solver = (dmi_reply_solver){0};
}

/* Numbers the items that White holds before the reply; returns their weight. */
static int64_t number_items(dmi_reply_solver *solver, int32_t *items)
{
    const dmi_lead_problem *problem = solver->problem;
    int64_t held = 0;
    *items = 0;
    for (int32_t j = 0; j < problem->items; j++) {
        solver->number[j] = -1;
        if (problem->rival[j] < solver->key[j])
            continue;
        held += problem->weight[j];
        solver->weight[*items] = problem->weight[j];
        solver->number[j] = (*items)++;
    }
    return held;
}

static int32_t list_sets(dmi_reply_solver *solver)
{
    const dmi_lead_problem *problem = solver->problem;
    int32_t sets = 0;
    int64_t at = 0;
    for (int32_t s = problem->first_black; s < problem->sites; s++) {
        int32_t holder = dmi_lead_holder(problem->list, s);
        if (holder >= 0 && solver->taken[holder])
            continue;
        const uint16_t *rank = dmi_lead_ranks(problem, s);
        solver->site[sets] = s;
        solver->first[sets++] = at;
        for (int32_t j = 0; j < problem->items; j++)
            if (rank[j] < solver->key[j] && solver->number[j] >= 0)
                solver->item[at++] = solver->number[j];
    }
    solver->first[sets] = at;
    return sets;
}

dm_status dmi_reply_solver_run(dmi_reply_solver *solver, const int32_t *white, dm_run *run,
                               int32_t *black, int64_t *won, dm_error *err)
{
    const dmi_lead_problem *problem = solver->problem;
    dmi_cover cover = {.weight = solver->weight, .first = solver->first, .item = solver->item};
    dmi_cover_request request = {.floor = -1, .enough = INT64_MAX};
    dmi_cover_answer answer = {.chosen = solver->chosen};
    dmi_lead_white_keys(problem, white, problem->count, solver->key);
    memset(solver->taken, 0, (size_t)problem->sites);
    for (int32_t i = 0; i < problem->count; i++)
        solver->taken[white[i]] = 1;
    int64_t held = number_items(solver, &cover.items);
    cover.sets = list_sets(solver);
    cover.count = problem->reply < cover.sets ? problem->reply : cover.sets;
    dm_status status = DM_OK;
    if (cover.count > 0)
        status = dmi_cover_solve(&cover, &request, run, &answer, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    solver->replies++;
    for (int32_t i = 0; i < problem->reply; i++)
        black[i] = i < cover.count ? solver->site[answer.chosen[i]] : -1;
    *won = held - answer.upper;
    return status;
}
