/* reply_greedy.c - places one stone after another, each where it gains most.
 *
 * Gains at least 1 - 1/e of the best set's gain.  With a budget each stone gains most per cost;
 * the set of the first few and of one more that gains most and fits has at least half of the best
 * gain if only the budget limits, and further stones are added while they fit.  Cost: the updates
 * of reply_gains.c and O(candidates) per stone.  Source: Nemhauser, Wolsey, Fisher, An analysis of
 * approximations for maximizing submodular set functions, 1978; Yaroslavtsev, Zhou, Avdiukhin,
 * Bring your own greedy+max: near-optimal 1/2-approximations for submodular knapsack, 2020.
 */
#include "location/reply/reply_gains.h"

dm_status dmi_reply_greedy(const dmi_reply_problem *problem, const dm_reply_request *request,
                           dm_run *run, dmi_reply_result *result, dm_error *err)
{
    (void)request;
    dmi_gains gains = {0};
    dm_status status = dmi_gains_init(&gains, problem, run, result, err);
    if (status == DM_OK || status == DM_STOPPED)
        dmi_gains_name(&gains, result);
    dmi_gains_clear(&gains);
    return status;
}
