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
#include <stdlib.h>

/* Lists to choose from. */
typedef struct family {
    dmi_choice_set *set;
    int32_t *number; /* of the candidate; -1: a cluster */
    int32_t count;
} family;

static dm_status family_init(family *f, const dm_market *m, dm_error *err)
{
    size_t most = (size_t)m->candidates.count + (size_t)m->clusters.count;
    f->set = dmi_calloc(most, sizeof *f->set);
    f->number = dmi_alloc(most, sizeof *f->number);
    return f->set && f->number ? DM_OK : dmi_no_memory(err);
}

static void family_clear(family *f)
{
    free(f->set);
    free(f->number);
}

static void add_set(family *f, const dmi_hits *hits, int64_t cost, int32_t number)
{
    f->number[f->count] = number;
    f->set[f->count++] = (dmi_choice_set){hits, cost};
}

static void fill_with(int32_t next, int32_t count, unsigned char *is_chosen,
                      dmi_market_partial *out)
{
    if (is_chosen[next] || out->count == count)
        return;
    is_chosen[next] = 1;
    out->chosen[out->count++] = next;
}

/* Fills up the choice, if possible with those that are searched next. */
static void fill_up(const dm_market *m, int32_t count, unsigned char *is_chosen,
                    dmi_market_partial *out)
{
    for (int32_t i = 0; i < m->clusters.members; i++)
        fill_with(m->clusters.order[i], count, is_chosen, out);
    for (int32_t i = 0; i < m->candidates.count; i++)
        fill_with(i, count, is_chosen, out);
}

static dm_status choose(const dm_market *m, const dmi_customers *customers,
                        const dmi_market_ask *ask, dmi_market_partial *out, dm_error *err)
{
    const dmi_candidates *c = &m->candidates;
    family f = {0};
    dmi_choice choice = {0};
    int64_t left = ask->cost ? ask->budget : 0;
    int32_t next;
    unsigned char *is_chosen = dmi_calloc((size_t)c->count + 1, 1);
    dm_status status = is_chosen ? family_init(&f, m, err) : dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < c->count; i++)
        if (c->hits[i].is_current)
            add_set(&f, &c->hits[i], ask->cost ? ask->cost[i] : 0, i);
    if (status == DM_OK)
        status = dmi_choice_init(&choice, customers, f.set, f.count, err);
    out->count = 0;
    while (status == DM_OK && out->count < ask->count &&
           (next = dmi_choice_next(&choice, left)) >= 0) {
        left -= f.set[next].cost;
        is_chosen[f.number[next]] = 1;
        out->chosen[out->count++] = f.number[next];
    }
    if (status == DM_OK && !ask->cost)
        fill_up(m, ask->count, is_chosen, out);
    dmi_choice_clear(&choice);
    family_clear(&f);
    free(is_chosen);
    return status;
}

static bool is_searched(const dm_market *m, const dmi_cluster *cluster)
{
    for (int32_t i = 0; i < cluster->count; i++)
        if (!m->candidates.hits[m->clusters.member[cluster->first + i]].is_current)
            return false;
    return true;
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

/* Writes what candidates and clusters earn, negative; each candidate is or is in one of them. */
static int32_t list_prices(const dm_market *m, unsigned char *is_in_cluster, dmi_keyed *row)
{
    int32_t rows = 0;
    for (int32_t k = 0; k < m->clusters.count; k++) {
        const dmi_cluster *c = &m->clusters.at[k];
        if (is_searched(m, c))
            continue;
        row[rows++] = (dmi_keyed){-c->hits.price, k};
        for (int32_t i = 0; i < c->count; i++)
            is_in_cluster[m->clusters.member[c->first + i]] = 1;
    }
    for (int32_t i = 0; i < m->candidates.count; i++)
        if (!is_in_cluster[i])
            row[rows++] = (dmi_keyed){-m->candidates.hits[i].price, i};
    return rows;
}

dm_status dmi_market_bound(const dm_market *market, const dmi_market_ask *ask, int64_t *upper,
                           dm_error *err)
{
    size_t candidates = (size_t)market->candidates.count;
    int32_t most = ask->count;
    *upper = market->demand.reachable;
    if (!market->prices.share)
        return DM_OK;
    dmi_keyed *row = dmi_alloc(candidates + (size_t)market->clusters.count, sizeof *row);
    unsigned char *is_in_cluster = dmi_calloc(candidates, 1);
    dm_status status = row && is_in_cluster ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_market_most_sites(market, ask, &most, err);
    if (status == DM_OK) {
        int32_t rows = list_prices(market, is_in_cluster, row);
        dmi_wide sum = market->prices.rest;
        dmi_sort_keyed(row, rows);
        for (int32_t k = 0; k < most && k < rows; k++)
            sum -= row[k].key;
        *upper = sum < *upper ? (int64_t)sum : *upper;
    }
    free(row);
    free(is_in_cluster);
    return status;
}

dm_status dmi_market_partial_answer(const dm_market *market, const dmi_market_ask *ask,
                                    dmi_market_partial *out, dm_error *err)
{
    dm_vertex *place = NULL;
    dm_status status = dmi_market_places(market, &place, err);
    const dmi_customers customers = {market->customers, place, market->demand.customer};
    if (status == DM_OK)
        status = choose(market, &customers, ask, out, err);
    free(place);
    return status == DM_OK ? dmi_market_bound(market, ask, &out->upper, err) : status;
}
