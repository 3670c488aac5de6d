/* utf8.h - checks and writes UTF-8. */
#ifndef DMI_UTF8_H
#define DMI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether `size` bytes are well-formed UTF-8 (no overlong forms, no surrogates)
 * without control characters. */
bool dmi_utf8_is_clean(const char *text, size_t size);

/* Writes `size` bytes as UTF-8 for people: bytes that are not UTF-8, control characters (but tabs
 * and, if `has_lines`, newlines) and characters that turn the direction of text appear as \x1b or
 * \u202e; carriage returns before newlines are dropped.  Ends before a character that does not fit
 * into `room` bytes with the NUL; 4 bytes for each are always enough. */
void dmi_utf8_visible(const char *bytes, size_t size, bool has_lines, char *out, size_t room);

/* Writes a code point up to 0x10ffff; returns the number of bytes, 1 to 4. */
size_t dmi_utf8_put(uint32_t code, char *out);

#endif
