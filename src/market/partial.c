/* partial.c - a choice and a bound while candidates are still being searched.
 *
 * The choice is greedy among the candidates that are searched.
 *
 * The bound.  Let F be a family of lists such that each candidate's list is part of one of them:
 * its own, if it is searched, or that of its cluster.  k candidates gain no more than some k lists
 * of F.  What lists gain together is submodular, so for any choice A of lists the best k gain at
 * most what A gains plus the k greatest additions to A (Nemhauser, Wolsey, Fisher, 1978).  A is
 * built greedily, and the bound is the least on the way.
 */
#include "base/base.h"
#include "base/sort.h"
#include "market/market.h"
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

static void add_set(family *f, const dmi_finds *finds, int64_t cost, int32_t number)
{
    f->number[f->count] = number;
    f->set[f->count++] = (dmi_choice_set){finds, cost};
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
        if (c->finds[i].is_current)
            add_set(&f, &c->finds[i], ask->cost ? ask->cost[i] : 0, i);
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
        if (!m->candidates.finds[m->clusters.member[cluster->first + i]].is_current)
            return false;
    return true;
}

/* Lists of which each candidate's is a part.  False: there are none yet. */
static bool gather(const dm_market *m, family *f, unsigned char *is_bounded)
{
    for (int32_t k = 0; k < m->clusters.count; k++) {
        const dmi_cluster *c = &m->clusters.at[k];
        if (is_searched(m, c))
            continue;
        if (!c->finds.is_current)
            return false;
        add_set(f, &c->finds, 0, -1);
        for (int32_t i = 0; i < c->count; i++)
            is_bounded[m->clusters.member[c->first + i]] = 1;
    }
    for (int32_t i = 0; i < m->candidates.count; i++) {
        if (is_bounded[i])
            continue;
        if (!m->candidates.finds[i].is_current)
            return false;
        add_set(f, &m->candidates.finds[i], 0, i);
    }
    return true;
}

/* The number of candidates that the budget allows at most. */
static dm_status most_sites(const dmi_market_ask *ask, int32_t candidates, int32_t *out,
                            dm_error *err)
{
    dmi_keyed *order = dmi_alloc((size_t)candidates, sizeof *order);
    int64_t left = ask->budget;
    if (!order)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < candidates; i++)
        order[i] = (dmi_keyed){ask->cost[i], i};
    dmi_sort_keyed(order, candidates);
    for (*out = 0; *out < candidates && *out < ask->count && order[*out].key <= left; ++*out)
        left -= order[*out].key;
    free(order);
    return DM_OK;
}

/* What `count` lists of the family gain at most. */
static int64_t least_bound(dmi_choice *choice, int32_t count)
{
    int64_t least = INT64_MAX;
    for (int32_t i = 0; i <= count; i++) {
        if (i % (count / 4 + 1) == count % (count / 4 + 1)) {
            int64_t bound = choice->gain + dmi_choice_more(choice, count);
            least = bound < least ? bound : least;
        }
        if (dmi_choice_next(choice, INT64_MAX) < 0)
            return choice->gain < least ? choice->gain : least;
    }
    return least;
}

static dm_status bound(const dm_market *m, const dmi_customers *customers,
                       const dmi_market_ask *ask, int64_t *upper, dm_error *err)
{
    family f = {0};
    dmi_choice choice = {0};
    int32_t most = ask->count;
    unsigned char *is_bounded = dmi_calloc((size_t)m->candidates.count + 1, 1);
    dm_status status = is_bounded ? family_init(&f, m, err) : dmi_no_memory(err);
    *upper = m->demand.reachable;
    if (status == DM_OK && ask->cost)
        status = most_sites(ask, m->candidates.count, &most, err);
    bool is_known = status == DM_OK && gather(m, &f, is_bounded);
    if (is_known)
        status = dmi_choice_init(&choice, customers, f.set, f.count, err);
    if (is_known && status == DM_OK) {
        int64_t least = least_bound(&choice, most);
        *upper = least < *upper ? least : *upper;
    }
    dmi_choice_clear(&choice);
    family_clear(&f);
    free(is_bounded);
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
    if (status == DM_OK)
        status = bound(market, &customers, ask, &out->upper, err);
    free(place);
    return status;
}
