/* bit_rows.c - rows of bits: comparisons, weights of unions, in plain C, AVX2 and AVX-512.
 *
 * Customers are sorted by weight, so most blocks have one plane.  A block of several weights has
 * one plane per binary digit.
 */
#include "location/lead/bit_rows.h"

#include <assert.h>
#include <string.h>

static inline __attribute__((always_inline)) int64_t
weigh_planes(const dmi_bits *bits, const uint64_t *a, const uint64_t *b)
{
    int64_t sum = 0;
    for (int32_t k = 0; k < bits->planes; k++) {
        const dmi_bit_plane *plane = &bits->plane[k];
        size_t from = (size_t)plane->block * DMI_BLOCK_WORDS;
        int count = 0;
        for (size_t w = 0; w < DMI_BLOCK_WORDS; w++)
            count += __builtin_popcountll((a[from + w] | b[from + w]) & plane->mask[w]);
        sum += count * plane->times;
    }
    return sum;
}

static inline __attribute__((always_inline)) int64_t
weigh_uniform(const dmi_bits *bits, const uint64_t *a, const uint64_t *b)
{
    int64_t count = 0;
    for (size_t w = 0; w < bits->words; w++)
        count += __builtin_popcountll(a[w] | b[w]);
    return count * bits->times;
}

static void compare_plain(const uint16_t *rank, const uint16_t *limit, size_t words, uint64_t *out)
{
    for (size_t w = 0; w < words; w++, rank += 64, limit += 64) {
        uint64_t word = 0;
        for (int i = 0; i < 64; i++)
            word |= (uint64_t)(rank[i] <= limit[i]) << i;
        out[w] = word;
    }
}

/* The other two loops of a form. */
#define DEFINE_FORM(name, target)                                                                  \
    target static int64_t weigh_##name(const dmi_bits *bits, const uint64_t *a, const uint64_t *b) \
    {                                                                                              \
        return bits->uniform ? weigh_uniform_##name(bits, a, b) : weigh_planes_##name(bits, a, b); \
    }                                                                                              \
    target static int32_t refute_##name(const dmi_bits *bits, const uint64_t *a,                   \
                                        const uint64_t *rows, int64_t sum, const int64_t *single,  \
                                        int64_t floor, dmi_bit_list *list, int32_t from,           \
                                        int32_t to, int32_t at)                                    \
    {                                                                                              \
        for (int32_t i = from; i < to; i++) {                                                      \
            int32_t site = list->site[i];                                                          \
            int64_t bound = list->bound[i], most = sum + single[site];                             \
            if (most <= floor)                                                                     \
                continue;                                                                          \
            const uint64_t *row = rows + (size_t)site * bits->words;                               \
            int64_t weight = weigh_##name(bits, a, row);                                           \
            bound = weight < bound ? weight : bound;                                               \
            list->site[at] = site;                                                                 \
            list->bound[at] = bound;                                                               \
            at += bound > floor;                                                                   \
        }                                                                                          \
        return at;                                                                                 \
    }                                                                                              \
    static const dmi_bit_form form_##name = {compare_##name, weigh_##name, refute_##name};

#define weigh_planes_plain  weigh_planes
#define weigh_uniform_plain weigh_uniform
DEFINE_FORM(plain, )

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,popcnt")))

AVX2 static void compare_avx2(const uint16_t *rank, const uint16_t *limit, size_t words,
                              uint64_t *out)
{
    uint32_t *half = (uint32_t *)(void *)out; /* little endian, as the machine is */
    for (size_t w = 0; w < 2 * words; w++, rank += 32, limit += 32) {
        __m256i low = _mm256_loadu_si256((const __m256i *)rank);
        __m256i high = _mm256_loadu_si256((const __m256i *)(rank + 16));
        __m256i low_limit = _mm256_loadu_si256((const __m256i *)limit);
        __m256i high_limit = _mm256_loadu_si256((const __m256i *)(limit + 16));
        low = _mm256_cmpeq_epi16(_mm256_min_epu16(low, low_limit), low);
        high = _mm256_cmpeq_epi16(_mm256_min_epu16(high, high_limit), high);
        __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xd8);
        uint32_t word = (uint32_t)_mm256_movemask_epi8(both);
        memcpy(half + w, &word, sizeof word);
    }
}

#define weigh_planes_avx2  weigh_planes /* inlined, so they are compiled for AVX2 there */
#define weigh_uniform_avx2 weigh_uniform
DEFINE_FORM(avx2, AVX2)

#define AVX512 __attribute__((target("avx512bw,avx512vpopcntdq")))

AVX512 static void compare_avx512(const uint16_t *rank, const uint16_t *limit, size_t words,
                                  uint64_t *out)
{
    for (size_t w = 0; w < words; w++, rank += 64, limit += 64) {
        uint64_t low = _mm512_cmple_epu16_mask(_mm512_loadu_si512(rank), _mm512_loadu_si512(limit));
        uint64_t high =
            _mm512_cmple_epu16_mask(_mm512_loadu_si512(rank + 32), _mm512_loadu_si512(limit + 32));
        out[w] = low | high << 32;
    }
}

AVX512 static inline int64_t weigh_uniform_avx512(const dmi_bits *bits, const uint64_t *a,
                                                  const uint64_t *b)
{
    __m512i sum = _mm512_setzero_si512();
    for (size_t w = 0; w < bits->words; w += DMI_BLOCK_WORDS) {
        __m512i both = _mm512_or_si512(_mm512_loadu_si512(a + w), _mm512_loadu_si512(b + w));
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(both));
    }
    return _mm512_reduce_add_epi64(sum) * bits->times;
}

AVX512 static inline int64_t weigh_planes_avx512(const dmi_bits *bits, const uint64_t *a,
                                                 const uint64_t *b)
{
    __m512i sum = _mm512_setzero_si512();
    int64_t total = 0;
    for (int32_t k = 0; k < bits->planes; k++) {
        const dmi_bit_plane *plane = &bits->plane[k];
        size_t from = (size_t)plane->block * DMI_BLOCK_WORDS;
        __m512i both = _mm512_or_si512(_mm512_loadu_si512(a + from), _mm512_loadu_si512(b + from));
        if (!plane->whole)
            both = _mm512_and_si512(both, _mm512_loadu_si512(plane->mask));
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(both));
        if (k + 1 == bits->planes || plane[1].times != plane->times) {
            total += _mm512_reduce_add_epi64(sum) * plane->times;
            sum = _mm512_setzero_si512();
        }
    }
    return total;
}

DEFINE_FORM(avx512, AVX512)
#endif

int dmi_bit_forms(const dmi_bit_form *out[DMI_BIT_FORMS])
{
    int count = 0;
    out[count++] = &form_plain;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
        out[count++] = &form_avx2;
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vpopcntdq"))
        out[count++] = &form_avx512;
#endif
    return count;
}

/* Writes the planes of a block whose first customer is `from`; returns how many there are. */
static int32_t write_planes(const dmi_lead_market *m, int32_t block, int32_t from, int32_t to,
                            dmi_bit_plane *out)
{
    int64_t all = 0, equal = m->weight[from];
    int32_t count = 0;
    for (int32_t c = from; c < to; c++) {
        all |= m->weight[c];
        equal = m->weight[c] == equal ? equal : 0;
    }
    if (equal) {
        if (out) {
            out[0] = (dmi_bit_plane){.block = block, .whole = true, .times = equal};
            memset(out[0].mask, 0xff, sizeof out[0].mask);
        }
        return 1;
    }
    for (int digit = 0; all >> digit; digit++) {
        if (!(all >> digit & 1))
            continue;
        if (out) {
            out[count] = (dmi_bit_plane){.block = block, .times = INT64_C(1) << digit};
            for (int32_t c = from; c < to; c++)
                if (m->weight[c] >> digit & 1)
                    out[count].mask[(c - from) / 64] |= UINT64_C(1) << (c - from) % 64;
        }
        count++;
    }
    return count;
}

/* Writes the planes of all blocks, or with NULL only counts them. */
static int32_t write_all(const dmi_bits *bits, dmi_bit_plane *out)
{
    const dmi_lead_market *m = bits->market;
    const int32_t customers[2] = {m->customers, m->split};
    int32_t planes = 0, block = 0, size = 64 * DMI_BLOCK_WORDS;
    for (int h = 0; h < 2; h++)
        for (int32_t from = 0; from < customers[h]; from += size, block++) {
            int32_t to = from + size < customers[h] ? from + size : customers[h];
            planes += write_planes(m, block, from, to, out ? out + planes : NULL);
        }
    return planes;
}

dm_status dmi_bits_init(dmi_bits *bits, const dmi_lead_market *market, dm_error *err)
{
    const size_t size = 64 * (size_t)DMI_BLOCK_WORDS;
    const dmi_bit_form *form[DMI_BIT_FORMS];
    int forms = dmi_bit_forms(form);
    dmi_bits b = {.market = market, .form = form[forms - 1], .uniform = true};
    b.half[0] = ((size_t)market->customers + size - 1) / size * DMI_BLOCK_WORDS;
    b.half[1] = ((size_t)market->split + size - 1) / size * DMI_BLOCK_WORDS;
    b.words = b.half[0] + b.half[1];
    b.planes = write_all(&b, NULL);
    b.plane = dmi_array(&b.arrays, (size_t)b.planes, sizeof *b.plane);
    if (dmi_arrays_check(&b.arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    write_all(&b, b.plane);
    b.times = b.planes ? b.plane[0].times : 1;
    for (int32_t k = 0; k < b.planes; k++)
        b.uniform = b.uniform && b.plane[k].whole && b.plane[k].times == b.times;
    *bits = b;
    return DM_OK;
}

void dmi_bits_clear(dmi_bits *bits)
{
    dmi_arrays_free(&bits->arrays);
    *bits = (dmi_bits){0};
}
