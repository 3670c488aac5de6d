/* decimal.h - exact decimal numbers. */
#ifndef DMI_DECIMAL_H
#define DMI_DECIMAL_H

#include "base/decimal_print.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number is units * 10^-decimals, or its negative; decimals is as small as possible (0 if
 * the number is whole) and at most DMI_DECIMALS_MAX. */
typedef struct dmi_decimal {
    uint64_t units; /* at most 2^62 */
    int decimals;
    bool negative;
} dmi_decimal;

#define DMI_DECIMALS_MAX 18

/* Reads "12", "-0.5", ".25", "1e3" from `size` bytes. Returns NULL, or what is wrong, for a
 * message after a semicolon. */
const char *dmi_decimal_parse(const char *text, size_t size, dmi_decimal *out);

/* units * 10^places, false above 2^62. */
bool dmi_scale_up(uint64_t units, int places, uint64_t *out);

/* To whole tenths, halves up, at least one: lengths of maps.  The sign does not count; false above
 * 2^62. */
bool dmi_decimal_tenths(const dmi_decimal *number, int64_t *out);

#endif
