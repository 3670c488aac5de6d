/* cover_price.c - the Lagrangian bound of maximum coverage.
 *
 * Give item j a price m_j between 0 and its weight w_j.  An item that is covered
 * adds w_j = (w_j - m_j) + m_j, and m_j is at most the sum of m_j over the chosen
 * sets that hold it; so with the worth of a set the prices of its items,
 *
 *     any cover  <=  sum_j (w_j - m_j)  +  the `count` greatest worths.
 *
 * Prices are whole numbers of units of 2^-shift, so the bound is exact whatever
 * the prices are, and they may be moved by guesswork: down where several of the
 * worthiest sets hold an item, up where none does (a subgradient step, its
 * length by Polyak's rule towards the weight that is wanted).
 *
 * With a set forced in, the least of the worthiest gives way to it; forced out,
 * the next worthy comes in for it.  Where that bound falls short, it is decided.
 *
 * Cost of a bound: O(size).  Source: Galvao, ReVelle, A Lagrangean heuristic for
 * the maximal covering location problem, 1996; fixing as for any Lagrangian.
 */
#include "oneround/cover_price.h"

#include "base/base.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool dmi_pricer_init(dmi_pricer *pricer, int32_t items, int32_t sets)
{
    size_t wide = sizeof(int64_t) * ((size_t)items + (size_t)sets);
    size_t narrow = sizeof(int32_t) * ((size_t)items + (size_t)sets);
    char *block = dmi_alloc(wide + narrow, 1);
    if (!block)
        return false;
    *pricer = (dmi_pricer){.block = block};
    pricer->worth = (int64_t *)(void *)block;
    pricer->best = pricer->worth + sets;
    pricer->order = (int32_t *)(void *)(block + wide);
    pricer->times = pricer->order + sets;
    return true;
}

void dmi_pricer_clear(dmi_pricer *pricer)
{
    free(pricer->block);
    *pricer = (dmi_pricer){0};
}

void dmi_price_start(dmi_part *part)
{
    for (int32_t j = 0; j < part->items; j++)
        part->price[j] = 0;
    for (int64_t at = 0; at < part->first[part->sets]; at++)
        part->price[part->item[at]]++;
    for (int32_t j = 0; j < part->items; j++) {
        double expected = (double)part->price[j] * part->count / part->sets;
        double scaled = ldexp((double)part->weight[j], part->shift);
        part->price[j] =
            expected > 1 ? (int64_t)(scaled / expected) : part->weight[j] << part->shift;
    }
}

void dmi_price_begin(dmi_pricer *pricer, const dmi_part *part)
{
    pricer->least = ((dmi_wide)part->upper + 1) << part->shift;
    for (int32_t s = 0; s < part->sets; s++)
        pricer->order[s] = s;
    memcpy(pricer->best, part->price, sizeof *part->price * (size_t)part->items);
}

static void swap(int32_t *a, int32_t *b)
{
    int32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Brings the `count` worthiest sets to the front of the order, the least of them last. */
static void select_worthiest(dmi_pricer *pricer, int32_t sets, int32_t count)
{
    int32_t *order = pricer->order, low = 0, high = sets - 1;
    const int64_t *worth = pricer->worth;
    while (low < high) {
        int64_t pivot = worth[order[low + (high - low) / 2]];
        int32_t i = low, k = high;
        while (i <= k) {
            while (worth[order[i]] > pivot)
                i++;
            while (worth[order[k]] < pivot)
                k--;
            if (i <= k)
                swap(&order[i++], &order[k--]);
        }
        if (count - 1 <= k)
            high = k;
        else if (count - 1 >= i)
            low = i;
        else
            break;
    }
}

static void value_sets(dmi_pricer *pricer, const dmi_part *part)
{
    for (int32_t s = 0; s < part->sets; s++) {
        int64_t sum = 0;
        for (int64_t at = part->first[s]; at < part->first[s + 1]; at++)
            sum += part->price[part->item[at]];
        pricer->worth[s] = sum;
    }
}

/* How often each item is held by the worthiest sets; their worth together. */
static dmi_wide count_times(dmi_pricer *pricer, const dmi_part *part)
{
    dmi_wide sum = 0;
    memset(pricer->times, 0, sizeof *pricer->times * (size_t)part->items);
    for (int32_t i = 0; i < part->count; i++) {
        int32_t s = pricer->order[i];
        sum += pricer->worth[s];
        for (int64_t at = part->first[s]; at < part->first[s + 1]; at++)
            pricer->times[part->item[at]]++;
    }
    return sum;
}

bool dmi_price_bound(dmi_pricer *pricer, dmi_part *part, int64_t *found)
{
    value_sets(pricer, part);
    select_worthiest(pricer, part->sets, part->count);
    dmi_wide sum = count_times(pricer, part);
    int64_t covered = part->gained, slope = 0, spare = 0;
    for (int32_t j = 0; j < part->items; j++) {
        int64_t rest = (part->weight[j] << part->shift) - part->price[j];
        int32_t times = pricer->times[j];
        spare += rest;
        covered += times ? part->weight[j] : 0;
        if (times == 0 ? rest > 0 : part->price[j] > 0)
            slope += (int64_t)(times - 1) * (times - 1);
    }
    pricer->bound = ((dmi_wide)part->gained << part->shift) + spare + sum;
    pricer->slope = (double)slope;
    *found = covered;
    if (pricer->bound >= pricer->least)
        return false;
    pricer->least = pricer->bound;
    int64_t upper = (int64_t)(pricer->bound >> part->shift);
    part->upper = upper < part->upper ? upper : part->upper;
    memcpy(pricer->best, part->price, sizeof *part->price * (size_t)part->items);
    return true;
}

void dmi_price_decide(const dmi_pricer *pricer, const dmi_part *part, int64_t wanted,
                      unsigned char *fate)
{
    const int32_t *order = pricer->order;
    const int64_t *worth = pricer->worth;
    int64_t last = INT64_MAX, next = 0;
    dmi_wide above = pricer->bound - ((dmi_wide)wanted << part->shift);
    for (int32_t i = 0; i < part->sets; i++) {
        int64_t here = worth[order[i]];
        if (i < part->count)
            last = here < last ? here : last;
        else
            next = here > next ? here : next;
    }
    for (int32_t i = 0; i < part->sets; i++) {
        int64_t here = worth[order[i]];
        if (i < part->count && above - here + next < 0)
            fate[order[i]] = DMI_IN;
        else if (i >= part->count && above - last + here < 0)
            fate[order[i]] = DMI_OUT;
    }
}

bool dmi_price_move(const dmi_pricer *pricer, dmi_part *part, int64_t wanted, double pace)
{
    if (pricer->slope <= 0)
        return false;
    double above = (double)(pricer->bound - ((dmi_wide)wanted << part->shift)) + 1;
    double length = pace * above / pricer->slope;
    int64_t most_stride = (INT64_C(1) << 61) / part->count;
    int64_t stride = length < 1 ? 1 : length >= (double)most_stride ? most_stride : (int64_t)length;
    for (int32_t j = 0; j < part->items; j++) {
        int32_t times = pricer->times[j];
        int64_t most = part->weight[j] << part->shift, price = part->price[j];
        if (times == 0)
            part->price[j] = stride < most - price ? price + stride : most;
        else if (times > 1)
            part->price[j] = stride * (times - 1) < price ? price - stride * (times - 1) : 0;
    }
    return true;
}

void dmi_price_settle(const dmi_pricer *pricer, dmi_part *part)
{
    memcpy(part->price, pricer->best, sizeof *part->price * (size_t)part->items);
}
