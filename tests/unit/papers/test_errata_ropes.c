/* test_errata_ropes.c - statements of te Kolste's thesis about ropes that are wrong or open. */
#include "support/plane_levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>

static dm_line_best *best_rope(const dm_level *level, dm_line_ties ties)
{
    dm_line_ask ask = {.op = DM_LINE_ROPE, .player = 0, .objective = DM_LINE_MARGIN, .ties = ties};
    dm_line_best *best = NULL;
    assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, NULL), DM_OK);
    return best;
}

static double decimal(dm_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

/* Red at (4,3), blue at (0,0), and (12,0) a leaf or blue's too. */
static dm_level *corner(bool leaf)
{
    static const dm_point points[] = {{4, 3}, {0, 0}, {12, 0}};
    plane_draft p;
    plane_start(&p, 3, 2, points);
    plane_join(&p, 0, 1);
    plane_join(&p, 1, 2);
    settle(&p.d, 0, 0);
    settle(&p.d, 1, 1);
    if (!leaf)
        settle(&p.d, 1, 2);
    return plane_level(&p);
}

static void the_foot_of_the_perpendicular(void **state)
{
    (void)state;
    dm_level *level = corner(false);
    dm_line_best *best = best_rope(level, DM_LINE_NEUTRAL);
    assert_true(fabs(best->margin - decimal(best->before.margin) - 9) < 1e-9);
    assert_true(best->attained && best->proven && best->error <= 1e-6);
    assert_int_equal(best->moves[0].place.vertex, 0);
    assert_int_equal(best->moves[0].to.edge, 1);
    assert_true(best->moves[0].to.at.num == 1 && best->moves[0].to.at.den == 3);
    assert_true(best->after.margin.num == -3 && best->after.margin.den == 1);
    dm_line_best_free(best);
    dm_level_free(level);
}

static void a_supremum_is_reported_as_one(void **state)
{
    (void)state;
    dm_level *level = corner(true);
    dm_line_best *best = best_rope(level, DM_LINE_NEUTRAL);
    assert_true(fabs(best->margin - decimal(best->before.margin) - 167.0 / 8) < 1e-9);
    assert_true(!best->attained && best->proven && best->error <= 1e-6);
    assert_true(fabs(decimal(best->moves[0].to.at) * 12 - 25.0 / 8) < 1e-5);
    assert_true(best->margin - decimal(best->after.margin) < 1e-6);
    dm_line_best_free(best);
    best = best_rope(level, DM_LINE_OWN); /* ties go to red: the limit is attained */
    assert_true(best->attained);
    assert_true(fabs(best->margin - decimal(best->before.margin) - 167.0 / 8) < 1e-9);
    dm_line_best_free(best);
    dm_level_free(level);
}

/* te Kolste's conjecture in section 6.3: from an own site to an inner boundary point of the
 * opponent. */
static void an_inner_boundary_point_is_not_enough(void **state)
{
    (void)state;
    dm_level *level = corner(false), *after = NULL;
    dm_line_diagram *before = NULL, *then = NULL;
    dm_line_move move = {
        .op = DM_LINE_ROPE, .place = {0, -1, {0, 1}}, .to = {-1, 1, {1, 2}}, .length = {0, 1}};
    assert_int_equal(dm_level_apply(level, &move, 0, &after, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(level, DM_LINE_NEUTRAL, false, &before, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(after, DM_LINE_NEUTRAL, false, &then, NULL), DM_OK);
    double gain = decimal(then->payoff[0]) - decimal(then->payoff[1]) - decimal(before->payoff[0]) +
                  decimal(before->payoff[1]);
    assert_true(fabs(gain - (12 - sqrt(13))) < 1e-5 && gain < 9);
    dm_line_diagram_free(before);
    dm_line_diagram_free(then);
    dm_level_free(after);
    dm_level_free(level);
}

/* The gain in margin of the rope from red to a place on edge 1, and red's payoff after it. */
static double rope_to(dm_ratio at, double *red)
{
    dm_level *level = corner(true), *after = NULL;
    dm_line_diagram *before = NULL, *then = NULL;
    dm_line_move move = {
        .op = DM_LINE_ROPE, .place = {0, -1, {0, 1}}, .to = {-1, 1, at}, .length = {0, 1}};
    assert_int_equal(dm_level_apply(level, &move, 0, &after, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(level, DM_LINE_NEUTRAL, false, &before, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(after, DM_LINE_NEUTRAL, false, &then, NULL), DM_OK);
    double gain = decimal(then->payoff[0]) - decimal(then->payoff[1]) - decimal(before->payoff[0]) +
                  decimal(before->payoff[1]);
    *red = decimal(then->payoff[0]);
    dm_line_diagram_free(before);
    dm_line_diagram_free(then);
    dm_level_free(after);
    dm_level_free(level);
    return gain;
}

/* Section 5.1.2 on the edge from p1 = (0,0) to p2 = (12,0): f runs from p1 to p2, g from p2 to p1.
 * f = g as printed at 73/192 of the edge, which is no balance point, and a rope to it gains less
 * than one beside the true one at 25/96. */
static void f_and_g_run_in_opposite_directions(void **state)
{
    (void)state;
    double printed = 73.0 / 192, f = 12 * printed, g = hypot(4 - 12 * (1 - printed), 3), red;
    assert_true(fabs(f - g) < 1e-12);
    assert_true(hypot(4 - 12 * printed, 3) < f - 1); /* the real distance from red */
    double balance = 25.0 / 96;
    assert_true(fabs(12 * balance - hypot(4 - 12 * balance, 3)) < 1e-12);
    assert_true(rope_to((dm_ratio){73, 192}, &red) < 167.0 / 8 - 1);
    assert_true(rope_to((dm_ratio){2501, 9600}, &red) > 167.0 / 8 - 0.1);
}

/* Lemma 5.2, rope from red to (4,0): w = 3, blue is at 4.  The new boundary point is beyond the
 * rope, at 3 + (4 - 3)/2 from red; with the printed sign it would be at 3 - 1/2, on the rope. */
static void lemma_5_2_has_its_difference_the_wrong_way(void **state)
{
    (void)state;
    double red;
    rope_to((dm_ratio){1, 3}, &red);
    double half_of_edge_0 = 2.5, rope = 3, beyond = 8, to_boundary = 0.5;
    assert_true(fabs(red - (half_of_edge_0 + rope + beyond + to_boundary)) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_foot_of_the_perpendicular),
        cmocka_unit_test(a_supremum_is_reported_as_one),
        cmocka_unit_test(an_inner_boundary_point_is_not_enough),
        cmocka_unit_test(f_and_g_run_in_opposite_directions),
        cmocka_unit_test(lemma_5_2_has_its_difference_the_wrong_way),
    };
    return cmocka_run_group_tests_name("errata_ropes", tests, NULL, NULL);
}
