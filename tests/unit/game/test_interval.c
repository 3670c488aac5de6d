/* test_interval.c - the circle and the segment: rules, legal places and both formulas for the
 * score, against the definitions (check/interval.c). */
#include "check/interval.h"
#include "support/support.h"

#include <stdio.h>
#include <string.h>

static dm_interval *game_of(dm_interval_rules rules)
{
    dm_interval *game = NULL;
    dm_error err = {0};
    assert_ok(dm_interval_new(&rules, &game, &err), err);
    return game;
}

/* The score by the definition, by the library's cells, and by one-coloured intervals: Lemma 1 and
 * equation (3). */
static void scores_agree(const dm_interval *game)
{
    check_interval c;
    mpq_t q[9];
    for (int i = 0; i < 9; i++)
        mpq_init(q[i]);
    check_interval_init(&c, game);
    for (int i = DM_LENGTH_RED; i <= DM_LENGTH_BLUE_BORDER; i++) {
        char *text = NULL;
        dm_error err = {0};
        assert_ok(dm_interval_measure(game, ((dm_interval_length)i), &text, &err), err);
        assert_int_equal(mpq_set_str(q[i], text, 10), 0);
        dm_free(text);
    }
    check_interval_land(&c, DM_RED, q[7]);
    check_interval_land(&c, DM_BLUE, q[8]);
    assert_int_equal(mpq_equal(q[DM_LENGTH_RED], q[7]), 1);
    assert_int_equal(mpq_equal(q[DM_LENGTH_BLUE], q[8]), 1);
    mpq_sub(q[7], q[7], q[8]);
    mpq_abs(q[8], q[7]);
    assert_int_equal(mpq_equal(q[DM_LENGTH_LEAD], q[8]), 1);
    mpq_add(q[8], q[DM_LENGTH_RED_INTERVALS], q[DM_LENGTH_RED_BORDER]);
    mpq_sub(q[8], q[8], q[DM_LENGTH_BLUE_INTERVALS]);
    mpq_sub(q[8], q[8], q[DM_LENGTH_BLUE_BORDER]);
    assert_int_equal(mpq_equal(q[8], q[7]), 1);
    assert_int_equal(-dm_interval_outcome(game), mpq_sgn(q[7]));
    mpq_add(q[8], q[DM_LENGTH_RED], q[DM_LENGTH_BLUE]);
    if (c.count > 0)
        assert_int_equal(mpq_cmp_ui(q[8], 1, 1), 0);
    for (int side = DM_BLUE; side <= DM_RED; side++)
        assert_int_equal(dm_interval_intervals(game, (dm_colour)side),
                         check_interval_intervals(&c, (dm_colour)side, NULL));
    check_interval_clear(&c);
    for (int i = 0; i < 9; i++)
        mpq_clear(q[i]);
}

static dm_interval_rules random_rules(dm_rng *rng)
{
    dm_interval_rules rules = {.arena = (dm_interval_arena)dm_rng_below(rng, 2),
                               .stones = 1 + (int32_t)dm_rng_below(rng, 6)};
    rules.batch = rules.stones > 1 && dm_rng_below(rng, 2);
    return rules;
}

/* Any stones, legal or not, on grids so coarse that places often coincide. */
static void play_anything(dm_interval *game, dm_rng *rng)
{
    while (!dm_interval_is_over(game)) {
        char text[64];
        unsigned below = 1 + (unsigned)dm_rng_below(rng, dm_rng_below(rng, 2) ? 40 : 1000000);
        snprintf(text, sizeof text, "%u/%u", (unsigned)dm_rng_below(rng, below + 1), below);
        int32_t least, most;
        dm_interval_turn_size(game, &least, &most);
        dm_interval_place(game, text, NULL);
        int32_t lying = dm_interval_in_turn(game);
        if (lying > 0 && lying >= least && dm_rng_below(rng, 2))
            assert_int_equal(dm_interval_end_turn(game, NULL), DM_OK);
    }
}

static void both_ways_of_scoring_agree_with_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int i = 0; i < (run_long() ? 1500 : 200); i++) {
        dm_interval *game = game_of(random_rules(&rng));
        play_anything(game, &rng);
        assert_int_equal(dm_interval_count(game), 2 * dm_interval_rules_of(game)->stones);
        scores_agree(game);
        while (dm_interval_count(game) > 0) {
            assert_int_equal(dm_interval_undo(game, NULL), DM_OK);
            if (i % 10 == 0)
                scores_agree(game);
        }
        dm_interval_free(game);
    }
}

static bool legal_by_definition(const dm_interval *game, const mpq_t x, const mpq_t apart)
{
    check_interval c;
    mpq_t distance;
    bool legal = true, strict = dm_interval_rules_of(game)->strict;
    check_interval_init(&c, game);
    mpq_init(distance);
    for (int i = 0; i < c.count; i++) {
        check_interval_distance(&c, x, c.at[i], distance);
        int order = mpq_cmp(distance, apart);
        legal &= mpq_sgn(distance) > 0 && (strict ? order > 0 : order >= 0);
    }
    mpq_clear(distance);
    check_interval_clear(&c);
    return legal;
}

/* Places on a grid of 1/d: whether one is accepted, and whether the game is over if none is (all
 * ends of legal stretches are on the grid, and their middles on one twice as fine). */
static void try_places(dm_interval *game, dm_rng *rng, int grid, const mpq_t apart)
{
    mpq_t x;
    mpq_init(x);
    bool any = false;
    for (int i = 0; i <= 2 * grid; i++) {
        mpq_set_ui(x, (unsigned long)i, 2 * (unsigned long)grid);
        mpq_canonicalize(x);
        any |= legal_by_definition(game, x, apart);
    }
    bool all = dm_interval_count(game) == 2 * dm_interval_rules_of(game)->stones;
    assert_int_equal(dm_interval_is_over(game), all || !any);
    for (int tries = 0; tries < 20 && !dm_interval_is_over(game); tries++) {
        char text[32];
        unsigned at = (unsigned)dm_rng_below(rng, (uint64_t)grid + 1);
        snprintf(text, sizeof text, "%u/%d", at, grid);
        mpq_set_ui(x, at, (unsigned long)grid);
        mpq_canonicalize(x);
        bool legal = legal_by_definition(game, x, apart);
        dm_status status = dm_interval_place(game, text, NULL);
        assert_int_equal(status, legal ? DM_OK : DM_BAD_MOVE);
        if (legal)
            break;
    }
    mpq_clear(x);
}

static void legal_places_are_those_of_the_definition(void **state)
{
    (void)state;
    dm_rng rng;
    mpq_t apart;
    mpq_init(apart);
    dm_rng_init(&rng, 2);
    for (int i = 0; i < (run_long() ? 300 : 50); i++) {
        int grid = 12 + (int)dm_rng_below(&rng, 30);
        char text[32];
        snprintf(text, sizeof text, "%d/%d", (int)dm_rng_below(&rng, 5), grid);
        mpq_set_str(apart, text, 10);
        mpq_canonicalize(apart);
        dm_interval *game =
            game_of((dm_interval_rules){.arena = (dm_interval_arena)dm_rng_below(&rng, 2),
                                        .stones = 1 + (int32_t)dm_rng_below(&rng, 6),
                                        .min_distance = text,
                                        .strict = dm_rng_below(&rng, 2)});
        for (int stone = 0; stone < 12; stone++)
            try_places(game, &rng, grid, apart);
        scores_agree(game);
        dm_interval_free(game);
    }
    mpq_clear(apart);
}

static void expect(const dm_interval_rules *rules, const char *moves, dm_status status,
                   const char *message)
{
    dm_interval *game = game_of(*rules);
    dm_error err = {0};
    assert_int_equal(dm_interval_read(game, moves, &err), status);
    if (status != DM_OK && !strstr(err.message, message))
        fail_msg("%s: '%s' does not say '%s'", moves, err.message, message);
    dm_interval_free(game);
}

static void turns_of_several_stones_obey_the_four_rules(void **state)
{
    (void)state;
    const dm_interval_rules rules = {.stones = 3, .batch = true};
    expect(&rules, "0,1/9;1/3,2/3;1/8;1/7", DM_OK, "");
    expect(&rules, "0;1/3;1/9,1/8;1/7,1/6", DM_OK, "");
    expect(&rules, "0,1/9;1/3;1/8;1/7,1/6", DM_OK, ""); /* Red may have fewer stones for a while */
    expect(&rules, "0,1/9,1/8;1/3", DM_BAD_MOVE, "turn 1 may have at most 2 stones");
    expect(&rules, "0;1/3,2/3", DM_BAD_MOVE, "turn 2 may have at most 1 stone;");
    expect(&rules, "0,1/9;1/3;1/8;1/7;", DM_BAD_MOVE, "this turn must have 2 stones, not 1");
    expect(&rules, "0;1/3;1/9;1/2;1/8;1/7;1/6", DM_BAD_MOVE, "over");
    expect(&rules, "0;;", DM_BAD_ARGUMENT, "not a number");
    dm_interval *game = game_of(rules);
    assert_int_equal(dm_interval_end_turn(game, NULL), DM_BAD_MOVE); /* at least one stone */
    dm_interval_free(game);
}

static void bad_input_is_refused_with_reasons(void **state)
{
    (void)state;
    const dm_interval_rules circle = {.stones = 2}, segment = {.arena = DM_SEGMENT, .stones = 2};
    const dm_interval_rules wide = {.stones = 2, .min_distance = "1/10"};
    const dm_interval_rules strict = {.stones = 2, .min_distance = "0.1", .strict = true};
    expect(&circle, "3/2", DM_BAD_MOVE, "outside the circle");
    expect(&segment, "-1/2", DM_BAD_MOVE, "outside the segment");
    expect(&circle, "1/2,2/4", DM_BAD_MOVE, "2/4 is occupied");
    expect(&circle, "0,1", DM_BAD_MOVE, "occupied"); /* 1 is 0 */
    expect(&segment, "0,1", DM_OK, "");
    expect(&wide, "0,1/11", DM_BAD_MOVE, "at least 1/10 apart");
    expect(&wide, "0,19/20", DM_BAD_MOVE, "too near");
    expect(&wide, "0,1/10", DM_OK, "");
    expect(&strict, "0,1/10", DM_BAD_MOVE, "more than 1/10 apart");
    expect(&circle, "0,1/2,1/4,3/4,1/8", DM_BAD_MOVE, "over");
    const char *no_numbers[] = {"x",   "1/0", "1/",   "/2",  "1.", ".5",
                                "1e3", "0x1", "1//2", "--1", ""};
    for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; i++) {
        dm_interval *game = game_of(circle);
        assert_int_equal(dm_interval_place(game, no_numbers[i], NULL), DM_BAD_ARGUMENT);
        assert_int_equal(dm_interval_count(game), 0);
        dm_interval_free(game);
    }
}

static void bad_rules_are_refused(void **state)
{
    (void)state;
    const dm_interval_rules bad[] = {{.stones = 0},
                                     {.stones = -1},
                                     {.stones = DM_INTERVAL_STONES + 1},
                                     {.stones = 1, .batch = true},
                                     {.stones = 2, .min_distance = "-1/2"},
                                     {.stones = 2, .min_distance = "2"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_interval *game = NULL;
        assert_int_equal(dm_interval_new(&bad[i], &game, NULL), DM_BAD_ARGUMENT);
        assert_null(game);
    }
}

static void copies_go_on_alike(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int i = 0; i < 100; i++) {
        dm_interval *game = game_of(random_rules(&rng)), *copy = NULL;
        play_anything(game, &rng);
        int keep = (int)dm_rng_below(&rng, (uint64_t)dm_interval_count(game) + 1);
        while (dm_interval_count(game) > keep)
            assert_int_equal(dm_interval_undo(game, NULL), DM_OK);
        assert_int_equal(dm_interval_copy(game, &copy, NULL), DM_OK);
        assert_int_equal(dm_interval_count(copy), keep);
        assert_int_equal(dm_interval_to_move(copy), dm_interval_to_move(game));
        assert_int_equal(dm_interval_in_turn(copy), dm_interval_in_turn(game));
        for (int stone = 0; stone < keep; stone++)
            assert_int_equal(dm_interval_stone_at(copy, stone).turn,
                             dm_interval_stone_at(game, stone).turn);
        scores_agree(copy);
        dm_interval_free(copy);
        dm_interval_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_of_scoring_agree_with_the_definition),
        cmocka_unit_test(legal_places_are_those_of_the_definition),
        cmocka_unit_test(turns_of_several_stones_obey_the_four_rules),
        cmocka_unit_test(bad_input_is_refused_with_reasons),
        cmocka_unit_test(bad_rules_are_refused),
        cmocka_unit_test(copies_go_on_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
