/* lead_market.c - turns sums of distance and offset into ranks and keys.
 *
 * Let White's nearest site to a customer be at w and Black's at b (far: none within reach).  White
 * minus Black is the value times [half 0] + [half 1] - 1:
 *
 *     ties      half 0         half 1                lost exactly if
 *     neutral   w <= b         w < b                 b < w;            b <= w
 *     white     w <= b         w <= b, w not far     b < w;            b < w or w far
 *     black     w < b or b far w < b                 b <= w, b not far; b <= w
 *
 * So a half is weak or strict, and kept or lost if nobody reaches it.  The different sums at a
 * customer are its levels 1, 2, ...; a rank is twice the level.  Under `earlier` a standing site
 * has one less, so that it wins ties against new sites (and White's against Black's).
 *
 * A site farther than the nearest standing site of either side changes nothing at the customer.
 * The customers for which no site changes anything are added to `base`.
 *
 * Cost: O(n k log k) for n customers and k sites.
 */
#include "location/lead/lead_market.h"

#include "base/sort.h"
#include "search/parallel_tasks.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 32, MOST_SITES = 32000, RADIX = 256 };

/* One customer while it is ranked. */
typedef struct column {
    int32_t count;        /* sites that matter */
    int32_t white, black; /* levels of the standing sites; 0: none */
    bool is_always_reached;
} column;

typedef struct ranking {
    dmi_lead_market *m;
    const dmi_lead_distances *d;
    column *column;
    dmi_keyed **list; /* of each worker: room for a block of customers, and scratch */
} ranking;

/* By digits of 8 bits; digits that are all equal are skipped. */
static void sort_by_digits(dmi_keyed *list, int32_t count, dmi_keyed *scratch)
{
    uint64_t differ = 0;
    for (int32_t i = 1; i < count; i++)
        differ |= (uint64_t)(list[i].key ^ list[0].key);
    for (int shift = 0; shift < 64; shift += 8) {
        int32_t first[RADIX + 1] = {0};
        if (!(differ >> shift & (RADIX - 1)))
            continue;
        for (int32_t i = 0; i < count; i++)
            first[((uint64_t)list[i].key >> shift & (RADIX - 1)) + 1]++;
        for (int i = 0; i < RADIX; i++)
            first[i + 1] += first[i];
        for (int32_t i = 0; i < count; i++)
            scratch[first[(uint64_t)list[i].key >> shift & (RADIX - 1)]++] = list[i];
        memcpy(list, scratch, (size_t)count * sizeof *list);
    }
}

/* Ranks the listed sites of customer c. */
static void rank_column(ranking *k, int32_t c, dmi_keyed *list, int32_t count, dmi_keyed *scratch)
{
    dmi_lead_market *m = k->m;
    bool earlier = dm_ties_go_by_age(m->request->terms.ties);
    int64_t white = k->d->white[c], black = k->d->black[c], last = -1;
    int32_t level = 0;
    if (count > RADIX / 2)
        sort_by_digits(list, count, scratch);
    else
        dmi_sort_keyed(list, count);
    for (int32_t i = 0; i < count; i++) {
        level += list[i].key != last;
        last = list[i].key;
        int32_t site = list[i].item;
        int early = earlier && m->sites.site[site].closable;
        m->rank[(size_t)site * m->stride + (size_t)c] = (uint16_t)(2 * level - early);
    }
    column *at = &k->column[c];
    at->count = count;
    int64_t least = white < black ? white : black;
    int32_t next = least == last ? level : level + 1;
    at->white = white == DMI_LEAD_NONE ? 0 : white == least ? next : next + 1;
    at->black = black == DMI_LEAD_NONE ? 0 : black == least ? next : next + 1;
}

/* Ranks a block of customers. */
static dm_status rank_block(void *context, int worker, int32_t block, dm_error *err)
{
    ranking *k = context;
    dmi_lead_market *m = k->m;
    int32_t sites = m->sites.count, count[BLOCK] = {0}, from = BLOCK * block;
    int32_t to = from + BLOCK < k->d->customers ? from + BLOCK : k->d->customers;
    dmi_keyed *list = k->list[worker];
    if (!list && !(list = k->list[worker] = dmi_alloc((BLOCK + 1) * (size_t)sites, sizeof *list)))
        return dmi_no_memory(err);
    for (int32_t c = from; c < to; c++)
        k->column[c].is_always_reached = true;
    for (int32_t s = 0; s < sites; s++)
        for (int32_t c = from; c < to; c++) {
            int64_t sum = dmi_lead_sum(k->d, s, c);
            m->rank[(size_t)s * m->stride + (size_t)c] = DMI_FAR;
            if (s < m->sites.whites && sum == DMI_LEAD_NONE)
                k->column[c].is_always_reached = false;
            if (sum != DMI_LEAD_NONE && sum <= k->d->white[c] && sum <= k->d->black[c])
                list[(c - from) * sites + count[c - from]++] = (dmi_keyed){sum, s};
        }
    for (int32_t c = from; c < to; c++)
        rank_column(k, c, list + (size_t)(c - from) * (size_t)sites, count[c - from],
                    list + BLOCK * (size_t)sites);
    return DM_OK;
}

/* The keys of the standing sites at half h. */
static uint16_t own_key(const dmi_lead_market *m, const column *at, int h)
{
    int early = dm_ties_go_by_age(m->request->terms.ties);
    return (uint16_t)(at->white == 0 ? DMI_FAR + h : 2 * at->white - early + m->strict[h]);
}

static uint16_t rival_key(const dmi_lead_market *m, const column *at)
{
    int early = dm_ties_go_by_age(m->request->terms.ties);
    return (uint16_t)(at->black == 0 ? DMI_FAR : 2 * at->black - early);
}

/* Customers that are to become one, or the order of those that stay. */
typedef struct group {
    uint64_t hash;
    int64_t value;
    int32_t customer;
    bool is_split;
} group;

static int by_hash(const void *a, const void *b)
{
    const group *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->customer > y->customer) - (x->customer < y->customer);
}

/* Split ones first, then by value, so that neighbours have equal weights. */
static int by_use(const void *a, const void *b)
{
    const group *x = a, *y = b;
    if (x->is_split != y->is_split)
        return x->is_split ? -1 : 1;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->customer > y->customer) - (x->customer < y->customer);
}

static bool are_equal(const ranking *k, int32_t a, int32_t b)
{
    const dmi_lead_market *m = k->m;
    if (k->column[a].white != k->column[b].white || k->column[a].black != k->column[b].black ||
        k->column[a].is_always_reached != k->column[b].is_always_reached)
        return false;
    for (int32_t s = 0; s < m->sites.count; s++) {
        const uint16_t *row = dmi_lead_market_row(m, s);
        if (row[a] != row[b])
            return false;
    }
    return true;
}

/* Adds the customers that nothing changes to `base`; lists the others. */
static int32_t list_groups(ranking *k, const int64_t *values, group *list)
{
    dmi_lead_market *m = k->m;
    int32_t count = 0;
    for (int32_t c = 0; c < k->d->customers; c++) {
        const column *at = &k->column[c];
        int64_t value = dm_value_of(values, k->d->vertex[c]);
        m->base -= value;
        for (int h = 0; h < 2 && at->count == 0; h++)
            m->base += rival_key(m, at) < own_key(m, at, h) ? 0 : value;
        bool may_be_nobodys = !at->white && !at->black && !at->is_always_reached;
        if (at->count > 0)
            list[count++] =
                (group){.hash = 0,
                        .value = value,
                        .customer = c,
                        .is_split = dm_ties_are_nobodys(m->request->terms.ties) || may_be_nobodys};
    }
    return count;
}

/* Makes equal customers one; returns how many are left. Each is compared with the first of those
 * of its hash: two that differ and share a hash stay apart. */
static int32_t join_groups(const ranking *k, group *list, int32_t count)
{
    int32_t left = 0;
    for (int32_t s = 0; s < k->m->sites.count; s++) {
        const uint16_t *row = dmi_lead_market_row(k->m, s);
        for (int32_t i = 0; i < count; i++)
            list[i].hash = (list[i].hash ^ row[list[i].customer]) * UINT64_C(0x9e3779b97f4a7c15);
    }
    qsort(list, (size_t)count, sizeof *list, by_hash);
    for (int32_t i = 0; i < count; i++) {
        if (left > 0 && list[left - 1].hash == list[i].hash &&
            are_equal(k, list[left - 1].customer, list[i].customer))
            list[left - 1].value += list[i].value;
        else
            list[left++] = list[i];
    }
    return left;
}

/* Moves the columns of the listed customers to the front, in the order of the list. */
static dm_status write_groups(ranking *k, const group *list, int32_t count, dm_run *run,
                              dm_error *err)
{
    dmi_lead_market *m = k->m;
    size_t stride = ((size_t)count + 511) & ~(size_t)511;
    uint16_t *old = dmi_alloc(m->stride, sizeof *old);
    dm_status status = old ? DM_OK : dmi_no_memory(err);
    assert(stride <= m->stride); /* so rows only move towards the front */
    for (int32_t s = 0; status == DM_OK && s < m->sites.count; s++) {
        memcpy(old, m->rank + (size_t)s * m->stride, m->stride * sizeof *old);
        uint16_t *row = m->rank + (size_t)s * stride;
        for (int32_t i = 0; i < count; i++)
            row[i] = old[list[i].customer];
        for (size_t i = (size_t)count; i < stride; i++)
            row[i] = DMI_FAR;
        if (!dmi_run_go_on(run, 1))
            status = dmi_stopped(run, err);
    }
    free(old);
    if (status != DM_OK)
        return status;
    m->stride = stride;
    m->customers = count;
    for (int32_t i = 0; i < count; i++) {
        const column *at = &k->column[list[i].customer];
        assert(i == 0 || list[i - 1].is_split || !list[i].is_split);
        m->own[0][i] = own_key(m, at, 0);
        m->own[1][i] = own_key(m, at, 1);
        m->rival[i] = rival_key(m, at);
        m->weight[i] = list[i].value * (list[i].is_split ? 1 : 2);
        m->split += list[i].is_split;
    }
    /* the weights, divided by their greatest common divisor */
    m->unit = 0;
    for (int32_t c = 0; c < m->customers; c++)
        for (int64_t rest = m->weight[c]; rest;) {
            int64_t next = m->unit % rest;
            m->unit = rest;
            rest = next;
        }
    m->unit = m->unit ? m->unit : 1;
    m->total = 0;
    for (int32_t c = 0; c < m->customers; c++) {
        assert(m->weight[c] > 0 && m->weight[c] % m->unit == 0);
        m->weight[c] /= m->unit;
        m->total += m->weight[c] * (c < m->split ? 2 : 1);
    }
    return DM_OK;
}

/* Makes the ranks, then joins customers that are equal. */
static dm_status rank_customers(dmi_lead_market *m, const dmi_lead_distances *d, dm_run *run,
                                dm_error *err)
{
    const dm_lead_request *r = m->request;
    int threads = r->threads < 1 ? 1 : r->threads;
    ranking k = {.m = m, .d = d};
    dmi_arrays arrays = {0};
    k.column = dmi_array(&arrays, (size_t)d->customers, sizeof *k.column);
    k.list = dmi_array_zeroed(&arrays, (size_t)threads, sizeof(dmi_keyed *));
    group *list = dmi_array(&arrays, (size_t)d->customers, sizeof *list);
    m->stride = ((size_t)d->customers + 511) & ~(size_t)511;
    m->rank = dmi_alloc_aligned((size_t)m->sites.count * m->stride * sizeof *m->rank + 64);
    m->own[0] = dmi_array(&m->arrays, m->stride, sizeof *m->own[0]);
    m->own[1] = dmi_array(&m->arrays, m->stride, sizeof *m->own[1]);
    m->rival = dmi_array(&m->arrays, m->stride, sizeof *m->rival);
    m->weight = dmi_array(&m->arrays, m->stride, sizeof *m->weight);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    if (!m->rank || m->arrays.failed)
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_tasks_run(&(dmi_tasks){.work = rank_block,
                                            .context = &k,
                                            .count = (d->customers + BLOCK - 1) / BLOCK,
                                            .threads = threads,
                                            .run = run,
                                            .cost = BLOCK * (uint64_t)m->sites.count,
                                            .phase = "ranks"},
                               err);
    for (int i = 0; i < threads; i++)
        free(k.list[i]);
    if (status == DM_OK) {
        bool all_differ = !r->terms.candidates.vertex && r->white.count + r->black.count == 0;
        int32_t count = list_groups(&k, dm_arena_values(m->arena), list);
        if (!all_differ)
            count = join_groups(&k, list, count);
        qsort(list, (size_t)count, sizeof *list, by_use);
        status = write_groups(&k, list, count, run, err);
    }
    dmi_arrays_free(&arrays);
    return status;
}

dm_status dmi_lead_market_check(const dm_arena *arena, const dmi_lead_sites *sites, dm_error *err)
{
    if (dm_arena_total_value(arena) > DM_MAX_TOTAL / 4)
        return dmi_fail(err, DM_TOO_LARGE,
                        "the vertex values add up to %lld; at most 2^60 is possible",
                        (long long)dm_arena_total_value(arena));
    if (sites->count > MOST_SITES)
        return dmi_fail(err, DM_TOO_LARGE,
                        "there are %d places for new sites; lead can compare at most %d: give "
                        "fewer candidates",
                        sites->count, MOST_SITES);
    return dmi_lead_distances_check(arena, sites, err);
}

dm_status dmi_lead_market_init(dmi_lead_market *market, const dm_arena *arena,
                               const dmi_lead_sites *sites, dm_run *run, dm_error *err)
{
    dm_tie_rule ties = sites->request->terms.ties;
    dmi_lead_market m = {.arena = arena, .request = sites->request, .sites = *sites};
    m.strict[0] = dm_ties_sign(ties) < 0;
    m.strict[1] = dm_ties_sign(ties) < 0 || dm_ties_are_nobodys(ties);
    dmi_lead_distances distances = {0};
    dm_status status = dmi_lead_market_check(arena, sites, err);
    if (status == DM_OK)
        status = dmi_lead_distances_init(&distances, arena, &m.sites, run, err);
    if (status == DM_OK)
        status = rank_customers(&m, &distances, run, err);
    dmi_lead_distances_clear(&distances);
    if (status == DM_OK)
        *market = m;
    else
        dmi_lead_market_clear(&m);
    return status;
}

dm_status dmi_lead_market_sample(const dmi_lead_market *market, const unsigned char *take,
                                 dmi_lead_sites *sites, int32_t *map, dmi_lead_market *out,
                                 dm_error *err)
{
    dmi_lead_market m = *market;
    m.arrays = (dmi_arrays){0};
    dm_status status = dmi_lead_sites_sample(&market->sites, take, sites, map, err);
    if (status != DM_OK)
        return status;
    m.sites = *sites;
    m.rank = dmi_alloc_aligned((size_t)sites->count * m.stride * sizeof *m.rank + 64);
    if (!m.rank) {
        dmi_lead_sites_clear(sites);
        return dmi_no_memory(err);
    }
    for (int32_t s = 0; s < sites->count; s++)
        memcpy(m.rank + (size_t)s * m.stride, dmi_lead_market_row(market, map[s]),
               m.stride * sizeof *m.rank);
    *out = m;
    return DM_OK;
}

void dmi_lead_white_add(const dmi_lead_market *market, int32_t site, const uint16_t *from,
                        uint16_t *to)
{
    const uint16_t *rank = dmi_lead_market_row(market, site);
    assert(site < market->sites.whites);
    for (int h = 0; h < 2; h++) {
        int32_t halves = dmi_lead_halves(market, h);
        int strict = market->strict[h];
        for (int32_t c = 0; c < halves; c++) {
            uint16_t key = dmi_lead_white_key(rank[c], strict);
            to[c] = key < from[c] ? key : from[c];
        }
        from += halves;
        to += halves;
    }
}

void dmi_lead_white_keys(const dmi_lead_market *market, const int32_t *white, int32_t count,
                         uint16_t *key)
{
    memcpy(key, market->own[0], (size_t)market->customers * sizeof *key);
    memcpy(key + market->customers, market->own[1], (size_t)market->split * sizeof *key);
    for (int32_t i = 0; i < count; i++)
        dmi_lead_white_add(market, white[i], key, key);
}

void dmi_lead_black_keys(const dmi_lead_market *market, const int32_t *black, int32_t count,
                         uint16_t *key)
{
    memcpy(key, market->rival, (size_t)market->customers * sizeof *key);
    for (int32_t i = 0; i < count; i++) {
        if (black[i] < 0)
            continue;
        const uint16_t *rank = dmi_lead_market_row(market, black[i]);
        for (int32_t c = 0; c < market->customers; c++)
            key[c] = rank[c] < key[c] ? rank[c] : key[c];
    }
}

int64_t dmi_lead_weight_won(const dmi_lead_market *market, const uint16_t *white,
                            const uint16_t *black)
{
    const int64_t *weight = market->weight;
    int64_t sum = 0;
    for (int h = 0; h < 2; h++) {
        int32_t halves = dmi_lead_halves(market, h);
        for (int32_t c = 0; c < halves; c++)
            sum += black[c] < white[c] ? 0 : weight[c];
        white += halves;
    }
    assert(sum >= 0 && sum <= market->total);
    return sum;
}

void dmi_lead_market_clear(dmi_lead_market *market)
{
    free(market->rank);
    dmi_arrays_free(&market->arrays);
    *market = (dmi_lead_market){0};
}
