/* exact.c - the best reply on any graph, proven: maximum coverage of the customers.
 *
 * Each step of a customer is an item that weighs what the step gains, each
 * candidate the set of the items it reaches; a set of stones then gains what it
 * covers.
 */
#include "base/base.h"
#include "oneround/lists.h"
#include <stdlib.h>
#include <string.h>

/* Nothing has been searched: any stones, and the market's own bound. */
static void pick_anything(const dmi_market *market, dmi_pick *pick)
{
    memcpy(pick->chosen, market->candidate, sizeof *pick->chosen * (size_t)market->count);
}

static void fill_pick(const dmi_market *market, const dmi_cover_answer *answer, dmi_pick *pick)
{
    for (int32_t i = 0; i < market->count; i++)
        pick->chosen[i] = market->candidate[answer->chosen[i]];
    pick->upper = market->base + answer->upper;
    pick->proven = answer->weight == answer->upper;
    pick->nodes = answer->nodes;
    pick->optima = answer->all;
    pick->optima_count = answer->all_count;
    pick->optima_complete = answer->all_complete;
    for (int64_t i = 0; i < answer->all_count * market->count; i++)
        pick->optima[i] = market->candidate[answer->all[i]];
}

dm_status dmi_reply_exact(const dmi_market *market, const dm_reply_request *request, dm_run *run,
                          dmi_pick *pick, dm_error *err)
{
    dmi_lists lists = {0};
    dmi_cover_answer answer = {.chosen = pick->chosen};
    dm_status status = dmi_lists_init(&lists, market, run, err);
    if (status == DM_OK) {
        dmi_cover_request ask = {.floor = -1,
                                 .enough = INT64_MAX,
                                 .all_limit = request->optima_limit,
                                 .threads = request->threads,
                                 .base = market->base};
        status = dmi_cover_solve(&lists.cover, &ask, run, &answer, err);
        if (status == DM_OK || status == DM_STOPPED)
            fill_pick(market, &answer, pick);
    } else if (status == DM_STOPPED) {
        pick_anything(market, pick);
    }
    dmi_lists_clear(&lists);
    return status;
}
