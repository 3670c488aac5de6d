/* decimal_print.h - an exact decimal number as text. */
#ifndef DMI_DECIMAL_PRINT_H
#define DMI_DECIMAL_PRINT_H

#include <stddef.h>
#include <stdint.h>

#define DMI_DECIMAL_TEXT 32

/* Writes length * 10^-decimals as short as possible ("1.5", "12"); returns the size. */
size_t dmi_decimal_print(int64_t length, int decimals, char text[DMI_DECIMAL_TEXT]);

#endif
