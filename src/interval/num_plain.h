/* num_plain.h - whole numbers for board.h: 64 bits, the fast kind.
 *
 * The names are those of num_exact.h, so that one text serves both.  A unit is made as fine as it
 * may be from the start; what does not divide then is told, and the caller turns to the other
 * kind.  Places and lengths stay below 2^61, so that sums of two never overflow.
 */
#ifndef DMI_NUM_PLAIN_H
#define DMI_NUM_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

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
/* Its lowest bits. */
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
/* a / by, which divides it. */
static inline void num_part(num out, const num a, uint32_t by)
{
    out[0] = a[0] / (int64_t)by;
}
static inline uint32_t num_rest(const num a, uint32_t by)
{
    return (uint32_t)(a[0] % (int64_t)by);
}
/* How often 2 divides a > 0. */
static inline int num_twos(const num a)
{
    return __builtin_ctzll((unsigned long long)a[0]);
}
/* a / 2^bits, which divides it. */
static inline void num_shrink(num out, const num a, int bits)
{
    out[0] = a[0] >> bits;
}
/* by * 2^bits; false where it does not fit. */
static inline bool num_power(num out, uint32_t by, int bits)
{
    if (bits > 60 || (int64_t)by > num_limit >> bits)
        return false;
    out[0] = (int64_t)by << bits;
    return true;
}
/* a times `by`; false, nothing changed, where it does not fit. */
static inline bool num_scale(num a, const num by)
{
    int64_t product;
    if (__builtin_mul_overflow(a[0], by[0], &product) || product > num_limit)
        return false;
    a[0] = product;
    return true;
}
/* a times a small number, known to fit. */
static inline void num_times(num out, const num a, uint32_t by)
{
    out[0] = a[0] * (int64_t)by;
}

#endif
