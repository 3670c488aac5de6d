/* utf8.c - well-formed UTF-8 by RFC 3629, table 3-7 of the Unicode standard. */
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

static bool is_tail(unsigned char c)
{
    return (c & 0xc0) == 0x80;
}

/* The length of the sequence at s (at most `left` bytes), 0 if it is malformed. */
static size_t sequence_length(const unsigned char *s, size_t left)
{
    unsigned char c = s[0];
    if (c < 0x80)
        return c >= 0x20 && c != 0x7f;
    size_t size = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    if (c < 0xc2 || c > 0xf4 || size > left || !is_tail(s[1]))
        return 0;
    bool second_is_bad = (c == 0xe0 && s[1] < 0xa0) || (c == 0xed && s[1] > 0x9f) ||
                         (c == 0xf0 && s[1] < 0x90) || (c == 0xf4 && s[1] > 0x8f) ||
                         (c == 0xc2 && s[1] < 0xa0); /* C1 controls */
    if (second_is_bad)
        return 0;
    for (size_t i = 2; i < size; i++)
        if (!is_tail(s[i]))
            return 0;
    return size;
}

bool dmi_utf8_is_clean(const char *text, size_t size)
{
    const unsigned char *s = (const unsigned char *)text;
    for (size_t at = 0; at < size;) {
        size_t step = sequence_length(s + at, size - at);
        if (!step)
            return false;
        at += step;
    }
    return true;
}

/* Marks that turn the direction of the text after them: U+202A to U+202E and U+2066 to U+2069. */
static bool turns_direction(const unsigned char *s)
{
    return s[0] == 0xe2 && ((s[1] == 0x80 && s[2] >= 0xaa && s[2] <= 0xae) ||
                            (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9));
}

/* Writes the character at `s`, for which `left` bytes are there, and returns how many it has. */
static size_t show_one(const unsigned char *s, size_t left, bool has_lines, char out[8])
{
    size_t size = sequence_length(s, left);
    if (s[0] == '\t' || (has_lines && s[0] == '\n')) {
        snprintf(out, 8, "%c", s[0]);
    } else if (has_lines && s[0] == '\r' && left > 1 && s[1] == '\n') {
        out[0] = '\0';
    } else if (size == 3 && turns_direction(s)) {
        snprintf(out, 8, "\\u20%x%x", s[1] == 0x80 ? 2 : 6, s[2] & 0xfu);
    } else if (size > 0) {
        memcpy(out, s, size);
        out[size] = '\0';
    } else {
        snprintf(out, 8, "\\x%02x", s[0]);
    }
    return size > 0 ? size : 1;
}

void dmi_utf8_visible(const char *bytes, size_t size, bool has_lines, char *out, size_t room)
{
    const unsigned char *s = (const unsigned char *)bytes;
    char one[8];
    out[0] = '\0';
    for (size_t at = 0, used = 0; at < size;) {
        at += show_one(s + at, size - at, has_lines, one);
        size_t more = strlen(one);
        if (used + more >= room)
            return;
        memcpy(out + used, one, more + 1);
        used += more;
    }
}

size_t dmi_utf8_put(uint32_t code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(0xf0u << (4 - size) | code);
    return size;
}
