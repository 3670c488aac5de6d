/* reply_local.c - greedy, then swaps of one stone at a time while they gain.
 *
 * Takes a stone away and puts it on the best free vertex, which may be its old one.  Ends when a
 * full round has moved no stone.  With a budget every move stays within it, and a stone is added
 * whenever one fits.
 *
 * Cost: two updates of the gains per stone and round.
 */
#include "location/reply/reply_gains.h"

/* Moves chosen[i] to the best vertex; it stays if none is better. */
static dm_status move_one(dmi_gains *gains, dm_vertex *chosen, int32_t i, bool *moved,
                          dm_error *err)
{
    dm_status status = dmi_gains_put(gains, chosen[i], -1, err);
    if (status != DM_OK)
        return status;
    dm_vertex best = dmi_gains_best(gains, false);
    *moved = best >= 0 && gains->gain[best] > gains->gain[chosen[i]];
    if (*moved)
        chosen[i] = best;
    return dmi_gains_put(gains, chosen[i], 1, err);
}

/* Moves stones until a full round has moved none. */
static dm_status move_all(dmi_gains *gains, dmi_reply_result *result, dm_error *err)
{
    dm_status status = DM_OK;
    int32_t still = 0; /* consecutive stones that did not move */
    for (int32_t i = 0; status == DM_OK && still < result->count; i = (i + 1) % result->count) {
        bool moved = false;
        status = move_one(gains, result->chosen, i, &moved, err);
        still = moved ? 0 : still + 1;
        gains->done = (uint64_t)still;
    }
    return status;
}

dm_status dmi_reply_local(const dmi_reply_problem *problem, const dm_reply_request *request,
                          dm_run *run, dmi_reply_result *result, dm_error *err)
{
    (void)request;
    dmi_gains gains = {0};
    dm_status status = dmi_gains_init(&gains, problem, run, result, err);
    gains.phase = "swaps";
    for (bool added = true; status == DM_OK && added;) {
        status = move_all(&gains, result, err);
        if (status == DM_OK)
            status = dmi_gains_add(&gains, false, result, &added, err);
    }
    if (status == DM_OK || status == DM_STOPPED)
        dmi_gains_name(&gains, result);
    dmi_gains_clear(&gains);
    return status;
}
