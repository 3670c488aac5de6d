/* cover_lagrangian.c - the Lagrangian bound of maximum coverage.
 *
 * Give item j a multiplier m_j between 0 and its weight w_j.  A covered item adds
 * w_j = (w_j - m_j) + m_j, and m_j is at most the sum of m_j over the chosen sets that contain it.
 * Let the profit of a set be the sum of its items' multipliers; then
 *
 *     weight of any cover  <=  sum_j (w_j - m_j)  +  the `count` greatest profits.
 *
 * Multipliers are whole multiples of 2^-shift, so the bound is exact for any multipliers, and
 * floating point may choose them: down if several of the most profitable sets contain the item, up
 * if none does (a subgradient step).  The step length follows Polyak's rule towards the wanted
 * weight; the direction averages over recent steps, because the most profitable sets alternate with
 * their neighbours.
 *
 * The volume algorithm takes its steps from the best multipliers, and averages over some hundred of
 * the sets taken, so that the mean comes near a solution of the linear program.
 *
 * With a budget B a unit of cost has a price q >= 0 as well.  The profit of a set falls by q times
 * its cost, sets with a negative profit are not taken, and q B is added to the bound: no choice
 * within the budget pays more.  The bound is convex in q; the best q is the least at which the sets
 * taken are within the budget, and is found by bisection.
 *
 * If a set is forced in, it replaces the least profitable of the chosen ones; if forced out, the
 * next most profitable replaces it.  If that bound is too small, the set is decided.
 *
 * Cost of a bound: O(size).  Source: Galvao, ReVelle, A Lagrangean heuristic for the maximal
 * covering location problem, 1996; Barahona, Anbil, The volume algorithm: producing primal
 * solutions with a subgradient method, 2000.
 */
#include "location/cover/cover_lagrangian.h"

#include "base/base.h"
#include "base/sort.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_PER_POLL = 1 << 23 };

static const float memory = 0.7F;       /* weight of the earlier directions */
static const float long_memory = 0.99F; /* the same in the volume algorithm */

bool dmi_lagrangian_init(dmi_lagrangian *lagrangian, int32_t items, int32_t sets, dm_run *run)
{
    size_t wide = sizeof(int64_t) * (2 * (size_t)items + 1 + 2 * (size_t)sets);
    size_t narrow = sizeof(int32_t) * (2 * (size_t)items + (size_t)sets);
    char *block = dmi_alloc(wide + narrow, 1);
    if (!block)
        return false;
    *lagrangian = (dmi_lagrangian){.run = run, .block = block};
    lagrangian->profit = (int64_t *)(void *)block;
    lagrangian->gross = lagrangian->profit + sets;
    lagrangian->best = lagrangian->gross + sets;
    lagrangian->before = lagrangian->best + items;
    lagrangian->order = (int32_t *)(void *)(block + wide);
    lagrangian->times = lagrangian->order + sets;
    lagrangian->direction = (float *)(void *)(lagrangian->times + items);
    return true;
}

void dmi_lagrangian_clear(dmi_lagrangian *lagrangian)
{
    free(lagrangian->block);
    *lagrangian = (dmi_lagrangian){0};
}

void dmi_lagrangian_start(dmi_subproblem *sub)
{
    double total = 0, count = sub->count; /* about how many sets the count and the budget allow */
    for (int32_t s = 0; sub->cost && s < sub->sets; s++)
        total += (double)sub->cost[s];
    if (sub->cost && (double)sub->budget * sub->sets < total * sub->count)
        count = (double)sub->budget * sub->sets / total;
    for (int32_t j = 0; j < sub->items; j++)
        sub->multiplier[j] = 0;
    for (int64_t at = 0; at < sub->first[sub->sets]; at++) {
        dmi_item_run r = dmi_item_run_at(sub->run, sub->item, at);
        for (int32_t j = r.from; j < r.end; j++)
            sub->multiplier[j]++;
    }
    for (int32_t j = 0; j < sub->items; j++) {
        double expected = (double)sub->multiplier[j] * count / sub->sets;
        double scaled = ldexp((double)sub->weight[j], sub->shift);
        sub->multiplier[j] =
            expected > 1 ? (int64_t)(scaled / expected) : sub->weight[j] << sub->shift;
    }
}

void dmi_lagrangian_begin(dmi_lagrangian *lagrangian, const dmi_subproblem *sub)
{
    assert(sub->count > 0 && sub->count <= sub->sets);
    lagrangian->least = ((dmi_wide)sub->upper + 1) << sub->shift;
    for (int32_t s = 0; s < sub->sets; s++)
        lagrangian->order[s] = s;
    memcpy(lagrangian->best, sub->multiplier, sizeof *sub->multiplier * (size_t)sub->items);
    memset(lagrangian->direction, 0, sizeof *lagrangian->direction * (size_t)sub->items);
}

void dmi_lagrangian_select(dmi_lagrangian *lagrangian, const dmi_subproblem *sub, int32_t count)
{
    int32_t *order = lagrangian->order, low = 0, high = sub->sets - 1;
    const int64_t *profit = lagrangian->profit;
    while (low < high) {
        int64_t pivot = profit[order[low + (high - low) / 2]];
        int32_t i = low, k = high;
        while (i <= k) {
            while (profit[order[i]] > pivot)
                i++;
            while (profit[order[k]] < pivot)
                k--;
            if (i <= k)
                dmi_swap_int32(&order[i++], &order[k--]);
        }
        if (count - 1 <= k)
            high = k;
        else if (count - 1 >= i)
            low = i;
        else
            break;
    }
}

void dmi_lagrangian_take(dmi_lagrangian *lagrangian, const dmi_subproblem *sub)
{
    int32_t *order = lagrangian->order, taken = 0;
    dmi_lagrangian_select(lagrangian, sub, sub->count);
    for (int32_t i = 0; sub->cost && i < sub->count; i++)
        if (lagrangian->profit[order[i]] > 0)
            dmi_swap_int32(&order[taken++], &order[i]);
    lagrangian->taken = sub->cost ? taken : sub->count;
}

static bool is_within_budget(const dmi_lagrangian *lagrangian, const dmi_subproblem *sub)
{
    dmi_wide cost = 0;
    for (int32_t i = 0; sub->cost && i < lagrangian->taken; i++)
        cost += sub->cost[lagrangian->order[i]];
    return !sub->cost || cost <= sub->budget;
}

/* Takes the sets of greatest profit at this price; returns whether they are within the budget. */
static bool fits_at(dmi_lagrangian *lagrangian, const dmi_subproblem *sub, int64_t price)
{
    int shift = dmi_budget_bits(sub->budget);
    for (int32_t s = 0; s < sub->sets; s++)
        lagrangian->profit[s] =
            sub->cost[s] > sub->budget
                ? -1 /* in a large problem that has not been reduced */
                : lagrangian->gross[s] - (int64_t)((dmi_wide)price * sub->cost[s] >> shift);
    dmi_lagrangian_take(lagrangian, sub);
    return is_within_budget(lagrangian, sub);
}

/* Finds the least price at which the sets taken are within the budget, to about one part in a
 * million, from the last price on; takes them. Returns the price of the whole budget. */
static dmi_wide settle_price(dmi_lagrangian *lagrangian, dmi_subproblem *sub)
{
    const int64_t most = INT64_C(1) << 61;
    int64_t low = -1, high = most, at = sub->price, step = at / 64 + 1;
    while (high - low > 1 + (high >> 20)) {
        if (fits_at(lagrangian, sub, at))
            high = at;
        else
            low = at;
        if (low >= 0 && high < most)
            at = low + (high - low) / 2;
        else if (low >= 0)
            at = at < most - step ? at + step : most - 1;
        else
            at = at > step ? at - step : 0;
        step = step < most / 16 ? 8 * step : step;
    }
    fits_at(lagrangian, sub, high);
    sub->price = high;
    return ((dmi_wide)high * sub->budget >> dmi_budget_bits(sub->budget)) + 1;
}

/* Adds up the multipliers of every set. */
static void find_profits(dmi_lagrangian *lagrangian, const dmi_subproblem *sub)
{
    int64_t polled = 0, *before = lagrangian->before;
    before[0] = 0;
    for (int32_t j = 0; sub->run && j < sub->items; j++)
        before[j + 1] = before[j] + sub->multiplier[j];
    for (int32_t s = 0; s < sub->sets && !lagrangian->is_stopped; s++) {
        int64_t sum = 0;
        for (int64_t at = sub->first[s]; at < sub->first[s + 1]; at++)
            sum += sub->run ? before[sub->run[at].end] - before[sub->run[at].from]
                            : sub->multiplier[sub->item[at]];
        if (sub->first[s] - polled > ENTRIES_PER_POLL) {
            polled = sub->first[s];
            lagrangian->is_stopped = !dmi_run_go_on(lagrangian->run, 0);
        }
        lagrangian->profit[s] = lagrangian->gross[s] = sum;
    }
}

bool dmi_lagrangian_bound(dmi_lagrangian *lagrangian, dmi_subproblem *sub, int64_t *found)
{
    dmi_wide price = 0;
    *found = -1;
    find_profits(lagrangian, sub);
    if (lagrangian->is_stopped)
        return false;
    if (sub->cost)
        price = settle_price(lagrangian, sub);
    else
        dmi_lagrangian_take(lagrangian, sub);
    dmi_wide sum = price;
    memset(lagrangian->times, 0, sizeof *lagrangian->times * (size_t)sub->items);
    for (int32_t i = 0; i < lagrangian->taken; i++) {
        int32_t s = lagrangian->order[i];
        sum += lagrangian->profit[s];
        for (int64_t at = sub->first[s]; at < sub->first[s + 1]; at++) {
            dmi_item_run r = dmi_item_run_at(sub->run, sub->item, at);
            for (int32_t j = r.from; j < r.end; j++)
                lagrangian->times[j]++;
        }
    }
    int64_t covered = sub->gained, spare = 0;
    for (int32_t j = 0; j < sub->items; j++) {
        spare += (sub->weight[j] << sub->shift) - sub->multiplier[j];
        covered += lagrangian->times[j] ? sub->weight[j] : 0;
        assert(sub->multiplier[j] >= 0 && sub->multiplier[j] <= sub->weight[j] << sub->shift);
    }
    lagrangian->bound = ((dmi_wide)sub->gained << sub->shift) + spare + sum;
    *found = is_within_budget(lagrangian, sub) ? covered : -1;
    if (lagrangian->bound >= lagrangian->least)
        return false;
    lagrangian->least = lagrangian->bound;
    int64_t upper = (int64_t)(lagrangian->bound >> sub->shift);
    sub->upper = upper < sub->upper ? upper : sub->upper;
    memcpy(lagrangian->best, sub->multiplier, sizeof *sub->multiplier * (size_t)sub->items);
    return true;
}

void dmi_lagrangian_bound_simply(dmi_lagrangian *lagrangian, dmi_subproblem *sub)
{
    int64_t found;
    dm_run *run = lagrangian->run;
    for (int32_t j = 0; j < sub->items; j++)
        sub->multiplier[j] = sub->weight[j] << sub->shift;
    lagrangian->run = NULL; /* a stopped search needs this bound too */
    dmi_lagrangian_begin(lagrangian, sub);
    dmi_lagrangian_bound(lagrangian, sub, &found);
    lagrangian->run = run;
}

void dmi_lagrangian_decide(const dmi_lagrangian *lagrangian, const dmi_subproblem *sub,
                           int64_t wanted, unsigned char *decision)
{
    const int32_t *order = lagrangian->order, taken = lagrangian->taken;
    const int64_t *profit = lagrangian->profit;
    assert(taken <= sub->count);
    int64_t last = taken < sub->count ? 0 : INT64_MAX, next = 0;
    dmi_wide above = lagrangian->bound - ((dmi_wide)wanted << sub->shift);
    for (int32_t i = 0; i < sub->sets; i++) {
        int64_t here = profit[order[i]];
        if (i < taken)
            last = here < last ? here : last;
        else
            next = here > next ? here : next;
    }
    for (int32_t i = 0; i < sub->sets; i++) {
        int64_t here = profit[order[i]];
        if (i < taken && above - here + next < 0)
            decision[order[i]] = DMI_SET_IN;
        else if (i >= taken && above - last + here < 0)
            decision[order[i]] = DMI_SET_OUT;
    }
}

/* The step from `bound` towards the wanted weight, for directions of this square. */
static double step_length(const dmi_subproblem *sub, dmi_wide bound, int64_t wanted,
                          double step_size, double square)
{
    double above = (double)(bound - ((dmi_wide)wanted << sub->shift)) + 1;
    above = above > 1 ? above : 1; /* another thread may just have found more */
    double length = step_size * above / square,
           longest = 0x1p61 / sub->count; /* no sum overflows */
    return length < longest ? length : longest;
}

/* Moves multiplier j from `from`. */
static void move_one(dmi_subproblem *sub, int32_t j, int64_t from, double by)
{
    int64_t most = sub->weight[j] << sub->shift, to = from + (int64_t)by;
    to = to < most ? to : most;
    sub->multiplier[j] = to > 0 ? to : 0;
}

bool dmi_lagrangian_move(dmi_lagrangian *lagrangian, dmi_subproblem *sub, int64_t wanted,
                         double step_size)
{
    double square = 0;
    for (int32_t j = 0; j < sub->items; j++) {
        /* averaged over recent steps; 0 at the multiplier's limit, or if too small to divide by */
        float direction =
            memory * lagrangian->direction[j] + (1 - memory) * (float)(1 - lagrangian->times[j]);
        bool is_at_end = direction > 0 ? sub->multiplier[j] == sub->weight[j] << sub->shift
                                       : sub->multiplier[j] == 0;
        lagrangian->direction[j] = is_at_end || fabsf(direction) < 1e-6F ? 0 : direction;
        square += (double)lagrangian->direction[j] * (double)lagrangian->direction[j];
    }
    if (square <= 0)
        return false;
    double length = step_length(sub, lagrangian->bound, wanted, step_size, square);
    for (int32_t j = 0; j < sub->items; j++)
        move_one(sub, j, sub->multiplier[j], length * (double)lagrangian->direction[j]);
    return true;
}

bool dmi_lagrangian_move_averaged(dmi_lagrangian *lagrangian, dmi_subproblem *sub, int64_t wanted,
                                  double step_size)
{
    const int64_t *best = lagrangian->best;
    float *direction = lagrangian->direction; /* one less the mean of the times */
    double square = 0;
    for (int32_t j = 0; j < sub->items; j++) {
        direction[j] =
            long_memory * direction[j] + (1 - long_memory) * (float)(1 - lagrangian->times[j]);
        bool is_at_end = direction[j] > 0 ? best[j] == sub->weight[j] << sub->shift : best[j] == 0;
        square += is_at_end ? 0 : (double)direction[j] * (double)direction[j];
    }
    if (square < 1e-9)
        return false;
    double length = step_length(sub, lagrangian->least, wanted, step_size, square);
    for (int32_t j = 0; j < sub->items; j++)
        move_one(sub, j, best[j], length * (double)direction[j]);
    return true;
}

void dmi_lagrangian_settle(const dmi_lagrangian *lagrangian, dmi_subproblem *sub)
{
    memcpy(sub->multiplier, lagrangian->best, sizeof *sub->multiplier * (size_t)sub->items);
}
