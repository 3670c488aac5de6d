/* lead.c - builds the problem, lets a method find the lead, and scores it by the rules.
 *
 * As with replies, the method's claim is not trusted: the board is scored again, and a proof of
 * another value is reported as an internal error.
 */
#include <demesne/lead.h>

#include "base/base.h"
#include "base/names.h"
#include "base/sort.h"
#include "oneround/lead_methods.h"
#include <stdlib.h>
#include <string.h>

enum { LOCAL_ROUNDS = 40 }; /* rounds of the local method */

static dmi_lead_fn *const ways[] = {dmi_lead_exact, dmi_lead_exact, dmi_lead_enumerate,
                                    dmi_lead_local};

DMI_ENUM_NAMES(dm_lead_method, "method", "auto", "exact", "enumerate", "local")

dm_status dmi_lead_local(const dmi_lead_problem *problem, dm_run *run, dmi_lead_result *out,
                         dm_error *err)
{
    dmi_reply_solver solver = {0};
    dmi_lead_refutations refutations = {0};
    dm_status status = dmi_reply_solver_init(&solver, problem, err);
    if (status == DM_OK)
        status = dmi_lead_refutations_init(&refutations, problem, err);
    if (status == DM_OK)
        status = dmi_lead_improve(&solver, &refutations, LOCAL_ROUNDS, problem->request->seed, run,
                                  &out->best, err);
    out->upper = problem->total;
    out->replies = solver.replies;
    dmi_lead_refutations_clear(&refutations);
    dmi_reply_solver_clear(&solver);
    return status;
}

static dm_lead *make_room(const dm_lead_request *request)
{
    dm_lead *lead = dmi_calloc(1, sizeof *lead);
    if (!lead)
        return NULL;
    lead->method = request->method == DM_LEAD_AUTO ? DM_LEAD_EXACT : request->method;
    lead->count = request->count;
    lead->reply = request->reply;
    lead->white = dmi_alloc((size_t)request->count, sizeof *lead->white);
    lead->black = dmi_alloc((size_t)request->reply, sizeof *lead->black);
    if (lead->white && lead->black)
        return lead;
    dm_lead_free(lead);
    return NULL;
}

/* Sorts the stones and scores them by the rules. */
static dm_status score(const dm_arena *arena, const dm_terms *terms, dm_lead *lead, dm_error *err)
{
    dm_dominance *d = NULL;
    dmi_sort_int32(lead->white, lead->count);
    dmi_sort_int32(lead->black, lead->reply);
    dm_status status = dm_terms_dominance(arena, terms, lead->white, lead->count, lead->black,
                                          lead->reply, &d, err);
    if (status != DM_OK)
        return status;
    lead->white_score = d->score[DM_WHITE];
    lead->black_score = d->score[DM_BLACK];
    lead->tied = d->tied;
    lead->unreached = d->unreached;
    lead->value = lead->white_score - lead->black_score;
    dm_dominance_free(d);
    return DM_OK;
}

/* Stopped before the problem was built: returns the first sites and trivial bounds. DM_STOPPED
 * on success. */
static dm_status give_up(const dm_arena *arena, const dm_lead_request *request, dm_lead *lead,
                         dm_error *err)
{
    dm_vertex *vertex = NULL;
    int32_t sites;
    dm_status status = dmi_lead_sites(arena, request, &vertex, &sites, err);
    if (status != DM_OK)
        return status;
    memcpy(lead->white, vertex, (size_t)lead->count * sizeof *vertex);
    memcpy(lead->black, vertex + lead->count, (size_t)lead->reply * sizeof *vertex);
    lead->upper = dm_arena_total_value(arena);
    lead->lower = -lead->upper;
    free(vertex);
    status = score(arena, &request->terms, lead, err);
    return status == DM_OK ? DM_STOPPED : status;
}

static dm_status finish(const dmi_lead_problem *problem, const dmi_lead_result *result,
                        bool complete, dm_lead *lead, dm_error *err)
{
    for (int32_t i = 0; i < lead->count; i++)
        lead->white[i] = problem->vertex[result->best.white[i]];
    for (int32_t i = 0; i < lead->reply; i++)
        lead->black[i] = problem->vertex[result->best.black[i]];
    lead->nodes = (int64_t)result->nodes;
    lead->cuts = (int64_t)result->cuts;
    lead->replies = (int64_t)result->replies;
    lead->lower = dmi_lead_value(problem, result->best.won);
    lead->upper = dmi_lead_value(problem, result->upper);
    lead->proven = lead->lower == lead->upper;
    dm_status status = score(problem->arena, &problem->request->terms, lead, err);
    if (status == DM_OK && (lead->lower > lead->upper || (complete && lead->value != lead->lower)))
        status = dmi_fail(err, DM_INTERNAL,
                          "method %s claims a value from %lld to %lld; the board gives %lld",
                          dm_lead_method_names[lead->method], (long long)lead->lower,
                          (long long)lead->upper, (long long)lead->value);
    return status;
}

static dm_status find(const dm_arena *arena, const dm_lead_request *request,
                      const dm_distances *table, dm_run *run, dm_lead *lead, dm_error *err)
{
    dmi_lead_problem problem;
    dmi_lead_result result = {0};
    dm_status status = dmi_lead_problem_init(arena, request, table, run, &problem, err);
    if (status == DM_STOPPED)
        return give_up(arena, request, lead, err);
    if (status != DM_OK)
        return status;
    status = dmi_lead_opening_init(&result.best, &problem, err);
    if (status == DM_OK)
        status = ways[lead->method](&problem, run, &result, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status scored = finish(&problem, &result, status == DM_OK, lead, err);
        status = scored == DM_OK ? status : scored;
    }
    dmi_lead_opening_clear(&result.best);
    dmi_lead_problem_clear(&problem);
    return status;
}

static dm_status check(const dm_arena *arena, const dm_lead_request *request, dm_error *err)
{
    dm_vertex *vertex = NULL;
    int32_t sites;
    dm_status status = dmi_lead_sites(arena, request, &vertex, &sites, err);
    free(vertex);
    return status;
}

dm_status dm_lead_new(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                      dm_lead **out, dm_error *err)
{
    dm_distances *table = NULL;
    dm_lead *lead = NULL;
    dm_status status = check(arena, request, err);
    if (status != DM_OK)
        return status;
    if (!(lead = make_room(request)))
        return dmi_no_memory(err);
    status = dm_distances_new(arena, 0, run, &table, err);
    if (status == DM_OK)
        status = find(arena, request, table, run, lead, err);
    else if (dmi_as_stopped(status, err) == DM_STOPPED)
        status = give_up(arena, request, lead, err);
    dm_distances_free(table);
    if (status == DM_OK || status == DM_STOPPED)
        *out = lead;
    else
        dm_lead_free(lead);
    return status;
}

void dm_lead_free(dm_lead *lead)
{
    if (!lead)
        return;
    free(lead->white);
    free(lead->black);
    free(lead);
}
