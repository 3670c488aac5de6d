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
#include <demesne/rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOCAL_ROUNDS = 40 };       /* rounds of the local method */
enum { FALLBACK_WORK = 1 << 21 }; /* vertices and arcs searched for an opening: some milliseconds */
static const double FALLBACK_SECONDS = 0.05; /* for the reply to it */

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
    const dm_group groups[] = {
        {DM_WHITE, {.vertex = lead->white, .count = lead->count}},
        {DM_BLACK, {.vertex = lead->black, .count = lead->reply}},
    };
    dm_status status = dm_terms_dominance(arena, terms, groups, 2, &d, err);
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

/* Black's stones own their vertices, which are worth 1 if there are no values. */
static int64_t trivial_upper(const dm_arena *arena, int32_t reply)
{
    int64_t total = dm_arena_total_value(arena);
    return dm_arena_values(arena) ? total : total - 2 * (int64_t)reply;
}

/* The sum over all vertices of value times distance to White's nearest stone. */
static dm_status sum_distances(const dm_arena *arena, const dm_terms *terms, const dm_vertex *white,
                               int32_t count, double *sum, dm_error *err)
{
    dm_dominance *d = NULL;
    const dm_group group = {DM_WHITE, {.vertex = white, .count = count}};
    dm_status status = dm_terms_dominance(arena, terms, &group, 1, &d, err);
    if (status != DM_OK)
        return status;
    *sum = 1e18 * (double)d->unreached;
    for (dm_vertex v = 0; v < d->n; v++)
        if (d->owner[v] >= 0)
            *sum += (double)dm_value_of(dm_arena_values(arena), v) * (double)d->distance[v];
    dm_dominance_free(d);
    return DM_OK;
}

/* Places White's stones one by one on the best of a sample of sites: near all vertices. */
static dm_status place_white(const dm_arena *arena, const dm_lead_request *request, dm_vertex *site,
                             int32_t sites, dm_vertex *white, dm_error *err)
{
    const dm_graph *graph = dm_arena_graph(arena);
    int64_t work = ((int64_t)graph->n + graph->arcs) * request->count;
    int64_t sample = FALLBACK_WORK / work + 1;
    dm_rng rng;
    dm_rng_init(&rng, request->seed);
    for (int32_t i = 0; i < request->count; i++) {
        double least = INFINITY, sum = 0;
        for (int32_t s = i; s < sites && s < i + sample; s++) {
            dmi_swap_int32(&site[s], &site[s + (int32_t)dm_rng_below(&rng, (uint64_t)(sites - s))]);
            white[i] = site[s];
            dm_status status = sum_distances(arena, &request->terms, white, i + 1, &sum, err);
            if (status != DM_OK)
                return status;
            if (sum < least)
                dmi_swap_int32(&site[s], &site[i]); /* site[i] is the best so far */
            least = sum < least ? sum : least;
        }
        white[i] = site[i];
    }
    return DM_OK;
}

/* Finds Black's reply, the best one if there is time, and the lower bound that follows. */
static dm_status place_black(const dm_arena *arena, const dm_terms *terms, dm_lead *lead,
                             dm_error *err)
{
    const dm_reply_request request = {.terms = *terms,
                                      .white = {.vertex = lead->white, .count = lead->count},
                                      .count = lead->reply};
    dm_reply *reply = NULL;
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (status != DM_OK)
        return status;
    dm_run_set_deadline(run, FALLBACK_SECONDS);
    status = dm_reply_new(arena, &request, run, &reply, err);
    dm_run_free(run);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    memcpy(lead->black, reply->black, (size_t)lead->reply * sizeof *lead->black);
    lead->lower = reply->lower;
    dm_reply_free(reply);
    return DM_OK;
}

/* Stopped before the problem was built: finds an opening with little work, as the run has ended.
 * DM_STOPPED on success. */
static dm_status find_quickly(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                              dm_lead *lead, dm_error *err)
{
    dm_vertex *site = NULL;
    int32_t sites;
    dm_status status = dmi_lead_sites(arena, request, &site, &sites, err);
    if (status == DM_OK)
        status = place_white(arena, request, site, sites, lead->white, err);
    free(site);
    if (status == DM_OK)
        status = place_black(arena, &request->terms, lead, err);
    if (status == DM_OK)
        status = score(arena, &request->terms, lead, err);
    lead->upper = trivial_upper(arena, lead->reply);
    lead->proven = lead->lower == lead->upper;
    return status == DM_OK ? dmi_stopped(run, err) : status;
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
    int64_t upper = dmi_lead_value(problem, result->upper);
    int64_t trivial = trivial_upper(problem->arena, lead->reply);
    lead->upper = upper < trivial ? upper : trivial;
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
        return find_quickly(arena, request, run, lead, err);
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
    if (request->terms.rule != DM_NEAREST)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "lead needs the rule nearest; score and reply know the rule %s too",
                        dm_rule_name(request->terms.rule));
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
    if (status == DM_OK && (request->white.count || request->black.count ||
                            request->rival_candidates.vertex || request->has_budget))
        status = dmi_fail(err, DM_UNSUPPORTED, "leads beside standing sites are not supported yet");
    if (status != DM_OK)
        return status;
    if (!(lead = make_room(request)))
        return dmi_no_memory(err);
    status = dm_distances_new(arena, 0, run, &table, err);
    if (status == DM_OK)
        status = find(arena, request, table, run, lead, err);
    else if (dmi_as_stopped(status, err) == DM_STOPPED)
        status = find_quickly(arena, request, run, lead, err);
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
    free(lead->closed);
    free(lead);
}
