/* key.h - 128-bit keys of positions.
 *
 * Two halves of 64 bits are mixed in the same way with different constants.  The
 * keys of parts add up to the key of a position, so a move changes it in constant time.
 */
#ifndef DMI_KEY_H
#define DMI_KEY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct dmi_key {
    uint64_t a, b;
} dmi_key;

static inline uint64_t dmi_mix(uint64_t x)
{
    x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ (x >> 32);
}

static inline dmi_key dmi_key_mix(dmi_key key)
{
    return (dmi_key){dmi_mix(key.a + UINT64_C(0x9e3779b97f4a7c15)),
                     dmi_mix(key.b + UINT64_C(0xc2b2ae3d27d4eb4f))};
}

/* What a number means: equal numbers of different kinds have different keys. */
typedef enum dmi_kind {
    DMI_KIND_VERTEX, /* a vertex of one board, with its marks */
    DMI_KIND_VALUE,  /* a vertex by its value and marks alone */
    DMI_KIND_STONE,  /* a stone on a vertex of one board */
    DMI_KIND_HELD,   /* a vertex of one board, with its owner */
    DMI_KIND_REST    /* the stones still to come, and the tie rule */
} dmi_kind;

static inline dmi_key dmi_key_of(dmi_kind kind, uint64_t number)
{
    dmi_key key = {number * UINT64_C(0xff51afd7ed558ccd) + (uint64_t)kind,
                   number * UINT64_C(0x9fb21c651e98df25) - (uint64_t)kind};
    return dmi_key_mix(dmi_key_mix(key));
}

static inline dmi_key dmi_key_add(dmi_key x, dmi_key y)
{
    return (dmi_key){x.a + y.a, x.b + y.b};
}

static inline dmi_key dmi_key_subtract(dmi_key x, dmi_key y)
{
    return (dmi_key){x.a - y.a, x.b - y.b};
}

static inline bool dmi_key_equal(dmi_key x, dmi_key y)
{
    return x.a == y.a && x.b == y.b;
}

static inline bool dmi_key_less(dmi_key x, dmi_key y)
{
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

#endif
