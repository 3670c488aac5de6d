/* test_errata_printed.c - te Kolste's methods as printed: what they claim, against a transcription
 * of Algorithm 5 (tests/check/lines/thesis.c), and the smallest counterexample to each mistake. */
#include "check/lines/cuts.h"
#include "check/lines/espt.h"
#include "check/lines/thesis.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>

/* The mistakes of Algorithm 5 and the corrections of the transcription. */
static const struct {
    dm_line_mistake mistake;
    int repairs;
} rows[] = {{DM_MISTAKE_ALL, 0},
            {DM_MISTAKE_SITE, THESIS_ALL & ~THESIS_SITE},
            {DM_MISTAKE_PAST_SITE, THESIS_ALL & ~THESIS_BEHIND},
            {DM_MISTAKE_LATE, THESIS_ALL & ~THESIS_LATE},
            {DM_MISTAKE_NEW_OWNER, THESIS_ALL & ~THESIS_SUM},
            {DM_MISTAKE_LOWEST, THESIS_ALL & ~THESIS_NEUTRAL},
            {DM_MISTAKE_BOUNDARY, THESIS_ALL & ~THESIS_BOUNDARIES}};

static void draw_tree(dm_rng *rng, draft *d)
{
    int n = 4 + (int)dm_rng_below(rng, 6);
    start(d, n, 2);
    for (int v = 1; v < n; v++) {
        int u = (int)dm_rng_below(rng, (uint64_t)v);
        join(d, u, v, 1 + (int64_t)dm_rng_below(rng, 9973));
    }
    for (int i = 0; i < 4; i++) { /* on different vertices */
        int v = (i + (int)dm_rng_below(rng, 2) * 4) % n;
        settle(d, i % 2, v);
    }
}

/* Claims are compared where the method takes the level: without ties. */
static void method_1_claims_what_the_thesis_prints(void **state)
{
    (void)state;
    dm_rng rng;
    int seen = 0, wrong = 0;
    dm_rng_init(&rng, 71);
    for (int round = 0; round < (run_long() ? 20000 : 600); round++) {
        draft d;
        dm_level *level = NULL;
        draw_tree(&rng, &d);
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            dm_line_best *best = NULL;
            const dm_line_ask ask = {.op = DM_LINE_CUT,
                                     .objective = DM_LINE_MARGIN,
                                     .method = DM_LINE_METHOD_METHOD_1_PRINTED,
                                     .mistake = rows[i].mistake};
            if (dm_line_best_move(level, &ask, NULL, &best, NULL) != DM_OK)
                break;
            int64_t twice = 2 * best->claimed.num / best->claimed.den;
            assert_int_equal(twice < 0 ? 0 : twice, check_thesis_gain(level, rows[i].repairs));
            assert_false(best->proven);
            seen++;
            wrong += i == 0 && twice != check_thesis_gain(level, THESIS_ALL);
            dm_line_best_free(best);
        }
        dm_level_free(level);
    }
    assert_true(seen > 1000 && wrong > seen / 20);
}

/* Sites on even distances keep all halves whole. */
static void types_claim_what_the_thesis_prints(void **state)
{
    (void)state;
    static const dm_line_mistake mistakes[] = {DM_MISTAKE_ALL, DM_MISTAKE_SIGMA, DM_MISTAKE_BEHIND,
                                               DM_MISTAKE_SIDE_BRANCHES, DM_MISTAKE_LOWEST};
    dm_rng rng;
    int seen = 0;
    dm_rng_init(&rng, 72);
    for (int round = 0; round < (run_long() ? 10000 : 300); round++) {
        draft d;
        dm_level *level = NULL;
        int n = 3 + (int)dm_rng_below(&rng, 7), sites = 2 + (int)dm_rng_below(&rng, 3);
        start(&d, n, 2);
        for (int v = 1; v < n; v++) {
            int u = (int)dm_rng_below(&rng, (uint64_t)v);
            join(&d, u, v, 2 + 2 * (int64_t)dm_rng_below(&rng, 4999));
        }
        for (int i = 0; i < sites; i++)
            settle(&d, i > 0, (int)dm_rng_below(&rng, (uint64_t)n));
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
            dm_line_best *best = NULL;
            const dm_line_ask ask = {.op = DM_LINE_CUT,
                                     .objective = DM_LINE_MARGIN,
                                     .method = DM_LINE_METHOD_TYPES_PRINTED,
                                     .mistake = mistakes[i]};
            if (dm_line_best_move(level, &ask, NULL, &best, NULL) != DM_OK)
                break;
            int64_t twice = 2 * best->claimed.num / best->claimed.den;
            assert_int_equal(twice < 0 ? 0 : twice, check_types_claim(level, mistakes[i]));
            seen++;
            dm_line_best_free(best);
        }
        dm_level_free(level);
    }
    assert_true(seen > 500);
}

/* With a mistake that another method makes nothing changes: no mistake is left. */
static void mistakes_belong_to_methods(void **state)
{
    (void)state;
    draft d;
    dm_line_best *best = NULL;
    dm_error err = {0};
    dm_line_ask ask = {.op = DM_LINE_CUT,
                       .objective = DM_LINE_MARGIN,
                       .method = DM_LINE_METHOD_TYPES_PRINTED,
                       .mistake = DM_MISTAKE_LATE};
    start(&d, 2, 2);
    join(&d, 0, 1, 4);
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    assert_int_equal(dm_line_best_move(&d.level, &ask, NULL, &best, &err), DM_BAD_ARGUMENT);
    assert_string_equal(err.message, "mistake 'late' is not one of method 'types:printed'");
    ask.method = DM_LINE_METHOD_TYPES;
    assert_int_equal(dm_line_best_move(&d.level, &ask, NULL, &best, &err), DM_BAD_ARGUMENT);
}

/* s0 -6- t -2- s1 with a leaf of 5 at t: Algorithms 1 to 4 claim 8 for a cut that gains 18. */
static void algorithms_1_to_4_forget_side_branches(void **state)
{
    (void)state;
    draft d;
    dm_line_best *best = NULL;
    const dm_line_ask ask = {
        .op = DM_LINE_CUT, .objective = DM_LINE_MARGIN, .method = DM_LINE_METHOD_TYPES_PRINTED};
    start(&d, 4, 2);
    join(&d, 0, 1, 6);
    join(&d, 1, 2, 2);
    join(&d, 1, 3, 5);
    settle(&d, 0, 0);
    settle(&d, 1, 2);
    assert_int_equal(dm_line_best_move(&d.level, &ask, NULL, &best, NULL), DM_OK);
    assert_int_equal(best->claimed.num, 8);
    assert_int_equal(best->after.margin.num - best->before.margin.num, 18);
    dm_line_best_free(best);
}

/* Every mistake has a counterexample; the right value is that of the definition. */
static void every_mistake_is_found(void **state)
{
    (void)state;
    static const struct {
        dm_line_cut_method method;
        dm_line_mistake mistake;
    } all[] = {{DM_LINE_METHOD_SIMPLE_PRINTED, DM_MISTAKE_ENDS},
               {DM_LINE_METHOD_SIMPLE_PRINTED, DM_MISTAKE_POINT},
               {DM_LINE_METHOD_TYPES_PRINTED, DM_MISTAKE_ALL},
               {DM_LINE_METHOD_TYPES_PRINTED, DM_MISTAKE_SIGMA},
               {DM_LINE_METHOD_TYPES_PRINTED, DM_MISTAKE_BEHIND},
               {DM_LINE_METHOD_TYPES_PRINTED, DM_MISTAKE_SIDE_BRANCHES},
               {DM_LINE_METHOD_TYPES_PRINTED, DM_MISTAKE_LOWEST},
               {DM_LINE_METHOD_METHOD_1_PRINTED, DM_MISTAKE_ALL},
               {DM_LINE_METHOD_METHOD_1_PRINTED, DM_MISTAKE_BOUNDARY},
               {DM_LINE_METHOD_METHOD_1_PRINTED, DM_MISTAKE_SITE},
               {DM_LINE_METHOD_METHOD_1_PRINTED, DM_MISTAKE_PAST_SITE},
               {DM_LINE_METHOD_METHOD_1_PRINTED, DM_MISTAKE_LATE},
               {DM_LINE_METHOD_METHOD_1_PRINTED, DM_MISTAKE_NEW_OWNER},
               {DM_LINE_METHOD_METHOD_1_PRINTED, DM_MISTAKE_F_BAR},
               {DM_LINE_METHOD_METHOD_2_PRINTED, DM_MISTAKE_CLIMB}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        dm_line_counterexample *found = NULL;
        dm_error err = {0};
        const dm_line_ask ask = {.method = all[i].method, .mistake = all[i].mistake};
        bool is_slow = all[i].mistake == DM_MISTAKE_SIDE_BRANCHES; /* two million levels */
        if (is_slow && !run_long())
            continue;
        assert_ok(dm_line_counterexample_find(&ask, NULL, &found, &err), err);
        assert_false(found->claimed.num == found->right.num &&
                     found->claimed.den == found->right.den);
        if (found->place.vertex < 0 && found->place.edge < 0) {
            const dm_line_ask cut = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
            int64_t before[CHECK_PLAYERS], rival = 0;
            check_cut_best truth;
            dm_ratio gain, now = {0, 120};
            check_payoffs(found->level, DM_LINE_NEUTRAL, before);
            for (int p = 1; p < found->level->player_count; p++)
                rival = before[p] > rival ? before[p] : rival;
            now.num = before[0] - rival;
            check_best_cut(found->level, &cut, &truth);
            assert_int_equal(dm_ratio_subtract(truth.best.margin, now, &gain, NULL), DM_OK);
            assert_int_equal(gain.num * found->right.den, found->right.num * gain.den);
        }
        dm_line_counterexample_free(found);
    }
}

/* For a site of P1 on w: f for P2 is min((w+x)/2, w), so g is max((w-x)/2, 0), not 0. */
static void g_is_the_volume_without_f(void **state)
{
    (void)state;
    draft d;
    dm_line_functions *f = NULL;
    const dm_line_ask ask = {.op = DM_LINE_CUT};
    const dm_ratio x = {2, 1};
    start(&d, 2, 2);
    join(&d, 0, 1, 8);
    settle(&d, 0, 1);
    settle(&d, 1, 0);
    assert_int_equal(dm_line_functions_new(&d.level, &ask, 0, 0, &x, NULL, &f, NULL), DM_OK);
    assert_int_equal(f->of[1].player, 1);
    assert_int_equal(f->of[1].by_method[0].num, 5);
    assert_int_equal(f->of[1].volume.num - f->of[1].by_method[0].num, 3);
    dm_line_functions_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(method_1_claims_what_the_thesis_prints),
        cmocka_unit_test(types_claim_what_the_thesis_prints),
        cmocka_unit_test(mistakes_belong_to_methods),
        cmocka_unit_test(algorithms_1_to_4_forget_side_branches),
        cmocka_unit_test(every_mistake_is_found),
        cmocka_unit_test(g_is_the_volume_without_f),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
