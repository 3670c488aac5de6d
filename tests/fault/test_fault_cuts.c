/* test_fault_cuts.c - memory runs out during a search for cuts. */
#include "fault/wrap.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/line_espt.h>
#include <demesne/line_solve.h>

/* A tree that every method accepts, on which the search tries several cuts. */
static dm_status cut_by(dm_line_cut_method method, dm_error *err)
{
    draft d;
    dm_level *level = NULL;
    dm_line_best *best = NULL;
    dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN, .method = method};
    start(&d, 6, 2);
    join(&d, 0, 1, 6);
    join(&d, 1, 2, 2);
    join(&d, 1, 3, 5);
    join(&d, 2, 4, 3);
    join(&d, 4, 5, 7);
    settle(&d, 0, 0);
    settle(&d, 1, 2);
    dm_status status = dm_level_new(&d.level, &level, err);
    if (status == DM_OK) {
        status = dm_line_best_move(level, &ask, NULL, &best, err);
        assert_true((status == DM_OK) == (best != NULL));
    }
    dm_line_best_free(best);
    dm_level_free(level);
    return status;
}

static dm_line_cut_method method;

static dm_status one_method(dm_error *err)
{
    return cut_by(method, err);
}

static void every_method(void **state)
{
    (void)state;
    for (method = DM_LINE_METHOD_AUTO; method <= DM_LINE_METHOD_METHOD_2_PRINTED; method++)
        fault_sweep(one_method, FAULT_NO_MEMORY);
}

/* Four vertices in a ring, two players. */
static dm_status ring_level(dm_level **out, dm_error *err)
{
    draft d;
    start(&d, 4, 2);
    join(&d, 0, 1, 4);
    join(&d, 1, 2, 4);
    join(&d, 2, 3, 3);
    join(&d, 3, 0, 5);
    settle(&d, 0, 0);
    settle(&d, 1, 2);
    return dm_level_new(&d.level, out, err);
}

static dm_status odds(dm_error *err)
{
    dm_level *level = NULL;
    dm_line_odds *share = NULL;
    dm_line_ask ask = {.op = DM_LINE_CUT};
    dm_status status = ring_level(&level, err);
    if (status == DM_OK) {
        status = dm_line_odds_of(level, &ask, NULL, &share, err);
        assert_true((status == DM_OK) == (share != NULL));
    }
    dm_line_odds_free(share);
    dm_level_free(level);
    return status;
}

static void winning_cuts(void **state)
{
    (void)state;
    fault_sweep(odds, FAULT_NO_MEMORY);
}

static dm_status pair(dm_error *err)
{
    dm_level *level = NULL;
    dm_line_move_set *plan = NULL;
    const dm_line_quota quota = {DM_LINE_CUT, 2};
    const dm_line_move_set_ask ask = {
        .objective = DM_LINE_MARGIN, .quotas = &quota, .quota_count = 1};
    dm_status status = ring_level(&level, err);
    if (status == DM_OK) {
        status = dm_line_solve(level, &ask, NULL, &plan, err);
        assert_true((status == DM_OK) == (plan != NULL));
    }
    dm_line_move_set_free(plan);
    dm_level_free(level);
    return status;
}

static void two_cuts(void **state)
{
    (void)state;
    fault_sweep(pair, FAULT_NO_MEMORY);
}

/* A tree with a site inside an edge and coordinates, so that there are ropes, too. */
static dm_status explain(dm_error *err)
{
    static dm_point points[] = {{0, 0}, {6, 0}, {6, 3}, {9, 1}};
    draft d;
    dm_level *level = NULL, *divided = NULL;
    dm_line_espt *espt = NULL;
    dm_line_functions *functions = NULL;
    const dm_ratio x = {1, 3};
    const dm_line_ask ask = {.op = DM_LINE_CUT};
    start(&d, 4, 2);
    d.level.points = points;
    join(&d, 0, 1, 6);
    join(&d, 1, 2, 3);
    join(&d, 1, 3, 5);
    settle(&d, 0, 0);
    settle_on(&d, 1, 2, 1, 5);
    dm_status status = dm_level_new(&d.level, &level, err);
    if (status == DM_OK)
        status = dm_line_espt_new(level, &ask, NULL, &espt, err);
    if (status == DM_OK)
        status = dm_line_functions_new(level, &ask, 2, -1, &x, NULL, &functions, err);
    if (status == DM_OK)
        status = dm_level_simplify(level, &divided, err);
    assert_true((status == DM_OK) == (divided != NULL));
    dm_line_functions_free(functions);
    dm_line_espt_free(espt);
    dm_level_free(divided);
    dm_level_free(level);
    return status;
}

static dm_line_mistake mistake;

static dm_status counterexample(dm_error *err)
{
    dm_line_counterexample *found = NULL;
    const dm_line_ask ask = {.method = mistake == DM_MISTAKE_POINT
                                           ? DM_LINE_METHOD_SIMPLE_PRINTED
                                           : DM_LINE_METHOD_METHOD_1_PRINTED,
                             .mistake = mistake};
    dm_status status = dm_line_counterexample_find(&ask, NULL, &found, err);
    assert_true((status == DM_OK) == (found != NULL));
    dm_line_counterexample_free(found);
    return status;
}

static void counterexamples(void **state)
{
    (void)state;
    static const dm_line_mistake all[] = {DM_MISTAKE_POINT, DM_MISTAKE_BOUNDARY};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        mistake = all[i];
        fault_sweep(counterexample, FAULT_NO_MEMORY);
    }
}

static void objects_of_the_thesis(void **state)
{
    (void)state;
    fault_sweep(explain, FAULT_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method),    cmocka_unit_test(winning_cuts),
        cmocka_unit_test(two_cuts),        cmocka_unit_test(objects_of_the_thesis),
        cmocka_unit_test(counterexamples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
