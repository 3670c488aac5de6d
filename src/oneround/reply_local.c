/* reply_local.c - greed, then swaps of one stone for another while they gain.
 *
 * A stone is taken up; if the best place for it is better than its own it goes
 * there, else back.  Round after round, until a full one has moved nothing: then
 * no swap of one stone gains.
 *
 * Cost: two changes of the ledger a stone and round.
 */
#include "oneround/reply_gains.h"

/* Moves chosen[i] to its best place; back to its own where none is better. */
static dm_status move_one(dmi_gains *ledger, dm_vertex *chosen, int32_t i, bool *moved,
                          dm_error *err)
{
    dm_status status = dmi_gains_put(ledger, chosen[i], -1, err);
    if (status != DM_OK)
        return status;
    dm_vertex best = dmi_gains_best(ledger);
    *moved = ledger->gain[best] > ledger->gain[chosen[i]];
    if (*moved)
        chosen[i] = best;
    return dmi_gains_put(ledger, chosen[i], 1, err);
}

dm_status dmi_reply_local(const dmi_reply_problem *problem, const dm_reply_request *request,
                          dm_run *run, dmi_reply_result *result, dm_error *err)
{
    (void)request;
    dmi_gains ledger = {0};
    dm_status status = dmi_gains_init(&ledger, problem, run, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status chosen = dmi_gains_greedy(&ledger, result->chosen, err);
        status = status == DM_STOPPED ? status : chosen;
    }
    int32_t still = 0; /* stones in a row that stayed */
    ledger.phase = "swaps";
    for (int32_t i = 0; status == DM_OK && still < problem->count; i = (i + 1) % problem->count) {
        bool moved = false;
        status = move_one(&ledger, result->chosen, i, &moved, err);
        still = moved ? 0 : still + 1;
        ledger.done = (uint64_t)still;
    }
    dmi_gains_clear(&ledger);
    return status;
}
