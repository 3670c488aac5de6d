/* cover_lagrangian.c - the Lagrangian bound of maximum coverage.
 *
 * Give item j a price m_j between 0 and its weight w_j.  An item that is covered
 * adds w_j = (w_j - m_j) + m_j, and m_j is at most the sum of m_j over the chosen
 * sets that hold it; so with the worth of a set the prices of its items,
 *
 *     any cover  <=  sum_j (w_j - m_j)  +  the `count` greatest worths.
 *
 * Prices are whole numbers of units of 2^-shift, so the bound is exact whatever
 * the prices are, and they may be moved by guesswork: down where several of the
 * worthiest sets hold an item, up where none does.  That is a subgradient step; its
 * length follows Polyak's rule towards the weight that is wanted, its direction
 * leans on those before, as the worthiest sets take turns with their neighbours.
 *
 * With a set forced in, the least of the worthiest gives way to it; forced out,
 * the next worthy comes in for it.  Where that bound falls short, it is decided.
 *
 * Cost of a bound: O(size).  Source: Galvao, ReVelle, A Lagrangean heuristic for
 * the maximal covering location problem, 1996; fixing as for any Lagrangian.
 */
#include "oneround/cover_lagrangian.h"

#include "base/base.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float memory = 0.7F; /* of the directions of earlier steps */

bool dmi_lagrangian_init(dmi_lagrangian *pricer, int32_t items, int32_t sets)
{
    size_t wide = sizeof(int64_t) * ((size_t)items + (size_t)sets);
    size_t narrow = sizeof(int32_t) * (2 * (size_t)items + (size_t)sets);
    char *block = dmi_alloc(wide + narrow, 1);
    if (!block)
        return false;
    *pricer = (dmi_lagrangian){.block = block};
    pricer->worth = (int64_t *)(void *)block;
    pricer->best = pricer->worth + sets;
    pricer->order = (int32_t *)(void *)(block + wide);
    pricer->times = pricer->order + sets;
    pricer->lean = (float *)(void *)(pricer->times + items);
    return true;
}

void dmi_lagrangian_clear(dmi_lagrangian *pricer)
{
    free(pricer->block);
    *pricer = (dmi_lagrangian){0};
}

void dmi_lagrangian_start(dmi_subproblem *part)
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

void dmi_lagrangian_begin(dmi_lagrangian *pricer, const dmi_subproblem *part)
{
    pricer->least = ((dmi_wide)part->upper + 1) << part->shift;
    for (int32_t s = 0; s < part->sets; s++)
        pricer->order[s] = s;
    memcpy(pricer->best, part->price, sizeof *part->price * (size_t)part->items);
    memset(pricer->lean, 0, sizeof *pricer->lean * (size_t)part->items);
}

static void swap(int32_t *a, int32_t *b)
{
    int32_t kept = *a;
    *a = *b;
    *b = kept;
}

void dmi_lagrangian_select(dmi_lagrangian *pricer, const dmi_subproblem *part, int32_t count)
{
    int32_t *order = pricer->order, low = 0, high = part->sets - 1;
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

static void value_sets(dmi_lagrangian *pricer, const dmi_subproblem *part)
{
    for (int32_t s = 0; s < part->sets; s++) {
        int64_t sum = 0;
        for (int64_t at = part->first[s]; at < part->first[s + 1]; at++)
            sum += part->price[part->item[at]];
        pricer->worth[s] = sum;
    }
}

/* How often each item is held by the worthiest sets; their worth together. */
static dmi_wide count_times(dmi_lagrangian *pricer, const dmi_subproblem *part)
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

bool dmi_lagrangian_bound(dmi_lagrangian *pricer, dmi_subproblem *part, int64_t *found)
{
    value_sets(pricer, part);
    dmi_lagrangian_select(pricer, part, part->count);
    dmi_wide sum = count_times(pricer, part);
    int64_t covered = part->gained, spare = 0;
    for (int32_t j = 0; j < part->items; j++) {
        spare += (part->weight[j] << part->shift) - part->price[j];
        covered += pricer->times[j] ? part->weight[j] : 0;
    }
    pricer->bound = ((dmi_wide)part->gained << part->shift) + spare + sum;
    *found = covered;
    if (pricer->bound >= pricer->least)
        return false;
    pricer->least = pricer->bound;
    int64_t upper = (int64_t)(pricer->bound >> part->shift);
    part->upper = upper < part->upper ? upper : part->upper;
    memcpy(pricer->best, part->price, sizeof *part->price * (size_t)part->items);
    return true;
}

void dmi_lagrangian_decide(const dmi_lagrangian *pricer, const dmi_subproblem *part, int64_t wanted,
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

/* Where the price goes, the old directions fading; nowhere where it stands at its end, or where the
 * rest is too small to divide by. */
static float lean_of(const dmi_lagrangian *pricer, const dmi_subproblem *part, int32_t j)
{
    float lean = memory * pricer->lean[j] + (1 - memory) * (float)(1 - pricer->times[j]);
    bool is_at_end =
        lean > 0 ? part->price[j] == part->weight[j] << part->shift : part->price[j] == 0;
    return is_at_end || fabsf(lean) < 1e-6F ? 0 : lean;
}

bool dmi_lagrangian_move(dmi_lagrangian *pricer, dmi_subproblem *part, int64_t wanted, double pace)
{
    double above = (double)(pricer->bound - ((dmi_wide)wanted << part->shift)) + 1, square = 0;
    for (int32_t j = 0; j < part->items; j++) {
        pricer->lean[j] = lean_of(pricer, part, j);
        square += (double)pricer->lean[j] * (double)pricer->lean[j];
    }
    if (square <= 0)
        return false;
    double stride = pace * above / square, longest = 0x1p61 / part->count; /* no sum overflows */
    stride = stride < longest ? stride : longest;
    for (int32_t j = 0; j < part->items; j++) {
        int64_t most = part->weight[j] << part->shift;
        int64_t price = part->price[j] + (int64_t)(stride * (double)pricer->lean[j]);
        price = price < most ? price : most;
        part->price[j] = price > 0 ? price : 0;
    }
    return true;
}

void dmi_lagrangian_settle(const dmi_lagrangian *pricer, dmi_subproblem *part)
{
    memcpy(part->price, pricer->best, sizeof *part->price * (size_t)part->items);
}
