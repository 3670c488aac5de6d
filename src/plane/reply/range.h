/* range.h - closed ranges of doubles that contain the results of operations on their members.
 *
 * Operations round to the nearest; a range that must be safe is widened once at the end by far more
 * than all of that (dmi_widen).
 */
#ifndef DMI_PLANE_RANGE_H
#define DMI_PLANE_RANGE_H

#include <math.h>

typedef struct dmi_range {
    double low, high;
} dmi_range;

static inline dmi_range dmi_range_of(double a, double b)
{
    return a < b ? (dmi_range){a, b} : (dmi_range){b, a};
}
static inline dmi_range dmi_add(dmi_range a, dmi_range b)
{
    return (dmi_range){a.low + b.low, a.high + b.high};
}
static inline dmi_range dmi_subtract(dmi_range a, dmi_range b)
{
    return (dmi_range){a.low - b.high, a.high - b.low};
}
static inline dmi_range dmi_scale(dmi_range a, double by)
{
    return dmi_range_of(a.low * by, a.high * by);
}
static inline dmi_range dmi_multiply(dmi_range a, dmi_range b)
{
    double w = a.low * b.low, x = a.low * b.high, y = a.high * b.low, z = a.high * b.high;
    return (dmi_range){fmin(fmin(w, x), fmin(y, z)), fmax(fmax(w, x), fmax(y, z))};
}
static inline dmi_range dmi_square(dmi_range a)
{
    double low = a.low * a.low, high = a.high * a.high;
    return (dmi_range){a.low <= 0 && a.high >= 0 ? 0 : fmin(low, high), fmax(low, high)};
}
static inline dmi_range dmi_join(dmi_range a, dmi_range b)
{
    return (dmi_range){fmin(a.low, b.low), fmax(a.high, b.high)};
}
static inline dmi_range dmi_widen(dmi_range a, double by)
{
    return (dmi_range){a.low - by, a.high + by};
}
static inline double dmi_most(dmi_range a) /* the greatest absolute value */
{
    return fmax(fabs(a.low), fabs(a.high));
}

#endif
