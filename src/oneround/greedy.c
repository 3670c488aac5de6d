/* greedy.c - one stone after the other, each where it gains most beside those before.
 *
 * At least 1 - 1/e of what the best set gains.  Cost: that of the ledger, and
 * O(candidates) a stone.  Source: Nemhauser, Wolsey, Fisher, An analysis of
 * approximations for maximizing submodular set functions, 1978.
 */
#include "oneround/ledger.h"

dm_status dmi_reply_greedy(const dmi_market *market, const dm_reply_request *request, dm_run *run,
                           dmi_pick *pick, dm_error *err)
{
    (void)request;
    dmi_ledger ledger = {0};
    dm_status status = dmi_ledger_init(&ledger, market, run, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status chosen = dmi_ledger_greedy(&ledger, pick->chosen, err);
        status = status == DM_STOPPED ? status : chosen;
    }
    dmi_ledger_clear(&ledger);
    return status;
}
