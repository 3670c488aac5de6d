/* test_line_pack.c - packs and ratings: levels are lost before, won after the moves of the pack,
 * and rated by rules that hold for each of them. */
#include "support/levels.h"
#include "support/support.h"
#include <demesne/line_pack.h>

static dm_line_standing standing_of(const dm_level *level)
{
    dm_diagram *diagram = NULL;
    dm_line_standing standing;
    assert_int_equal(dm_diagram_new(level, DM_LINE_NEUTRAL, false, &diagram, NULL), DM_OK);
    assert_int_equal(dm_line_standing_of(diagram, level->me, &standing, NULL), DM_OK);
    dm_diagram_free(diagram);
    return standing;
}

static void check_level(const dm_pack_level *one)
{
    dm_level *after = NULL;
    assert_true(standing_of(one->level).margin.num < 0);
    assert_true(one->rating.winnable && one->plan->proven);
    assert_int_equal(dm_level_apply_moves(one->level, one->plan->moves, one->plan->move_count,
                                          one->level->me, &after, NULL),
                     DM_OK);
    assert_true(standing_of(after).margin.num > 0);
    for (int32_t e = 0; e < one->level->edge_count; e++)
        assert_int_equal(one->level->edges[e].length.den, 1);
    assert_true(one->rating.solutions != 0);
    dm_level_free(after);
}

static void packs_rise_and_are_won(void **state)
{
    (void)state;
    dm_pack_wish wish = {.count = run_long() ? 40 : 6, .to = DM_GRADE_FIENDISH, .seed = 5};
    dm_pack *pack = NULL;
    dm_error err = {0};
    assert_ok(dm_pack_generate(&wish, NULL, &pack, &err), err);
    assert_int_equal(pack->count, wish.count);
    for (int32_t i = 0; i < pack->count; i++) {
        check_level(&pack->levels[i]);
        if (i > 0)
            assert_true(pack->levels[i].rating.grade >= pack->levels[i - 1].rating.grade);
    }
    assert_int_equal(pack->levels[0].rating.grade, DM_GRADE_EASY);
    assert_int_equal(pack->levels[pack->count - 1].rating.grade, DM_GRADE_FIENDISH);
    dm_pack_free(pack);
}

/* red -3- blue -5- .: the cut that takes the end of 5 from blue wins; greedy finds it. */
static void a_small_level_is_rated(void **state)
{
    (void)state;
    draft d;
    dm_level_rating rating;
    dm_line_plan *plan = NULL;
    dm_error err = {0};
    start(&d, 3, 2);
    join(&d, 0, 1, 3);
    join(&d, 1, 2, 5);
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    d.level.quotas = &(dm_line_quota){DM_LINE_CUT, 1};
    d.level.quota_count = 1;
    assert_ok(dm_level_rate(&d.level, NULL, &rating, &plan, &err), err);
    assert_true(!rating.winnable && rating.solutions == 0 && !rating.greedy_wins);
    assert_int_equal(rating.tempting, 2); /* each edge cut off at blue */
    dm_line_plan_free(plan);
    plan = NULL;
    d.level.quotas = &(dm_line_quota){DM_LINE_CUT, 2};
    assert_ok(dm_level_rate(&d.level, NULL, &rating, &plan, &err), err);
    assert_true(rating.winnable && rating.greedy_wins);
    dm_line_plan_free(plan);
}

/* Longer and longer runs: none, then some, then all of the levels, and the same ones. */
static void a_stopped_pack_has_what_was_made(void **state)
{
    (void)state;
    const dm_pack_wish wish = {.count = 6, .to = DM_GRADE_EASY, .seed = 5};
    dm_pack *all = NULL;
    dm_error err = {0};
    assert_ok(dm_pack_generate(&wish, NULL, &all, &err), err);
    int partial = 0;
    dm_status status = DM_UNFINISHED;
    for (int64_t limit = 1; status != DM_OK; limit += 1 + limit / 8) {
        dm_run *run = NULL;
        dm_pack *pack = NULL;
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, limit);
        status = dm_pack_generate(&wish, run, &pack, &err);
        assert_true(status == DM_OK || status == DM_STOPPED || status == DM_UNFINISHED);
        assert_int_equal(pack == NULL, status == DM_UNFINISHED);
        partial += status == DM_STOPPED;
        for (int32_t i = 0; pack && i < pack->count; i++)
            assert_int_equal(pack->levels[i].rating.solutions, all->levels[i].rating.solutions);
        dm_pack_free(pack);
        dm_run_free(run);
    }
    assert_true(partial > 0);
    dm_pack_free(all);
}

static void bad_wishes(void **state)
{
    (void)state;
    dm_pack *pack = NULL;
    dm_error err = {0};
    assert_int_equal(dm_pack_generate(&(dm_pack_wish){.count = 0}, NULL, &pack, &err),
                     DM_BAD_ARGUMENT);
    assert_int_equal(
        dm_pack_generate(
            &(dm_pack_wish){.count = 1, .to = DM_GRADE_EASY, .from = DM_GRADE_FIENDISH, .tries = 1},
            NULL, &pack, &err),
        DM_UNFINISHED);
    assert_null(pack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_rise_and_are_won), cmocka_unit_test(a_small_level_is_rated),
        cmocka_unit_test(a_stopped_pack_has_what_was_made), cmocka_unit_test(bad_wishes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
