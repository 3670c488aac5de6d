/* rope_geometry.c - how a straight rope meets straight edges.
 *
 * The side of a line on which a point lies is the sign of a sum of six products.  Rounded
 * arithmetic decides it if the sum is larger than its possible error; otherwise each product is
 * written as two doubles without error and the twelve are added without error, as an expansion
 * whose largest part has the sign of the sum.  Source: Shewchuk, Adaptive Precision Floating-Point
 * Arithmetic and Fast Robust Geometric Predicates, 1997.
 */
#include "lines/level/rope_geometry.h"

#include <assert.h>
#include <math.h>

#define TERMS 12

/* Adds `term` exactly to the expansion part[0..count-1], smallest first. */
static void expansion_add(double *part, int count, double term)
{
    for (int i = 0; i < count; i++) {
        double sum = part[i] + term, back = sum - part[i];
        part[i] = (part[i] - (sum - back)) + (term - back);
        term = sum;
    }
    part[count] = term;
}

int dmi_side_of_line(dm_point a, dm_point b, dm_point c)
{
    const double bound = 4 * 0x1p-52; /* above Shewchuk's (3 + 16u)u */
    double first = (b.x - a.x) * (c.y - a.y), second = (b.y - a.y) * (c.x - a.x);
    if (fabs(first - second) > bound * (fabs(first) + fabs(second)))
        return first > second ? 1 : -1;
    const double left[] = {a.x, -a.y, b.x, -b.y, c.x, -c.y};
    const double right[] = {b.y, b.x, c.y, c.x, a.y, a.x};
    double part[TERMS];
    int count = 0;
    for (int i = 0; i < TERMS / 2; i++) {
        double product = left[i] * right[i];
        expansion_add(part, count++, fma(left[i], right[i], -product));
        expansion_add(part, count++, product);
    }
    assert(count == TERMS);
    while (count > 1 && part[count - 1] == 0)
        count--;
    return (part[count - 1] > 0) - (part[count - 1] < 0);
}

double dmi_point_distance(dm_point a, dm_point b)
{
    const double dx = b.x - a.x, dy = b.y - a.y;
    return sqrt(dx * dx +
                dy * dy); /* hypot() differs in the last bit from one C library to the next */
}

static double double_area(dm_point a, dm_point b, dm_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The fraction of the line between two points at which it crosses another line. */
static double crossing_fraction(double first, double second, int first_side, int second_side)
{
    assert(first_side * second_side <= 0);
    if (first_side == 0 || second_side == 0)
        return first_side == 0 ? 0 : 1;
    double sum = fabs(first) + fabs(second);
    return sum > 0 ? fabs(first) / sum : 0.5;
}

dmi_rope_meeting dmi_rope_meet(dm_point p, dm_point q, dm_point a, dm_point b, double *along,
                               double *at)
{
    int side_a = dmi_side_of_line(p, q, a), side_b = dmi_side_of_line(p, q, b);
    if (side_a == 0 && side_b == 0) {
        /* All four points are on one line: projects the edge onto the rope. */
        bool flat = fabs(q.x - p.x) >= fabs(q.y - p.y);
        double from = flat ? p.x : p.y, to = flat ? q.x : q.y;
        double s = flat ? a.x : a.y, t = flat ? b.x : b.y;
        double low = fmax(fmin(from, to), fmin(s, t)), high = fmin(fmax(from, to), fmax(s, t));
        if (low < high) {
            double start = from < to ? low : high;
            *along = (start - from) / (to - from);
            *at = start == s ? 0 : 1;
            return DMI_ROPE_ALONG;
        }
        if (s != t || low > high || s == from || s == to)
            return DMI_ROPE_APART;
        *along = (s - from) / (to - from); /* an edge of no length */
        *at = 0;
        return DMI_ROPE_CROSSES;
    }
    int side_p = dmi_side_of_line(a, b, p), side_q = dmi_side_of_line(a, b, q);
    if (side_a * side_b > 0 || side_p * side_q >= 0)
        return DMI_ROPE_APART;
    *along = crossing_fraction(double_area(a, b, p), double_area(a, b, q), side_p, side_q);
    *at = crossing_fraction(double_area(p, q, a), double_area(p, q, b), side_a, side_b);
    return DMI_ROPE_CROSSES;
}

double dmi_ray_angle(dm_point corner, dm_point a, dm_point b)
{
    double ax = a.x - corner.x, ay = a.y - corner.y, bx = b.x - corner.x, by = b.y - corner.y;
    if ((ax == 0 && ay == 0) || (bx == 0 && by == 0))
        return 180;
    return atan2(fabs(ax * by - ay * bx), ax * bx + ay * by) * (180 / acos(-1.0));
}
