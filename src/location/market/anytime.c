/* anytime.c - a choice and a bound while candidates are still being searched.
 *
 * The choice is greedy among the candidates that are searched.
 *
 * The bound is by prices (prices.h).  Each candidate earns its own price, if it is searched, or at
 * most that of its cluster.
 */
#include "base/base.h"
#include "base/sort.h"
#include "location/market/market.h"
#include <assert.h>
#include <stdlib.h>

/* Adds a candidate unless it is chosen or the choice is complete. */
static void add_candidate(int32_t next, int32_t count, bool *is_chosen, dmi_market_partial *out)
{
    if (is_chosen[next] || out->count == count)
        return;
    is_chosen[next] = true;
    out->chosen[out->count++] = next;
}

dm_status dmi_market_partial_answer(const dm_market *market, const dmi_market_ask *ask,
                                    dmi_market_partial *out, dm_error *err)
{
    const dmi_candidates *c = &market->candidates;
    const dmi_customers customers = dmi_market_customers(market);
    dmi_hit_choice choice = {0};
    dmi_arrays arrays = {0};
    size_t count = (size_t)c->count;
    const dmi_hits **list =
        dmi_array(&arrays, count, sizeof(dmi_hits *)); /* of searched candidates */
    int32_t *number = dmi_array(&arrays, count, sizeof *number), lists = 0, next;
    int64_t *cost = dmi_array(&arrays, count, sizeof *cost), left = ask->cost ? ask->budget : 0;
    bool *is_chosen = dmi_array_zeroed(&arrays, count + 1, sizeof *is_chosen);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < c->count; i++)
        if (c->hits[i].is_current) {
            list[lists] = &c->hits[i];
            cost[lists] = ask->cost ? ask->cost[i] : 0;
            number[lists++] = i;
        }
    status = dmi_hit_choice_init(&choice, &customers, list, cost, lists, err);
    out->count = 0;
    while (status == DM_OK && out->count < ask->count &&
           (next = dmi_hit_choice_next(&choice, left)) >= 0) {
        assert(cost[next] <= left && !is_chosen[number[next]]);
        left -= cost[next];
        add_candidate(number[next], ask->count, is_chosen, out);
    }
    /* The rest is filled up, if possible with those that are searched next. */
    for (int32_t i = 0; status == DM_OK && !ask->cost && i < market->clusters.members; i++)
        add_candidate(market->clusters.order[i], ask->count, is_chosen, out);
    for (int32_t i = 0; status == DM_OK && !ask->cost && i < c->count; i++)
        add_candidate(i, ask->count, is_chosen, out);
    dmi_hit_choice_clear(&choice);
    dmi_arrays_free(&arrays);
    return status == DM_OK ? dmi_market_bound(market, ask, &out->upper, err) : status;
}

dm_status dmi_market_most_sites(const dm_market *market, const dmi_market_ask *ask, int32_t *out,
                                dm_error *err)
{
    int32_t candidates = market->candidates.count, most = 0;
    int64_t left = ask->budget;
    *out = ask->count;
    if (!ask->cost)
        return DM_OK;
    dmi_keyed *order = dmi_alloc((size_t)candidates, sizeof *order);
    if (!order)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < candidates; i++)
        order[i] = (dmi_keyed){ask->cost[i], i};
    dmi_sort_keyed(order, candidates);
    for (; most < candidates && most < ask->count && order[most].key <= left; most++)
        left -= order[most].key;
    *out = most;
    free(order);
    return DM_OK;
}

static bool is_searched(const dm_market *m, const dmi_cluster *cluster)
{
    for (int32_t i = 0; i < cluster->count; i++)
        if (!m->candidates.hits[m->clusters.member[cluster->first + i]].is_current)
            return false;
    return true;
}

dm_status dmi_market_bound(const dm_market *market, const dmi_market_ask *ask, int64_t *upper,
                           dm_error *err)
{
    const dmi_clusters *clusters = &market->clusters;
    size_t candidates = (size_t)market->candidates.count;
    int32_t most = ask->count, rows = 0;
    *upper = market->demand.reachable;
    if (!market->prices.share)
        return DM_OK;
    dmi_keyed *row = dmi_alloc(candidates + (size_t)clusters->count, sizeof *row);
    unsigned char *is_in_cluster = dmi_calloc(candidates, 1);
    dm_status status = row && is_in_cluster ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_market_most_sites(market, ask, &most, err);
    /* What candidates and clusters earn; each candidate is or is in one of them. */
    for (int32_t k = 0; status == DM_OK && k < clusters->count; k++) {
        const dmi_cluster *c = &clusters->at[k];
        if (is_searched(market, c))
            continue;
        row[rows++] = (dmi_keyed){-c->hits.price, k};
        for (int32_t i = 0; i < c->count; i++)
            is_in_cluster[clusters->member[c->first + i]] = 1;
    }
    for (int32_t i = 0; status == DM_OK && i < market->candidates.count; i++)
        if (!is_in_cluster[i])
            row[rows++] = (dmi_keyed){-market->candidates.hits[i].price, i};
    if (status == DM_OK) {
        dmi_wide sum = market->prices.rest;
        dmi_sort_keyed(row, rows);
        for (int32_t k = 0; k < most && k < rows; k++) {
            assert(row[k].key <= 0);
            sum -= row[k].key;
        }
        *upper = sum < *upper ? (int64_t)sum : *upper;
    }
    free(row);
    free(is_in_cluster);
    return status;
}
