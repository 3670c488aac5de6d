/* ratio.h - exact fractions of 64-bit numbers; functions return false if a result does not fit. */
#ifndef DMI_LINES_LEVEL_RATIO_H
#define DMI_LINES_LEVEL_RATIO_H

#include "base/base.h"
#include <assert.h>
#include <demesne/lines.h>

static inline dmi_wide dmi_wide_gcd(dmi_wide a, dmi_wide b)
{
    a = a < 0 ? -a : a;
    while (b) {
        dmi_wide rest = a % b;
        a = b;
        b = rest < 0 ? -rest : rest;
    }
    return a;
}

/* num / den in lowest terms; false, with *out unchanged, if it does not fit or den is 0. */
static inline bool dmi_ratio_make(dmi_wide num, dmi_wide den, dm_ratio *out)
{
    dmi_wide common = dmi_wide_gcd(num, den);
    if (den == 0 || common == 0)
        return false;
    if (den < 0)
        common = -common;
    num /= common;
    den /= common;
    if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX)
        return false;
    *out = (dm_ratio){(int64_t)num, (int64_t)den};
    return true;
}

static inline bool dmi_ratio_add(dm_ratio a, dm_ratio b, dm_ratio *out)
{
    return dmi_ratio_make((dmi_wide)a.num * b.den + (dmi_wide)b.num * a.den,
                          (dmi_wide)a.den * b.den, out);
}

static inline bool dmi_ratio_multiply(dm_ratio a, dm_ratio b, dm_ratio *out)
{
    return dmi_ratio_make((dmi_wide)a.num * b.num, (dmi_wide)a.den * b.den, out);
}

/* a / a_den - b / b_den. */
static inline bool dmi_ratio_difference(int64_t a, int64_t a_den, int64_t b, int64_t b_den,
                                        dm_ratio *out)
{
    dmi_wide num = (dmi_wide)a * b_den - (dmi_wide)b * a_den;
    *out = (dm_ratio){0, 1};
    return num == 0 || dmi_ratio_make(num, (dmi_wide)a_den * b_den, out);
}

/* -1, 0 or 1. */
static inline int dmi_ratio_compare(dm_ratio a, dm_ratio b)
{
    assert(a.den > 0 && b.den > 0);
    dmi_wide left = (dmi_wide)a.num * b.den, right = (dmi_wide)b.num * a.den;
    return (left > right) - (left < right);
}

static inline dm_status dmi_ratio_too_large(dm_error *err)
{
    return dmi_fail(err, DM_TOO_LARGE, "a result does not fit 63 bits as a fraction");
}

#endif
