/* decimal_print.c - an exact decimal number as text. */
#include "base/decimal_print.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t dmi_decimal_print(int64_t length, int decimals, char text[DMI_DECIMAL_TEXT])
{
    assert(length >= 0);
    assert(decimals >= 0);
    while (decimals > 0 && length % 10 == 0) {
        length /= 10;
        decimals--;
    }
    char digits[DMI_DECIMAL_TEXT];
    int size = snprintf(digits, sizeof digits, "%0*lld", decimals + 1, (long long)length);
    size_t whole = (size_t)(size - decimals);
    memcpy(text, digits, whole);
    if (decimals == 0) {
        text[whole] = '\0';
        return whole;
    }
    text[whole] = '.';
    memcpy(text + whole + 1, digits + whole, (size_t)decimals + 1);
    return (size_t)size + 1;
}
