/* choice_cell.c - the cut of one customer.
 *
 * A customer gains g(y) = y / (1 + y) from sites that pull with y in all.  Pulls above a limit are
 * large.  A set has a large pull or has none, and only a set without is charged by the slope at the
 * point t of the whole.  For a point t with s = g(t), any limit, and pulls a(j) of any set
 *
 *     g(sum of a)  <=  s^2 + sum of c(j),    c(j) = g'(t) a                              small a,
 *                                                   max(g(a) - s^2, g(limit + a) - g(limit)) large.
 *
 * If every set has at least `others` sites beside the large one, small sites may be charged such
 * that the large one is charged less.  Let the slope in sets with a large pull be that of a point
 * touch > t, and bend = g'(t) - g'(touch).  Small pulls below `far` are charged bend * (far - a)
 * more; a large pull with `others` small ones is then charged others * bend * far less:
 *
 *     c(j) = g'(t) a + bend * max(0, far - a)                                            small a,
 *            max(G(a) - s^2 - others * bend * far,
 *                g(limit + a) - g(limit) + bend * far)                                   large a,
 *
 * where G is g from `touch` on and its tangent there below.  bend = 0, touch = limit = t is the
 * first cut.  docs/algorithms/location.md has the proof.
 *
 * The cut is low if the parameters fit how a customer could have the shares x at best.  A large
 * pull comes with the smallest of the others, as many as there are: far is where the shares of
 * smaller pulls are others * (sum of x over large ones); they lift the large pulls to `touch` in
 * the mean; and t is what remains for sets without a large pull.
 */
#include "location/choice/choice_cell.h"

#include <math.h>
#include <stdbool.h>

enum { STEPS = 3 };

typedef struct pulls {
    const dmi_choice_shared *item; /* the largest first */
    int32_t count;
    double missing; /* the share of sites without a pull */
} pulls;

/* What is above a limit, and what is not. */
typedef struct division {
    int32_t larges;
    double share, small; /* the shares of large pulls, and the small pulls times theirs */
} division;

static double gain_of(double pull)
{
    return pull / (1 + pull);
}

static dmi_choice_cell cell_at(double point)
{
    double slope = 1 / (1 + point), square = (1 - slope) * (1 - slope);
    return (dmi_choice_cell){.limit = point,
                             .slope = slope * slope,
                             .square = square,
                             .less = square,
                             .joint = 1 - slope};
}

static double height_of(const dmi_choice_cell *cell, pulls p)
{
    double sum = cell->square;
    for (int32_t i = 0; i < p.count; i++)
        sum += p.item[i].share * dmi_choice_charge(cell, p.item[i].pull);
    return sum;
}

/* Takes the cell if its cut is lower. */
static void take_lower(dmi_choice_cell *best, double *height, const dmi_choice_cell *cell, pulls p)
{
    double here = height_of(cell, p);
    if (here < *height) {
        *best = *cell;
        *height = here;
    }
}

static division divide_pulls(pulls p, double limit)
{
    division d = {0};
    for (; d.larges < p.count && p.item[d.larges].pull > limit; d.larges++)
        d.share += p.item[d.larges].share;
    for (int32_t i = d.larges; i < p.count; i++)
        d.small += p.item[i].share * p.item[i].pull;
    return d;
}

/* The level to which an amount raises the large pulls, the lowest of them first. */
static double raise_larges(pulls p, int32_t larges, double amount)
{
    double level = p.item[larges - 1].pull, share = 0;
    for (int32_t i = larges - 1; i >= 0; i--) {
        double step = share * (p.item[i].pull - level);
        if (step > amount)
            break;
        amount -= step;
        level = p.item[i].pull;
        share += p.item[i].share;
    }
    return level + amount / share;
}

/* The cell in which the smallest pulls are with the large ones. */
static bool cell_of_limit(pulls p, double limit, int32_t others, dmi_choice_cell *cell)
{
    division d = divide_pulls(p, limit);
    double need = others * d.share - p.missing, amount = 0, far = 0;
    if (d.larges == 0 || d.share >= 1)
        return false;
    for (int32_t i = p.count; i-- > d.larges && need > 0;) {
        double share = p.item[i].share < need ? p.item[i].share : need;
        need -= share;
        amount += share * p.item[i].pull;
        far = p.item[i].pull;
    }
    *cell = cell_at((d.small - amount) / (1 - d.share));
    double touch = raise_larges(p, d.larges, amount), slope = 1 / (1 + touch);
    double bend = cell->slope - slope * slope;
    if (bend <= 0)
        return false;
    cell->limit = limit;
    cell->far = far;
    cell->bend = bend;
    cell->touch = touch;
    cell->base = (1 - slope) * (1 - slope);
    cell->rise = slope * slope;
    cell->less += others * bend * far;
    cell->joint = gain_of(limit) - bend * far;
    return true;
}

void dmi_choice_cell_choose(dmi_choice_cell *cell, const dmi_choice_shared *item, int32_t count,
                            double missing, int32_t others)
{
    static const double parts[] = {1, 0.7}; /* of the point: limits to try */
    pulls p = {item, count, missing};
    dmi_choice_cell tried;
    double height = INFINITY, point = 0;
    division d = {0};
    for (int32_t i = 0; i < count; i++)
        point += item[i].share * item[i].pull;
    for (int step = 0; step < STEPS && d.share < 1; step++) {
        d = divide_pulls(p, point);
        point = d.share < 1 ? d.small / (1 - d.share) : 0;
    }
    tried = cell_at(point);
    take_lower(cell, &height, &tried, p);
    for (int i = 0; i < 2 && others > 0; i++)
        if (cell_of_limit(p, parts[i] * point, others, &tried))
            take_lower(cell, &height, &tried, p);
}
