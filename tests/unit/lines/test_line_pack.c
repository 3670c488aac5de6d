/* test_line_pack.c - packs and ratings: levels are lost before, won after the moves of the pack,
 * need all of them, and have places that a person can read. */
#include "support/support.h"
#include <demesne/line_puzzle.h>

static dm_line_standing standing_of(const dm_level *level)
{
    dm_line_diagram *diagram = NULL;
    dm_line_standing standing;
    assert_int_equal(dm_line_diagram_new(level, DM_LINE_NEUTRAL, false, &diagram, NULL), DM_OK);
    assert_int_equal(dm_line_standing_of(diagram, level->me, &standing, NULL), DM_OK);
    dm_line_diagram_free(diagram);
    return standing;
}

static void check_level(const dm_level_pack_item *one)
{
    dm_level *after = NULL;
    assert_true(standing_of(one->level).margin.num < 0);
    assert_true(one->rating.winnable > 0 && one->solution->proven);
    assert_int_equal(dm_level_apply_moves(one->level, one->solution->moves,
                                          one->solution->move_count, one->level->me, &after, NULL),
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
    dm_level_pack_wish wish = {
        .count = run_long() ? 40 : 6, .from = DM_GRADE_EASY, .to = DM_GRADE_FIENDISH, .seed = 5};
    dm_level_pack *pack = NULL;
    dm_error err = {0};
    assert_ok(dm_level_pack_generate(&wish, NULL, &pack, &err), err);
    assert_int_equal(pack->count, wish.count);
    for (int32_t i = 0; i < pack->count; i++) {
        check_level(&pack->levels[i]);
        if (i > 0)
            assert_true(pack->levels[i].rating.grade >= pack->levels[i - 1].rating.grade);
    }
    assert_int_equal(pack->levels[0].rating.grade, DM_GRADE_EASY);
    assert_int_equal(pack->levels[pack->count - 1].rating.grade, DM_GRADE_FIENDISH);
    dm_level_pack_free(pack);
}

/* A second move must be needed: no single move of the budget's kinds wins. */
static void no_move_is_spare(const dm_level *level)
{
    for (int32_t i = 0; i < level->quota_count && level->moves > 1; i++) {
        const dm_line_ask ask = {
            .op = level->quotas[i].op, .player = level->me, .objective = DM_LINE_MARGIN};
        dm_line_best *best = NULL;
        dm_error err = {0};
        assert_ok(dm_line_best_move(level, &ask, NULL, &best, &err), err);
        assert_true(best->after.margin.num <= 0);
        dm_line_best_free(best);
    }
}

static bool is_inside(const dm_line_stretch *s, int64_t num, int64_t den)
{
    return s->from.num * den < num * s->from.den && num * s->to.den < s->to.num * den;
}

/* No fraction of a smaller denominator is inside the winning stretch of the place. */
static void is_simplest(const dm_level *level, const dm_line_move *move)
{
    const dm_line_ask ask = {.op = move->op, .player = level->me};
    const dm_ratio at = move->place.at;
    dm_line_odds *odds = NULL;
    dm_error err = {0};
    assert_ok(dm_line_odds_of(level, &ask, NULL, &odds, &err), err);
    for (int32_t i = 0; i < odds->winning_count; i++) {
        const dm_line_stretch *s = &odds->winning[i];
        bool holds = s->edge == move->place.edge && is_inside(s, at.num, at.den);
        for (int64_t den = 1; holds && den < at.den; den++)
            for (int64_t num = 0; num <= den; num++)
                assert_false(is_inside(s, num, den));
    }
    dm_line_odds_free(odds);
}

static void moves_are_needed_and_simple(void **state)
{
    (void)state;
    dm_level_pack_wish wish = {
        .count = run_long() ? 60 : 12, .from = DM_GRADE_EASY, .to = DM_GRADE_FIENDISH, .seed = 2};
    dm_level_pack *pack = NULL;
    dm_error err = {0};
    int inside = 0;
    assert_ok(dm_level_pack_generate(&wish, NULL, &pack, &err), err);
    for (int32_t i = 0; i < pack->count; i++) {
        const dm_level_pack_item *one = &pack->levels[i];
        no_move_is_spare(one->level);
        for (int32_t k = 0; k < one->solution->move_count; k++) {
            const dm_line_place *place = &one->solution->moves[k].place;
            assert_true(place->vertex >= 0 || place->at.den <= 1000);
            inside += place->vertex < 0 && place->at.den > 1;
        }
        if (one->solution->move_count == 1 && one->solution->moves->place.vertex < 0)
            is_simplest(one->level, one->solution->moves);
    }
    assert_true(inside > 0);
    dm_level_pack_free(pack);
}

/* Longer and longer runs: none, then some, then all of the levels, and the same ones. */
static void a_stopped_pack_has_what_was_made(void **state)
{
    (void)state;
    const dm_level_pack_wish wish = {
        .count = 6, .from = DM_GRADE_EASY, .to = DM_GRADE_EASY, .seed = 5};
    dm_level_pack *all = NULL;
    dm_error err = {0};
    assert_ok(dm_level_pack_generate(&wish, NULL, &all, &err), err);
    int partial = 0;
    dm_status status = DM_UNFINISHED;
    for (int64_t limit = 1; status != DM_OK; limit += 1 + limit / 8) {
        dm_run *run = NULL;
        dm_level_pack *pack = NULL;
        assert_ok(dm_run_new(&run, &err), err);
        dm_run_set_work_limit(run, limit);
        status = dm_level_pack_generate(&wish, run, &pack, &err);
        assert_true(status == DM_OK || status == DM_STOPPED || status == DM_UNFINISHED);
        assert_int_equal(pack == NULL, status == DM_UNFINISHED);
        partial += status == DM_STOPPED;
        for (int32_t i = 0; pack && i < pack->count; i++)
            assert_int_equal(pack->levels[i].rating.solutions, all->levels[i].rating.solutions);
        dm_level_pack_free(pack);
        dm_run_free(run);
    }
    assert_true(partial > 0);
    dm_level_pack_free(all);
}

static void bad_wishes(void **state)
{
    (void)state;
    dm_level_pack *pack = NULL;
    dm_error err = {0};
    assert_int_equal(dm_level_pack_generate(&(dm_level_pack_wish){.count = 0}, NULL, &pack, &err),
                     DM_BAD_ARGUMENT);
    assert_int_equal(dm_level_pack_generate(&(dm_level_pack_wish){.count = 1, .to = DM_GRADE_EASY},
                                            NULL, &pack, &err),
                     DM_BAD_ARGUMENT);
    assert_int_equal(dm_level_pack_generate(&(dm_level_pack_wish){.count = 1,
                                                                  .to = DM_GRADE_EASY,
                                                                  .from = DM_GRADE_FIENDISH,
                                                                  .tries = 1},
                                            NULL, &pack, &err),
                     DM_UNFINISHED);
    assert_null(pack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_rise_and_are_won), cmocka_unit_test(moves_are_needed_and_simple),
        cmocka_unit_test(a_stopped_pack_has_what_was_made), cmocka_unit_test(bad_wishes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
