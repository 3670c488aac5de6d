/* evaluator_avx2.c - the evaluator's loops with AVX2: a line is two registers.
 *
 * AVX2 compares unsigned numbers only for equality: with the minimum l of a and
 * b, a < b is "b is not l".  It has no minimum of 64-bit numbers, so 8-byte cells
 * use the portable form.
 */
#include "game/evaluator_kernels.h"

#if defined(__x86_64__)
#include <assert.h>
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,popcnt")))

/* One bit per cell, from two registers of all-ones or all-zeros cells. */
TARGET static inline uint64_t mask_8(__m256i low, __m256i high)
{
    return (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 |
           (uint32_t)_mm256_movemask_epi8(low);
}

TARGET static inline uint64_t mask_16(__m256i low, __m256i high)
{
    __m256i packed = _mm256_packs_epi16(low, high); /* by halves: low0 high0 low1 high1 */
    return (uint32_t)_mm256_movemask_epi8(_mm256_permute4x64_epi64(packed, 0xd8));
}

TARGET static inline uint64_t mask_32(__m256i low, __m256i high)
{
    return (uint64_t)(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(high)) << 8 |
           (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(low));
}

TARGET static inline __m256i load(const void *line, int half)
{
    return _mm256_load_si256((const __m256i *)line + half);
}

/* One per width; the suffixes are those of the intrinsics. */
#define DEFINE_LINE(name, mask, bits)                                                              \
    TARGET static inline dmi_line name(const void *row, const void *own, const void *other)        \
    {                                                                                              \
        const uint64_t all = UINT64_MAX >> (64 - 512 / bits);                                      \
        const __m256i mark = _mm256_set1_epi8(-1);                                                 \
        __m256i not_own[2], not_other[2], unreached[2];                                            \
        for (int half = 0; half < 2; half++) {                                                     \
            __m256i mine = _mm256_min_epu##bits(load(row, half), load(own, half));                 \
            __m256i theirs = load(other, half);                                                    \
            __m256i least = _mm256_min_epu##bits(mine, theirs);                                    \
            not_own[half] = _mm256_cmpeq_epi##bits(least, theirs);                                 \
            not_other[half] = _mm256_cmpeq_epi##bits(least, mine);                                 \
            unreached[half] = _mm256_cmpeq_epi##bits(least, mark);                                 \
        }                                                                                          \
        dmi_line line = {~mask(not_own[0], not_own[1]) & all,                                      \
                         ~mask(not_other[0], not_other[1]) & all, 0};                              \
        line.tied = ~(line.own | line.other | mask(unreached[0], unreached[1])) & all;             \
        return line;                                                                               \
    }

DEFINE_LINE(line_8, mask_8, 8)
DEFINE_LINE(line_16, mask_16, 16)
DEFINE_LINE(line_32, mask_32, 32)

#define HAS_LINES
#include "game/evaluator_widths_impl.h"

const dmi_kernels *dmi_kernels_avx2(int width)
{
    assert(width >= 1);
    static const dmi_kernels *const by_width[4] = {&kernels_8, &kernels_16, &kernels_32};
    return width == 8 ? dmi_kernels_portable(width) : by_width[dmi_width_index(width)];
}
#else
typedef int this_machine_has_no_avx2;
#endif
