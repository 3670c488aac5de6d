/* playout_forms.c - the loops of playouts: plain C, AVX2 and AVX-512.
 *
 * With byte cells a board of 100 vertices is two lines of 64 bytes.  The vector forms process
 * a line at a time and keep the least classes, or the counts, in registers over all rows or
 * pairs.  A true comparison of bytes is -1, so subtracting it counts.
 */
#include "game/playout_forms.h"

#define FORM(name) name##_8
#define CELL       uint8_t
#include "game/playout_impl.h"

#define FORM(name) name##_16
#define CELL       uint16_t
#include "game/playout_impl.h"

const dmi_playout_form *dmi_playout_portable(bool is_wide)
{
    static const dmi_playout_form narrow = {merge_8, count_8, take_8};
    static const dmi_playout_form wide = {merge_16, count_16, take_16};
    return is_wide ? &wide : &narrow;
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static void merge_avx2(const dmi_rows *rows, const uint16_t *vertices, int32_t count,
                            const char *base, char *out)
{
    for (int64_t at = 0; at < rows->bytes; at += 32) {
        const char *line = rows->cells + at;
        __m256i least = _mm256_load_si256((const __m256i *)(base + at));
        for (int32_t i = 0; i < count; i++)
            least = _mm256_min_epu8(
                least, _mm256_load_si256((const __m256i *)(line + vertices[i] * rows->bytes)));
        _mm256_store_si256((__m256i *)(out + at), least);
    }
}

AVX2 static inline void add_avx2(uint8_t *counts, __m256i more)
{
    __m256i *at = (__m256i *)counts;
    _mm256_store_si256(at, _mm256_add_epi8(_mm256_load_si256(at), more));
}

AVX2 static void count_avx2(const char *white, const char *black, int64_t bytes, int32_t blocks,
                            int32_t pairs, const dmi_counts *counts)
{
    const __m256i mark = _mm256_set1_epi8(-1);
    for (int64_t at = 0; at < bytes; at += 32) {
        __m256i whites = _mm256_setzero_si256(), blacks = whites, nobodys = whites;
        for (int32_t done = 0, i = 0; done < pairs; i++) {
            __m256i mine = _mm256_load_si256((const __m256i *)(white + i * bytes + at));
            for (int32_t j = 0; j < blocks && done < pairs; j++) {
                if (j == i)
                    continue;
                __m256i other = _mm256_load_si256((const __m256i *)(black + j * bytes + at));
                __m256i least = _mm256_min_epu8(mine, other);
                whites = _mm256_sub_epi8(whites, _mm256_cmpeq_epi8(least, mine));
                blacks = _mm256_sub_epi8(blacks, _mm256_cmpeq_epi8(least, other));
                nobodys = _mm256_sub_epi8(nobodys, _mm256_cmpeq_epi8(least, mark));
                done++;
            }
        }
        add_avx2(counts->reach[DM_WHITE] + at, whites);
        add_avx2(counts->reach[DM_BLACK] + at, blacks);
        add_avx2(counts->unreached + at, nobodys);
    }
}

const dmi_playout_form *dmi_playout_avx2(void)
{
    static const dmi_playout_form form = {merge_avx2, count_avx2, take_8};
    return &form;
}

#define AVX512 __attribute__((target("avx512bw")))

AVX512 static void merge_avx512(const dmi_rows *rows, const uint16_t *vertices, int32_t count,
                                const char *base, char *out)
{
    for (int64_t at = 0; at < rows->bytes; at += 64) {
        const char *line = rows->cells + at;
        __m512i least = _mm512_load_si512(base + at);
        for (int32_t i = 0; i < count; i++)
            least = _mm512_min_epu8(least, _mm512_load_si512(line + vertices[i] * rows->bytes));
        _mm512_store_si512(out + at, least);
    }
}

AVX512 static inline void add_avx512(uint8_t *counts, __m512i more)
{
    _mm512_store_si512(counts, _mm512_add_epi8(_mm512_load_si512(counts), more));
}

AVX512 static inline __m512i one_more(__m512i counts, __mmask64 where)
{
    return _mm512_mask_add_epi8(counts, where, counts, _mm512_set1_epi8(1));
}

AVX512 static void count_avx512(const char *white, const char *black, int64_t bytes, int32_t blocks,
                                int32_t pairs, const dmi_counts *counts)
{
    const __m512i mark = _mm512_set1_epi8(-1);
    for (int64_t at = 0; at < bytes; at += 64) {
        __m512i whites = _mm512_setzero_si512(), blacks = whites, nobodys = whites;
        for (int32_t done = 0, i = 0; done < pairs; i++) {
            __m512i mine = _mm512_load_si512(white + i * bytes + at);
            for (int32_t j = 0; j < blocks && done < pairs; j++) {
                if (j == i)
                    continue;
                __m512i other = _mm512_load_si512(black + j * bytes + at);
                whites = one_more(whites, _mm512_cmple_epu8_mask(mine, other));
                blacks = one_more(blacks, _mm512_cmple_epu8_mask(other, mine));
                __m512i least = _mm512_min_epu8(mine, other);
                nobodys = one_more(nobodys, _mm512_cmpeq_epi8_mask(least, mark));
                done++;
            }
        }
        add_avx512(counts->reach[DM_WHITE] + at, whites);
        add_avx512(counts->reach[DM_BLACK] + at, blacks);
        add_avx512(counts->unreached + at, nobodys);
    }
}

const dmi_playout_form *dmi_playout_avx512(void)
{
    static const dmi_playout_form form = {merge_avx512, count_avx512, take_8};
    return &form;
}
#endif
