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
    int64_t weight[MOST_ITEMS], first[MOST_SETS + 1], cost[MOST_SETS];
    int32_t item[MOST_SETS * MOST_ITEMS];
    dmi_item_run run[MOST_SETS * MOST_ITEMS];
    int64_t first_run[MOST_SETS + 1];
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

/* The same with costs and a budget, sometimes of 0 or huge. */
static void draw_costs(dm_rng *rng, sample *s)
{
    uint64_t dearest = dm_rng_below(rng, 8) ? 9 : UINT64_C(1) << 57;
    int64_t total = 0;
    for (int32_t i = 0; i < s->cover.sets; i++) {
        s->cost[i] = dm_rng_below(rng, 5) ? (int64_t)dm_rng_below(rng, dearest) : 0;
        total += s->cost[i];
    }
    s->cover.cost = s->cost;
    s->cover.budget = (int64_t)dm_rng_below(rng, (uint64_t)total + 2);
    s->cover.count = dm_rng_below(rng, 2) ? s->cover.sets : s->cover.count;
}

static uint32_t as_bits(const dmi_cover *cover, const int32_t *chosen, int64_t count)
{
    uint32_t bits = 0;
    for (int64_t i = 0; i < count; i++) {
        assert_in_range(chosen[i], 0, cover->sets - 1);
        assert_true(i == 0 || chosen[i] > chosen[i - 1]);
        bits |= UINT32_C(1) << chosen[i];
    }
    assert_true(check_cover_allows(cover, bits));
    return bits;
}

/* In some cases even these problems count as large. */
static int64_t large_for(int i)
{
    static const int64_t large[] = {0, 0, 1, 10, 40};
    return large[i % 5];
}

/* The same problem with runs of items in place of the lists; some runs touch each other. */
static dmi_cover as_runs(dm_rng *rng, sample *s)
{
    dmi_cover made = s->cover;
    int64_t end = 0;
    for (int32_t i = 0; i < made.sets; i++) {
        s->first_run[i] = end;
        for (int64_t at = made.first[i]; at < made.first[i + 1]; at++) {
            int32_t j = s->item[at];
            if (end > s->first_run[i] && s->run[end - 1].end == j && dm_rng_below(rng, 4))
                s->run[end - 1].end++;
            else
                s->run[end++] = (dmi_item_run){j, j + 1};
        }
    }
    s->first_run[made.sets] = end;
    made.first = s->first_run;
    made.item = NULL;
    made.run = s->run;
    return made;
}

/* Solves the problem with lists or with runs. */
static dmi_cover_answer solve(dm_rng *rng, sample *s, const dmi_cover_request *request,
                              int32_t *chosen)
{
    dmi_cover_answer answer = {.chosen = chosen};
    dmi_cover cover = dm_rng_below(rng, 2) ? as_runs(rng, s) : s->cover;
    dm_error err = {0};
    assert_ok(dmi_cover_solve(&cover, request, NULL, &answer, &err), err);
    uint32_t found = as_bits(&s->cover, chosen, answer.chosen_count);
    assert_int_equal(check_cover_weight(&s->cover, found), answer.weight);
    return answer;
}

static void the_heaviest(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int i = 0; i < (run_long() ? 30000 : 800); i++) {
        sample s;
        int32_t chosen[MOST_SETS];
        int64_t choices;
        draw(&rng, &s, MOST_SETS);
        if (i % 2)
            draw_costs(&rng, &s);
        int64_t expected = check_cover(&s.cover, &choices);
        dmi_cover_request request = {
            .floor = -1, .enough = INT64_MAX, .threads = i % 4, .large = large_for(i)};
        dmi_cover_answer answer = solve(&rng, &s, &request, chosen);
        assert_int_equal(answer.weight, expected);
        assert_int_equal(answer.upper, expected);
        uint32_t all = as_bits(&s.cover, chosen, answer.chosen_count);
        for (int32_t k = 0; i % 2 && k < answer.chosen_count; k++)
            assert_true(check_cover_weight(&s.cover, all & ~(UINT32_C(1) << chosen[k])) < expected);
    }
}

/* Whether cover k comes after the one before it. */
static bool is_in_order(const dmi_cover_answer *answer, int64_t k)
{
    const int64_t *first = answer->all_first;
    for (int64_t i = 0; i < first[k] - first[k - 1] && i < first[k + 1] - first[k]; i++) {
        int32_t before = answer->all[first[k - 1] + i], here = answer->all[first[k] + i];
        if (before != here)
            return before < here;
    }
    return first[k] - first[k - 1] < first[k + 1] - first[k];
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
        if (i % 2)
            draw_costs(&rng, &s);
        int64_t expected = check_cover(&s.cover, &choices);
        dmi_cover_request request = {
            .floor = -1, .enough = INT64_MAX, .all_limit = limit, .large = large_for(i)};
        dmi_cover_answer answer = solve(&rng, &s, &request, chosen);
        assert_int_equal(answer.all_complete, choices <= limit);
        assert_int_equal(answer.all_count, choices <= limit ? choices : limit);
        for (int64_t k = 0; k < answer.all_count; k++) {
            int64_t first = answer.all_first[k];
            uint32_t one = as_bits(&s.cover, answer.all + first, answer.all_first[k + 1] - first);
            assert_int_equal(check_cover_weight(&s.cover, one), expected);
            assert_true(k == 0 || is_in_order(&answer, k));
        }
        free(answer.all);
        free(answer.all_first);
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
        if (i % 2)
            draw_costs(&rng, &s);
        int64_t expected = check_cover(&s.cover, &choices);
        int64_t floor = expected - 2 + (int64_t)dm_rng_below(&rng, 4);
        dmi_cover_request request = {.floor = floor < -1 ? -1 : floor, .enough = INT64_MAX};
        dmi_cover_answer answer = solve(&rng, &s, &request, chosen);
        assert_true(expected > floor ? answer.weight == expected && answer.upper == expected
                                     : answer.upper <= floor && answer.weight <= expected);
        request = (dmi_cover_request){.floor = -1, .enough = expected / 2};
        answer = solve(&rng, &s, &request, chosen);
        assert_true(answer.weight >= expected / 2 && answer.upper >= expected);
    }
}

static void stopped_anywhere(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 4);
    int stopped = 0;
    for (int i = 0; i < (run_long() ? 1500 : 600); i++) {
        sample s;
        int32_t chosen[MOST_SETS];
        int64_t choices;
        dm_run *run = NULL;
        dm_error err = {0};
        draw(&rng, &s, 12);
        if (i % 2)
            draw_costs(&rng, &s);
        int64_t expected = check_cover(&s.cover, &choices);
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, 1 + (int64_t)dm_rng_below(&rng, 5));
        dmi_cover_request request = {
            .floor = -1, .enough = INT64_MAX, .threads = i % 3, .large = large_for(i)};
        dmi_cover_answer answer = {.chosen = chosen};
        dmi_cover cover = dm_rng_below(&rng, 2) ? as_runs(&rng, &s) : s.cover;
        dm_status status = dmi_cover_solve(&cover, &request, run, &answer, &err);
        assert_true(status == DM_OK || status == DM_STOPPED);
        uint32_t found = as_bits(&s.cover, chosen, answer.chosen_count);
        assert_int_equal(check_cover_weight(&s.cover, found), answer.weight);
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
