/* test_fault_move_sets.c - memory runs out while levels in several moves are solved, counted, rated
 * and collected in packs. */
#include "fault/wrap.h"
#include "support/support.h"
#include <demesne/line_puzzle.h>
#include <demesne/lines.h>

/* A path and a side road, between red and blue.  It has no coordinates: ropes take long, and
 * test_fault_ropes.c has them. */
static const char text[] =
    "{\"vertices\":[{},{},{},{}],\"edges\":[[0,1,2],[1,2,3],[1,3,3]],\"players\":[\"red\",\"blue\"]"
    ","
    "\"me\":\"red\","
    "\"sites\":[{\"player\":\"red\",\"vertex\":0},{\"player\":\"blue\",\"vertex\":2}]}";

static dm_line_move_set_ask plan_ask;
static dm_line_ask set_ask;

static dm_status read_level(dm_level **out, dm_error *err)
{
    return dm_level_read_memory("level", text, sizeof text - 1, out, err);
}

static dm_status solved(dm_error *err)
{
    dm_level *level = NULL;
    dm_line_move_set *set = NULL;
    dm_status status = read_level(&level, err);
    if (status == DM_OK)
        status = dm_line_solve(level, &plan_ask, NULL, &set, err);
    assert_true((status == DM_OK) == (set != NULL));
    dm_line_move_set_free(set);
    dm_level_free(level);
    return status;
}

static dm_status counted(dm_error *err)
{
    dm_level *level = NULL;
    dm_line_odds *odds = NULL;
    dm_status status = read_level(&level, err);
    if (status == DM_OK)
        status = dm_line_odds_of(level, &set_ask, NULL, &odds, err);
    assert_true((status == DM_OK) == (odds != NULL));
    dm_line_odds_free(odds);
    dm_level_free(level);
    return status;
}

static dm_status found(dm_error *err)
{
    dm_level *level = NULL;
    dm_line_best *best = NULL;
    dm_status status = read_level(&level, err);
    if (status == DM_OK)
        status = dm_line_best_move(level, &set_ask, NULL, &best, err);
    assert_true((status == DM_OK) == (best != NULL));
    dm_line_best_free(best);
    dm_level_free(level);
    return status;
}

static dm_status packed(dm_error *err)
{
    const dm_level_pack_wish wish = {
        .count = 1, .from = DM_GRADE_MEDIUM, .to = DM_GRADE_MEDIUM, .seed = 175, .tries = 1};
    dm_level_pack *pack = NULL;
    dm_status status = dm_level_pack_generate(&wish, NULL, &pack, err);
    assert_true((status == DM_OK) == (pack != NULL));
    dm_level_pack_free(pack);
    return status;
}

/* A pack of a level that was given, with a title. */
static dm_status packed_own(dm_error *err)
{
    static const char own_text[] =
        "{\"vertices\":[{},{}],\"edges\":[[0,1,4]],\"sites\":[{\"player\":\"red\",\"vertex\":0},"
        "{\"player\":\"blue\",\"vertex\":1}],\"me\":\"red\"}";
    const dm_level_pack_wish wish = {.title = "own", .only_op = true, .op = DM_LINE_ADD};
    dm_level *level = NULL;
    dm_level_pack *pack = NULL;
    dm_status status = dm_level_read_memory("level", own_text, sizeof own_text - 1, &level, err);
    if (status == DM_OK)
        status = dm_level_pack_of(&(dm_own_level){"one", level}, 1, &wish, NULL, &pack, err);
    assert_true((status == DM_OK) == (pack != NULL));
    dm_level_pack_free(pack);
    dm_level_free(level);
    return status;
}

/* Sites and cuts in any order with their solutions, both in order.  As
 * in test_fault_sites.c, a move farther away may replace one that fails. */
static void find_sets(void **state)
{
    (void)state;
    static const dm_line_quota quotas[][2] = {{{DM_LINE_ADD, 1}, {DM_LINE_CUT, 1}},
                                              {{DM_LINE_CUT, 1}, {DM_LINE_REMOVE, 1}}};
    for (int i = 0; i < 2; i++) {
        plan_ask = (dm_line_move_set_ask){.objective = i == 1 ? DM_LINE_WIN : DM_LINE_MARGIN,
                                          .quotas = quotas[i],
                                          .quota_count = 2,
                                          .ordered = i == 1,
                                          .count_solutions = i == 0};
        fault_sweep(solved, FAULT_COPES);
    }
}

static void sets(void **state)
{
    (void)state;
    static const dm_line_op ops[] = {DM_LINE_ADD, DM_LINE_REMOVE, DM_LINE_CUT};
    for (int i = 0; i < 6; i++) {
        set_ask = (dm_line_ask){.op = ops[i / 2],
                                .objective = DM_LINE_MARGIN,
                                .count = i / 2 == 1 ? 1 : 2,
                                .samples = i % 2 ? 3 : 0};
        fault_sweep(counted, FAULT_NO_MEMORY);
        set_ask.samples = 0;
        if (i % 2)
            fault_sweep(found, FAULT_COPES);
    }
}

static void packs(void **state)
{
    (void)state;
    fault_sweep(packed_own, FAULT_COPES);
    fault_sweep(packed, FAULT_COPES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(find_sets), cmocka_unit_test(sets),
                                       cmocka_unit_test(packs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
