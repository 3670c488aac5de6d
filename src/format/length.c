/* length.c - reads a length given by a user, in the board's unit. */
#include "base/base.h"
#include "format/decimal.h"
#include <demesne/source.h>
#include <string.h>

dm_status dm_length_parse(const char *text, int decimals, int64_t *out, dm_error *err)
{
    dmi_decimal number;
    uint64_t units;
    const char *wrong = dmi_decimal_parse(text, strlen(text), &number);
    if (wrong)
        return dmi_fail(err, DM_BAD_ARGUMENT, "'%.40s': %s", text, wrong);
    if (number.decimals > decimals) {
        /* units / 10^places, rounded up if `up`. */
        int places = number.decimals - decimals;
        uint64_t divisor = 1;
        for (; places > 0 && divisor <= number.units; places--)
            divisor *= 10;
        units = number.units / divisor + (number.negative && number.units % divisor != 0);
    } else if (!dmi_scale_up(number.units, decimals - number.decimals, &units))
        units = (uint64_t)DM_MAX_TOTAL;
    *out = number.negative ? -(int64_t)units : (int64_t)units;
    return DM_OK;
}
