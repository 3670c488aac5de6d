/* number_64.h - whole numbers of 64 bits, the fast kind.
 *
 * The unit of a board is as fine as possible from the start; if a place still needs a finer one,
 * the call fails and the caller repeats the game with number_exact.h.  Places and lengths stay
 * below 2^61, so that the sum of two never overflows.
 */
#ifndef DMI_INTERVAL_NUMBER_64_H
#define DMI_INTERVAL_NUMBER_64_H

#include "base/base.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef int64_t num[1];

static const int64_t num_limit = INT64_C(1) << 60;

static inline void num_init(num a)
{
    a[0] = 0;
}
static inline void num_clear(num a)
{
    (void)a;
}
static inline void num_set(num out, const num a)
{
    out[0] = a[0];
}
static inline void num_swap(num a, num b)
{
    int64_t kept = a[0];
    a[0] = b[0];
    b[0] = kept;
}
/* The lowest 64 bits. */
static inline uint64_t num_word(const num a)
{
    return (uint64_t)a[0];
}
static inline void num_zero(num out)
{
    out[0] = 0;
}
static inline void num_add(num out, const num a, const num b)
{
    out[0] = a[0] + b[0];
}
static inline void num_sub(num out, const num a, const num b)
{
    out[0] = a[0] - b[0];
}
static inline void num_halve(num out, const num a)
{
    out[0] = a[0] / 2;
}
static inline bool num_is_odd(const num a)
{
    return a[0] & 1;
}
static inline int num_compare(const num a, const num b)
{
    return (a[0] > b[0]) - (a[0] < b[0]);
}
static inline int num_sign(const num a)
{
    return (a[0] > 0) - (a[0] < 0);
}
/* a / by; `by` must divide a. */
static inline void num_part(num out, const num a, uint32_t by)
{
    out[0] = a[0] / (int64_t)by;
}
static inline uint32_t num_rest(const num a, uint32_t by)
{
    return (uint32_t)(a[0] % (int64_t)by);
}
/* The number of factors 2 of a > 0. */
static inline int num_twos(const num a)
{
    return __builtin_ctzll((unsigned long long)a[0]);
}
/* a / 2^bits, which must divide a. */
static inline void num_shrink(num out, const num a, int bits)
{
    out[0] = a[0] >> bits;
}
/* by * 2^bits; false if that does not fit. */
static inline bool num_power(num out, uint32_t by, int bits)
{
    if (bits > 60 || (int64_t)by > num_limit >> bits)
        return false;
    out[0] = (int64_t)by << bits;
    return true;
}
/* a times `by`; false, with a unchanged, if that does not fit. */
static inline bool num_scale(num a, const num by)
{
    int64_t product;
    if (__builtin_mul_overflow(a[0], by[0], &product) || product > num_limit)
        return false;
    a[0] = product;
    return true;
}
/* a times a small number; the product must fit. */
static inline void num_times(num out, const num a, uint32_t by)
{
    out[0] = a[0] * (int64_t)by;
}
/* "a/b" as a new text; NULL without memory. */
static inline char *num_ratio_text(const num a, const num b)
{
    enum { ROOM = 48 };
    char *text = dmi_alloc(ROOM, 1);
    if (text)
        snprintf(text, ROOM, "%lld/%lld", (long long)a[0], (long long)b[0]);
    return text;
}

#endif
