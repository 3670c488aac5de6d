/* test_errata_interval.c - errors of the German seminar text on the circle and the segment that
 * show in games: about key intervals, minimum distances, and Blue's share of key points. */
#include "check/interval.h"
#include "support/intervals.h"

#include <stdio.h>
#include <string.h>

static dm_interval *given(dm_interval_rules rules, const char *moves)
{
    dm_interval *game = NULL;
    dm_error err = {0};
    assert_ok(dm_interval_new(&rules, &game, &err), err);
    assert_ok(dm_interval_read(game, moves, &err), err);
    return game;
}

/* The text claims that Red wins again with "more than d".  n = 3, d = 1/30: Blue is within d of the
 * key point 2/3, and no place for Red's last stone does better than a tie. */
static void more_than_a_distance_does_not_save_red(void **state)
{
    (void)state;
    const dm_interval_rules rules = {.stones = 3, .min_distance = "1/30", .strict = true};
    dm_interval *game = given(rules, "0,1/3,13/20,33/40,1531/5120");
    enum { GRID = 15360 };
    int best = -1;
    for (int i = 0; i < GRID; i++) {
        char place[32];
        snprintf(place, sizeof place, "%d/%d", i, (int)GRID);
        if (dm_interval_place(game, place, NULL) != DM_OK)
            continue;
        int leader = -dm_interval_outcome(game);
        best = leader > best ? leader : best;
        assert_int_equal(dm_interval_undo(game, NULL), DM_OK);
    }
    assert_int_equal(best, 0);
    dm_interval_free(game);
}

/* The text claims that d < 1/2n is enough; the 2n-th stone needs d < 1/(4n-2). */
static void stones_may_not_fit_below_1_2n(void **state)
{
    (void)state;
    const dm_interval_rules rules = {.stones = 3, .min_distance = "1/9"}; /* below 1/6 */
    dm_interval *game = given(rules, "0,1/5,2/5,3/5,4/5");
    assert_true(dm_interval_is_over(game)); /* after five of six stones */
    dm_interval_free(game);
}

/* The text claims that an interval between two key points always has length 1/n. */
static void an_interval_between_key_points_may_be_longer(void **state)
{
    (void)state;
    const dm_interval_rules rules = {.stones = 3};
    dm_interval *game = given(rules, "0,1/3");
    mpq_t lengths[CHECK_STONES];
    check_interval c;
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_init(lengths[i]);
    dm_interval_undo(game, NULL); /* Blue alone: from 0 to 0, both ends are key points */
    check_interval_init(&c, game);
    assert_int_equal(check_interval_intervals(&c, DM_BLUE, lengths), 1);
    assert_int_equal(mpq_cmp_ui(lengths[0], 1, 3), 1);
    check_interval_clear(&c);
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_clear(lengths[i]);
    dm_interval_free(game);
}

/* The text claims that Blue gets at most half of the key points of a segment, rounded down.  n = 3.
 */
static void blue_gets_half_of_the_key_points_rounded_up(void **state)
{
    (void)state;
    const dm_interval_rules rules = {.arena = DM_SEGMENT, .stones = 3};
    dm_interval *game = played(rules, "key-grabbing", "line", 1);
    int keys = 0;
    for (int i = 0; i < dm_interval_count(game); i++) {
        dm_interval_stone stone = dm_interval_stone_at(game, i);
        for (int k = 0; k < 3; k++)
            keys += stone.colour == DM_BLUE && stone.at == (2 * k + 1) / 6.0;
    }
    assert_int_equal(keys, 2);
    assert_int_equal(dm_interval_outcome(game), DM_SECOND_WINS); /* and Red still wins */
    dm_interval_free(game);
}

/* The proof of Lemma 21 says of action 2, the end key point, what is true of action 3: that a blue
 * interval is shorter than 1/n, as no key point bounds it.  n = 3: Blue's first stone takes the key
 * point 1/2, and Red's answer is action 2. */
static void lemma_21_says_action_2_for_3(void **state)
{
    (void)state;
    const dm_interval_rules rules = {.arena = DM_SEGMENT, .stones = 3};
    dm_interval *game = given(rules, "1/2");
    dm_interval_player *line = NULL;
    dm_error err = {0};
    mpq_t lengths[CHECK_STONES];
    check_interval c;
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_init(lengths[i]);
    check_interval_init(&c, game);
    int count = check_interval_intervals(&c, DM_BLUE, lengths);
    assert_true(count >= 1);
    for (int i = 0; i < count; i++)
        assert_true(mpq_cmp_ui(lengths[i], 1, 3) > 0);
    assert_ok(dm_interval_player_new("line", DM_RED, 1, &line, &err), err);
    assert_ok(dm_interval_player_turn(line, game, &err), err);
    char *place = NULL;
    assert_ok(dm_interval_stone_place(game, 1, &place, &err), err);
    assert_true(strcmp(place, "1/6") == 0 || strcmp(place, "5/6") == 0);
    dm_free(place);
    check_interval_clear(&c);
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_clear(lengths[i]);
    dm_interval_player_free(line);
    dm_interval_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_a_distance_does_not_save_red),
        cmocka_unit_test(stones_may_not_fit_below_1_2n),
        cmocka_unit_test(an_interval_between_key_points_may_be_longer),
        cmocka_unit_test(blue_gets_half_of_the_key_points_rounded_up),
        cmocka_unit_test(lemma_21_says_action_2_for_3),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
