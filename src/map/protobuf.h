/* protobuf.h - reads protocol buffers in place.
 *
 * A message is a row of fields, each a number and a value: a varint (seven bits per byte, the least
 * first), or bytes after their size.  Nothing is read beyond `end`; after damage the cursor is at
 * its end and `is_bad`.
 */
#ifndef DMI_PROTOBUF_H
#define DMI_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dmi_cursor {
    const unsigned char *at, *end;
    bool is_bad;
} dmi_cursor;

typedef struct dmi_field {
    uint32_t id;
    bool is_bytes;
    uint64_t number;  /* unless is_bytes */
    dmi_cursor bytes; /* if is_bytes */
} dmi_field;

static inline dmi_cursor dmi_cursor_of(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    return (dmi_cursor){at, at + size, false};
}

static inline uint64_t dmi_cursor_damage(dmi_cursor *c)
{
    c->at = c->end;
    c->is_bad = true;
    return 0;
}

static inline uint64_t dmi_take_long_varint(dmi_cursor *c)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 70 && c->at < c->end; shift += 7) {
        unsigned char byte = *c->at++;
        number |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
        if (byte < 0x80)
            return number;
    }
    return dmi_cursor_damage(c);
}

static inline uint64_t dmi_take_varint(dmi_cursor *c)
{
    if (c->at < c->end && *c->at < 0x80)
        return *c->at++;
    return dmi_take_long_varint(c);
}

/* A signed number: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...  Kept unsigned, for sums that wrap. */
static inline uint64_t dmi_take_signed(dmi_cursor *c)
{
    uint64_t number = dmi_take_varint(c);
    return (number >> 1) ^ (0 - (number & 1));
}

static inline dmi_cursor dmi_take_bytes(dmi_cursor *c, uint64_t size)
{
    if (size > (uint64_t)(c->end - c->at)) {
        dmi_cursor_damage(c);
        return (dmi_cursor){c->end, c->end, false};
    }
    c->at += size;
    return (dmi_cursor){c->at - size, c->at, false};
}

/* The next field; false at the end, and after damage. */
static inline bool dmi_next_field(dmi_cursor *c, dmi_field *out)
{
    enum { VARINT, EIGHT_BYTES, BYTES, FOUR_BYTES = 5 };
    if (c->at == c->end)
        return false;
    uint64_t tag = dmi_take_varint(c);
    *out = (dmi_field){.id = (uint32_t)(tag >> 3)};
    switch (tag & 7) {
    case VARINT:
        out->number = dmi_take_varint(c);
        break;
    case BYTES:
        out->is_bytes = true;
        out->bytes = dmi_take_bytes(c, dmi_take_varint(c));
        break;
    case EIGHT_BYTES:
        dmi_take_bytes(c, 8);
        out->id = 0; /* no format here has such a field */
        break;
    case FOUR_BYTES:
        dmi_take_bytes(c, 4);
        out->id = 0;
        break;
    default:
        dmi_cursor_damage(c);
    }
    return !c->is_bad;
}

#endif
