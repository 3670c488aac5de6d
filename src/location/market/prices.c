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
} tuning;

static const dmi_market_step *steps_of(const dmi_customers *customers, int32_t customer)
{
    return customers->at[customers->place ? customers->place[customer] : customer].step;
}

static int64_t worth_of(const dmi_customers *customers, int32_t customer)
{
    const dmi_market_step *step = steps_of(customers, customer);
    return step[1].gain > step[0].gain ? step[1].gain : step[0].gain;
}

static dm_status tuning_init(tuning *t, dm_error *err)
{
    size_t blocks = (size_t)t->blocks;
    t->worth = dmi_calloc(blocks, sizeof *t->worth);
    t->share = dmi_alloc(blocks, sizeof *t->share);
    t->best = dmi_alloc(blocks, sizeof *t->best);
    t->had = dmi_alloc(blocks, sizeof *t->had);
    t->first = dmi_calloc((size_t)t->lists + 1, sizeof *t->first);
    t->order = dmi_alloc((size_t)t->lists, sizeof *t->order);
    if (!t->worth || !t->share || !t->best || !t->had || !t->first || !t->order)
        return dmi_no_memory(err);
    for (int32_t c = 0; c < t->customers->count; c++)
        t->worth[c / BLOCK] += (double)worth_of(t->customers, c);
    for (int32_t b = 0; b < t->blocks; b++)
        t->share[b] = 1;
    return DM_OK;
}

static void tuning_clear(tuning *t)
{
    free(t->worth);
    free(t->share);
    free(t->best);
    free(t->had);
    free(t->parts);
    free(t->first);
    free(t->order);
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
        t->parts[at - 1].worth += (double)steps_of(t->customers, customer)[entry % 2].gain;
    }
    t->first[i + 1] = at;
    return true;
}

/* Sorts the lists by what they earn, and returns the bound. */
static double bound(tuning *t)
{
    double sum = 0;
    for (int32_t b = 0; b < t->blocks; b++)
        sum += (1 - t->share[b]) * t->worth[b];
    for (int32_t i = 0; i < t->lists; i++) {
        double earned = 0;
        for (size_t at = t->first[i]; at < t->first[i + 1]; at++)
            earned += t->share[t->parts[at].block] * t->parts[at].worth;
        t->order[i] = (dmi_keyed){-(int64_t)earned, i};
    }
    dmi_sort_keyed(t->order, t->lists);
    for (int32_t k = 0; k < t->count && k < t->lists; k++)
        sum -= (double)t->order[k].key;
    return sum;
}

static void step(tuning *t, double size)
{
    memset(t->had, 0, sizeof *t->had * (size_t)t->blocks);
    for (int32_t k = 0; k < t->count && k < t->lists; k++) {
        int32_t i = t->order[k].item;
        for (size_t at = t->first[i]; at < t->first[i + 1]; at++)
            t->had[t->parts[at].block] += t->parts[at].worth / t->worth[t->parts[at].block];
    }
    for (int32_t b = 0; b < t->blocks; b++) {
        double share = t->share[b] + size * (1 - t->had[b]);
        t->share[b] = share < 0 ? 0 : share > 1 ? 1 : share;
    }
}

static dm_status tune(tuning *t, dm_run *run, dm_error *err)
{
    double least = 0, size = 0.25;
    for (int i = 0, idle = 0; i < STEPS; i++) {
        double now = bound(t);
        idle = i == 0 || now < least ? 0 : idle + 1;
        if (idle == 0) {
            least = now;
            memcpy(t->best, t->share, sizeof *t->best * (size_t)t->blocks);
        }
        size = idle == PATIENCE ? size / 2 : size;
        idle = idle == PATIENCE ? 0 : idle;
        step(t, size);
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

static dm_status take_best(const tuning *t, dmi_prices *prices, dm_error *err)
{
    dmi_wide rest = 0;
    uint8_t *share = dmi_alloc((size_t)t->blocks, 1);
    if (!share)
        return dmi_no_memory(err);
    for (int32_t b = 0; b < t->blocks; b++)
        share[b] = (uint8_t)(t->best[b] * 255);
    for (int32_t c = 0; c < t->customers->count; c++)
        rest += (dmi_wide)(WHOLE - priced(share[c / BLOCK])) * worth_of(t->customers, c);
    *prices = (dmi_prices){share, round_up(rest)};
    return DM_OK;
}

dm_status dmi_prices_init(dmi_prices *prices, const dmi_customers *customers,
                          const dmi_hits *const *list, int32_t lists, int32_t count, dm_run *run,
                          dm_error *err)
{
    tuning t = {.customers = customers,
                .blocks = customers->count / BLOCK + 1,
                .lists = lists,
                .count = count};
    dm_status status = tuning_init(&t, err);
    for (int32_t i = 0; status == DM_OK && i < lists; i++)
        if (!add_parts(&t, i, list[i]))
            status = dmi_no_memory(err);
    if (status == DM_OK)
        status = tune(&t, run, err);
    if (status == DM_OK)
        status = take_best(&t, prices, err);
    tuning_clear(&t);
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
               steps_of(customers, customer)[entry % 2].gain;
    }
    return round_up(sum);
}
