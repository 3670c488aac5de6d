/* test_fault_sites.c - memory runs out while levels are made, changed and searched. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/line_puzzle.h>
#include <demesne/line_solve.h>

static dm_status make(dm_level **out, dm_error *err)
{
    dm_level_wish wish = {.kind = DM_LEVEL_GABRIEL, .vertices = 6, .whole = true, .seed = 4};
    dm_status status = dm_level_generate(&wish, NULL, out, NULL, NULL, err);
    assert_true((status == DM_OK) == (*out != NULL));
    return status;
}

static dm_status made_to_a_wish(dm_error *err)
{
    dm_level_wish wish = {.kind = DM_LEVEL_TREE,
                          .vertices = 7,
                          .ask = {.op = DM_LINE_ADD},
                          .low = {1, 10},
                          .high = {1, 1},
                          .seed = 2};
    dm_level *level = NULL;
    dm_line_odds *odds = NULL;
    dm_status status = dm_level_generate(&wish, NULL, &level, &odds, NULL, err);
    assert_true((status == DM_OK) == (level != NULL));
    assert_true((level != NULL) == (odds != NULL));
    dm_line_odds_free(odds);
    dm_level_free(level);
    return status;
}

static dm_status played_randomly(dm_error *err)
{
    dm_level *level = NULL;
    dm_random_play play;
    dm_status status = make(&level, err);
    if (status == DM_OK)
        status = dm_level_play_randomly(level, DM_LINE_NEUTRAL, 3, 1, NULL, &play, err);
    dm_level_free(level);
    return status;
}

static dm_status moved_on(dm_error *err)
{
    static const dm_line_move moves[] = {
        {DM_LINE_ADD, {-1, 0, {1, 3}}, {-1, -1, {0, 1}}, {0, 1}, -1},
        {DM_LINE_CUT, {-1, 0, {1, 2}}, {-1, -1, {0, 1}}, {0, 1}, -1},
        {DM_LINE_REMOVE, {-1, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, 0}};
    dm_level *level = NULL;
    dm_status status = make(&level, err);
    for (int i = 0; status == DM_OK && i < 3; i++) {
        dm_level *after = NULL;
        status = dm_level_apply(level, &moves[i], 0, &after, err);
        assert_true((status == DM_OK) == (after != NULL));
        dm_level_free(after);
    }
    dm_level_free(level);
    return status;
}

static dm_status searched(dm_error *err)
{
    static const dm_line_ask asks[] = {{.op = DM_LINE_ADD, .objective = DM_LINE_MARGIN},
                                       {.op = DM_LINE_REMOVE},
                                       {.op = DM_LINE_ADD, .count = 2}};
    dm_level *level = NULL;
    dm_status status = make(&level, err);
    for (int i = 0; status == DM_OK && i < 3; i++) {
        dm_line_best *best = NULL;
        status = dm_line_best_move(level, &asks[i], NULL, &best, err);
        assert_true((status == DM_OK) == (best != NULL));
        dm_line_explanation *why = NULL;
        if (status == DM_OK)
            status = dm_line_explain(level, &asks[i], best, &why, err);
        dm_line_explanation_free(why);
        dm_line_best_free(best);
    }
    dm_level_free(level);
    return status;
}

static dm_status counted(dm_error *err)
{
    static const dm_line_ask asks[] = {
        {.op = DM_LINE_ADD}, {.op = DM_LINE_REMOVE}, {.op = DM_LINE_ADD, .samples = 3}};
    dm_level *level = NULL;
    dm_status status = make(&level, err);
    for (int i = 0; status == DM_OK && i < 3; i++) {
        dm_line_odds *odds = NULL;
        status = dm_line_odds_of(level, &asks[i], NULL, &odds, err);
        assert_true((status == DM_OK) == (odds != NULL));
        dm_line_odds_free(odds);
    }
    dm_level_free(level);
    return status;
}

static void levels(void **state)
{
    (void)state;
    fault_sweep(made_to_a_wish, FAULT_NO_MEMORY);
    fault_sweep(moved_on, FAULT_NO_MEMORY);
}

/* If a move beside a supremum fails, one a little farther away is tried. */
static void best_moves(void **state)
{
    (void)state;
    fault_sweep(searched, FAULT_COPES);
}

static void odds(void **state)
{
    (void)state;
    fault_sweep(counted, FAULT_NO_MEMORY);
    fault_sweep(played_randomly, FAULT_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels),
        cmocka_unit_test(best_moves),
        cmocka_unit_test(odds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
