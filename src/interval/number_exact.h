/* number_exact.h - whole numbers of any size, by GMP; number_64.h describes the functions. */
#ifndef DMI_INTERVAL_NUMBER_EXACT_H
#define DMI_INTERVAL_NUMBER_EXACT_H

#include "base/fraction.h"
#include <stdbool.h>
#include <stdint.h>

typedef mpz_t num;

enum { NUM_MOST_BITS = 1 << 20 };

static inline void num_init(num a)
{
    mpz_init(a);
}
static inline void num_clear(num a)
{
    mpz_clear(a);
}
static inline void num_set(num out, const num a)
{
    mpz_set(out, a);
}
static inline void num_swap(num a, num b)
{
    mpz_swap(a, b);
}
static inline uint64_t num_word(const num a)
{
    /* not mpz_get_ui(): it gives only 32 bits if a long has 32 */
    _Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t), "GMP must have limbs of 64 bits");
    return mpz_getlimbn(a, 0);
}
static inline void num_zero(num out)
{
    mpz_set_ui(out, 0);
}
static inline void num_add(num out, const num a, const num b)
{
    mpz_add(out, a, b);
}
static inline void num_sub(num out, const num a, const num b)
{
    mpz_sub(out, a, b);
}
static inline void num_absolute(num a)
{
    mpz_abs(a, a);
}
static inline void num_halve(num out, const num a)
{
    mpz_tdiv_q_2exp(out, a, 1);
}
static inline bool num_is_odd(const num a)
{
    return mpz_odd_p(a);
}
static inline int num_compare(const num a, const num b)
{
    return mpz_cmp(a, b);
}
static inline int num_sign(const num a)
{
    return mpz_sgn(a);
}
static inline void num_part(num out, const num a, uint32_t by)
{
    mpz_divexact_ui(out, a, by);
}
static inline uint32_t num_rest(const num a, uint32_t by)
{
    return (uint32_t)mpz_fdiv_ui(a, by);
}
static inline int num_twos(const num a)
{
    return (int)mpz_scan1(a, 0);
}
static inline void num_shrink(num out, const num a, int bits)
{
    mpz_tdiv_q_2exp(out, a, (mp_bitcnt_t)bits);
}
static inline bool num_power(num out, uint32_t by, int bits)
{
    mpz_set_ui(out, by);
    mpz_mul_2exp(out, out, (mp_bitcnt_t)bits);
    return bits < NUM_MOST_BITS;
}
static inline bool num_scale(num a, const num by)
{
    if (mpz_sizeinbase(a, 2) + mpz_sizeinbase(by, 2) > NUM_MOST_BITS)
        return false;
    mpz_mul(a, a, by);
    return true;
}
static inline void num_times(num out, const num a, uint32_t by)
{
    mpz_mul_ui(out, a, by);
}
static inline char *num_ratio_text(const num a, const num b)
{
    return dmi_fraction_text(a, b);
}

#endif
