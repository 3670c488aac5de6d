/* test_cover.c - maximum coverage compared with trying every choice. */
#include "check/cover.h"
#include "support/support.h"
#include <demesne/run.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SETS = 14, MOST_ITEMS = 24 };

/* A cover and the arrays it points to. */
typedef struct sample {
    dmi_cover cover;
    int64_t weight[MOST_ITEMS], first[MOST_SETS + 1];
    int32_t item[MOST_SETS * MOST_ITEMS];
} sample;

static void draw(dm_rng *rng, sample *out, int32_t most_sets)
{
    int32_t items = (int32_t)dm_rng_below(rng, MOST_ITEMS + 1);
    int32_t sets = 1 + (int32_t)dm_rng_below(rng, (uint64_t)most_sets);
    uint64_t density = 1 + dm_rng_below(rng, 9), heaviest = dm_rng_below(rng, 3) ? 9 : 1;
    int64_t end = 0;
    bool is_huge = dm_rng_below(rng, 8) == 0;
    for (int32_t j = 0; j < items; j++)
        out->weight[j] = 1 + (int64_t)dm_rng_below(rng, is_huge ? UINT64_C(1) << 58 : heaviest);
    for (int32_t s = 0; s < sets; s++) {
        out->first[s] = end;
        for (int32_t j = 0; j < items; j++)
            if (dm_rng_below(rng, 10) < density)
                out->item[end++] = j;
    }
    out->first[sets] = end;
    out->cover = (dmi_cover){.items = items,
                             .sets = sets,
                             .weight = out->weight,
                             .first = out->first,
                             .item = out->item,
                             .count = 1 + (int32_t)dm_rng_below(rng, (uint64_t)sets)};
}

static uint32_t as_bits(const dmi_cover *cover, const int32_t *chosen)
{
    uint32_t bits = 0;
    for (int32_t i = 0; i < cover->count; i++) {
        assert_in_range(chosen[i], 0, cover->sets - 1);
        assert_true(i == 0 || chosen[i] > chosen[i - 1]);
        bits |= UINT32_C(1) << chosen[i];
    }
    return bits;
}

static dmi_cover_answer solve(const dmi_cover *cover, const dmi_cover_request *request,
                              int32_t *chosen)
{
    dmi_cover_answer answer = {.chosen = chosen};
    dm_error err = {0};
    assert_ok(dmi_cover_solve(cover, request, NULL, &answer, &err), err);
    assert_int_equal(check_cover_weight(cover, as_bits(cover, chosen)), answer.weight);
    return answer;
}

static void the_heaviest(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int i = 0; i < 3000; i++) {
        sample s;
        int32_t chosen[MOST_SETS], start[MOST_SETS];
        int64_t choices;
        draw(&rng, &s, MOST_SETS);
        int64_t expected = check_cover(&s.cover, &choices);
        dmi_cover_request request = {.floor = -1, .enough = INT64_MAX, .threads = i % 4};
        for (int32_t k = 0; k < s.cover.count; k++)
            start[k] = k;
        request.start = i % 2 ? start : NULL;
        dmi_cover_answer answer = solve(&s.cover, &request, chosen);
        assert_int_equal(answer.weight, expected);
        assert_int_equal(answer.upper, expected);
    }
}

static int compare_covers(const dmi_cover *cover, const int32_t *a, const int32_t *b)
{
    return memcmp(a, b, sizeof *a * (size_t)cover->count);
}

static void all_the_heaviest(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 2);
    for (int i = 0; i < 1500; i++) {
        sample s;
        int32_t chosen[MOST_SETS];
        int64_t choices, limit = i % 5 ? 1 << 20 : 1 + (int64_t)dm_rng_below(&rng, 8);
        draw(&rng, &s, 10);
        int64_t expected = check_cover(&s.cover, &choices);
        dmi_cover_request request = {.floor = -1, .enough = INT64_MAX, .all_limit = limit};
        dmi_cover_answer answer = solve(&s.cover, &request, chosen);
        assert_int_equal(answer.all_complete, choices <= limit);
        assert_int_equal(answer.all_count, choices <= limit ? choices : limit);
        for (int64_t k = 0; k < answer.all_count; k++) {
            const int32_t *one = answer.all + k * s.cover.count;
            assert_int_equal(check_cover_weight(&s.cover, as_bits(&s.cover, one)), expected);
            assert_true(k == 0 || compare_covers(&s.cover, one - s.cover.count, one) != 0);
        }
        free(answer.all);
    }
}

/* If more is asked for than there is, the bound shows it; if enough is asked for, the first such
 * cover ends the search. */
static void floor_and_enough(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int i = 0; i < 1500; i++) {
        sample s;
        int32_t chosen[MOST_SETS];
        int64_t choices;
        draw(&rng, &s, 10);
        int64_t expected = check_cover(&s.cover, &choices);
        int64_t floor = expected - 2 + (int64_t)dm_rng_below(&rng, 4);
        dmi_cover_request request = {.floor = floor < -1 ? -1 : floor, .enough = INT64_MAX};
        dmi_cover_answer answer = solve(&s.cover, &request, chosen);
        assert_true(expected > floor ? answer.weight == expected && answer.upper == expected
                                     : answer.upper <= floor && answer.weight <= expected);
        request = (dmi_cover_request){.floor = -1, .enough = expected / 2};
        answer = solve(&s.cover, &request, chosen);
        assert_true(answer.weight >= expected / 2 && answer.upper >= expected);
    }
}

static void stopped_anywhere(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 4);
    int stopped = 0;
    for (int i = 0; i < 1500; i++) {
        sample s;
        int32_t chosen[MOST_SETS];
        int64_t choices;
        dm_run *run = NULL;
        dm_error err = {0};
        draw(&rng, &s, 12);
        int64_t expected = check_cover(&s.cover, &choices);
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(&rng, 5));
        dmi_cover_request request = {.floor = -1, .enough = INT64_MAX, .threads = i % 3};
        dmi_cover_answer answer = {.chosen = chosen};
        dm_status status = dmi_cover_solve(&s.cover, &request, run, &answer, &err);
        assert_true(status == DM_OK || status == DM_STOPPED);
        assert_int_equal(check_cover_weight(&s.cover, as_bits(&s.cover, chosen)), answer.weight);
        assert_true(answer.weight <= expected && expected <= answer.upper);
        assert_true(status == DM_STOPPED || answer.upper == expected);
        stopped += status == DM_STOPPED;
        dm_run_free(run);
    }
    assert_true(stopped > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_heaviest),
        cmocka_unit_test(all_the_heaviest),
        cmocka_unit_test(floor_and_enough),
        cmocka_unit_test(stopped_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
