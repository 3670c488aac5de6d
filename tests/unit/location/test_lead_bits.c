/* test_lead_bits.c - every form of the loops over rows of bits that this machine has, compared with
 * the definition bit by bit. */
#include "location/lead/bit_rows.h"
#include "support/support.h"

enum { MOST = 1200, ROWS = 6, MOST_WORDS = 6 * DMI_BLOCK_WORDS };

typedef struct sample {
    dmi_lead_market market;
    dmi_bits bits;
    int64_t weight[MOST];
    uint64_t row[ROWS][MOST_WORDS]; /* rows 1, 2, ... one after another, `words` apart */
} sample;

static void draw(dm_rng *rng, sample *s)
{
    dm_error err = {0};
    bool equal = dm_rng_below(rng, 3) == 0;
    *s = (sample){.market = {.customers = 1 + (int32_t)dm_rng_below(rng, MOST)}};
    s->market.split = (int32_t)dm_rng_below(rng, (uint64_t)s->market.customers + 1);
    for (int32_t c = 0; c < s->market.customers; c++)
        s->weight[c] = equal ? 3 : 1 + (int64_t)dm_rng_below(rng, dm_rng_below(rng, 9) ? 5 : 1000);
    s->market.weight = s->weight;
    assert_ok(dmi_bits_init(&s->bits, &s->market, &err), err);
    assert_true(s->bits.words <= MOST_WORDS);
    uint64_t *rows = &s->row[0][0];
    for (int r = 0; r < ROWS; r++)
        for (int half = 0; half < 2; half++)
            for (int32_t c = 0; c < (half ? s->market.split : s->market.customers); c++)
                if (dm_rng_below(rng, 3) == 0)
                    dmi_bits_set(&s->bits, rows + (size_t)r * s->bits.words, half, c);
}

static int64_t weight_by_definition(const sample *s, const uint64_t *a, const uint64_t *b)
{
    int64_t sum = 0;
    for (int half = 0; half < 2; half++)
        for (int32_t c = 0; c < (half ? s->market.split : s->market.customers); c++) {
            size_t w = (half ? s->bits.half[0] : 0) + (size_t)c / 64;
            sum += ((a[w] | b[w]) >> c % 64 & 1) ? s->weight[c] : 0;
        }
    return sum;
}

static void check_refute(const sample *s, const dmi_bit_form *form, const int64_t *weight,
                         int64_t floor)
{
    const uint64_t *rows = &s->row[0][0];
    int64_t single[ROWS], bound[ROWS], least = weight_by_definition(s, rows, rows);
    int32_t site[ROWS], left = 0;
    dmi_bit_list list = {site, bound, ROWS};
    for (int32_t i = 0; i < ROWS; i++) {
        site[i] = i;
        bound[i] = least + 7 * i; /* some are above the weight, some below */
        single[i] = weight_by_definition(s, rows + (size_t)i * s->bits.words,
                                         rows + (size_t)i * s->bits.words);
    }
    int32_t end = form->refute(&s->bits, rows, rows, least, single, floor, &list, 0, ROWS, 0);
    for (int32_t i = 0; i < ROWS; i++) {
        int64_t now = weight[i] < least + 7 * i ? weight[i] : least + 7 * i;
        if (now <= floor)
            continue;
        assert_true(left < end && site[left] == i && bound[left] == now);
        left++;
    }
    assert_int_equal(left, end);
}

static void weights_follow_the_definition(void **state)
{
    (void)state;
    const dmi_bit_form *form[DMI_BIT_FORMS];
    int forms = dmi_bit_forms(form);
    dm_rng rng;
    dm_rng_init(&rng, 61);
    for (int i = 0; i < 400; i++) {
        sample s;
        int64_t weight[ROWS];
        draw(&rng, &s);
        const uint64_t *rows = &s.row[0][0];
        for (int r = 0; r < ROWS; r++)
            weight[r] = weight_by_definition(&s, rows, rows + (size_t)r * s.bits.words);
        for (int f = 0; f < forms; f++) {
            for (int r = 0; r < ROWS; r++)
                assert_true(form[f]->weigh(&s.bits, rows, rows + (size_t)r * s.bits.words) ==
                            weight[r]);
            check_refute(&s, form[f], weight, weight[(size_t)i % ROWS]);
        }
        dmi_bits_clear(&s.bits);
    }
}

static void comparisons_follow_the_definition(void **state)
{
    (void)state;
    enum { WORDS = 8 };
    const dmi_bit_form *form[DMI_BIT_FORMS];
    int forms = dmi_bit_forms(form);
    uint16_t rank[64 * WORDS], limit[64 * WORDS];
    dm_rng rng;
    dm_rng_init(&rng, 62);
    for (int i = 0; i < 400; i++) {
        uint64_t kinds = dm_rng_below(&rng, 2) ? 4 : 65536;
        for (int k = 0; k < 64 * WORDS; k++) {
            rank[k] = (uint16_t)dm_rng_below(&rng, kinds);
            limit[k] = (uint16_t)dm_rng_below(&rng, kinds);
        }
        for (int f = 0; f < forms; f++) {
            uint64_t out[WORDS];
            form[f]->compare(rank, limit, WORDS, out);
            for (int k = 0; k < 64 * WORDS; k++)
                assert_true((out[k / 64] >> k % 64 & 1) == (rank[k] <= limit[k]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_follow_the_definition),
                                       cmocka_unit_test(comparisons_follow_the_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
