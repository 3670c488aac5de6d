/* ratio.c - prints and subtracts ratios. */
#include "lines/level/ratio.h"

#include "base/base.h"
#include <inttypes.h>
#include <stdio.h>

const char *dm_ratio_print(dm_ratio ratio, char text[DM_RATIO_TEXT])
{
    if (ratio.den == 1)
        snprintf(text, DM_RATIO_TEXT, "%" PRId64, ratio.num);
    else
        snprintf(text, DM_RATIO_TEXT, "%" PRId64 "/%" PRId64, ratio.num, ratio.den);
    return text;
}

dm_status dm_ratio_subtract(dm_ratio a, dm_ratio b, dm_ratio *out, dm_error *err)
{
    if (dmi_ratio_add(a, (dm_ratio){-b.num, b.den}, out))
        return DM_OK;
    return dmi_fail(err, DM_TOO_LARGE, "a difference does not fit 63 bits as a fraction");
}
