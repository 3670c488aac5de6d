/* evaluator_avx512.c - the evaluator's loops with AVX-512BW: a line is one
 * register, and a comparison gives a mask. */
#include "game/evaluator_kernels.h"

#if defined(__x86_64__)
#include <assert.h>
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,popcnt")))

/* One per width; `suffix` is that of the intrinsics. */
#define DEFINE_LINE(name, suffix)                                                                  \
    TARGET static inline dmi_line name(const void *row, const void *own, const void *other)        \
    {                                                                                              \
        __m512i nearest = _mm512_min_##suffix(_mm512_load_si512(row), _mm512_load_si512(own));     \
        __m512i theirs = _mm512_load_si512(other);                                                 \
        dmi_line line = {_mm512_cmplt_##suffix##_mask(nearest, theirs),                            \
                         _mm512_cmplt_##suffix##_mask(theirs, nearest), 0};                        \
        line.tied = _mm512_cmpneq_##suffix##_mask(nearest, _mm512_set1_epi8(-1)) &                 \
                    ~(line.own | line.other);                                                      \
        return line;                                                                               \
    }

DEFINE_LINE(line_8, epu8)
DEFINE_LINE(line_16, epu16)
DEFINE_LINE(line_32, epu32)
DEFINE_LINE(line_64, epu64)

#define HAS_LINES
#include "game/evaluator_widths_impl.h"

#define FORM(name) name##_64
#define CELL       uint64_t
#include "game/evaluator_impl.h"

const dmi_kernels *dmi_kernels_avx512(int width)
{
    assert(width >= 1);
    static const dmi_kernels *const by_width[] = {&kernels_8, &kernels_16, &kernels_32,
                                                  &kernels_64};
    return by_width[dmi_width_index(width)];
}
#else
typedef int this_machine_has_no_avx512;
#endif
