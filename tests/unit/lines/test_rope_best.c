/* test_rope_best.c - the best rope against dense search by the definition. */
#include "check/lines/ropes.h"
#include "support/plane_levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>

static int features_of(int round)
{
    static const int kinds[] = {PLANE_TREE, 0, PLANE_LENGTHS, PLANE_TREE | PLANE_GRID, PLANE_GRID};
    return kinds[round % 5];
}

/* No rope of a dense search is better than reported, and the rope is as near as lengths rounded to
 * 10^-6 allow. */
static bool beats_dense_search(const dm_level *level, dm_line_objective objective,
                               dm_line_ties ties, int round)
{
    check_rope rope;
    double found = check_rope_search(level, 0, objective, ties, run_long() ? 12 : 7, 6, &rope);
    if (found == -INFINITY)
        return true; /* no rope is allowed */
    /* A proof that would take long is stopped; `error` reports how far it came. */
    dm_line_ask ask = {.op = DM_LINE_ROPE, .player = 0, .objective = objective, .ties = ties};
    dm_line_best *best = NULL;
    dm_run *run = NULL;
    dm_error err = {0};
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, run_long() ? 0 : 60000);
    dm_status status = dm_line_best_move(level, &ask, run, &best, &err);
    if (status != DM_OK && status != DM_STOPPED)
        fail_msg("%s", err.message);
    dm_run_free(run);
    bool proven = best->proven;
    double value = objective == DM_LINE_PAYOFF ? best->payoff : best->margin;
    dm_ratio ratio = objective == DM_LINE_PAYOFF ? best->after.payoff : best->after.margin;
    double given = (double)ratio.num / (double)ratio.den;
    double score = objective == DM_LINE_RANK ? value - 1e6 * best->after.rank : value;
    if (found > score + 1e-6)
        fail_msg("round %d: dense search finds %.9f at %.9f of %d to %.9f of %d, told was %.9f",
                 round, found, rope.s, rope.e, rope.t, rope.f, score);
    if (level->crossings != DM_LINE_CROSSINGS_JOIN && given < value - 1e-5)
        fail_msg("round %d: the rope given brings %.9f, told was %.9f", round, given, value);
    assert_true(!proven || best->error <= 1.01e-6);
    dm_line_best_free(best);
    return proven;
}

/* Levels of all kinds under one rule for crossings and angles; returns how many are not proven. */
static int compare(uint64_t seed, dm_line_crossings crossings, double min_angle)
{
    dm_rng rng;
    int unproven = 0;
    dm_rng_init(&rng, seed);
    for (int round = 0; round < (run_long() ? 400 : 10); round++) {
        plane_draft p;
        int players = 2 + (round % 3 == 2) * (1 + (int)dm_rng_below(&rng, 2));
        int planar = crossings == DM_LINE_CROSSINGS_PASS && min_angle <= 0 ? 0 : PLANE_PLANAR;
        dm_level *level = random_plane_level(&rng, 3 + (int)dm_rng_below(&rng, 4), players,
                                             features_of(round) | planar, &p);
        level->crossings = crossings;
        level->min_angle = min_angle;
        unproven += !beats_dense_search(level, (dm_line_objective)(round % 7 % 3),
                                        (dm_line_ties)(round / 2 % 4), round);
        dm_level_free(level);
    }
    return unproven;
}

static void no_dense_search_beats_it(void **state)
{
    (void)state;
    assert_int_equal(compare(7, DM_LINE_CROSSINGS_PASS, 0), 0);
}

static void nor_where_ropes_cross_nothing(void **state)
{
    (void)state;
    assert_true(compare(8, DM_LINE_CROSSINGS_FORBID, 0) <= (run_long() ? 1 : 0));
}

static void nor_where_ropes_stop(void **state)
{
    (void)state;
    assert_int_equal(compare(9, DM_LINE_CROSSINGS_STOP, 0), 0);
}

static void nor_where_angles_are_wide(void **state)
{
    (void)state;
    compare(10, DM_LINE_CROSSINGS_PASS, 37);
    compare(11, DM_LINE_CROSSINGS_FORBID, 23);
}

/* Bounds are weaker here: what is not proven within 10^-6 has a larger error. */
static void nor_where_ropes_join(void **state)
{
    (void)state;
    compare(12, DM_LINE_CROSSINGS_JOIN, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_dense_search_beats_it), cmocka_unit_test(nor_where_ropes_cross_nothing),
        cmocka_unit_test(nor_where_ropes_stop),     cmocka_unit_test(nor_where_angles_are_wide),
        cmocka_unit_test(nor_where_ropes_join),
    };
    return cmocka_run_group_tests_name("rope_best", tests, NULL, NULL);
}
