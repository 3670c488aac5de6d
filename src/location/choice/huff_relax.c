/* huff_relax.c - the largest linear function over shares of candidates.
 *
 * A multiplier m charges every candidate m times its cost.  For any m >= 0
 *
 *     m * budget + the sum of the `count` largest positive (coefficient - m * cost)
 *
 * is an upper bound; it is convex in m, and bisection finds its least.  Without a budget m is 0 and
 * the bound is attained.
 */
#include "location/choice/huff_relax.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BISECTIONS = 40 };

dm_status dmi_huff_relaxation_init(dmi_huff_relaxation *relax, const dmi_huff_problem *problem,
                                   dm_error *err)
{
    size_t count = (size_t)problem->candidates;
    *relax = (dmi_huff_relaxation){.problem = problem, .actives = problem->candidates};
    relax->active = dmi_array(&relax->arrays, count, sizeof *relax->active);
    relax->share = dmi_array(&relax->arrays, count, sizeof *relax->share);
    relax->reduced = dmi_array(&relax->arrays, count, sizeof *relax->reduced);
    relax->order = dmi_array(&relax->arrays, count, sizeof *relax->order);
    dm_status status = dmi_arrays_check(&relax->arrays, err);
    for (int32_t c = 0; status == DM_OK && c < problem->candidates; c++)
        relax->active[c] = c;
    return status;
}

void dmi_huff_relaxation_clear(dmi_huff_relaxation *relax)
{
    dmi_arrays_free(&relax->arrays);
    *relax = (dmi_huff_relaxation){0};
}

static int compare_ranked(const void *a, const void *b)
{
    const dmi_huff_ranked *x = a, *y = b;
    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

/* Sorts the active candidates by coefficient minus charge; the sum of those that are taken, and
 * what they cost. */
static double take_largest(dmi_huff_relaxation *r, const double *coefficient, int32_t count,
                           double charge, double *cost)
{
    double sum = 0;
    *cost = 0;
    for (int32_t i = 0; i < r->actives; i++) {
        int32_t c = r->active[i];
        r->order[i] = (dmi_huff_ranked){coefficient[c] - charge * (double)r->problem->cost[c], c};
    }
    qsort(r->order, (size_t)r->actives, sizeof *r->order, compare_ranked);
    for (int32_t i = 0; i < r->actives && i < count && r->order[i].key > 0; i++) {
        sum += r->order[i].key;
        *cost += (double)r->problem->cost[r->order[i].item];
    }
    return sum;
}

/* Reduced costs and shares by the order that take_largest() left. */
static void fill_shares(dmi_huff_relaxation *r, int32_t count, double budget)
{
    double last = count > 0 && count <= r->actives ? r->order[count - 1].key : 0;
    double next = count < r->actives ? r->order[count].key : 0, room = count;
    last = last > 0 ? last : 0;
    next = next > 0 ? next : 0;
    for (int32_t i = 0; i < r->actives; i++) {
        int32_t c = r->order[i].item;
        double cost = (double)r->problem->cost[c], share = room < 1 ? room : 1;
        r->reduced[c] = r->order[i].key - (i < count ? next : last);
        if (cost > 0 && share * cost > budget)
            share = budget > 0 ? budget / cost : 0;
        r->share[c] = share;
        assert(share >= -1e-9 && share <= 1);
        room -= share;
        budget -= share * cost;
    }
}

double dmi_huff_relax(dmi_huff_relaxation *relax, const double *coefficient, int32_t count,
                      int64_t budget)
{
    const dmi_huff_problem *p = relax->problem;
    assert(count >= 0 && relax->actives >= 0 && relax->actives <= p->candidates);
    double limit = p->has_budget ? (double)budget : 0, cost, low = 0, high = 0;
    double best = take_largest(relax, coefficient, count, 0, &cost);
    if (!p->has_budget || cost <= limit) {
        fill_shares(relax, count, p->has_budget ? limit : cost);
        return best;
    }
    for (int32_t i = 0; i < relax->actives; i++) {
        int32_t c = relax->active[i];
        double ratio = p->cost[c] > 0 ? coefficient[c] / (double)p->cost[c] : 0;
        high = ratio > high ? ratio : high;
    }
    double charge = high;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2;
        double bound = middle * limit + take_largest(relax, coefficient, count, middle, &cost);
        charge = bound < best ? middle : charge;
        best = bound < best ? bound : best;
        *(cost > limit ? &low : &high) = middle;
    }
    take_largest(relax, coefficient, count, charge, &cost);
    fill_shares(relax, count, limit);
    return best;
}
