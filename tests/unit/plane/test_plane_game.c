/* test_plane_game.c - games in the plane: which places are legal, when no place is left, turns, and
 * what a further site gains. */
#include "plane/game/cells.h"
#include "support/planes.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dm_plane_board *named(const char *name)
{
    dm_plane_board *board = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_board_named(name, &board, &err), err);
    return board;
}

static dm_plane_game *game_on(const dm_plane_board *board, const dm_plane_game_rules *rules)
{
    dm_plane_game *game = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_game_new(board, rules, &game, &err), err);
    return game;
}

/* Whether a place keeps the distance from all sites, by fractions. */
static bool keeps_distance(const dm_plane *plane, const char *x, const char *y, const char *least)
{
    bool is_euclid = dm_plane_rules_of(plane)->metric == DM_EUCLID, keeps = true;
    mpq_t place[2], site[2], limit;
    mpq_inits(place[0], place[1], site[0], site[1], limit, NULL);
    mpq_set_str(place[0], x, 10);
    mpq_set_str(place[1], y, 10);
    mpq_set_str(limit, least, 10);
    mpq_canonicalize(place[0]);
    mpq_canonicalize(place[1]);
    if (is_euclid)
        mpq_mul(limit, limit, limit);
    for (int32_t i = 0; i < dm_plane_count(plane) && keeps; i++) {
        char *text[2];
        assert_int_equal(dm_plane_site_place(plane, i, &text[0], &text[1], NULL), DM_OK);
        for (int k = 0; k < 2; k++) {
            mpq_set_str(site[k], text[k], 10);
            mpq_sub(site[k], site[k], place[k]);
            if (is_euclid)
                mpq_mul(site[k], site[k], site[k]);
            else
                mpq_abs(site[k], site[k]);
            dm_free(text[k]);
        }
        mpq_add(site[0], site[0], site[1]);
        keeps = mpq_cmp(site[0], limit) >= 0;
    }
    mpq_clears(place[0], place[1], site[0], site[1], limit, NULL);
    return keeps;
}

/* Random places on a coarse lattice, so that distances are often equal to the least one. */
static void random_places_by_definition(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 3);
    for (int g = 0; g < 40; g++) {
        dm_plane_board *board = random_plane_board(&rng);
        const dm_plane_game_rules rules = {.metric = g % 2 ? DM_MANHATTAN : DM_EUCLID,
                                           .rounds = 20,
                                           .per_turn = 1 + g % 3,
                                           .min_distance = g % 4 < 2 ? "1/2" : "5/8"};
        dm_plane_game *game = game_on(board, &rules);
        dm_plane *free_of_rules = NULL;
        dm_error err = {0};
        assert_ok(dm_plane_new(board, NULL, &free_of_rules, &err), err);
        dm_point low, high;
        dm_plane_board_box(board, &low, &high);
        for (int i = 0; i < 150 && !dm_plane_game_is_over(game); i++) {
            char x[40], y[40];
            const dm_plane *plane = dm_plane_game_plane(game);
            snprintf(x, sizeof x, "%d/8",
                     (int)floor(8 * low.x) +
                         (int)dm_rng_below(&rng, (uint64_t)(8 * (high.x - low.x)) + 2));
            snprintf(y, sizeof y, "%d/8",
                     (int)floor(8 * low.y) +
                         (int)dm_rng_below(&rng, (uint64_t)(8 * (high.y - low.y)) + 2));
            bool inside = dm_plane_place(free_of_rules, 0, x, y, NULL) == DM_OK;
            dm_plane_undo(free_of_rules);
            bool legal = inside && keeps_distance(plane, x, y, rules.min_distance);
            int32_t before = dm_plane_count(plane);
            if (!inside) /* undo took back nothing, or another: only places are tried there */
                assert_int_equal(dm_plane_count(free_of_rules), 0);
            assert_int_equal(dm_plane_game_place(game, x, y, NULL), legal ? DM_OK : DM_BAD_MOVE);
            assert_int_equal(dm_plane_count(plane), before + legal);
        }
        dm_plane_free(free_of_rules);
        dm_plane_game_free(game);
        dm_plane_board_free(board);
    }
}

/* Until no place is left: there is always a place that the game names, and then there is none. */
static void games_until_full(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 4);
    for (int g = 0; g < 12; g++) {
        dm_plane_board *board = random_plane_board(&rng);
        dm_point low, high;
        dm_plane_board_box(board, &low, &high);
        char least[40];
        snprintf(least, sizeof least, "%d/100", (int)(25 * (high.x - low.x)));
        const dm_plane_game_rules rules = {.metric = g % 2 ? DM_MANHATTAN : DM_EUCLID,
                                           .rounds = 1000,
                                           .per_turn = 2,
                                           .min_distance = least};
        dm_plane_game *game = game_on(board, &rules);
        dm_error err = {0};
        while (!dm_plane_game_is_over(game)) {
            char *x = NULL, *y = NULL;
            assert_ok(dm_plane_game_any_place(game, &x, &y, &err), err);
            assert_ok(dm_plane_game_place(game, x, y, &err), err);
            dm_free(x);
            dm_free(y);
        }
        assert_true(dm_plane_game_is_full(game));
        for (int i = 0; i < 300; i++) {
            dm_point at = {low.x + dm_rng_unit(&rng) * (high.x - low.x),
                           low.y + dm_rng_unit(&rng) * (high.y - low.y)};
            bool is_near = !dm_plane_board_holds(board, at);
            for (int32_t k = 0; k < dm_plane_count(dm_plane_game_plane(game)) && !is_near; k++) {
                dm_point site = dm_plane_site_at(dm_plane_game_plane(game), k).at;
                is_near = dmi_plane_distance(rules.metric, at, site) <= 0.25 * (high.x - low.x);
            }
            assert_true(is_near);
        }
        assert_int_equal(dm_plane_game_pass(game, NULL), DM_BAD_MOVE);
        assert_int_equal(dm_plane_game_undo(game, &err), DM_OK);
        assert_false(dm_plane_game_is_over(game));
        dm_plane_game_free(game);
        dm_plane_board_free(board);
    }
}

/* The corner of 6 x 8 is 5 from its middle: a place is left for 5, and none for a little more. */
static void room_is_decided_exactly(void **state)
{
    (void)state;
    static const struct {
        const char *least;
        dm_line_metric metric;
        bool full;
    } cases[] = {{"5", DM_EUCLID, false},
                 {"5.000000000000000000000000000001", DM_EUCLID, true},
                 {"4.999999999999999999999999999999", DM_EUCLID, false},
                 {"7", DM_MANHATTAN, false},
                 {"7.000000000000000000000000000001", DM_MANHATTAN, true}};
    dm_plane_board *board = named("rect:6x8");
    dm_error err = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dm_plane_game *game =
            game_on(board, &(dm_plane_game_rules){.metric = cases[i].metric,
                                                  .rounds = 3,
                                                  .per_turn = 1,
                                                  .min_distance = cases[i].least});
        assert_ok(dm_plane_game_place(game, "3", "4", &err), err);
        assert_int_equal(dm_plane_game_is_full(game), cases[i].full);
        if (!cases[i].full)
            assert_ok(dm_plane_game_place(game, "6", "8", &err), err);
        assert_int_equal(dm_plane_game_place(game, "6", "7.9", NULL), DM_BAD_MOVE);
        dm_plane_game_free(game);
    }
    dm_plane_board_free(board);
}

static void turns_and_undo(void **state)
{
    (void)state;
    dm_plane_board *board = named("square");
    dm_plane_game *game =
        game_on(board, &(dm_plane_game_rules){.rounds = 2, .per_turn = 2, .sides = 2});
    dm_error err = {0};
    assert_ok(dm_plane_game_place(game, "0", "0", &err), err);
    assert_int_equal(dm_plane_game_left(game), 1);
    assert_int_equal(dm_plane_game_to_move(game), 0);
    assert_ok(dm_plane_game_pass(game, &err), err); /* the rest of the turn */
    assert_true(dm_plane_game_turn(game, 0).is_lost);
    assert_int_equal(dm_plane_game_to_move(game), 1);
    assert_ok(dm_plane_game_place(game, "1", "1", &err), err);
    assert_int_equal(dm_plane_game_place(game, "1", "1", NULL), DM_BAD_MOVE);
    assert_int_equal(dm_plane_game_place(game, "2", "1", NULL), DM_BAD_MOVE);
    assert_int_equal(dm_plane_game_place(game, "x", "1", NULL), DM_BAD_ARGUMENT);
    assert_ok(dm_plane_game_place_at(game, (dm_point){0.5, 0.25}, &err), err);
    assert_int_equal(dm_plane_game_turn(game, 1).first, 1);
    assert_int_equal(dm_plane_game_turn(game, 1).count, 2);
    assert_ok(dm_plane_game_pass(game, &err), err);
    assert_int_equal(dm_plane_game_turns_made(game), 3);
    assert_ok(dm_plane_game_undo(game, &err), err); /* the pass */
    assert_ok(dm_plane_game_undo(game, &err), err); /* both of Black's */
    assert_int_equal(dm_plane_count(dm_plane_game_plane(game)), 1);
    assert_ok(dm_plane_game_undo(game, &err), err);
    assert_int_equal(dm_plane_game_undo(game, NULL), DM_BAD_MOVE);
    dm_plane_game_free(game);
    static const dm_plane_game_rules bad[] = {{.rounds = 0, .per_turn = 1},
                                              {.rounds = 1, .per_turn = 6000},
                                              {.rounds = 1, .per_turn = 1, .sides = 9},
                                              {.rounds = 1, .per_turn = 1, .min_distance = "-1"},
                                              {.rounds = 1, .per_turn = 1, .min_distance = "x"},
                                              {.rounds = 1, .per_turn = 1, .lattice = 5000}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(dm_plane_game_new(board, &bad[i], &game, NULL), DM_BAD_ARGUMENT);
    dm_plane_board_free(board);
}

static void sums_of_two_games(void **state)
{
    (void)state;
    dm_plane_board *board = named("square");
    dm_plane_game *game = game_on(board, &(dm_plane_game_rules){.rounds = 1, .per_turn = 1});
    dm_plane_result sum = {0}, one = {0};
    dm_error err = {0};
    assert_ok(dm_plane_game_place(game, "1/4", "1/2", &err), err);
    assert_ok(dm_plane_game_place(game, "1/2", "1/2", &err), err);
    assert_ok(dm_plane_game_score(game, NULL, &sum, &err), err);
    assert_ok(dm_plane_game_score(game, NULL, &one, &err), err);
    assert_string_equal(sum.area[0], "3/8");
    assert_int_equal(sum.winner, 1);
    assert_ok(dm_plane_result_add(&sum, &one, false, &err), err);
    assert_string_equal(sum.area[0], "3/4");
    assert_int_equal(sum.winner, 1);
    assert_ok(dm_plane_result_add(&sum, &one, true, &err), err);
    assert_string_equal(sum.value, "-1/4");
    dm_plane_result_clear(&sum);
    dm_plane_result_clear(&one);
    dm_plane_game_free(game);
    dm_plane_board_free(board);
}

/* Areas of cells, what a further site gains, and its gradient, against the exact areas. */
static void gains_by_exact_areas(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int g = 0; g < 40; g++) {
        dm_plane_board *board = random_plane_board(&rng);
        dm_plane *plane = NULL;
        dm_error err = {0};
        dmi_cells cells = {0};
        const dm_plane_rules rules = {.metric = g % 2 ? DM_MANHATTAN : DM_EUCLID,
                                      .ties = DM_TIES_EARLIER};
        assert_ok(dm_plane_new(board, &rules, &plane, &err), err);
        random_plane_sites(&rng, plane, 7);
        assert_ok(dmi_cells_of(plane, &cells, &err), err);
        dm_plane_score *before = NULL, *after = NULL;
        dm_point low, high, at, slope;
        dm_plane_board_box(board, &low, &high);
        assert_ok(dm_plane_score_new(plane, NULL, NULL, &before, &err), err);
        do
            at = (dm_point){low.x + dm_rng_unit(&rng) * (high.x - low.x),
                            low.y + dm_rng_unit(&rng) * (high.y - low.y)};
        while (dm_plane_place_at(plane, 0, at, NULL) != DM_OK);
        assert_ok(dm_plane_score_new(plane, NULL, NULL, &after, &err), err);
        double whole = before->size[0] + before->size[1], tiny = 1e-9 * whole;
        double gain = dmi_cells_gain(&cells, at, 0);
        assert_true(fabs(cells.area[0] - before->size[0]) < tiny);
        assert_true(fabs(cells.area[1] - before->size[1]) < tiny);
        double taken = after->size[0] - before->size[0];
        assert_true(gain >= taken - tiny &&
                    gain <= taken + DMI_OWN_WEIGHT * before->size[0] + tiny);
        if (rules.metric == DM_EUCLID) {
            double h = 1e-6 * (high.x - low.x);
            assert_true(fabs(dmi_cells_slope(&cells, at, 0, &slope) - gain) < tiny);
            double right = dmi_cells_gain(&cells, (dm_point){at.x + h, at.y}, 0);
            double left = dmi_cells_gain(&cells, (dm_point){at.x - h, at.y}, 0);
            assert_true(fabs((right - left) / (2 * h) - slope.x) <
                        1e-4 * (1 + fabs(slope.x)) * whole);
        }
        dm_plane_score_free(before);
        dm_plane_score_free(after);
        dmi_cells_clear(&cells);
        dm_plane_free(plane);
        dm_plane_board_free(board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_places_by_definition), cmocka_unit_test(games_until_full),
        cmocka_unit_test(room_is_decided_exactly),     cmocka_unit_test(turns_and_undo),
        cmocka_unit_test(sums_of_two_games),           cmocka_unit_test(gains_by_exact_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
