/* wilson.h - the confidence interval of a rate observed in random trials.
 *
 * Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
 */
#ifndef DMI_WILSON_H
#define DMI_WILSON_H

#include <math.h>

/* The 95% interval if a share `rate` of n > 0 trials succeeded. */
static inline void dmi_wilson_95(double rate, double n, double *low, double *high)
{
    const double z = 1.959963984540054, z2 = z * z; /* two-sided */
    double centre = (rate + z2 / (2 * n)) / (1 + z2 / n);
    double half = z * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    /* at rates 0 and 1 the formula gives 0 and 1, except for rounding */
    *low = rate <= 0 ? 0 : fmax(0, centre - half);
    *high = rate >= 1 ? 1 : fmin(1, centre + half);
}

#endif
