/* greedy.c - one stone after the other, each where it gains most beside those before.
 *
 * At least 1 - 1/e of what the best set gains.  Cost: O(count n^2) on the table of distances.
 * Source: Nemhauser, Wolsey, Fisher, An analysis of approximations for maximizing submodular set
 * functions, 1978.
 */
#include "base/base.h"
#include "oneround/market.h"
#include <demesne/graph.h>
#include <stdlib.h>

/* What stone v adds to `got`, the gain of every customer so far; kept there where `take`. */
static int64_t added_by(const dmi_market *market, const dm_distances *table, dm_vertex v,
                        int64_t *got, bool take)
{
    int64_t sum = 0;
    for (dm_vertex u = 0; u < market->n; u++) {
        int64_t more = dmi_gain(&market->customer[u], dm_distance(table, v, u)) - got[u];
        sum += more > 0 ? more : 0;
        got[u] += take && more > 0 ? more : 0;
    }
    return sum;
}

dm_status dmi_reply_greedy(const dmi_market *market, const dm_reply_request *request, dm_run *run,
                           dmi_pick *pick, dm_error *err)
{
    dm_distances *table = NULL;
    int64_t *got = dmi_calloc((size_t)market->n, sizeof *got);
    unsigned char *used = dmi_calloc((size_t)market->candidate_count, 1);
    dm_status status =
        got && used ? dm_distances_new(market->arena, 0, run, &table, err) : dmi_no_memory(err);
    (void)request;
    for (int32_t k = 0; status == DM_OK && k < market->count; k++) {
        dm_vertex best = -1;
        int64_t most = -1;
        for (dm_vertex i = 0; i < market->candidate_count; i++) {
            int64_t gain = used[i] ? -1 : added_by(market, table, market->candidate[i], got, false);
            if (gain > most) {
                most = gain;
                best = i;
            }
        }
        used[best] = 1;
        pick->chosen[k] = market->candidate[best];
        added_by(market, table, market->candidate[best], got, true);
    }
    dm_distances_free(table);
    free(got);
    free(used);
    return status;
}
