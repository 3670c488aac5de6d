/* reply_exact.c - the best reply on any graph, proven, by maximum coverage.
 *
 * Each step of a customer is an item that weighs what the step gains; each candidate is the set of
 * the items it reaches.  The gain of a set of stones is the weight that it covers.
 */
#include "base/base.h"
#include "location/cover/cover.h"
#include "location/reply/reply_problem.h"
#include <assert.h>
#include <stdlib.h>

dm_status dmi_reply_exact(const dmi_reply_problem *problem, const dm_reply_request *request,
                          dm_run *run, dmi_reply_result *result, dm_error *err)
{
    const dm_sites candidates = {
        .vertex = problem->candidate, .count = problem->candidate_count, .offset = problem->offset};
    const int64_t *cost = problem->has_budget ? problem->cost : NULL;
    const dmi_market_ask ask = {problem->count, cost, problem->budget};
    const dmi_coverage *sets = NULL;
    int64_t upper;
    dm_status status =
        dmi_market_coverage(problem->market, &candidates, &ask, request->threads, run, &sets, err);
    if (status == DM_STOPPED) { /* while the candidates are searched: what is known by then */
        dmi_market_partial partial = {.chosen = result->chosen};
        status = dmi_market_partial_answer(problem->market, &ask, &partial, err);
        if (status != DM_OK)
            return status;
        result->count = partial.count;
        result->upper = problem->base + partial.upper;
        for (int32_t i = 0; i < result->count; i++)
            result->chosen[i] = problem->candidate[result->chosen[i]];
        return DM_STOPPED;
    }
    if (status != DM_OK)
        return status;
    const dmi_cover cover = {.items = sets->items,
                             .sets = sets->sets,
                             .weight = sets->weight,
                             .first = sets->first,
                             .item = sets->item,
                             .run = sets->run,
                             .count = problem->count,
                             .cost = cost,
                             .budget = problem->budget};
    const dmi_cover_request demand = {.floor = -1,
                                      .enough = INT64_MAX,
                                      .all_limit = request->optima_limit,
                                      .threads = request->threads,
                                      .base = problem->base};
    dmi_cover_answer answer = {.chosen = result->chosen};
    status = dmi_cover_solve(&cover, &demand, run, &answer, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    assert(answer.chosen_count <= problem->count && answer.weight <= answer.upper);
    result->count = answer.chosen_count;
    for (int32_t i = 0; i < result->count; i++)
        result->chosen[i] = problem->candidate[answer.chosen[i]];
    result->upper = problem->base + answer.upper;
    result->proven = answer.weight == answer.upper;
    result->nodes = answer.nodes;
    result->optima = answer.all;
    result->optima_first = answer.all_first;
    result->optima_count = answer.all_count;
    result->optima_complete = answer.all_complete;
    for (int64_t i = 0; answer.all_count && i < answer.all_first[answer.all_count]; i++)
        result->optima[i] = problem->candidate[answer.all[i]];
    if (status == DM_OK)
        return DM_OK;
    status = dmi_market_bound(problem->market, &ask, &upper, err); /* it may be better */
    if (status != DM_OK)
        return status;
    result->upper = problem->base + upper < result->upper ? problem->base + upper : result->upper;
    return DM_STOPPED;
}
