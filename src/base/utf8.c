/* utf8.c - well-formed UTF-8 by RFC 3629, table 3-7 of the Unicode standard. */
#include "base/utf8.h"

static bool is_tail(unsigned char c)
{
    return (c & 0xc0) == 0x80;
}

/* The length of the sequence at s (at most `left` bytes), 0 if it is malformed. */
static size_t sequence(const unsigned char *s, size_t left)
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
        size_t step = sequence(s + at, size - at);
        if (!step)
            return false;
        at += step;
    }
    return true;
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
