/* huff_reply.c - a reply under the Huff rule: builds the problem, lets a method choose, and scores
 * the chosen sites again by searches from them. */
#include "base/base.h"
#include "base/sort.h"
#include "base/sum.h"
#include "location/choice/huff_problem.h"
#include <assert.h>
#include <stdlib.h>

#define TOLERANCE 1e-6 /* of Black's demand */

/* White, Black and unreached with the sites of the choice. */
static dm_status score_choice(const dmi_huff_problem *p, const dmi_huff_choice *choice,
                              dm_reply *out, dm_error *err)
{
    const int64_t *values = dm_arena_values(p->arena);
    const double *white = p->standing.total[DM_WHITE], *black = p->standing.total[DM_BLACK];
    dmi_site_search search = {0};
    dmi_sum sum[2] = {0}, unreached = {0};
    dm_status status =
        dmi_site_search_init(&search, dm_arena_reverse(p->arena), p->rule.radius, NULL, err);
    for (int32_t i = 0; status == DM_OK && i < choice->count; i++) {
        int32_t c = choice->chosen[i];
        status = dmi_site_search_run(&search, p->vertex[c], err);
        for (dm_vertex k = 0; status == DM_OK && k < search.count; k++)
            p->standing.total[DM_BLACK][search.vertex[k]] +=
                p->attraction[c] * dmi_pull(&p->rule, search.distance[k]);
    }
    for (dm_vertex v = 0; status == DM_OK && v < p->standing.n; v++) {
        double value = (double)dm_value_of(values, v), all = white[v] + black[v];
        dmi_sum_add(&sum[DM_WHITE], all > 0 ? value * (white[v] / all) : 0);
        dmi_sum_add(&sum[DM_BLACK], all > 0 ? value * (black[v] / all) : 0);
        dmi_sum_add(&unreached, all > 0 ? 0 : value);
    }
    dmi_site_search_clear(&search);
    out->white_score.real = dmi_sum_value(sum[DM_WHITE]);
    out->black_score.real = dmi_sum_value(sum[DM_BLACK]);
    out->unreached.real = dmi_sum_value(unreached);
    out->value.real = -dmi_sum_minus(sum[DM_WHITE], sum[DM_BLACK]);
    return status;
}

/* Chooses sites by the method, from quick to exact. */
static dm_status choose_sites(const dmi_huff_problem *p, const dm_reply_request *request,
                              dmi_huff_choice *choice, double *upper, int64_t *nodes, dm_run *run,
                              dm_error *err)
{
    const int64_t *values = dm_arena_values(p->arena);
    double black = 0; /* Black's demand is at least this */
    dm_status status = dmi_huff_greedy(p, choice, upper, run, err);
    if (status != DM_OK || request->method == DM_REPLY_GREEDY)
        return status;
    status = dmi_huff_improve(p, choice, run, err);
    if (status != DM_OK || request->method == DM_REPLY_LOCAL || p->candidates == 0)
        return status;
    for (dm_vertex v = 0; v < p->standing.n; v++) {
        double own = p->standing.total[DM_BLACK][v], all = own + p->standing.total[DM_WHITE][v];
        black += all > 0 ? (double)dm_value_of(values, v) * (own / all) : 0;
    }
    black += choice->gain / 2;
    return dmi_huff_exact(p, 0.9 * TOLERANCE * black, request->threads, choice, upper, nodes, run,
                          err);
}

static dm_status fill_reply(const dmi_huff_problem *p, const dmi_huff_choice *choice, double upper,
                            dm_reply *reply, dm_error *err)
{
    reply->count = choice->count;
    reply->cost = choice->cost;
    reply->black = dmi_alloc((size_t)choice->count, sizeof *reply->black);
    if (!reply->black)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < choice->count; i++)
        reply->black[i] = p->vertex[choice->chosen[i]];
    dmi_sort_int32(reply->black, reply->count);
    dm_status status = score_choice(p, choice, reply, err);
    if (status != DM_OK)
        return status;
    double tolerance = TOLERANCE * reply->black_score.real;
    reply->rule = DM_HUFF;
    reply->upper.real = p->base + upper;
    if (reply->value.real > reply->upper.real + tolerance)
        return dmi_fail(err, DM_INTERNAL, "method %s found %.17g with the bound %.17g",
                        dm_reply_method_name(reply->method), reply->value.real, reply->upper.real);
    if (reply->value.real > reply->upper.real) /* by rounding */
        reply->upper.real = reply->value.real;
    assert(reply->upper.real >= reply->value.real);
    reply->proven = reply->upper.real - reply->value.real <= tolerance;
    return DM_OK;
}

dm_status dmi_huff_reply(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                         dm_reply **out, dm_error *err)
{
    dmi_huff_problem problem = {0};
    dmi_huff_choice choice = {0};
    if (dmi_is_tree_method(request->method))
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method %s knows the rule nearest alone; exact, local and greedy know huff",
                        dm_reply_method_name(request->method));
    if (request->optima_limit > 0)
        return dmi_fail(
            err, DM_UNSUPPORTED,
            "the rule huff gives one best set; all of them are found for nearest alone");
    dm_reply *reply = dmi_calloc(1, sizeof *reply);
    if (!reply)
        return dmi_no_memory(err);
    reply->method = request->method == DM_REPLY_AUTO ? DM_REPLY_EXACT : request->method;
    dm_status built = dmi_huff_problem_init(&problem, arena, request, run, err);
    dm_status status = built == DM_STOPPED ? DM_OK : built;
    if (status == DM_OK)
        status = dmi_huff_choice_init(&choice, &problem, err);
    if (status == DM_OK) {
        double upper = problem.ceiling, other;
        status = built == DM_STOPPED
                     ? dmi_huff_greedy(&problem, &choice, &other, NULL, err)
                     : choose_sites(&problem, request, &choice, &upper, &reply->nodes, run, err);
        upper = upper < problem.ceiling ? upper : problem.ceiling;
        if (status == DM_OK || status == DM_STOPPED) {
            dm_status filled = fill_reply(&problem, &choice, upper, reply, err);
            status = filled != DM_OK ? filled : built == DM_STOPPED ? built : status;
        }
    }
    dmi_huff_choice_clear(&choice);
    dmi_huff_problem_clear(&problem);
    if (status == DM_OK || status == DM_STOPPED)
        *out = reply;
    else
        dm_reply_free(reply);
    return status;
}
