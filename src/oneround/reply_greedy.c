/* reply_greedy.c - one stone after the other, each where it gains most beside those before.
 *
 * At least 1 - 1/e of what the best set gains.  Cost: that of the ledger, and
 * O(candidates) a stone.  Source: Nemhauser, Wolsey, Fisher, An analysis of
 * approximations for maximizing submodular set functions, 1978.
 */
#include "oneround/reply_gains.h"

dm_status dmi_reply_greedy(const dmi_reply_problem *problem, const dm_reply_request *request,
                           dm_run *run, dmi_reply_result *result, dm_error *err)
{
    (void)request;
    dmi_gains ledger = {0};
    dm_status status = dmi_gains_init(&ledger, problem, run, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status chosen = dmi_gains_greedy(&ledger, result->chosen, err);
        status = status == DM_STOPPED ? status : chosen;
    }
    dmi_gains_clear(&ledger);
    return status;
}
