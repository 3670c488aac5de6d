/* test_interval_lemmas.c - the lemmas about positions (Lemmas 5 to 7 and 11, Corollaries 8 to 10),
 * and exact numbers however small Blue's distances are. */
#include "check/interval.h"
#include "support/intervals.h"

#include <stdio.h>
#include <string.h>

static const char *const blues[] = {"random", "greedy", "key-grabbing", "tiny-margin",
                                    "random:bits=3"};
enum { BLUES = 5 };

static bool all_keys_taken(const dm_interval *game)
{
    dm_error err = {0};
    for (int i = 0; i < dm_interval_rules_of(game)->stones; i++) {
        char *key = NULL;
        bool taken = false;
        assert_ok(dm_interval_key_point(game, i, &key, &err), err);
        for (int stone = 0; stone < dm_interval_count(game) && !taken; stone++) {
            char *place = NULL;
            assert_ok(dm_interval_stone_place(game, stone, &place, &err), err);
            taken = strcmp(key, place) == 0;
            dm_free(place);
        }
        dm_free(key);
        if (!taken)
            return false;
    }
    return true;
}

/* Lemma 11: one blue interval, shorter than 1/n, and all key points taken. */
static bool lemma_11_applies(const check_interval *c, const dm_interval *game, int red, int blue)
{
    int n = dm_interval_rules_of(game)->stones;
    mpq_t lengths[CHECK_STONES];
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_init(lengths[i]);
    int count = check_interval_intervals(c, DM_BLUE, lengths);
    bool applies = red < blue && count == 1 && mpq_cmp_ui(lengths[0], 1, (unsigned long)n) < 0 &&
                   all_keys_taken(game);
    for (int i = 0; i < CHECK_STONES; i++)
        mpq_clear(lengths[i]);
    return applies;
}

typedef struct seen {
    int positions, before_last, lemma_11;
} seen;

/* A position of a game in which Red plays keypoint or line. */
static void lemmas_hold(const dm_interval *game, bool keypoint, seen *s)
{
    check_interval c;
    int n = dm_interval_rules_of(game)->stones, blue = 0, red = 0;
    check_interval_init(&c, game);
    for (int i = 0; i < c.count; i++)
        *(c.who[i] == DM_BLUE ? &blue : &red) += 1;
    int blue_intervals = check_interval_intervals(&c, DM_BLUE, NULL);
    int red_intervals = check_interval_intervals(&c, DM_RED, NULL);
    if (c.count > 0)
        assert_int_equal(blue_intervals - red_intervals, blue - red); /* Lemma 7, Corollary 9 */
    if (blue > red) {
        assert_true(blue_intervals > 0); /* Corollary 8 */
        if (blue_intervals == 1)
            assert_int_equal(red_intervals, 0); /* Corollary 10 */
    }
    if (keypoint && red == n - 1 && blue > red) {
        assert_false(check_interval_any_key(&c, DM_BLUE, n)); /* Lemma 5 */
        assert_true(check_interval_all_keys(&c, DM_RED, n));  /* Lemma 6 */
        s->before_last++;
    }
    if (lemma_11_applies(&c, game, red, blue)) {
        assert_true(check_interval_mixed_keys(&c, n) > 0);
        s->lemma_11++;
    }
    s->positions++;
    check_interval_clear(&c);
}

/* All positions of a game, from its end to its beginning, stone by stone. */
static void lemmas_hold_in_games(dm_interval_rules rules, const char *red)
{
    seen s = {0};
    bool keypoint = strcmp(red, "keypoint") == 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        dm_interval *game = played(rules, blues[seed % BLUES], red, seed);
        for (; dm_interval_count(game) > 0; dm_interval_undo(game, NULL))
            lemmas_hold(game, keypoint, &s);
        dm_interval_free(game);
    }
    assert_true(s.positions >= 40 * rules.stones);
    assert_true(!keypoint || s.before_last >= 20);
    assert_true(s.lemma_11 > 0);
}

static void the_lemmas_hold_on_the_circle(void **state)
{
    (void)state;
    for (int n = 2; n <= 7; n++)
        for (int batch = 0; batch < 2; batch++)
            lemmas_hold_in_games((dm_interval_rules){.stones = n, .batch = batch}, "keypoint");
}

static void the_lemmas_hold_on_the_segment(void **state)
{
    (void)state;
    for (int n = 2; n <= 7; n++)
        lemmas_hold_in_games((dm_interval_rules){.arena = DM_SEGMENT, .stones = n}, "line");
}

/* Red wins by at most 2^-bits. */
static void is_tiny(const dm_interval *game, int bits)
{
    mpq_t lead, bound;
    char *text = lead_of(game);
    mpq_inits(lead, bound, NULL);
    assert_int_equal(mpq_set_str(lead, text, 10), 0);
    mpq_set_ui(bound, 1, 1);
    mpq_div_2exp(bound, bound, (mp_bitcnt_t)bits);
    assert_int_equal(dm_interval_outcome(game), DM_SECOND_WINS);
    assert_true(mpq_cmp(lead, bound) <= 0);
    mpq_clears(lead, bound, NULL);
    dm_free(text);
}

static void blue_chooses_how_small_the_margin_is(void **state)
{
    (void)state;
    static const int bits[] = {1, 10, 53, 64, 200, 1000};
    for (int i = 0; i < 6; i++)
        for (int n = 2; n <= 12; n++) {
            char blue[40];
            snprintf(blue, sizeof blue, "tiny-margin:bits=%d", bits[i]);
            dm_interval *circle = played((dm_interval_rules){.stones = n}, blue, "keypoint", 1);
            dm_interval *segment =
                played((dm_interval_rules){.arena = DM_SEGMENT, .stones = n}, blue, "line", 1);
            is_tiny(circle, bits[i]);
            is_tiny(segment, bits[i]);
            dm_interval_free(circle);
            dm_interval_free(segment);
        }
}

/* Neighbours at 2^-200 need more than 64 bits; Red still wins, by less than that. */
static void attacks_go_below_machine_numbers(void **state)
{
    (void)state;
    for (int n = 2; n <= 3; n++)
        for (int arena = DM_CIRCLE; arena <= DM_SEGMENT; arena++) {
            const dm_interval_rules rules = {.arena = (dm_interval_arena)arena, .stones = n};
            dm_attack_result *result = attacked(rules, arena == DM_CIRCLE ? "keypoint" : "line",
                                                (dm_attack_settings){.bits = 200});
            assert_int_equal(result->not_won, 0);
            assert_int_equal(result->long_games, result->games);
            is_tiny(result->worst, 200);
            dm_attack_result_free(result);
        }
}

static void same_games(const dm_interval *a, const dm_interval *b)
{
    dm_error err = {0};
    assert_int_equal(dm_interval_count(a), dm_interval_count(b));
    for (int i = 0; i < dm_interval_count(a); i++) {
        char *x = NULL, *y = NULL;
        assert_ok(dm_interval_stone_place(a, i, &x, &err), err);
        assert_ok(dm_interval_stone_place(b, i, &y, &err), err);
        assert_string_equal(x, y);
        assert_int_equal(dm_interval_stone_at(a, i).turn, dm_interval_stone_at(b, i).turn);
        dm_free(x);
        dm_free(y);
    }
}

/* Both kinds of numbers: a sample played with 64 bits is the game that the exact players play from
 * the same seed. */
static void both_kinds_of_numbers_play_alike(void **state)
{
    (void)state;
    static const char *const circle_reds[] = {"keypoint", "mirror", "random",
                                              "keypoint:pick=random", "mirror:last=best"};
    static const char *const segment_reds[] = {"line", "line:variant=seminar", "random",
                                               "line:first=middle", "line:border=break"};
    static const char *const all_blues[] = {"random", "greedy", "key-grabbing", "blocker",
                                            "tiny-margin:bits=20"};
    for (uint64_t seed = 0; seed < 1500; seed++) {
        dm_interval_rules rules = {.arena = (dm_interval_arena)(seed % 2),
                                   .stones = 1 + (int32_t)(seed / 2 % 7)};
        rules.batch = rules.stones > 1 && seed % 3 == 0;
        rules.min_distance = seed % 5 == 0 ? "1/30" : seed % 5 == 1 ? "1/17" : NULL;
        rules.strict = rules.min_distance && seed % 4 == 0;
        const char *red = (seed % 2 ? segment_reds : circle_reds)[seed / 7 % 5];
        const char *blue = all_blues[seed / 35 % 5];
        dm_attack_result *sample =
            attacked(rules, red, (dm_attack_settings){.samples = 1, .blue = blue, .seed = seed});
        dm_interval *game = played(rules, blue, red, dm_rng_derive(seed, 0));
        same_games(sample->worst, game);
        dm_interval_free(game);
        dm_attack_result_free(sample);
    }
}

/* The worst game and all counts are the same for any number of threads. */
static void threads_change_nothing(void **state)
{
    (void)state;
    const dm_interval_rules rules = {.stones = 4, .batch = true, .min_distance = "1/40"};
    for (int mode = 0; mode < 2; mode++) {
        dm_attack_settings settings = {.samples = mode ? 5000 : 0, .seed = 9};
        dm_attack_result *one = attacked(rules, "keypoint", settings);
        settings.threads = 3;
        dm_attack_result *three = attacked(rules, "keypoint", settings);
        assert_int_equal(one->games, three->games);
        assert_int_equal(one->not_won, three->not_won);
        assert_int_equal(one->lost, three->lost);
        same_games(one->worst, three->worst);
        dm_attack_result_free(one);
        dm_attack_result_free(three);
    }
}

/* A stopped run returns what is known. */
static void a_stopped_attack_says_so(void **state)
{
    (void)state;
    dm_run *run = NULL;
    dm_attack_result *result = NULL;
    const dm_interval_rules rules = {.stones = 8};
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 5000);
    assert_int_equal(dm_interval_attack(&rules, "keypoint", NULL, run, &result, NULL), DM_STOPPED);
    assert_non_null(result);
    assert_false(result->complete);
    assert_true(result->games >= 5000);
    assert_non_null(result->worst);
    dm_attack_result_free(result);
    dm_run_free(run);
}

static void players_are_refused_with_reasons(void **state)
{
    (void)state;
    const struct {
        const char *spec, *message;
    } bad[] = {
        {"nobody", "not a strategy of Red; known: mirror, keypoint, line, best-answer, random"},
        {"line:variant=six", "variant must be one of five|seminar"},
        {"line:colour=red", "no parameter 'colour'"},
        {"random:bits=0", "bits must be a number from 1 to 30"},
        {"random:bits=x", "bits must be a number"},
        {"keypoint:pick", "pick must be one of"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        dm_interval_player *player = NULL;
        dm_error err = {0};
        assert_int_equal(dm_interval_player_new(bad[i].spec, DM_RED, 1, &player, &err),
                         DM_BAD_ARGUMENT);
        assert_null(player);
        assert_non_null(strstr(err.message, bad[i].message));
    }
    dm_attack_result *result = NULL;
    const dm_interval_rules segment = {.arena = DM_SEGMENT, .stones = 3};
    assert_int_equal(dm_interval_attack(&segment, "keypoint", NULL, NULL, &result, NULL),
                     DM_UNSUPPORTED);
    assert_null(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lemmas_hold_on_the_circle),
        cmocka_unit_test(the_lemmas_hold_on_the_segment),
        cmocka_unit_test(blue_chooses_how_small_the_margin_is),
        cmocka_unit_test(attacks_go_below_machine_numbers),
        cmocka_unit_test(both_kinds_of_numbers_play_alike),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_stopped_attack_says_so),
        cmocka_unit_test(players_are_refused_with_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
