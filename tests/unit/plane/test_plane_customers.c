/* test_plane_customers.c - customers in the plane: whose they are, and the best new sites, compared
 * with the checker. */
#include "check/plane_customers.h"
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
} game;

static const char *whole(int number, char text[16])
{
    snprintf(text, 16, "%d", number);
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
    char text[32][16];
    const char *xy[32];
    dm_error err = {0};
    c->corners = count[kind];
    c->rings = kind == 4 ? 2 : 1;
    c->ring_end[0] = kind == 4 ? 4 : count[kind];
    c->ring_end[1] = count[kind];
    for (int i = 0; i < c->corners; i++) {
        c->corner_x[i] = corner[kind][i][0];
        c->corner_y[i] = corner[kind][i][1];
        xy[2 * i] = whole(c->corner_x[i], text[2 * i]);
        xy[2 * i + 1] = whole(c->corner_y[i], text[2 * i + 1]);
    }
    const dm_plane_ring ring[] = {{xy, c->ring_end[0]},
                                  {xy + 2 * c->ring_end[0], c->corners - c->ring_end[0]}};
    assert_ok(dm_plane_board_new("test", ring, c->rings, &g->board, &err), err);
}

static void random_game(dm_rng *rng, game *g)
{
    char x[16], y[16], demand[16];
    dm_error err = {0};
    check_customers *c = &g->c;
    *g = (game){0};
    make_board(g, (int)dm_rng_below(rng, 5));
    c->ties = (int)dm_rng_below(rng, 4);
    const dm_plane_rules rules = {.ties = (dm_tie_rule)c->ties, .sides = 2};
    assert_ok(dm_plane_new(g->board, &rules, &g->plane, &err), err);
    assert_ok(dm_plane_customers_new(&g->customers, &err), err);
    int whites = dm_rng_below(rng, 16) ? 1 + (int)dm_rng_below(rng, 3) : 0;
    int blacks = (int)dm_rng_below(rng, 2);
    for (int tries = 0; tries < 1000 && c->sites < whites + blacks; tries++) {
        c->side[c->sites] = dm_rng_below(rng, (uint64_t)(whites + blacks)) >= (uint64_t)whites;
        c->site_x[c->sites] = (int)dm_rng_below(rng, 9);
        c->site_y[c->sites] = (int)dm_rng_below(rng, 9);
        c->sites += dm_plane_place(g->plane, c->side[c->sites], whole(c->site_x[c->sites], x),
                                   whole(c->site_y[c->sites], y), NULL) == DM_OK;
    }
    c->count = 3 + (int)dm_rng_below(rng, 5);
    int spread = dm_rng_below(rng, 2) ? 5 : 11, low = spread == 5 ? 2 : -1;
    for (int i = 0; i < c->count; i++) {
        c->x[i] = low + (int)dm_rng_below(rng, (uint64_t)spread);
        c->y[i] = low + (int)dm_rng_below(rng, (uint64_t)spread);
        c->demand[i] = (int)dm_rng_below(rng, 4);
        assert_ok(dm_plane_customers_add(g->customers, whole(c->x[i], x), whole(c->y[i], y),
                                         whole(c->demand[i], demand), &err),
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
        random_game(&rng, &g);
        dm_plane_demand *demand = NULL;
        dm_error err = {0};
        assert_ok(dm_plane_demand_new(g.plane, g.customers, NULL, &demand, &err), err);
        for (int k = 0; k < g.c.count; k++)
            assert_int_equal(demand->owner[k], check_customer_owner(&g.c, k));
        dm_plane_demand_free(demand);
        for (int count = 1; count <= 2; count++) {
            dm_plane_cover *cover = cover_of(&g, count);
            int found = (int)(cover->score->size[1] - cover->score->size[0]);
            int best = check_customers_best(&g.c, count);
            if (found != best)
                fail_msg("game %d, ties %d, %d sites: found %d, best %d", i, g.c.ties, count, found,
                         best);
            dm_plane_cover_free(cover);
        }
        game_clear(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
