/* ratio_parse.c - reads exact ratios: whole numbers, decimals, and one divided by another. */
#include <demesne/lines.h>

#include "base/base.h"
#include "format/decimal.h"
#include "lines/level/ratio.h"
#include <string.h>

/* Reads a decimal as a ratio; returns NULL, or what is wrong. */
static const char *read_decimal(const char *text, size_t size, dm_ratio *out)
{
    dmi_decimal number;
    const char *wrong = dmi_decimal_parse(text, size, &number);
    if (wrong)
        return wrong;
    dmi_wide den = 1;
    for (int i = 0; i < number.decimals; i++)
        den *= 10;
    dmi_wide units = (dmi_wide)number.units;
    return dmi_ratio_make(number.negative ? -units : units, den, out) ? NULL : "it is too large";
}

dm_status dm_ratio_parse(const char *text, dm_ratio *out, dm_error *err)
{
    const char *slash = strchr(text, '/');
    size_t size = slash ? (size_t)(slash - text) : strlen(text);
    dm_ratio num, den = {1, 1};
    const char *wrong = read_decimal(text, size, &num);
    if (!wrong && slash)
        wrong = read_decimal(slash + 1, strlen(slash + 1), &den);
    if (wrong)
        return dmi_fail(err, DM_BAD_ARGUMENT, "'%.60s': %s", text, wrong);
    if (den.num < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT, "'%.60s': the divisor must be positive", text);
    if (!dmi_ratio_make((dmi_wide)num.num * den.den, (dmi_wide)num.den * den.num, out))
        return dmi_fail(err, DM_TOO_LARGE, "'%.60s' does not fit 63 bits as a fraction", text);
    return DM_OK;
}
