/* test_interval_attack.c - who wins on the circle and the segment: every game of Blue on the
 * candidate grid, and many random ones, against every strategy of Red. */
#include "support/intervals.h"

#include <stdio.h>
#include <string.h>

#define CIRCLE(n)  ((dm_interval_rules){.arena = DM_CIRCLE, .stones = (n)})
#define SEGMENT(n) ((dm_interval_rules){.arena = DM_SEGMENT, .stones = (n)})

static const dm_attack_settings every_game = {0}, near_keys = {.grid = DM_GRID_NEAR},
                                on_keys = {.grid = DM_GRID_KEYS},
                                finely = {.bits = 30}; /* nearer than Red, which goes 2^-20 near */

static dm_interval_rules in_batches(dm_interval_rules rules)
{
    rules.batch = true;
    return rules;
}

static dm_attack_settings sampled(int64_t games, uint64_t seed)
{
    return (dm_attack_settings){.samples = games, .seed = seed};
}

static void keypoint_wins_every_game_of_single_stones(void **state)
{
    (void)state;
    static const char *const picks[] = {"keypoint", "keypoint:pick=last", "keypoint:pick=random"};
    for (int n = 2; n <= 4; n++)
        for (int i = 0; i < 3; i++)
            wins_all(CIRCLE(n), picks[i], every_game);
    wins_all(CIRCLE(5), "keypoint", every_game);
    if (run_long())
        wins_all(CIRCLE(6), "keypoint", every_game);
}

static void keypoint_wins_every_game_of_batches(void **state)
{
    (void)state;
    for (int n = 2; n <= 4; n++)
        wins_all(in_batches(CIRCLE(n)), "keypoint", every_game);
    wins_all(in_batches(CIRCLE(4)), "keypoint:pick=random", near_keys);
    wins_all(in_batches(CIRCLE(5)), "keypoint", every_game);
}

static void keypoint_wins_games_at_random(void **state)
{
    (void)state;
    int64_t games = run_long() ? 1000000 : 1000;
    for (int n = 2; n <= 12; n++) {
        wins_all(CIRCLE(n), "keypoint", sampled(games, (uint64_t)n));
        wins_all(in_batches(CIRCLE(n)), "keypoint:pick=random", sampled(games, 100 + (uint64_t)n));
    }
}

static void keypoint_beats_every_blue(void **state)
{
    (void)state;
    for (int i = 0; i < dm_interval_player_count(); i++) {
        const dm_interval_player_info *blue = dm_interval_player_at(i);
        if (blue->colour != DM_BLUE)
            continue;
        for (int n = 2; n <= 10; n++) {
            dm_attack_settings settings = {.samples = 200, .blue = blue->name, .seed = 3};
            wins_all(CIRCLE(n), "keypoint", settings);
            wins_all(in_batches(CIRCLE(n)), "keypoint", settings);
        }
    }
}

static void line_wins_every_game(void **state)
{
    (void)state;
    static const char *const reds[] = {"line", "line:variant=seminar", "line:pick=last"};
    for (int i = 0; i < 3; i++) {
        for (int n = 2; n <= 4; n++)
            wins_all(SEGMENT(n), reds[i], every_game);
        wins_all(SEGMENT(5), reds[i], near_keys);
        wins_all(SEGMENT(5), reds[i], on_keys);
    }
    wins_all(SEGMENT(6), "line", near_keys);
    if (!run_long())
        return;
    for (int n = 5; n <= 6; n++)
        wins_all(SEGMENT(n), "line", every_game);
    for (int n = 7; n <= 8; n++) {
        wins_all(SEGMENT(n), "line", near_keys);
        wins_all(SEGMENT(n), "line", on_keys);
        wins_all(SEGMENT(n), "line:variant=seminar", near_keys);
    }
}

static void line_wins_games_at_random(void **state)
{
    (void)state;
    int64_t games = run_long() ? 1000000 : 1000;
    for (int n = 2; n <= 12; n++) {
        wins_all(SEGMENT(n), "line", sampled(games, (uint64_t)n));
        wins_all(SEGMENT(n), "line:variant=seminar:pick=random", sampled(games, 50 + (uint64_t)n));
    }
}

static void line_beats_every_blue(void **state)
{
    (void)state;
    for (int i = 0; i < dm_interval_player_count(); i++) {
        const dm_interval_player_info *blue = dm_interval_player_at(i);
        if (blue->colour != DM_BLUE || strcmp(blue->name, "lemma3") == 0)
            continue;
        for (int n = 2; n <= 10; n++)
            wins_all(SEGMENT(n), "line",
                     (dm_attack_settings){.samples = 200, .blue = blue->name, .seed = 4});
    }
}

static void line_needs_an_end_and_its_border(void **state)
{
    (void)state;
    for (int n = 3; n <= 4; n++) {
        assert_int_equal(worst_sign(SEGMENT(n), "line:first=middle", finely), -1);
        assert_int_equal(worst_sign(SEGMENT(n), "line:border=break", every_game), -1);
    }
}

/* line loses by a tiny margin if Blue takes both end key points in one batch. */
static void line_loses_where_blue_opens_with_both_ends(void **state)
{
    (void)state;
    dm_interval *game = NULL;
    dm_error err = {0};
    const dm_interval_rules rules = in_batches(SEGMENT(3));
    assert_int_equal(worst_sign(rules, "line", finely), -1);
    dm_attack_result *result = attacked(rules, "line", finely);
    char *first = NULL, *second = NULL;
    game = result->worst;
    assert_ok(dm_interval_stone_place(game, 0, &first, &err), err);
    assert_ok(dm_interval_stone_place(game, 1, &second, &err), err);
    assert_string_equal(first, "1/6");
    assert_string_equal(second, "5/6");
    assert_int_equal(dm_interval_stone_at(game, 1).turn, 0);
    dm_free(first);
    dm_free(second);
    dm_attack_result_free(result);
}

/* Whether Blue's first turn takes both end key points. */
static bool opens_with_both_ends(const dm_interval *game)
{
    bool ends[2] = {false, false};
    double n = dm_interval_rules_of(game)->stones;
    for (int i = 0; i < dm_interval_count(game); i++) {
        dm_interval_stone stone = dm_interval_stone_at(game, i);
        ends[0] |= stone.turn == 0 && stone.at == 1 / (2 * n);
        ends[1] |= stone.turn == 0 && stone.at == (2 * n - 1) / (2 * n);
    }
    return ends[0] && ends[1];
}

static void line_in_batches_wins_otherwise(void **state)
{
    (void)state;
    static const char *const blues[] = {"random", "greedy", "key-grabbing", "tiny-margin"};
    for (int n = 2; n <= 5; n++)
        for (uint64_t seed = 0; seed < 300; seed++) {
            dm_interval *game = played(in_batches(SEGMENT(n)), blues[seed % 4], "line", seed);
            if (!opens_with_both_ends(game))
                assert_int_equal(dm_interval_outcome(game), DM_SECOND_WINS);
            dm_interval_free(game);
        }
}

static void mirror_wins_with_two_stones(void **state)
{
    (void)state;
    wins_all(CIRCLE(2), "mirror", every_game);
    wins_all(CIRCLE(2), "mirror", sampled(5000, 1));
}

static void mirror_never_loses(void **state)
{
    (void)state;
    for (int n = 3; n <= 4; n++) {
        assert_int_equal(worst_sign(CIRCLE(n), "mirror", every_game), 0);
        assert_int_equal(worst_sign(CIRCLE(n), "mirror:last=best", every_game), 0);
    }
    for (int n = 5; n <= 10; n++)
        assert_true(worst_sign(CIRCLE(n), "mirror", sampled(2000, 1)) >= 0);
}

/* Lemma 3, for both ways that mirror places its last stone. */
static void mirror_is_held_to_a_tie(void **state)
{
    (void)state;
    for (int n = 3; n <= 20; n++)
        for (int best = 0; best < 2; best++) {
            dm_interval *game =
                played(CIRCLE(n), "lemma3", best ? "mirror:last=best" : "mirror", 1);
            assert_int_equal(dm_interval_outcome(game), DM_TIE);
            dm_interval_free(game);
        }
}

static void one_stone_each(void **state)
{
    (void)state;
    assert_int_equal(worst_sign(CIRCLE(1), "keypoint", every_game), 0);
    assert_int_equal(worst_sign(CIRCLE(1), "mirror", sampled(500, 1)), 0);
    assert_int_equal(worst_sign(SEGMENT(1), "line", every_game), -1); /* Blue at 1/2 */
    dm_attack_result *result = attacked(CIRCLE(1), "keypoint", sampled(500, 1));
    assert_int_equal(result->not_won, 500); /* always a tie */
    assert_int_equal(result->lost, 0);
    dm_attack_result_free(result);
}

static dm_interval_rules apart(dm_interval_rules rules, const char *distance, bool strict)
{
    rules.min_distance = distance;
    rules.strict = strict;
    return rules;
}

static const char *const distances[] = {"1/100", "1/30", "1/15", "1/10", "1/5", "6/25"};

static void at_least_a_distance_is_a_tie_of_two_stones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        assert_int_equal(worst_sign(apart(CIRCLE(2), distances[i], false), "keypoint", every_game),
                         0);
        dm_interval *game = played(apart(CIRCLE(2), distances[i], false), "blocker", "keypoint", 1);
        assert_int_equal(dm_interval_outcome(game), DM_TIE);
        dm_interval_free(game);
    }
}

static void more_than_a_distance_is_won_of_two_stones(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        wins_all(apart(CIRCLE(2), distances[i], true), "keypoint", every_game);
        wins_all(apart(CIRCLE(2), distances[i], true), "keypoint", sampled(3000, 1));
    }
}

static void more_than_a_distance_is_not_won_of_three_stones(void **state)
{
    (void)state;
    const struct {
        const char *distance;
        int sign;
    } facts[] = {{"1/30", 0}, {"1/15", 0}, {"1/10", -1}};
    for (size_t i = 0; i < 3; i++) {
        dm_interval_rules rules = apart(CIRCLE(3), facts[i].distance, true);
        assert_int_equal(worst_sign(rules, "keypoint", every_game), facts[i].sign);
        assert_int_equal(worst_sign(rules, "keypoint", sampled(20000, 1)), facts[i].sign);
        dm_interval *game = played(rules, "blocker", "keypoint", 1);
        assert_int_equal(-dm_interval_outcome(game), facts[i].sign);
        dm_interval_free(game);
    }
}

static void at_least_a_distance_is_lost_of_three_stones(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(worst_sign(apart(CIRCLE(3), distances[i], false), "keypoint", every_game),
                         -1);
}

/* The same on the segment. */
static void the_segment_with_a_distance(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(worst_sign(apart(SEGMENT(2), distances[i], false), "line", every_game), 0);
        wins_all(apart(SEGMENT(2), distances[i], true), "line", every_game);
        assert_int_equal(worst_sign(apart(SEGMENT(3), distances[i], false), "line", every_game),
                         -1);
        assert_int_equal(worst_sign(apart(SEGMENT(3), distances[i], true), "line", every_game), -1);
    }
}

/* 2n - 1 stones 2d apart leave no legal place from d = 1/(4n-2) on. */
static void a_player_may_have_no_place(void **state)
{
    (void)state;
    dm_error err = {0};
    for (int n = 2; n <= 5; n++)
        for (int strict = 0; strict < 2; strict++) {
            char distance[32];
            dm_interval *game = NULL;
            snprintf(distance, sizeof distance, "1/%d", 4 * n - 2);
            dm_interval_rules rules = apart(CIRCLE(n), distance, strict);
            assert_ok(dm_interval_new(&rules, &game, &err), err);
            for (int i = 0; i < 2 * n - 1; i++) {
                char place[32];
                snprintf(place, sizeof place, "%d/%d", i, 2 * n - 1);
                assert_false(dm_interval_is_over(game));
                assert_ok(dm_interval_place(game, place, &err), err);
            }
            assert_int_equal(dm_interval_is_over(game), strict);
            assert_int_equal(dm_interval_count(game), 2 * n - 1);
            dm_interval_free(game);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keypoint_wins_every_game_of_single_stones),
        cmocka_unit_test(keypoint_wins_every_game_of_batches),
        cmocka_unit_test(keypoint_wins_games_at_random),
        cmocka_unit_test(keypoint_beats_every_blue),
        cmocka_unit_test(line_wins_every_game),
        cmocka_unit_test(line_wins_games_at_random),
        cmocka_unit_test(line_beats_every_blue),
        cmocka_unit_test(line_needs_an_end_and_its_border),
        cmocka_unit_test(line_loses_where_blue_opens_with_both_ends),
        cmocka_unit_test(line_in_batches_wins_otherwise),
        cmocka_unit_test(mirror_wins_with_two_stones),
        cmocka_unit_test(mirror_never_loses),
        cmocka_unit_test(mirror_is_held_to_a_tie),
        cmocka_unit_test(one_stone_each),
        cmocka_unit_test(at_least_a_distance_is_a_tie_of_two_stones),
        cmocka_unit_test(more_than_a_distance_is_won_of_two_stones),
        cmocka_unit_test(more_than_a_distance_is_not_won_of_three_stones),
        cmocka_unit_test(at_least_a_distance_is_lost_of_three_stones),
        cmocka_unit_test(the_segment_with_a_distance),
        cmocka_unit_test(a_player_may_have_no_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
