/* sum.h - adds many doubles with an error of about one rounding in all (Neumaier 1974).
 *
 * long double would do as well, but has 64 bits on one machine and 53 or 113 on others; these sums
 * are the same everywhere.
 */
#ifndef DMI_SUM_H
#define DMI_SUM_H

#include <math.h>

typedef struct dmi_sum {
    double high, low; /* the sum is high + low */
} dmi_sum;

static inline void dmi_sum_add(dmi_sum *sum, double x)
{
    double high = sum->high + x;
    sum->low += fabs(sum->high) >= fabs(x) ? (sum->high - high) + x : (x - high) + sum->high;
    sum->high = high;
}

static inline double dmi_sum_value(dmi_sum sum)
{
    return sum.high + sum.low;
}

/* a - b. */
static inline double dmi_sum_minus(dmi_sum a, dmi_sum b)
{
    dmi_sum_add(&a, -b.high);
    dmi_sum_add(&a, -b.low);
    return dmi_sum_value(a);
}

#endif
