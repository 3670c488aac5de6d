/* decimal.c - exact decimal numbers: digits and a power of ten. */
#include "format/decimal.h"

#include "base/base.h"
#include <demesne/arena.h>
#include <demesne/source.h>
#include <string.h>

/* Reads a length given by a user, in the board's unit. */
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

bool dmi_scale_up(uint64_t units, int places, uint64_t *out)
{
    if (units)
        for (; places > 0; places--) {
            if (units > (uint64_t)DM_MAX_TOTAL / 10)
                return false;
            units *= 10;
        }
    *out = units;
    return true;
}

/* Digits with at most one point. Zeros count only once a digit follows, so
 * "1.000000000000000000000" and "1000e-3" do not overflow: the number is units * 10^exponent,
 * units without trailing zeros. */
static const char *parse_digits(const char *c, const char *end, uint64_t *units, int64_t *exponent,
                                bool *fits)
{
    int64_t zeros = 0, digits = 0, after_point = 0;
    bool has_point = false;
    for (; c < end; c++) {
        if (*c == '.' && !has_point) {
            has_point = true;
            continue;
        }
        if (*c < '0' || *c > '9')
            break;
        digits++;
        after_point += has_point;
        zeros++;
        if (*c == '0')
            continue;
        int places = zeros > 30 ? 30 : (int)zeros;
        *fits = *fits && dmi_scale_up(*units, places, units);
        if (*fits)
            *units += (uint64_t)(*c - '0');
        zeros = 0;
    }
    *exponent = zeros - after_point;
    return digits ? c : NULL;
}

/* Exponents above a million are as good as a million. */
static const char *parse_exponent(const char *c, const char *end, int64_t *exponent)
{
    bool is_negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+'))
        c++;
    const char *first = c;
    int64_t number = 0;
    for (; c < end && *c >= '0' && *c <= '9'; c++)
        if (number < 1000000)
            number = number * 10 + (*c - '0');
    *exponent += is_negative ? -number : number;
    return c == first ? NULL : c;
}

const char *dmi_decimal_parse(const char *text, size_t size, dmi_decimal *out)
{
    static const char not_a_number[] = "expected a number";
    static const char too_large[] = "lengths are at most 2^62 units";
    const char *c = text, *end = text + size;
    dmi_decimal number = {0};
    int64_t exponent = 0;
    bool fits = true;
    if (c < end && (*c == '-' || *c == '+'))
        number.negative = *c++ == '-';
    c = parse_digits(c, end, &number.units, &exponent, &fits);
    if (c && c < end && (*c == 'e' || *c == 'E'))
        c = parse_exponent(c + 1, end, &exponent);
    if (!c || c != end)
        return not_a_number;
    if (number.units == 0 && fits)
        exponent = 0;
    if (exponent < -DMI_DECIMALS_MAX)
        return "at most 18 decimals are possible";
    if (!fits || number.units > (uint64_t)DM_MAX_TOTAL ||
        (exponent > 0 &&
         !dmi_scale_up(number.units, exponent > 30 ? 30 : (int)exponent, &number.units)))
        return too_large;
    number.decimals = exponent < 0 ? (int)-exponent : 0;
    *out = number;
    return NULL;
}

bool dmi_decimal_tenths(const dmi_decimal *number, int64_t *out)
{
    uint64_t units = number->units, divisor = 1;
    for (int i = 1; i < number->decimals; i++)
        divisor *= 10;
    if (number->decimals == 0 && !dmi_scale_up(units, 1, &units))
        return false;
    units = units / divisor + (divisor > 1 && units % divisor >= divisor / 2);
    *out = units ? (int64_t)units : 1;
    return true;
}
