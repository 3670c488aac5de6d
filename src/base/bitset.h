/* bitset.h - a set of small numbers that finds its next member fast.
 *
 * Two levels: bit i of `word` is member i, bit j of `summary` is set if word j
 * is not zero.  So finding the next of up to 2^15 members reads at most ten words.
 */
#ifndef DMI_BITSET_H
#define DMI_BITSET_H

#include <assert.h>
#include <stdint.h>

enum { DMI_BITSET_LIMIT = 1 << 15 };

typedef struct dmi_bitset {
    uint64_t word[DMI_BITSET_LIMIT / 64];
    uint64_t summary[DMI_BITSET_LIMIT / 64 / 64];
} dmi_bitset;

static inline void dmi_bitset_add(dmi_bitset *set, uint32_t i)
{
    assert(i < DMI_BITSET_LIMIT);
    set->word[i / 64] |= UINT64_C(1) << i % 64;
    set->summary[i / 4096] |= UINT64_C(1) << i / 64 % 64;
}

static inline void dmi_bitset_remove(dmi_bitset *set, uint32_t i)
{
    assert(i < DMI_BITSET_LIMIT);
    set->word[i / 64] &= ~(UINT64_C(1) << i % 64);
    if (!set->word[i / 64])
        set->summary[i / 4096] &= ~(UINT64_C(1) << i / 64 % 64);
}

static inline uint32_t dmi_low_bit(uint64_t word)
{
    assert(word != 0);
    return (uint32_t)__builtin_ctzll(word);
}

/* The least member that is at least `from`, or -1. */
static inline int32_t dmi_bitset_next(const dmi_bitset *set, uint32_t from)
{
    if (from >= DMI_BITSET_LIMIT)
        return -1;
    uint32_t at = from / 64;
    uint64_t rest = set->word[at] >> from % 64;
    if (rest)
        return (int32_t)(from + dmi_low_bit(rest));
    at++;
    for (uint32_t top = at / 64; top < DMI_BITSET_LIMIT / 4096; top++, at = top * 64) {
        uint64_t words = set->summary[top] >> at % 64;
        if (words) {
            at += dmi_low_bit(words);
            return (int32_t)(at * 64 + dmi_low_bit(set->word[at]));
        }
    }
    return -1;
}

#endif
