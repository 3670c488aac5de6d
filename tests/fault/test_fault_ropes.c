/* test_fault_ropes.c - memory runs out while ropes are added, searched and counted. */
#include "fault/wrap.h"
#include "support/levels.h"
#include "support/support.h"
#include <demesne/line_solve.h>

static dm_point points[] = {{4, 3}, {0, 0}, {12, 0}, {6, -2}, {6, 4}};
static dm_line_crossings crossings;

/* Edges 0-1, 1-2 and, crossing, 3-4. */
static dm_status make(dm_level **level, dm_error *err)
{
    draft d;
    start(&d, 5, 2);
    d.level.points = points;
    d.level.crossings = crossings;
    join(&d, 0, 1, 5);
    join(&d, 1, 2, 12);
    join(&d, 3, 4, 6);
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    settle_on(&d, 1, 1, 3, 4);
    return dm_level_new(&d.level, level, err);
}

static dm_status tie(dm_error *err)
{
    dm_level *level = NULL, *after = NULL;
    dm_line_move move = {
        .op = DM_LINE_ROPE, .place = {-1, 0, {1, 2}}, .to = {-1, 1, {5, 6}}, .length = {0, 1}};
    dm_status status = make(&level, err);
    if (status == DM_OK) {
        status = dm_level_apply(level, &move, 0, &after, err);
        assert_true((status == DM_OK) == (after != NULL));
    }
    dm_level_free(after);
    dm_level_free(level);
    return status;
}

static dm_status share(dm_error *err)
{
    dm_level *level = NULL;
    dm_line_odds *odds = NULL;
    dm_line_ask ask = {.op = DM_LINE_ROPE, .epsilon = 0.05};
    dm_status status = make(&level, err);
    if (status == DM_OK) {
        status = dm_line_odds_of(level, &ask, NULL, &odds, err);
        assert_true((status == DM_OK) == (odds != NULL));
    }
    dm_line_odds_free(odds);
    dm_level_free(level);
    return status;
}

static dm_status best(dm_error *err)
{
    dm_level *level = NULL;
    dm_line_best *found = NULL;
    dm_line_ask ask = {.op = DM_LINE_ROPE, .objective = DM_LINE_MARGIN, .epsilon = 0.01};
    dm_status status = make(&level, err);
    if (status == DM_OK) {
        status = dm_line_best_move(level, &ask, NULL, &found, err);
        assert_true((status == DM_OK) == (found != NULL));
    }
    dm_line_best_free(found);
    dm_level_free(level);
    return status;
}

static dm_line_op other;

/* A stick and a corner, to keep it short. */
static dm_status solve(dm_error *err)
{
    const dm_line_quota quotas[] = {{DM_LINE_ROPE, 1}, {other, 1}};
    const dm_line_move_set_ask ask = {.objective = DM_LINE_MARGIN,
                                      .quotas = quotas,
                                      .quota_count = 2,
                                      .ordered = true,
                                      .epsilon = 0.5};
    dm_level *level = NULL;
    dm_line_move_set *plan = NULL;
    draft d;
    start(&d, 3, 2);
    d.level.points = points;
    join(&d, 0, 1, 5);
    join(&d, 1, 2, 12);
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    dm_status status = dm_level_new(&d.level, &level, err);
    if (status == DM_OK) {
        status = dm_line_solve(level, &ask, NULL, &plan, err);
        assert_true((status == DM_OK) == (plan != NULL));
    }
    dm_line_move_set_free(plan);
    dm_level_free(level);
    return status;
}

/* Some of the thousands of requests fail. */
static void ropes_are_combined(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        bool fired = true;
        other = i ? DM_LINE_CUT : DM_LINE_ADD;
        for (int64_t k = 1; fired; k += 1 + k / 20) {
            dm_error err;
            fault_arm(k);
            dm_status status = solve(&err);
            fired = fault_fired();
            assert_int_equal(fault_live(), 0);
            assert_true(status == DM_OK || (fired && status == DM_NO_MEMORY));
        }
        fault_arm(0);
    }
}

/* The search adds thousands of ropes: after the first hundred requests only some fail. */
static void ropes_are_looked_for(void **state)
{
    (void)state;
    bool fired = true;
    crossings = DM_LINE_CROSSINGS_PASS;
    for (int64_t k = 1; fired; k += k < 100 ? 1 : 101) {
        dm_error err;
        fault_arm(k);
        dm_status status = best(&err);
        fired = fault_fired();
        assert_int_equal(fault_live(), 0);
        assert_int_equal(status, fired ? DM_NO_MEMORY : DM_OK);
    }
    fault_arm(0);
}

static void ropes_are_tied(void **state)
{
    (void)state;
    crossings = DM_LINE_CROSSINGS_JOIN;
    fault_sweep(tie, FAULT_NO_MEMORY);
}

static void ropes_are_counted(void **state)
{
    (void)state;
    for (int rule = DM_LINE_CROSSINGS_PASS; rule <= DM_LINE_CROSSINGS_STOP; rule++) {
        crossings = (dm_line_crossings)rule;
        fault_sweep(share, FAULT_NO_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ropes_are_tied),
        cmocka_unit_test(ropes_are_looked_for),
        cmocka_unit_test(ropes_are_counted),
        cmocka_unit_test(ropes_are_combined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
