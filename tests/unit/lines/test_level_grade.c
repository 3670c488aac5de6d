/* test_level_grade.c - grades: by the share of one move, by what a search finds for several, and
 * of levels that are made to have one. */
#include "support/levels.h"
#include "support/support.h"
#include <demesne/line_puzzle.h>

static void one_move_by_its_share(void **state)
{
    (void)state;
    dm_line_stretch stretch = {0};
    const dm_line_best lost = {.margin = -1, .after = {.margin = {-1, 1}}, .proven = true};
#define EXACT(share)                                                                               \
    {                                                                                              \
        .decimal = (share), .winning = &stretch, .winning_count = 1, .proven = true                \
    }
    const struct {
        dm_line_odds odds;
        const dm_line_best *best;
        int winnable;
        dm_level_grade grade;
    } cases[] = {
        {EXACT(1), NULL, 1, DM_GRADE_TRIVIAL},
        {EXACT(0.95), NULL, 1, DM_GRADE_TRIVIAL},
        {EXACT(0.9), NULL, 1, DM_GRADE_EASY},
        {EXACT(0.4), NULL, 1, DM_GRADE_EASY},
        {EXACT(0.39), NULL, 1, DM_GRADE_MEDIUM},
        {EXACT(0.12), NULL, 1, DM_GRADE_MEDIUM},
        {EXACT(0.11), NULL, 1, DM_GRADE_HARD},
        {EXACT(0.03), NULL, 1, DM_GRADE_HARD},
        {EXACT(0.02), NULL, 1, DM_GRADE_FIENDISH},
        {EXACT(0), NULL, 1, DM_GRADE_FIENDISH}, /* single points */
        {{.decimal = 0, .proven = true}, NULL, 0, DM_GRADE_UNWINNABLE},
        {{.decimal = 0.01, .error = 0.02, .high = 0.03}, NULL, -1, DM_GRADE_UNKNOWN},
        {{.decimal = 0.01, .error = 0.02, .high = 0.03}, &lost, 0, DM_GRADE_UNWINNABLE},
        {{.decimal = 0.3, .error = 0.2, .low = 0.1, .high = 0.5}, NULL, 1, DM_GRADE_UNKNOWN},
        {{.decimal = 0.04, .error = 0.02, .low = 0.02, .high = 0.06, .proven = true},
         NULL,
         1,
         DM_GRADE_UNKNOWN},
        {{.decimal = 0.3, .low = 0.2, .high = 0.5, .samples = 10, .wins = 3},
         NULL,
         1,
         DM_GRADE_MEDIUM},
        {{.decimal = 0, .high = 0.3, .samples = 10}, NULL, -1, DM_GRADE_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dm_level_rating rating = dm_level_odds_rating(&cases[i].odds, cases[i].best);
        assert_int_equal(rating.winnable, cases[i].winnable);
        assert_int_equal(rating.grade, cases[i].grade);
        assert_int_equal(rating.points < 0, cases[i].grade == DM_GRADE_UNKNOWN ||
                                                cases[i].grade == DM_GRADE_UNWINNABLE);
    }
}

/* red -3- blue -5- .  */
static void path(draft *d)
{
    start(d, 3, 2);
    join(d, 0, 1, 3);
    join(d, 1, 2, 5);
    settle(d, 0, 0);
    settle(d, 1, 1);
}

static dm_level_rating rate(const dm_level *level)
{
    dm_level_rating rating;
    dm_line_move_set *set = NULL;
    dm_error err = {0};
    assert_ok(dm_level_rate(level, DM_LINE_NEUTRAL, NULL, &rating, &set, &err), err);
    dm_line_move_set_free(set);
    return rating;
}

/* Red has 3/2 and blue 13/2.  Each edge can be cut off at blue, which leaves blue 5 or 3/2; only
 * both cuts together win. */
static void several_moves_by_search(void **state)
{
    (void)state;
    draft d;
    path(&d);
    d.level.quotas = &(dm_line_quota){DM_LINE_CUT, 1};
    d.level.quota_count = 1;
    dm_level_rating rating = rate(&d.level);
    assert_int_equal(rating.grade, DM_GRADE_UNWINNABLE);
    assert_int_equal(rating.moves, 1);
    d.level.quotas = &(dm_line_quota){DM_LINE_CUT, 2};
    rating = rate(&d.level);
    assert_true(rating.winnable > 0 && rating.greedy_wins && rating.all_needed);
    assert_int_equal(rating.solutions, 1);
    assert_int_equal(rating.tempting, 2); /* they gain 3 and 5, of at most 5 */
    assert_int_equal(rating.points, 1 + 2);
    assert_int_equal(rating.grade, DM_GRADE_MEDIUM);
    d.level.quotas = (dm_line_quota[]){{DM_LINE_CUT, 1}, {DM_LINE_REMOVE, 1}};
    d.level.quota_count = 2;
    rating = rate(&d.level); /* to remove blue is enough */
    assert_true(rating.winnable > 0 && rating.greedy_wins && !rating.all_needed);
    d.level.ordered = true; /* greedy has to cut first, which changes nothing here */
    assert_true(rate(&d.level).greedy_wins);
}

/* Of moves of any kind the easiest counts. */
static void any_kind_is_as_hard_as_the_easiest(void **state)
{
    (void)state;
    draft d;
    path(&d);
    dm_level_rating any = rate(&d.level), rating;
    double most = 0;
    d.level.quota_count = 1;
    for (int op = DM_LINE_ADD; op <= DM_LINE_CUT; op++) {
        d.level.quotas = &(dm_line_quota){(dm_line_op)op, 1};
        rating = rate(&d.level);
        most = rating.low > most ? rating.low : most;
    }
    assert_true(any.low == most && most >= 0.5); /* to remove blue is one of two removals */
    d.level.me = -1;
    dm_line_move_set *set = NULL;
    assert_int_equal(dm_level_rate(&d.level, DM_LINE_NEUTRAL, NULL, &rating, &set, NULL),
                     DM_BAD_ARGUMENT);
    assert_null(set);
}

/* A level made for the wish, which is lost before and has whole lengths; rated once more. */
static void check_made(const dm_level_wish *wish)
{
    dm_level *level = NULL;
    dm_line_odds *odds = NULL;
    dm_level_rating made, again;
    dm_line_standing before;
    dm_line_diagram *diagram = NULL;
    dm_error err = {0};
    assert_ok(dm_level_generate(wish, NULL, &level, &odds, &made, &err), err);
    assert_int_equal(made.grade, wish->grade);
    again = rate(level);
    assert_int_equal(again.grade, wish->grade);
    assert_int_equal(again.points, made.points);
    assert_int_equal(level->moves, wish->ask.count > 1 ? wish->ask.count : 1);
    assert_int_equal(level->quotas->op, wish->ask.op);
    assert_true(made.moves == 1 || made.all_needed);
    for (int32_t e = 0; e < level->edge_count; e++)
        assert_int_equal(level->edges[e].length.den, 1);
    assert_ok(dm_line_diagram_new(level, DM_LINE_NEUTRAL, false, &diagram, &err), err);
    assert_ok(dm_line_standing_of(diagram, level->me, &before, &err), err);
    assert_true(before.margin.num < 0);
    dm_line_diagram_free(diagram);
    dm_line_odds_free(odds);
    dm_level_free(level);
}

static void levels_of_every_grade(void **state)
{
    (void)state;
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++)
        for (int grade = DM_GRADE_EASY; grade <= DM_GRADE_FIENDISH; grade++)
            for (uint64_t seed = 1; seed <= (run_long() ? 20 : 1); seed++)
                check_made(&(dm_level_wish){.kind = (dm_level_kind)(seed % 3),
                                            .vertices = grade < DM_GRADE_FIENDISH ? 12
                                                        : op == DM_LINE_REMOVE    ? 36
                                                                                  : 16,
                                            .whole = true,
                                            .ask = {.op = (dm_line_op)op},
                                            .grade = (dm_level_grade)grade,
                                            .tries = 20000,
                                            .seed = seed});
}

static void levels_of_two_moves(void **state)
{
    (void)state;
    for (int grade = DM_GRADE_EASY; grade <= DM_GRADE_FIENDISH; grade++)
        check_made(&(dm_level_wish){.kind = DM_LEVEL_GABRIEL,
                                    .vertices = 10,
                                    .whole = true,
                                    .ask = {.op = DM_LINE_CUT, .count = 2},
                                    .grade = (dm_level_grade)grade,
                                    .tries = 5000,
                                    .seed = 1});
    check_made(&(dm_level_wish){.kind = DM_LEVEL_GABRIEL,
                                .vertices = 12,
                                .whole = true,
                                .ask = {.op = DM_LINE_REMOVE, .count = 2},
                                .grade = DM_GRADE_MEDIUM,
                                .seed = 1});
}

static void what_cannot_be_made(void **state)
{
    (void)state;
    static const struct {
        dm_level_wish wish;
        const char *message;
    } bad[] = {
        {{.vertices = 9, .grade = DM_GRADE_UNWINNABLE},
         "levels are made to be won: trivial to fiendish"},
        {{.vertices = 9, .ask = {.op = DM_LINE_CUT, .count = 2}, .low = {0, 1}, .high = {1, 2}},
         "a share is about one move; for several, name a grade"},
        {{.vertices = 9, .ask = {.op = DM_LINE_ROPE, .count = 2}},
         "one rope at a time: sets of ropes are not searched"},
        {{.vertices = 9, .ask = {.op = DM_LINE_REMOVE}, .grade = DM_GRADE_FIENDISH},
         "such removals need 17 sites for each of 2 players; 9 vertices have room for 1 to 4 each"},
    };
    dm_level *level = NULL;
    dm_error err = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(dm_level_generate(&bad[i].wish, NULL, &level, NULL, NULL, &err),
                         DM_BAD_ARGUMENT);
        assert_string_equal(err.message, bad[i].message);
    }
    const dm_level_wish none = {.vertices = 6,
                                .sites = 1,
                                .ask = {.op = DM_LINE_REMOVE},
                                .grade = DM_GRADE_FIENDISH,
                                .tries = 20};
    assert_int_equal(dm_level_generate(&none, NULL, &level, NULL, NULL, &err), DM_UNFINISHED);
    assert_string_equal(err.message, "none of 20 levels of seed 0 fits; the nearest is easy: try "
                                     "more, or another size, seed or number of sites");
    assert_null(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_move_by_its_share),
        cmocka_unit_test(several_moves_by_search),
        cmocka_unit_test(any_kind_is_as_hard_as_the_easiest),
        cmocka_unit_test(levels_of_every_grade),
        cmocka_unit_test(levels_of_two_moves),
        cmocka_unit_test(what_cannot_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
