/* choice_relax.c - the largest linear function over shares of candidates.
 *
 * A multiplier m charges every candidate m times its cost.  For any m >= 0
 *
 *     m * budget + the sum of the `count` largest positive (coefficient - m * cost)
 *
 * is an upper bound; it is convex in m, and bisection finds its least.  Without a budget m is 0 and
 * the bound is attained.  Closable sites with a positive number count beside the `count`; of a
 * clique only the largest number counts.
 */
#include "location/choice/choice_relax.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BISECTIONS = 40 };

dm_status dmi_choice_relaxation_init(dmi_choice_relaxation *relax,
                                     const dmi_choice_problem *problem, dm_error *err)
{
    size_t count = (size_t)problem->candidates;
    *relax = (dmi_choice_relaxation){.problem = problem, .actives = problem->candidates};
    relax->active = dmi_array(&relax->arrays, count, sizeof *relax->active);
    relax->reduced = dmi_array(&relax->arrays, count, sizeof *relax->reduced);
    relax->order = dmi_array(&relax->arrays, count, sizeof *relax->order);
    if (problem->spacing) {
        size_t cliques = (size_t)problem->spacing->cliques;
        relax->taken = dmi_array(&relax->arrays, cliques, sizeof *relax->taken);
        relax->second = dmi_array(&relax->arrays, cliques, sizeof *relax->second);
    }
    dm_status status = dmi_arrays_check(&relax->arrays, err);
    for (int32_t c = 0; status == DM_OK && c < problem->candidates; c++)
        relax->active[c] = c;
    return status;
}

void dmi_choice_relaxation_clear(dmi_choice_relaxation *relax)
{
    dmi_arrays_free(&relax->arrays);
    *relax = (dmi_choice_relaxation){0};
}

static int compare_ranked(const void *a, const void *b)
{
    const dmi_choice_ranked *x = a, *y = b;
    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

/* Moves the candidates that are not the largest of their clique behind the others and notes the two
 * largest numbers of each; returns how many are. */
static int32_t part_cliques(dmi_choice_relaxation *r)
{
    const dmi_spacing *s = r->problem->spacing;
    int32_t ahead = 0, behind = r->actives;
    if (!s)
        return r->actives;
    for (int32_t q = 0; q < s->cliques; q++)
        r->taken[q] = r->second[q] = -INFINITY;
    for (int32_t i = 0; i < behind;) {
        dmi_choice_ranked one = r->order[i];
        int32_t q = s->clique[one.item];
        if (r->taken[q] == -INFINITY) {
            r->taken[q] = one.key;
            ahead = ++i;
            continue;
        }
        r->second[q] = one.key > r->second[q] ? one.key : r->second[q];
        memmove(r->order + i, r->order + i + 1,
                (size_t)(r->actives - i - 1) * sizeof *r->order); /* the order stays */
        r->order[r->actives - 1] = one;
        behind--;
    }
    return ahead;
}

/* What is taken of a sorted list: the sum of numbers, what it costs, and the least number of a new
 * site that is taken and the largest of one that is not. */
typedef struct taking {
    double sum, cost, last, next;
} taking;

/* Sorts the active candidates by coefficient minus charge and takes the best. */
static taking take_largest(dmi_choice_relaxation *r, const double *coefficient, int32_t count,
                           double charge)
{
    taking t = {0};
    int32_t news = 0;
    for (int32_t i = 0; i < r->actives; i++) {
        int32_t c = r->active[i];
        r->order[i] = (dmi_choice_ranked){coefficient[c] - charge * (double)r->problem->cost[c], c};
    }
    qsort(r->order, (size_t)r->actives, sizeof *r->order, compare_ranked);
    int32_t ahead = part_cliques(r);
    for (int32_t i = 0; i < ahead && r->order[i].key > 0; i++) {
        bool is_new = dmi_choice_is_new(r->problem, r->order[i].item);
        if (is_new && news == count) {
            t.next = t.next > r->order[i].key ? t.next : r->order[i].key;
            continue;
        }
        news += is_new;
        t.last = is_new && news == count ? r->order[i].key : t.last;
        t.sum += r->order[i].key;
        t.cost += (double)r->problem->cost[r->order[i].item];
    }
    return t;
}

/* Reduced numbers by the order that take_largest() left.  A site of a clique displaces the one that
 * is taken of it; the one that is taken may be replaced by the next of its clique. */
static void fill_reduced(dmi_choice_relaxation *r, taking t)
{
    const dmi_spacing *s = r->problem->spacing;
    for (int32_t i = 0; i < r->actives; i++) {
        int32_t c = r->order[i].item;
        double key = r->order[i].key;
        bool is_new = dmi_choice_is_new(r->problem, c);
        double entry = is_new ? t.last : 0, reserve = is_new ? t.next : 0;
        bool is_taken = key > 0 && key >= entry && (!s || r->taken[s->clique[c]] == key);
        if (s && is_taken && r->second[s->clique[c]] > reserve)
            reserve = r->second[s->clique[c]];
        if (s && !is_taken && r->taken[s->clique[c]] > entry)
            entry = r->taken[s->clique[c]];
        r->reduced[c] = is_taken ? key - reserve : key - entry;
        if (is_taken && reserve > key)
            r->reduced[c] = 0;
    }
}

double dmi_choice_relax(dmi_choice_relaxation *relax, const double *coefficient, int32_t count,
                        int64_t budget)
{
    const dmi_choice_problem *p = relax->problem;
    assert(count >= 0 && relax->actives >= 0 && relax->actives <= p->candidates);
    double limit = p->has_budget ? (double)budget : 0, low = 0, high = 0;
    taking t = take_largest(relax, coefficient, count, 0);
    double best = t.sum;
    if (!p->has_budget || t.cost <= limit) {
        fill_reduced(relax, t);
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
        t = take_largest(relax, coefficient, count, middle);
        double bound = middle * limit + t.sum;
        charge = bound < best ? middle : charge;
        best = bound < best ? bound : best;
        *(t.cost > limit ? &low : &high) = middle;
    }
    t = take_largest(relax, coefficient, count, charge);
    fill_reduced(relax, t);
    double at_charge = charge * limit + t.sum;
    return at_charge < best ? at_charge : best;
}
