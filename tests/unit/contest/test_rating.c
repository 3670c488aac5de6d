/* test_rating.c - rates, ratings and the sequential test, compared with their definitions. */
#include "check/rating.h"
#include "support/support.h"
#include <demesne/rating.h>
#include <math.h>
#include <string.h>

static void rates_of_small_samples(void **state)
{
    (void)state;
    /* Wilson's interval: the p with |rate - p| = 1.96 sqrt(p (1 - p) / n). */
    for (int64_t games = 1; games <= 60; games++)
        for (int64_t wins = 0; wins <= games; wins++)
            for (int64_t ties = 0; wins + ties <= games; ties += 3) {
                dm_rate r = dm_win_rate(wins, ties, games);
                double n = (double)games, rate = ((double)wins + 0.5 * (double)ties) / n;
                assert_true(fabs(r.rate - rate) < 1e-12);
                assert_true(0 <= r.low && r.low <= rate && rate <= r.high && r.high <= 1);
                const double ends[2] = {r.low, r.high};
                for (int i = 0; i < 2; i++) {
                    double far = fabs(rate - ends[i]);
                    double allowed = 1.959964 * sqrt(ends[i] * (1 - ends[i]) / n);
                    assert_true(fabs(far - allowed) < 1e-6);
                }
            }
    dm_rate none = dm_win_rate(0, 0, 0);
    assert_true(none.rate == 0.5 && none.low == 0 && none.high == 1);
}

/* A true rate is in its interval about 95 % of the time. */
static void rates_cover_the_truth(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 8);
    for (double truth = 0.1; truth < 0.95; truth += 0.2) {
        int covered = 0;
        for (int trial = 0; trial < 2000; trial++) {
            int64_t wins = 0;
            for (int game = 0; game < 100; game++)
                wins += dm_rng_unit(&rng) < truth;
            dm_rate r = dm_win_rate(wins, 0, 100);
            covered += r.low <= truth && truth <= r.high;
        }
        assert_in_range(covered, 1860, 1940);
    }
}

enum { MOST = 6 };

static void assert_rated(const dm_encounter *encounters, int count, int players)
{
    dm_rating ratings[MOST];
    double points[MOST], half[MOST], sum = 0;
    dm_error err = {0};
    assert_ok(dm_ratings(encounters, count, players, ratings, &err), err);
    check_ratings(encounters, count, players, points, half);
    for (int i = 0; i < players; i++) {
        sum += ratings[i].points;
        assert_true(fabs(ratings[i].points - points[i]) < 0.01);
        double width = ratings[i].high - ratings[i].low;
        assert_true(fabs(width / 2 - half[i]) < 0.001 * half[i] + 0.01);
        assert_true(fabs((ratings[i].high + ratings[i].low) / 2 - ratings[i].points) < 1e-6);
    }
    assert_true(fabs(sum) < 1e-6);
}

static void ratings_are_those_of_greatest_likelihood(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int trial = 0; trial < 60; trial++) {
        int players = 2 + (int)dm_rng_below(&rng, MOST - 2), count = 0;
        dm_encounter encounters[MOST * MOST];
        /* some pairs never meet, so there may be separate groups */
        for (int i = 0; i < players; i++)
            for (int j = i + 1; j < players; j++)
                if (dm_rng_below(&rng, 3) > 0)
                    encounters[count++] = (dm_encounter){i, j, (int64_t)dm_rng_below(&rng, 40),
                                                         (int64_t)dm_rng_below(&rng, 9),
                                                         (int64_t)dm_rng_below(&rng, 5)};
        assert_rated(encounters, count, players);
    }
}

static void the_unbeaten_and_the_unplayed_have_ratings(void **state)
{
    (void)state;
    const dm_encounter all_won[] = {{0, 1, 1000, 0, 0}, {1, 2, 1000, 0, 0}};
    dm_rating r[3];
    dm_error err = {0};
    assert_rated(all_won, 2, 3);
    assert_rated(all_won, 1, 3); /* player 2 has not played */
    assert_rated(NULL, 0, 2);
    assert_ok(dm_ratings(all_won, 2, 3, r, &err), err);
    assert_true(r[0].points > r[1].points + 400 && r[1].points > r[2].points + 400);
    const dm_encounter huge[] = {{0, 1, 1000000000, 0, 0}};
    assert_ok(dm_ratings(huge, 1, 2, r, &err), err);
    assert_true(isfinite(r[0].low) && isfinite(r[0].high));
}

/* Two players: the difference of ratings is the logarithm of the odds, except for the half game. */
static void a_rate_gives_the_odds(void **state)
{
    (void)state;
    const dm_encounter e = {0, 1, 90000, 10000, 0};
    dm_rating r[2];
    dm_error err = {0};
    assert_ok(dm_ratings(&e, 1, 2, r, &err), err);
    assert_true(fabs(r[0].points - r[1].points - 400 * log10(9)) < 0.05);
}

static void ratings_do_not_depend_on_names(void **state)
{
    (void)state;
    const dm_encounter a[] = {{0, 1, 7, 3, 2}, {1, 2, 5, 5, 0}, {2, 0, 1, 8, 1}};
    const dm_encounter b[] = {{0, 2, 8, 1, 1}, {1, 0, 3, 7, 2}, {2, 1, 5, 5, 0}};
    dm_rating x[3], y[3];
    dm_error err = {0};
    assert_ok(dm_ratings(a, 3, 3, x, &err), err);
    assert_ok(dm_ratings(b, 3, 3, y, &err), err);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(x[i].points - y[i].points) < 1e-6);
}

static void senseless_encounters_are_refused(void **state)
{
    (void)state;
    const dm_encounter bad[] = {
        {0, 3, 1, 1, 0}, {-1, 1, 1, 1, 0}, {1, 1, 1, 1, 0}, {0, 1, -1, 1, 0}, {0, 1, 1, 1, -5}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_rating r[3] = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}};
        dm_error err = {0};
        assert_int_equal(dm_ratings(&bad[i], 1, 3, r, &err), DM_BAD_ARGUMENT);
        assert_true(err.message[0] && r[0].points == 7 && r[2].high == 7);
    }
    dm_rating r;
    assert_int_equal(dm_ratings(NULL, 0, 0, &r, NULL), DM_BAD_ARGUMENT);
    assert_int_equal(dm_ratings(NULL, 0, DM_MOST_RATED + 1, &r, NULL), DM_BAD_ARGUMENT);
}

/* Plays boards until the verdict, or `most` of them; `rate` is the first player's. */
static int verdict_of(dm_rng *rng, double rate, int most, int *boards)
{
    dm_evidence evidence;
    int verdict = 0;
    dm_evidence_init(&evidence, 0.05);
    for (*boards = 0; *boards < most && verdict == 0; ++*boards) {
        double score = (dm_rng_unit(rng) < rate) + (dm_rng_unit(rng) < rate);
        dm_evidence_add(&evidence, score);
        verdict = dm_evidence_verdict(&evidence);
    }
    return verdict;
}

static void equals_are_told_apart_in_at_most_one_of_twenty(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 4);
    int wrong = 0, boards;
    for (int trial = 0; trial < 1000; trial++)
        wrong += verdict_of(&rng, 0.5, 1000, &boards) != 0;
    assert_in_range(wrong, 1, 50);
}

static void the_better_player_is_found(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 5);
    int found = 0, boards;
    for (int trial = 0; trial < 200; trial++) {
        found += verdict_of(&rng, 0.6, 1500, &boards) == 1;
        found += verdict_of(&rng, 0.4, 1500, &boards) == -1;
    }
    assert_in_range(found, 390, 400);
    assert_int_equal(verdict_of(&rng, 1, 100, &boards), 1);
    assert_true(boards < 12);
}

/* The wealth itself: the mean over bets of the product of 1 + L x. */
static void evidence_is_the_wealth_of_bets(void **state)
{
    (void)state;
    static const double shares[] = {0.1, 0.25, 0.5, 1, 1.5, 1.9};
    dm_rng rng;
    dm_rng_init(&rng, 6);
    for (int trial = 0; trial < 300; trial++) {
        dm_evidence evidence;
        double wealth[2][6];
        dm_evidence_init(&evidence, 0.05);
        for (int i = 0; i < 12; i++)
            wealth[i / 6][i % 6] = 1;
        for (int board = 0; board < 60; board++) {
            double score = (double)dm_rng_below(&rng, 3 + (uint64_t)trial % 3) / 2, mean[2] = {0};
            dm_evidence_add(&evidence, score);
            for (int i = 0; i < 12; i++) {
                wealth[i / 6][i % 6] *= 1 + (i < 6 ? 1 : -1) * shares[i % 6] * (score - 1) / 2;
                mean[i / 6] += wealth[i / 6][i % 6] / 6;
            }
            assert_int_equal(dm_evidence_verdict(&evidence), mean[0] >= 40   ? 1
                                                             : mean[1] >= 40 ? -1
                                                                             : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_of_small_samples),
        cmocka_unit_test(rates_cover_the_truth),
        cmocka_unit_test(ratings_are_those_of_greatest_likelihood),
        cmocka_unit_test(the_unbeaten_and_the_unplayed_have_ratings),
        cmocka_unit_test(a_rate_gives_the_odds),
        cmocka_unit_test(ratings_do_not_depend_on_names),
        cmocka_unit_test(senseless_encounters_are_refused),
        cmocka_unit_test(equals_are_told_apart_in_at_most_one_of_twenty),
        cmocka_unit_test(the_better_player_is_found),
        cmocka_unit_test(evidence_is_the_wealth_of_bets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
