/* base64.c - three bytes become four letters. */
#include "server/base64.h"

#include <stdint.h>
#include <stdlib.h>

char *base64_of(const void *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *from = bytes;
    char *text = malloc((size + 2) / 3 * 4 + 1), *to = text;
    for (size_t i = 0; text && i < size; i += 3) {
        size_t left = size - i;
        uint32_t three = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                         (left > 2 ? from[i + 2] : 0);
        *to++ = digits[three >> 18];
        *to++ = digits[three >> 12 & 63];
        *to++ = left > 1 ? digits[three >> 6 & 63] : '=';
        *to++ = left > 2 ? digits[three & 63] : '=';
    }
    if (text)
        *to = 0;
    return text;
}
