/* reply.c - builds the problem, lets a method choose the stones, and scores them by the rules.
 *
 * The gain that a method claims is not trusted: the board is scored again, and that score is the
 * value of the answer.
 */
#include <demesne/reply.h>

#include "base/base.h"
#include "base/names.h"
#include "base/sort.h"
#include "location/choice/choice_reply.h"
#include "location/market/merged_sites.h"
#include "location/reply/reply_problem.h"
#include "location/reply/rooted_forest.h"
#include <assert.h>
#include <stdlib.h>

static dmi_reply_fn *const methods[] = {
    [DM_REPLY_TREE] = dmi_reply_tree,     [DM_REPLY_SLIDES] = dmi_reply_slides,
    [DM_REPLY_EXACT] = dmi_reply_exact,   [DM_REPLY_LOCAL] = dmi_reply_local,
    [DM_REPLY_GREEDY] = dmi_reply_greedy, [DM_REPLY_SLIDES_PRINTED] = dmi_reply_slides_printed,
    [DM_REPLY_NAIVE] = dmi_reply_naive,
};

DMI_ENUM_NAMES(dm_reply_method, "method", "auto", "tree", "slides", "exact", "local", "greedy",
               "slides:printed", "naive")

/* Scores the method's result by the rules.  If it claims to have proven another value, that is
 * reported as an internal error. */
static dm_status finish_reply(const dmi_reply_problem *problem, const dm_reply_request *request,
                              const dmi_reply_result *result, dm_reply *reply, dm_error *err)
{
    int64_t ceiling = problem->base + problem->reachable;
    reply->optima = result->optima;
    reply->optima_first = result->optima_first;
    reply->optima_count = result->optima_count;
    reply->optima_complete = result->optima_complete;
    reply->count = result->count;
    dmi_sort_int32(reply->black, reply->count);
    /* the kept and the new stones against White's */
    dmi_market_totals totals = {0};
    int64_t *offset = dmi_alloc((size_t)reply->count, sizeof *offset);
    if (!offset)
        return dmi_no_memory(err);
    for (int32_t i = 0, at = 0; i < reply->count; i++) { /* both lists are increasing */
        while (problem->candidate[at] != reply->black[i])
            at++;
        assert(at < problem->candidate_count);
        offset[i] = problem->offset[at];
        reply->cost += problem->cost[at];
    }
    const dm_sites black = {.vertex = reply->black, .count = reply->count, .offset = offset};
    dm_status status = dmi_market_score(problem->market, &black, &totals, err);
    free(offset);
    if (status != DM_OK)
        return status;
    assert(!problem->has_budget || reply->cost <= problem->budget);
    reply->white_score.whole = totals.score[DM_WHITE];
    reply->black_score.whole = totals.score[DM_BLACK];
    reply->tied.whole = totals.tied;
    reply->unreached.whole = totals.unreached;
    reply->value.whole = totals.score[DM_BLACK] - totals.score[DM_WHITE];
    reply->is_feasible = true;
    reply->objective = request->terms.objective;
    reply->reached =
        request->terms.objective == DM_MAXIMIZE_SHARE ? reply->black_score : reply->value;
    reply->upper.whole = result->upper < ceiling ? result->upper : ceiling;
    reply->proven = reply->reached.whole == reply->upper.whole;
    reply->nodes = (int64_t)result->nodes;
    reply->has_claim = result->has_claim;
    reply->claim = result->claim;
    reply->combinations = result->combinations;
    if (reply->reached.whole > reply->upper.whole || (result->proven && !reply->proven))
        return dmi_fail(err, DM_INTERNAL, "method %s found %lld with the bound %lld",
                        dm_reply_method_names[reply->method], (long long)reply->reached.whole,
                        (long long)reply->upper.whole);
    return DM_OK;
}

/* The method that `auto` means on this board. */
static dm_status choose_method(const dm_arena *arena, const dm_reply_request *request,
                               dm_reply_method *out, dm_error *err)
{
    bool is_forest = false;
    dm_status status = DM_OK;
    dm_reply_method asked = request->method;
    bool offsets =
        request->white.offset || request->kept.offset || request->terms.candidates.offset;
    const char *unknown = request->has_budget                                   ? "budget"
                          : request->terms.objective != DM_MAXIMIZE_VALUE       ? "objective"
                          : offsets                                             ? "offsets"
                          : request->terms.may_meet || request->terms.is_shared ? "shared vertices"
                                                                                : NULL;
    if (dmi_is_tree_method(asked) && unknown)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method %s knows no %s; expected auto, exact, local or greedy",
                        dm_reply_method_names[asked], unknown);
    if (asked == DM_REPLY_AUTO && request->optima_limit == 0 && !unknown)
        status = dmi_is_forest(arena, &is_forest, err);
    *out = asked != DM_REPLY_AUTO ? asked : is_forest ? DM_REPLY_TREE : DM_REPLY_EXACT;
    return status;
}

/* The reply to a request whose lists have distinct vertices. */
static dm_status answer_request(dm_market *market, const dm_reply_request *request, dm_run *run,
                                dm_reply **out, dm_error *err)
{
    dmi_reply_problem problem = {0};
    if (dmi_choice_takes(request))
        return dmi_choice_reply_find(market->arena, request, run, out, err);
    dm_status status = dmi_reply_problem_init(market, request, run, &problem, err);
    if (status != DM_OK)
        return status;
    dm_reply *reply = dmi_calloc(1, sizeof *reply);
    dm_vertex *black = dmi_alloc((size_t)problem.count, sizeof *black);
    if (!reply || !black) {
        free(reply);
        free(black);
        dmi_reply_problem_clear(&problem);
        return dmi_no_memory(err);
    }
    reply->black = black;
    status = choose_method(market->arena, request, &reply->method, err);
    if (status == DM_OK && dmi_is_tree_method(reply->method))
        status = dmi_reply_problem_customers(&problem, err);
    if (status == DM_OK) {
        dmi_reply_result result = {.chosen = black, .count = problem.count, .upper = INT64_MAX};
        status = methods[reply->method](&problem, request, run, &result, err);
        if (status == DM_OK || status == DM_STOPPED) {
            dm_status scored = finish_reply(&problem, request, &result, reply, err);
            status = scored == DM_OK ? status : scored;
        }
    }
    dmi_reply_problem_clear(&problem);
    if (status == DM_OK || status == DM_STOPPED)
        *out = reply;
    else
        dm_reply_free(reply);
    return status;
}

dm_status dm_market_reply(dm_market *market, const dm_reply_request *request, dm_run *run,
                          dm_reply **out, dm_error *err)
{
    dm_reply_request own = *request;
    dmi_merged_sites white = {0}, kept = {0};
    dm_vertex n = dm_arena_vertices(market->arena);
    if (!request->terms.may_meet || dmi_choice_takes(request))
        return answer_request(market, request, run, out, err);
    dm_status status = dmi_sites_merge(&request->white, n, &white, err);
    if (status == DM_OK)
        status = dmi_sites_merge(&request->kept, n, &kept, err);
    if (status == DM_OK)
        status = dmi_sites_meet(&white.sites, &kept.sites, n, &own.terms.may_meet, err);
    if (status == DM_OK) {
        own.white = white.sites;
        own.kept = kept.sites;
        status = answer_request(market, &own, run, out, err);
    }
    dmi_merged_sites_clear(&white);
    dmi_merged_sites_clear(&kept);
    return status;
}

dm_status dm_reply_new(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                       dm_reply **out, dm_error *err)
{
    dm_market *market = NULL;
    dm_status status = dm_market_new(arena, &market, err);
    if (status == DM_OK)
        status = dm_market_reply(market, request, run, out, err);
    dm_market_free(market);
    return status;
}

void dm_reply_free(dm_reply *reply)
{
    if (!reply)
        return;
    free(reply->black);
    free(reply->closed);
    free(reply->optima);
    free(reply->optima_first);
    free(reply);
}
