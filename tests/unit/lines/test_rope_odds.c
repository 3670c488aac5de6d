/* test_rope_odds.c - the share of winning ropes against random ropes. */
#include "check/lines/ropes.h"
#include "support/plane_levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>

static dm_line_odds *odds_of(const dm_level *level, dm_line_ties ties, double epsilon)
{
    dm_line_ask ask = {.op = DM_LINE_ROPE, .player = 0, .ties = ties, .epsilon = epsilon};
    dm_line_odds *odds = NULL;
    dm_error err;
    assert_ok(dm_line_odds_of(level, &ask, NULL, &odds, &err), err);
    return odds;
}

/* A random point, uniform by length. */
static void draw_place(dm_rng *rng, const dm_level *level, int *edge, double *at)
{
    double whole = 0;
    for (int e = 0; e < level->edge_count; e++)
        whole += (double)level->edges[e].length.num / (double)level->edges[e].length.den;
    double left = dm_rng_unit(rng) * whole;
    for (*edge = 0;; (*edge)++) {
        double length =
            (double)level->edges[*edge].length.num / (double)level->edges[*edge].length.den;
        *at = left / length;
        if (left < length || *edge == level->edge_count - 1)
            return;
        left -= length;
    }
}

/* The share of winners among `count` random allowed ropes. */
static double sampled(const dm_level *level, dm_line_ties ties, int count, uint64_t seed,
                      int *legal)
{
    dm_rng rng;
    int wins = 0;
    dm_rng_init(&rng, seed);
    *legal = 0;
    for (int i = 0; i < count; i++) {
        check_rope rope;
        double payoff[6];
        draw_place(&rng, level, &rope.e, &rope.s);
        draw_place(&rng, level, &rope.f, &rope.t);
        if (!check_rope_payoffs(level, &rope, ties, payoff))
            continue;
        bool win = true;
        for (int p = 1; p < level->player_count; p++)
            win = win && payoff[0] > payoff[p] + 1e-9;
        wins += win;
        ++*legal;
    }
    return *legal ? (double)wins / *legal : 0;
}

/* Returns the number of shares that are neither 0 nor 1. */
static int agree(uint64_t seed, dm_line_crossings crossings, double min_angle)
{
    dm_rng rng;
    int inside = 0;
    dm_rng_init(&rng, seed);
    for (int round = 0; round < (run_long() ? 100 : 5); round++) {
        static const int kinds[] = {PLANE_TREE, 0, PLANE_LENGTHS, PLANE_TREE | PLANE_GRID,
                                    PLANE_GRID};
        plane_draft p;
        int legal, players = 2 + (round % 3 == 2);
        dm_level *level = random_plane_level(&rng, 3 + (int)dm_rng_below(&rng, 4), players,
                                             kinds[round % 5] | PLANE_PLANAR, &p);
        dm_line_ties ties = (dm_line_ties)(round / 2 % 4);
        level->crossings = crossings;
        level->min_angle = min_angle;
        double share =
            sampled(level, ties, run_long() ? 60000 : 4000, seed + (uint64_t)round, &legal);
        if (legal > 100) {
            dm_line_odds *odds = odds_of(level, ties, run_long() ? 0 : min_angle > 0 ? 2e-2 : 4e-3);
            double spread = 4.5 * sqrt(share * (1 - share) / legal) + 10.0 / legal;
            assert_true(odds->low <= share + spread && odds->high >= share - spread);
            assert_true(odds->low <= odds->decimal && odds->decimal <= odds->high);
            assert_true(odds->high - odds->low <= 2.001 * odds->error);
            inside += odds->low > 0 && odds->high < 1;
            dm_line_odds_free(odds);
        }
        dm_level_free(level);
    }
    return inside;
}

static void shares_agree_with_random_ropes(void **state)
{
    (void)state;
    assert_true(agree(1, DM_LINE_CROSSINGS_PASS, 0) > 0);
}

static void and_where_ropes_cross_nothing(void **state)
{
    (void)state;
    assert_true(agree(2, DM_LINE_CROSSINGS_FORBID, 0) > 0);
}

static void and_where_ropes_stop(void **state)
{
    (void)state;
    assert_true(agree(3, DM_LINE_CROSSINGS_STOP, 0) > 0);
}

static void and_where_angles_are_wide(void **state)
{
    (void)state;
    agree(4, DM_LINE_CROSSINGS_PASS, 30);
    agree(5, DM_LINE_CROSSINGS_STOP, 15);
}

static void and_where_ropes_join(void **state)
{
    (void)state;
    agree(6, DM_LINE_CROSSINGS_JOIN, 0);
}

static void a_stopped_count_tells_its_error(void **state)
{
    (void)state;
    static const dm_point points[] = {{0, 0}, {7, 1}, {3, 6}, {9, 8}, {1, 11}};
    dm_line_ask ask = {.op = DM_LINE_ROPE, .epsilon = 1e-9};
    dm_line_odds *odds = NULL;
    dm_run *run = NULL;
    plane_draft p;
    plane_start(&p, 5, 2, points);
    for (int v = 1; v < 5; v++)
        plane_join(&p, v - 1, v);
    settle(&p.d, 0, 0);
    settle(&p.d, 1, 4);
    dm_level *level = plane_level(&p);
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, 4000);
    assert_int_equal(dm_line_odds_of(level, &ask, run, &odds, NULL), DM_STOPPED);
    assert_true(!odds->proven && odds->error > 1e-9 && odds->error < 0.5);
    double low = odds->low, high = odds->high;
    dm_line_odds_free(odds);
    odds = odds_of(level, DM_LINE_NEUTRAL, 1e-4);
    assert_true(odds->proven && low <= odds->high && high >= odds->low);
    dm_line_odds_free(odds);
    dm_run_free(run);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_agree_with_random_ropes),
        cmocka_unit_test(and_where_ropes_cross_nothing),
        cmocka_unit_test(and_where_ropes_stop),
        cmocka_unit_test(and_where_angles_are_wide),
        cmocka_unit_test(and_where_ropes_join),
        cmocka_unit_test(a_stopped_count_tells_its_error),
    };
    return cmocka_run_group_tests_name("rope_odds", tests, NULL, NULL);
}
