/* utf8.h - checks and writes UTF-8. */
#ifndef DMI_UTF8_H
#define DMI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether `size` bytes are well-formed UTF-8 (no overlong forms, no surrogates)
 * without control characters. */
bool dmi_utf8_is_clean(const char *text, size_t size);

/* Writes a code point up to 0x10ffff; returns the number of bytes, 1 to 4. */
size_t dmi_utf8_put(uint32_t code, char *out);

#endif
