/* test_lines.c - levels and their diagrams against the definition. */
#include "check/lines/lines.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(dm_ratio ratio, int64_t num, int64_t den)
{
    return ratio.num == num && ratio.den == den;
}

static void two_sites_on_a_line(void **state)
{
    (void)state;
    draft d;
    dm_level *level = NULL;
    dm_line_diagram *diagram = NULL;
    start(&d, 3, 2);
    join(&d, 0, 1, 8);
    join(&d, 1, 2, 2);
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(level, DM_LINE_NEUTRAL, true, &diagram, NULL), DM_OK);
    assert_true(is(diagram->payoff[0], 4, 1) && is(diagram->payoff[1], 6, 1));
    assert_int_equal(diagram->winner, 1);
    assert_int_equal(diagram->stretch_count, 3);
    assert_true(is(diagram->stretches[0].to, 1, 2) && is(diagram->stretches[0].ends, 4, 1));
    assert_true(is(diagram->stretches[1].from, 1, 1) && is(diagram->stretches[1].to, 1, 2));
    dm_line_diagram_free(diagram);
    dm_level_free(level);
}

/* A site of each player at the ends of a cross: the middle belongs to all. */
static void ties_go_as_the_rule_says(void **state)
{
    (void)state;
    static const int64_t red[] = {2, 5, 3, 5}, blue[] = {2, 5, 3, 2}, tied[] = {3, 0, 0, 0};
    draft d;
    dm_level *level = NULL;
    start(&d, 4, 3);
    join(&d, 0, 1, 2);
    join(&d, 0, 2, 2);
    join(&d, 0, 3, 3);
    settle(&d, 0, 1);
    settle(&d, 1, 2);
    assert_int_equal(dm_level_new(&d.level, &level, NULL), DM_OK);
    for (int ties = DM_LINE_NEUTRAL; ties <= DM_LINE_OWN; ties++) {
        dm_line_diagram *diagram = NULL;
        assert_int_equal(dm_line_diagram_new(level, (dm_line_ties)ties, false, &diagram, NULL),
                         DM_OK);
        bool split = ties == DM_LINE_SPLIT;
        assert_true(is(diagram->payoff[0], split ? 7 : red[ties], split ? 2 : 1));
        assert_true(is(diagram->payoff[1], split ? 7 : blue[ties], split ? 2 : 1));
        assert_true(is(diagram->payoff[2], 0, 1));
        assert_true(is(diagram->tied, tied[ties], 1));
        assert_int_equal(diagram->winner, ties == DM_LINE_OWN ? 0 : -1);
        dm_line_diagram_free(diagram);
    }
    dm_level_free(level);
}

static void compare(const dm_level *level)
{
    check_lines truth;
    check_lines_own(level, &truth);
    for (int ties = DM_LINE_NEUTRAL; ties <= DM_LINE_OWN; ties++) {
        dm_line_diagram *diagram = NULL;
        assert_int_equal(dm_line_diagram_new(level, (dm_line_ties)ties, true, &diagram, NULL),
                         DM_OK);
        assert_int_equal(2 * diagram->unreached.num, truth.unreached * diagram->unreached.den);
        for (int p = 0; p < level->player_count; p++) {
            int64_t sixtieths = 60 * truth.alone[p];
            for (int c = 2; c <= 6; c++)
                sixtieths += ties == DM_LINE_CLOSED || (ties == DM_LINE_OWN && p == level->me)
                                 ? 60 * truth.shared[p][c]
                             : ties == DM_LINE_SPLIT ? 60 / c * truth.shared[p][c]
                                                     : 0;
            assert_int_equal(120 * diagram->payoff[p].num, sixtieths * diagram->payoff[p].den);
        }
        if (ties == DM_LINE_NEUTRAL)
            assert_int_equal(2 * diagram->tied.num, truth.tied * diagram->tied.den);
        dm_line_diagram_free(diagram);
    }
}

static void random_levels(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 20);
    int compared = 0;
    for (int round = 0; round < (run_long() ? 200000 : 10000); round++) {
        draft d;
        dm_level *level = NULL;
        draw_level(&rng, &d);
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue; /* two sites at one point */
        compare(level);
        compared++;
        dm_level_free(level);
    }
    assert_true(compared > 3000);
}

/* Each row has one error. */
static void bad_levels(void **state)
{
    (void)state;
    static const char *const wanted[] = {
        "edge 0 ends at vertex 7; the level has vertices 0..2",
        "edge 1 joins vertex 1 to itself",
        "edge 0 has length 0; lengths are positive",
        "site 2 is at 3/2 of edge 0; expected 0 to 1",
        "sites 0 and 2 are at the same point",
        "sites 1 and 2 are at the same point",
        "site 0 belongs to player 4; players are 0..1",
        "two players are called 'red'",
    };
    for (int kind = 0; kind < 8; kind++) {
        char *twice[] = {"red", "red"};
        draft d;
        dm_level *level = NULL;
        dm_error err = {0};
        start(&d, 3, 2);
        join(&d, 0, 1, kind == 2 ? 0 : 8);
        join(&d, 1, kind == 1 ? 1 : 2, 2);
        settle(&d, kind == 6 ? 4 : 0, 0);
        settle_on(&d, 1, 0, 1, 2);
        if (kind == 0)
            d.edges[0].v = 7;
        if (kind == 3)
            settle_on(&d, 1, 0, 3, 2);
        if (kind == 4)
            settle_on(&d, 1, 0, 0, 1);
        if (kind == 5)
            settle_on(&d, 1, 0, 1, 2);
        if (kind == 7)
            d.level.players = twice;
        assert_int_equal(dm_level_new(&d.level, &level, &err),
                         kind == 0 ? DM_BAD_VERTEX : DM_BAD_ARGUMENT);
        assert_string_equal(err.message, wanted[kind]);
        assert_null(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sites_on_a_line), cmocka_unit_test(ties_go_as_the_rule_says),
        cmocka_unit_test(random_levels), cmocka_unit_test(bad_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
