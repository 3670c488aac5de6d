/* test_interval_value.c - what Red can get once Blue has placed all stones, and the exact value of
 * games of two stones each, against all games on a lattice of places, scored cell by cell. */
#include "support/intervals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

typedef struct lattice {
    int size; /* places 0 .. size (size - 1 on a circle) */
    bool circle;
    int count, at[MOST];
    dm_colour who[MOST];
} lattice;

/* Twice Red's length minus Blue's, in lattice units: each point to its nearest stone. */
static int twice_margin(const lattice *l)
{
    int sum = 0;
    for (int i = 0; i < l->count; i++) {
        int left = l->circle ? l->size : 2 * l->at[i];
        int right = l->circle ? l->size : 2 * (l->size - l->at[i]);
        for (int j = 0; j < l->count; j++) {
            int way = l->at[j] - l->at[i];
            int up = l->circle ? (way + l->size) % l->size : way;
            int down = l->circle ? (l->size - way) % l->size : -way;
            if (up > 0 && up < right)
                right = up;
            if (down > 0 && down < left)
                left = down;
        }
        sum += l->who[i] == DM_RED ? left + right : -left - right;
    }
    return sum;
}

static bool is_legal(const lattice *l, int place, int distance)
{
    for (int i = 0; i < l->count; i++) {
        int way = abs(l->at[i] - place);
        if (l->circle && l->size - way < way)
            way = l->size - way;
        if (way < distance || way == 0)
            return false;
    }
    return true;
}

static void put(lattice *l, int place, dm_colour colour)
{
    l->at[l->count] = place;
    l->who[l->count++] = colour;
}

/* The most that `left` red stones can get, from place `from` on. */
static int best_red(lattice *l, int left, int from)
{
    int best = INT32_MIN, end = l->circle ? l->size : l->size + 1;
    if (left == 0)
        return twice_margin(l);
    for (int place = from; place < end; place++) {
        if (!is_legal(l, place, 1))
            continue;
        put(l, place, DM_RED);
        int margin = best_red(l, left - 1, place + 1);
        l->count--;
        best = margin > best ? margin : best;
    }
    return best;
}

/* The best answer on a lattice is at most the supremum, comes near to it, and reaches it exactly if
 * it is attained. */
static void check_answer(lattice *l, int n)
{
    dm_error err = {0};
    dm_interval *game = NULL;
    const dm_interval_rules rules = {
        .arena = l->circle ? DM_CIRCLE : DM_SEGMENT, .stones = n, .all_first = true};
    assert_ok(dm_interval_new(&rules, &game, &err), err);
    for (int i = 0; i < n; i++) {
        char place[32];
        snprintf(place, sizeof place, "%d/%d", l->at[i], l->size);
        assert_ok(dm_interval_place(game, place, &err), err);
    }
    char *text = NULL;
    bool attained;
    assert_ok(dm_interval_best_answer(game, &text, &attained, &err), err);
    int above = atoi(text), below = strchr(text, '/') ? atoi(strchr(text, '/') + 1) : 1;
    int best = best_red(l, n, 0), supremum = 2 * above * (l->size / below);
    assert_int_equal(l->size % below, 0);
    if (attained)
        assert_int_equal(best, supremum);
    else
        assert_true(best < supremum && best >= supremum - 4 * n);
    /* the strategy comes near, too: on the same side of a tie */
    dm_interval_player *red = NULL;
    assert_ok(dm_interval_player_new("best-answer", DM_RED, 1, &red, &err), err);
    assert_ok(dm_interval_player_turn(red, game, &err), err);
    assert_true(dm_interval_is_over(game));
    int result = supremum ? (supremum > 0) - (supremum < 0) : attained ? 0 : -1;
    assert_int_equal(-dm_interval_outcome(game), result);
    dm_interval_player_free(red);
    dm_interval_free(game);
    dm_free(text);
}

static void the_best_answer_is_the_best_on_a_lattice(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 11);
    int ties = 0;
    for (int g = 0; g < (run_long() ? 300 : 60); g++) {
        int n = 1 + g % 3, size = n == 3 ? 48 : 120, step = n == 3 ? 8 : 12;
        lattice l = {.size = size, .circle = g & 1};
        for (int i = 0; i < n;) {
            uint64_t places = (uint64_t)(size / step);
            int place = step * (int)dm_rng_below(&rng, places + !l.circle);
            place += g % 5 && place + step / 2 <= size ? step / 2 : 0;
            place = l.circle ? place % size : place;
            if (is_legal(&l, place, 1)) {
                put(&l, place, DM_BLUE);
                i++;
            }
        }
        lattice copy = l;
        ties += best_red(&copy, n, 0) == 0;
        check_answer(&l, n);
    }
    assert_true(ties > 0);
}

/* Blue at the key points: a tie on the circle, and on the segment Red cannot even tie. */
static void all_key_points_first_keep_red_from_winning(void **state)
{
    (void)state;
    dm_error err = {0};
    for (int n = 1; n <= 40; n++)
        for (int arena = DM_CIRCLE; arena <= DM_SEGMENT; arena++) {
            const dm_interval_rules rules = {
                .arena = (dm_interval_arena)arena, .stones = n, .all_first = true};
            dm_interval *game = NULL;
            char *text = NULL;
            bool attained;
            dm_interval_player *blue = NULL;
            assert_ok(dm_interval_new(&rules, &game, &err), err);
            assert_ok(dm_interval_player_new("key-grabbing", DM_BLUE, 1, &blue, &err), err);
            assert_ok(dm_interval_player_turn(blue, game, &err), err);
            assert_ok(dm_interval_best_answer(game, &text, &attained, &err), err);
            assert_string_equal(text, "0");
            assert_int_equal(attained, arena == DM_CIRCLE);
            dm_free(text);
            dm_interval_player_free(blue);
            dm_interval_free(game);
        }
}

/* The value of the game on the lattice. */
static int lattice_value(int size, int distance)
{
    int value = INT32_MIN;
    lattice l = {.size = size, .circle = true};
    put(&l, 0, DM_BLUE);
    for (int r = 1; r < size; r++) {
        if (!is_legal(&l, r, distance))
            continue;
        put(&l, r, DM_RED);
        int least = INT32_MAX;
        for (int x = 1; x < size; x++) {
            if (!is_legal(&l, x, distance))
                continue;
            put(&l, x, DM_BLUE);
            int most = INT32_MIN;
            for (int y = 1; y < size; y++) {
                if (!is_legal(&l, y, distance))
                    continue;
                put(&l, y, DM_RED);
                int margin = twice_margin(&l);
                most = margin > most ? margin : most;
                l.count--;
            }
            most = most == INT32_MIN ? twice_margin(&l) : most;
            least = most < least ? most : least;
            l.count--;
        }
        least = least == INT32_MAX ? twice_margin(&l) : least;
        value = least > value ? least : value;
        l.count--;
    }
    return value == INT32_MIN ? -2 * size : value;
}

static void two_stones_are_worth_what_a_lattice_says(void **state)
{
    (void)state;
    enum { SIZE = 60 };
    dm_error err = {0};
    for (int k = 1; k <= 34; k += run_long() ? 1 : 5) {
        char distance[16], *text = NULL;
        dm_outcome outcome;
        snprintf(distance, sizeof distance, "%d/%d", k, (int)SIZE);
        const dm_interval_rules rules = {.stones = 2, .min_distance = distance};
        assert_ok(dm_interval_solve(&rules, &text, &outcome, &err), err);
        int value = lattice_value(SIZE, k);
        assert_int_equal(2 * SIZE * atoi(text), value);
        assert_int_equal(-outcome, (value > 0) - (value < 0));
        dm_free(text);
    }
}

/* Without "at least" no place is nearest: Red wins where two stones fit, and the attack agrees. */
static void attacks_agree_with_the_value(void **state)
{
    (void)state;
    static const char *const distances[] = {"0",    "1/100", "1/30", "1/15",
                                            "1/10", "1/5",   "6/25", "1/3"};
    dm_error err = {0};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
        for (int strict = 0; strict < 2; strict++) {
            const dm_interval_rules rules = {
                .stones = 2, .min_distance = distances[i], .strict = strict};
            char *text = NULL;
            dm_outcome outcome;
            assert_ok(dm_interval_solve(&rules, &text, &outcome, &err), err);
            dm_attack_result *attack = attacked(rules, "keypoint", (dm_attack_settings){0});
            bool wins = outcome == DM_SECOND_WINS;
            assert_int_equal(wins, attack->not_won == 0);
            assert_int_equal(wins, i == 0 || (strict && i < 7));
            assert_string_equal(text, "0");
            dm_attack_result_free(attack);
            dm_free(text);
        }
}

static void one_stone_each_and_what_is_not_known(void **state)
{
    (void)state;
    dm_error err = {0};
    char *text = NULL;
    dm_outcome outcome;
    dm_interval_rules rules = {.arena = DM_SEGMENT, .stones = 1, .min_distance = "1/7"};
    assert_ok(dm_interval_solve(&rules, &text, &outcome, &err), err);
    assert_string_equal(text, "-1/7");
    assert_int_equal(outcome, DM_FIRST_WINS);
    dm_free(text);
    rules = (dm_interval_rules){.stones = 1};
    assert_ok(dm_interval_solve(&rules, &text, &outcome, &err), err);
    assert_int_equal(outcome, DM_TIE);
    dm_free(text);
    rules.stones = 3;
    assert_int_equal(dm_interval_solve(&rules, &text, &outcome, &err), DM_UNSUPPORTED);
    rules.stones = 0;
    assert_int_equal(dm_interval_solve(&rules, &text, &outcome, &err), DM_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_answer_is_the_best_on_a_lattice),
        cmocka_unit_test(all_key_points_first_keep_red_from_winning),
        cmocka_unit_test(two_stones_are_worth_what_a_lattice_says),
        cmocka_unit_test(attacks_agree_with_the_value),
        cmocka_unit_test(one_stone_each_and_what_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
