/* prices.c - Lagrange multipliers for lists of customers, found by subgradient steps.
 *
 * If the price of a customer is p of its worth w, any k lists gain at most the sum of all w - p and
 * the k greatest sums of p over a list: a customer that c of them have counts w - p + c p >= w, or
 * w - p if c is 0.  The steps raise prices of customers that none of the k best lists has, and
 * lower those that several have.
 *
 * They work on blocks of customers, which are near each other, so a step is cheap; whatever prices
 * they find, the bound is exact.
 *
 * Source: Fisher, The Lagrangian relaxation method for solving integer programming problems, 1981.
 */
#include "location/market/prices.h"

#include "base/base.h"
#include "base/sort.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 16, STEPS = 40, PATIENCE = 3, WHOLE = 256 };

typedef struct part {
    int32_t block;
    double worth; /* of the customers of the block on the list */
} part;

typedef struct tuning {
    const dmi_customers *customers;
    int32_t blocks, lists, count;
    double *worth;        /* of each block */
    double *share, *best; /* of each block, now and with the least bound */
    double *had;          /* how often the best lists have the block */
    part *parts;          /* list i is parts[first[i] .. first[i + 1] - 1] */
    size_t *first, room;
    dmi_keyed *order;
    dmi_arrays arrays;
} tuning;

static int64_t worth_of(const dmi_customers *customers, int32_t customer)
{
    const dmi_market_step *step = dmi_customer_steps(customers, customer);
    return step[1].gain > step[0].gain ? step[1].gain : step[0].gain;
}

/* Adds the parts of list i.  False: no memory. */
static bool add_parts(tuning *t, int32_t i, const dmi_hits *f)
{
    const uint8_t *byte = f->byte;
    uint32_t entry = 0;
    size_t at = t->first[i];
    int32_t last = -1;
    if (!dmi_reserve(&t->parts, &t->room, at + (size_t)f->count + 1, sizeof *t->parts))
        return false;
    for (int64_t e = 0; e < f->count; e++) {
        byte = dmi_hits_next(byte, &entry);
        int32_t customer = (int32_t)(entry / 2), block = customer / BLOCK;
        if (block != last)
            t->parts[at++] = (part){last = block, 0};
        t->parts[at - 1].worth +=
            (double)dmi_customer_steps(t->customers, customer)[entry % 2].gain;
    }
    t->first[i + 1] = at;
    return true;
}

/* Takes subgradient steps; keeps the shares of the least bound. */
static dm_status tune_prices(tuning *t, dm_run *run, dm_error *err)
{
    double least = 0, size = 0.25;
    for (int i = 0, idle = 0; i < STEPS; i++) {
        double now = 0; /* the bound: with the lists that earn most */
        for (int32_t b = 0; b < t->blocks; b++) {
            assert(t->share[b] >= 0 && t->share[b] <= 1);
            now += (1 - t->share[b]) * t->worth[b];
        }
        for (int32_t list = 0; list < t->lists; list++) {
            double earned = 0;
            for (size_t at = t->first[list]; at < t->first[list + 1]; at++)
                earned += t->share[t->parts[at].block] * t->parts[at].worth;
            t->order[list] = (dmi_keyed){-(int64_t)earned, list};
        }
        dmi_sort_keyed(t->order, t->lists);
        for (int32_t k = 0; k < t->count && k < t->lists; k++)
            now -= (double)t->order[k].key;
        idle = i == 0 || now < least ? 0 : idle + 1;
        if (idle == 0) {
            least = now;
            memcpy(t->best, t->share, sizeof *t->best * (size_t)t->blocks);
        }
        size = idle == PATIENCE ? size / 2 : size;
        idle = idle == PATIENCE ? 0 : idle;
        memset(t->had, 0, sizeof *t->had * (size_t)t->blocks);
        for (int32_t k = 0; k < t->count && k < t->lists; k++) {
            int32_t list = t->order[k].item;
            for (size_t at = t->first[list]; at < t->first[list + 1]; at++)
                t->had[t->parts[at].block] += t->parts[at].worth / t->worth[t->parts[at].block];
        }
        for (int32_t b = 0; b < t->blocks; b++) {
            double share = t->share[b] + size * (1 - t->had[b]);
            t->share[b] = share < 0 ? 0 : share > 1 ? 1 : share;
        }
        if (!dmi_run_go_on(run, 0))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

/* The part of WHOLE that is priced. */
static int32_t priced(uint8_t share)
{
    return share + (share >> 7);
}

static int64_t round_up(dmi_wide sum)
{
    return (int64_t)((sum + WHOLE - 1) / WHOLE);
}

dm_status dmi_prices_init(dmi_prices *prices, const dmi_customers *customers,
                          const dmi_hits *const *list, int32_t lists, int32_t count, dm_run *run,
                          dm_error *err)
{
    tuning t = {.customers = customers,
                .blocks = customers->count / BLOCK + 1,
                .lists = lists,
                .count = count};
    size_t blocks = (size_t)t.blocks;
    uint8_t *share = dmi_alloc(blocks, 1);
    t.worth = dmi_array_zeroed(&t.arrays, blocks, sizeof *t.worth);
    t.share = dmi_array(&t.arrays, blocks, sizeof *t.share);
    t.best = dmi_array(&t.arrays, blocks, sizeof *t.best);
    t.had = dmi_array(&t.arrays, blocks, sizeof *t.had);
    t.first = dmi_array_zeroed(&t.arrays, (size_t)lists + 1, sizeof *t.first);
    t.order = dmi_array(&t.arrays, (size_t)lists, sizeof *t.order);
    dm_status status = dmi_arrays_check(&t.arrays, err);
    if (status == DM_OK && !share)
        status = dmi_no_memory(err);
    for (int32_t c = 0; status == DM_OK && c < customers->count; c++)
        t.worth[c / BLOCK] += (double)worth_of(customers, c);
    for (int32_t b = 0; status == DM_OK && b < t.blocks; b++)
        t.share[b] = 1;
    for (int32_t i = 0; status == DM_OK && i < lists; i++)
        if (!add_parts(&t, i, list[i]))
            status = dmi_no_memory(err);
    if (status == DM_OK)
        status = tune_prices(&t, run, err);
    if (status == DM_OK) { /* whole parts, so that the bound is exact */
        dmi_wide rest = 0;
        for (int32_t b = 0; b < t.blocks; b++)
            share[b] = (uint8_t)(t.best[b] * 255);
        for (int32_t c = 0; c < customers->count; c++)
            rest += (dmi_wide)(WHOLE - priced(share[c / BLOCK])) * worth_of(customers, c);
        *prices = (dmi_prices){share, round_up(rest)};
    } else {
        free(share);
    }
    free(t.parts);
    dmi_arrays_free(&t.arrays);
    return status;
}

void dmi_prices_clear(dmi_prices *prices)
{
    free(prices->share);
    *prices = (dmi_prices){0};
}

int64_t dmi_prices_of(const dmi_prices *prices, const dmi_customers *customers,
                      const dmi_hits *hits)
{
    const uint8_t *byte = hits->byte;
    uint32_t entry = 0;
    dmi_wide sum = 0;
    for (int64_t e = 0; e < hits->count; e++) {
        byte = dmi_hits_next(byte, &entry);
        int32_t customer = (int32_t)(entry / 2);
        sum += (dmi_wide)priced(prices->share[customer / BLOCK]) *
               dmi_customer_steps(customers, customer)[entry % 2].gain;
    }
    return round_up(sum);
}
