/* test_plane_customers.c - customers in the plane: whose they are, and the best new sites, compared
 * with the checker. */
#include "check/plane/customers.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game of both forms. */
typedef struct game {
    check_customers c;
    dm_plane_board *board;
    dm_plane *plane;
    dm_plane_customers *customers;
    int64_t shift; /* coordinates are x / parts + shift */
    int parts;
} game;

enum { ROOM = 48 }; /* of a number as text */

static const char *coordinate(const game *g, int number, char text[ROOM])
{
    snprintf(text, ROOM, "%lld/%d", number + (long long)g->shift * g->parts, g->parts);
    return text;
}

static void game_clear(game *g)
{
    dm_plane_customers_free(g->customers);
    dm_plane_free(g->plane);
    dm_plane_board_free(g->board);
}

/* A square, a triangle, an L, a U, or a square with a hole. */
static void make_board(game *g, int kind)
{
    static const int corner[][12][2] = {
        {{0, 0}, {8, 0}, {8, 8}, {0, 8}},
        {{0, 0}, {8, 1}, {2, 8}},
        {{0, 0}, {8, 0}, {8, 3}, {3, 3}, {3, 8}, {0, 8}},
        {{0, 0}, {8, 0}, {8, 8}, {6, 8}, {6, 2}, {2, 2}, {2, 8}, {0, 8}},
        {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {2, 2}, {2, 5}, {6, 6}, {5, 2}}};
    static const int count[] = {4, 3, 6, 8, 8};
    check_customers *c = &g->c;
    char text[16][2][ROOM];
    const char *xy[16][2];
    dm_error err = {0};
    c->corners = count[kind];
    c->rings = kind == 4 ? 2 : 1;
    c->ring_end[0] = kind == 4 ? 4 : count[kind];
    c->ring_end[1] = count[kind];
    for (int i = 0; i < c->corners; i++) {
        c->corner_x[i] = corner[kind][i][0];
        c->corner_y[i] = corner[kind][i][1];
        xy[i][0] = coordinate(g, c->corner_x[i], text[i][0]);
        xy[i][1] = coordinate(g, c->corner_y[i], text[i][1]);
    }
    const dm_plane_ring ring[] = {{xy[0], c->ring_end[0]},
                                  {xy[c->ring_end[0]], c->corners - c->ring_end[0]}};
    assert_ok(dm_plane_board_new("test", ring, c->rings, &g->board, &err), err);
}

static void random_game(dm_rng *rng, bool is_manhattan, game *g)
{
    char x[ROOM], y[ROOM], demand[ROOM];
    dm_error err = {0};
    check_customers *c = &g->c;
    *g = (game){.parts = 1};
    if (dm_rng_below(rng, 4) == 0) {
        g->parts = 7; /* no exact doubles, and far from 0 */
        g->shift = INT64_C(1000000000000);
    }
    make_board(g, (int)dm_rng_below(rng, 5));
    c->ties = (int)dm_rng_below(rng, 4);
    c->is_manhattan = is_manhattan;
    const dm_plane_rules rules = {.metric = is_manhattan ? DM_MANHATTAN : DM_EUCLID,
                                  .ties = (dm_tie_rule)c->ties,
                                  .sides = 2};
    assert_ok(dm_plane_new(g->board, &rules, &g->plane, &err), err);
    assert_ok(dm_plane_customers_new(&g->customers, &err), err);
    int whites = dm_rng_below(rng, 16) ? 1 + (int)dm_rng_below(rng, 3) : 0;
    int blacks = (int)dm_rng_below(rng, 2);
    for (int tries = 0; tries < 1000 && c->sites < whites + blacks; tries++) {
        c->side[c->sites] =
            dm_rng_below(rng, (uint64_t)whites + (uint64_t)blacks) >= (uint64_t)whites;
        c->site_x[c->sites] = (int)dm_rng_below(rng, 9);
        c->site_y[c->sites] = (int)dm_rng_below(rng, 9);
        c->sites +=
            dm_plane_place(g->plane, c->side[c->sites], coordinate(g, c->site_x[c->sites], x),
                           coordinate(g, c->site_y[c->sites], y), NULL) == DM_OK;
    }
    c->count = 3 + (int)dm_rng_below(rng, 5);
    int spread = dm_rng_below(rng, 2) ? 5 : 11, low = spread == 5 ? 2 : -1;
    for (int i = 0; i < c->count; i++) {
        c->x[i] = low + (int)dm_rng_below(rng, (uint64_t)spread);
        c->y[i] = low + (int)dm_rng_below(rng, (uint64_t)spread);
        c->demand[i] = (int)dm_rng_below(rng, 4);
        snprintf(demand, sizeof demand, "%d.%d", c->demand[i] / 2, c->demand[i] % 2 * 5);
        assert_ok(dm_plane_customers_add(g->customers, coordinate(g, c->x[i], x),
                                         coordinate(g, c->y[i], y), demand, &err),
                  err);
    }
}

static dm_plane_cover *cover_of(const game *g, int count)
{
    dm_plane_cover *cover = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_cover_new(g->plane, g->customers, count, NULL, &cover, &err), err);
    assert_true(cover->proven);
    assert_true(cover->lower == cover->upper);
    assert_int_equal(dm_plane_count(cover->plane), dm_plane_count(g->plane) + count);
    return cover;
}

static void best_is_found(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 11);
    for (int i = 0; i < (getenv("DEMESNE_LONG") ? 20000 : 1500); i++) {
        game g;
        random_game(&rng, i % 2, &g);
        dm_plane_demand *demand = NULL;
        dm_error err = {0};
        assert_ok(dm_plane_demand_new(g.plane, g.customers, NULL, &demand, &err), err);
        for (int k = 0; k < g.c.count; k++)
            assert_int_equal(demand->owner[k], check_customer_owner(&g.c, k));
        dm_plane_demand_free(demand);
        for (int count = 1; count <= 2; count++) {
            dm_plane_cover *cover = cover_of(&g, count);
            int found = (int)(2 * (cover->score->size[1] - cover->score->size[0]));
            int best = check_customers_best(&g.c, count);
            if (found != best)
                fail_msg("game %d, ties %d, %d sites: found %d, best %d", i, g.c.ties, count, found,
                         best);
            dm_plane_cover_free(cover);
        }
        game_clear(&g);
    }
}

/* A game by texts; "x,y;x,y" for sites, and "x,y" of each customer. */
static game text_game(const char *board, const char *white, const char *black, dm_tie_rule ties,
                      const char *const *customers, size_t count)
{
    game g = {0};
    dm_error err = {0};
    assert_ok(dm_plane_board_named(board, &g.board, &err), err);
    assert_ok(dm_plane_new(g.board, &(dm_plane_rules){.ties = ties}, &g.plane, &err), err);
    assert_ok(dm_plane_read(g.plane, DM_WHITE, white, &err), err);
    assert_ok(dm_plane_read(g.plane, DM_BLACK, black, &err), err);
    assert_ok(dm_plane_customers_new(&g.customers, &err), err);
    for (size_t i = 0; i < count; i++)
        assert_ok(
            dm_plane_customers_add(g.customers, customers[2 * i], customers[2 * i + 1], NULL, &err),
            err);
    return g;
}

/* What Black has with one new site. */
static const char *black_takes(dm_tie_rule ties, const char *second_x)
{
    static char text[ROOM];
    const char *const customers[] = {"3", "5", second_x, "5"};
    game g = text_game("rect:10x10", "1,5;9,5", "", ties, customers, 2);
    dm_plane_cover *cover = cover_of(&g, 1);
    snprintf(text, sizeof text, "%s", cover->score->demand[DM_BLACK]);
    dm_plane_cover_free(cover);
    game_clear(&g);
    return text;
}

/* Circles that touch, or miss each other by 2e-40, or cross as little. */
static void touching_circles(void **state)
{
    (void)state;
    static const char less[] = "6.9999999999999999999999999999999999999999";
    static const char more[] = "7.0000000000000000000000000000000000000001";
    assert_string_equal(black_takes(DM_TIES_BLACK, "7"), "2");
    assert_string_equal(black_takes(DM_TIES_BLACK, more), "1");
    assert_string_equal(black_takes(DM_TIES_WHITE, "7"), "1");
    assert_string_equal(black_takes(DM_TIES_EARLIER, "7"), "1");
    assert_string_equal(black_takes(DM_TIES_WHITE, less), "2");
    assert_string_equal(black_takes(DM_TIES_NEUTRAL, less), "2");
}

/* All customers as far from White's site as each other, around it: Black cannot stand on it. */
static void site_is_taken(void **state)
{
    (void)state;
    static const char *const customers[] = {"3", "5", "7", "5", "5", "3", "5", "7"};
    game g = text_game("rect:10x10", "5,5", "", DM_TIES_BLACK, customers, 4);
    dm_plane_cover *cover = cover_of(&g, 1);
    assert_string_equal(cover->score->demand[DM_BLACK], "2");
    dm_plane_cover_free(cover);
    game_clear(&g);
}

/* White's best place among the points where lines through two customers meet: one of them is a
 * centerpoint, if the customers are in general position. */
static int white_keeps(game *g, const int (*at)[2], int n)
{
    int best = 0;
    for (int a = 0; a < n * n * n * n; a++) {
        int i = a % n, j = a / n % n, k = a / n / n % n, l = a / n / n / n;
        if (i >= j || k >= l || i > k)
            continue;
        long long vx = at[j][0] - at[i][0], vy = at[j][1] - at[i][1];
        long long wx = at[l][0] - at[k][0], wy = at[l][1] - at[k][1];
        long long below = vx * wy - vy * wx;
        long long t = (at[k][0] - at[i][0]) * wy - (at[k][1] - at[i][1]) * wx;
        char x[ROOM], y[ROOM];
        if (below == 0)
            continue;
        long long sign = below < 0 ? -1 : 1;
        snprintf(x, sizeof x, "%lld/%lld", sign * (at[i][0] * below + t * vx), sign * below);
        snprintf(y, sizeof y, "%lld/%lld", sign * (at[i][1] * below + t * vy), sign * below);
        if (dm_plane_place(g->plane, DM_WHITE, x, y, NULL) != DM_OK)
            continue; /* outside the board */
        dm_plane_cover *cover = cover_of(g, 1);
        int kept = (int)cover->score->size[DM_WHITE];
        best = kept > best ? kept : best;
        dm_plane_cover_free(cover);
        dm_plane_undo(g->plane);
    }
    return best;
}

/* Banik, Das, Maheshwari and Smid: one against one, White always keeps a third of the customers,
 * and in a triangle no more. */
static void white_keeps_a_third(void **state)
{
    (void)state;
    static const char *const triangle[] = {"2", "2", "8", "3", "4", "9"};
    static const int corner[][2] = {{2, 2}, {8, 3}, {4, 9}};
    dm_rng rng;
    dm_rng_init(&rng, 5);
    game g = text_game("rect:20x20", "", "", DM_TIES_WHITE, triangle, 3);
    assert_int_equal(white_keeps(&g, corner, 3), 1);
    game_clear(&g);
    for (int round = 0; round < 6; round++) {
        int at[7][2], n = 4 + round % 3;
        char text[14][ROOM];
        const char *xy[14];
        for (int i = 0; i < 2 * n; i++) {
            at[i / 2][i % 2] = (int)dm_rng_below(&rng, 21);
            snprintf(text[i], ROOM, "%d", at[i / 2][i % 2]);
            xy[i] = text[i];
        }
        g = text_game("rect:20x20", "", "", DM_TIES_WHITE, xy, (size_t)n);
        int kept = white_keeps(&g, (const int(*)[2])at, n);
        if (3 * kept < n)
            fail_msg("White keeps %d of %d", kept, n);
        game_clear(&g);
    }
}

/* Many customers: no random place takes more than the best one. */
static void no_place_is_better(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 8);
    for (int round = 0; round < 8; round++) {
        game g = text_game(round % 2 ? "triangle" : "square", "1/3,1/4;1/5,3/5", "1/7,1/9",
                           (dm_tie_rule)(round / 2), NULL, 0);
        dm_error err = {0};
        for (int i = 0; i < 60; i++) {
            char text[2][ROOM];
            for (int k = 0; k < 2; k++)
                snprintf(text[k], ROOM, "%.9f", dm_rng_unit(&rng));
            assert_ok(dm_plane_customers_add(g.customers, text[0], text[1], "1.25", &err), err);
        }
        dm_plane_cover *one = cover_of(&g, 1), *two = cover_of(&g, 2), *five = cover_of(&g, 5);
        assert_true(one->lower < two->lower && two->lower <= five->lower);
        assert_true(two->lower - one->lower <= one->lower);
        for (int tries = 0; tries < 300; tries++) {
            dm_plane_demand *demand = NULL;
            dm_point at = {dm_rng_unit(&rng), dm_rng_unit(&rng)};
            if (dm_plane_place_at(g.plane, DM_BLACK, at, NULL) != DM_OK)
                continue;
            assert_ok(dm_plane_demand_new(g.plane, g.customers, NULL, &demand, &err), err);
            assert_true(demand->size[1] - demand->size[0] <=
                        one->score->size[1] - one->score->size[0]);
            dm_plane_demand_free(demand);
            dm_plane_undo(g.plane);
        }
        dm_plane_cover_free(one);
        dm_plane_cover_free(two);
        dm_plane_cover_free(five);
        game_clear(&g);
    }
}

static void stopped_in_time(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 9);
    game g = text_game("square", "1/3,1/4;1/5,3/5", "", DM_TIES_NEUTRAL, NULL, 0);
    for (int i = 0; i < 80; i++) {
        char text[2][ROOM];
        for (int k = 0; k < 2; k++)
            snprintf(text[k], ROOM, "%.9f", dm_rng_unit(&rng));
        assert_int_equal(dm_plane_customers_add(g.customers, text[0], text[1], NULL, NULL), DM_OK);
    }
    for (int count = 1; count <= 3; count++) {
        dm_plane_cover *best = cover_of(&g, count);
        for (int limit = 1; limit < 1000; limit *= 2) {
            dm_run *run = NULL;
            dm_plane_cover *cover = NULL;
            assert_int_equal(dm_run_new(&run, NULL), DM_OK);
            dm_run_set_work_limit(run, limit);
            dm_status status = dm_plane_cover_new(g.plane, g.customers, count, run, &cover, NULL);
            assert_true(status == DM_OK || status == DM_STOPPED);
            assert_true(cover->proven == (status == DM_OK));
            assert_true(cover->lower <= best->lower && best->lower <= cover->upper);
            dm_plane_cover_free(cover);
            dm_run_free(run);
        }
        dm_plane_cover_free(best);
    }
    game_clear(&g);
}

static void demands_are_exact(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "-1",
                                      "1/2",
                                      "1e3",
                                      ".5",
                                      "1.",
                                      "1.2.3",
                                      "x",
                                      " 1",
                                      "1234567890123456789",
                                      "0.1234567890123456789"};
    dm_plane_customers *c = NULL;
    char *demand = NULL;
    assert_int_equal(dm_plane_customers_new(&c, NULL), DM_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_not_equal(dm_plane_customers_add(c, "1", "1", bad[i], NULL), DM_OK);
    assert_int_equal(dm_plane_customers_count(c), 0);
    assert_int_equal(dm_plane_customers_add(c, "0", "0", "0.10", NULL), DM_OK);
    assert_int_equal(dm_plane_customers_add(c, "1/3", "0", "2.00", NULL), DM_OK);
    assert_int_equal(dm_plane_customers_add(c, "1", "0", "0", NULL), DM_OK);
    assert_int_equal(dm_plane_customers_add(c, "1", "1", "0.025", NULL), DM_OK);
    assert_int_equal(dm_plane_customers_demand(c, &demand, NULL), DM_OK);
    assert_string_equal(demand, "2.125");
    dm_free(demand);
    assert_int_equal(dm_plane_customers_add(c, "1", "1", "999999999999999999", NULL), DM_TOO_LARGE);
    assert_int_equal(dm_plane_customers_count(c), 4);
    dm_plane_customers_free(c);
}

static void both_metrics_have_scores(void **state)
{
    (void)state;
    static const char *const customers[] = {"3", "3", "9", "9", "5", "0"};
    game g = text_game("rect:10x10", "0,0", "6,1", DM_TIES_NEUTRAL, customers, 3);
    dm_plane *plane = NULL;
    dm_plane_demand *demand = NULL;
    dm_plane_cover *cover = NULL;
    dm_error err = {0};
    assert_ok(dm_plane_new(g.board, &(dm_plane_rules){.metric = DM_MANHATTAN}, &plane, &err), err);
    assert_ok(dm_plane_read(plane, DM_WHITE, "0,0", &err), err);
    assert_ok(dm_plane_read(plane, DM_BLACK, "7,1", &err), err);
    assert_ok(dm_plane_demand_new(plane, g.customers, NULL, &demand, &err), err);
    assert_int_equal(demand->owner[0], -1); /* 6 from both */
    assert_string_equal(demand->value, "-2");
    assert_string_equal(demand->lead, "2");
    assert_int_equal(dm_plane_cover_new(g.plane, g.customers, 0, NULL, &cover, &err),
                     DM_BAD_ARGUMENT);
    dm_plane_demand_free(demand);
    dm_plane_free(plane);
    game_clear(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_is_found),      cmocka_unit_test(touching_circles),
        cmocka_unit_test(site_is_taken),      cmocka_unit_test(white_keeps_a_third),
        cmocka_unit_test(no_place_is_better), cmocka_unit_test(stopped_in_time),
        cmocka_unit_test(demands_are_exact),  cmocka_unit_test(both_metrics_have_scores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
