/* test_line_explain.c - explanations of best moves: the tree obeys the definition of distances, the
 * profile agrees with levels after real moves at every part, and types of known moves. */
#include "lines/level/ratio.h"
#include "support/levels.h"
#include "support/plane_levels.h"
#include "support/support.h"
#include <demesne/line_solve.h>

/* Every vertex is as far as the one before it and the edge between; no edge gives a shorter way. */
static void check_tree(const dm_level *level, const dm_line_explanation *x)
{
    assert_int_equal(x->vertex_count, level->vertex_count);
    for (int32_t v = 0; v < x->vertex_count; v++) {
        const dm_line_tree_step *step = &x->tree[v];
        dm_ratio sum = {0, 1};
        if (step->from < 0)
            continue;
        const dm_line_edge *edge = &level->edges[step->edge];
        assert_true((edge->u == v && edge->v == step->from) ||
                    (edge->v == v && edge->u == step->from));
        assert_true(dmi_ratio_add(x->tree[step->from].when, edge->length, &sum));
        assert_int_equal(dmi_ratio_compare(sum, step->when), 0);
    }
    for (int32_t e = 0; e < level->edge_count; e++) {
        const dm_line_tree_step *u = &x->tree[level->edges[e].u], *v = &x->tree[level->edges[e].v];
        dm_ratio over;
        if (u->players && dmi_ratio_add(u->when, level->edges[e].length, &over))
            assert_true(v->players && dmi_ratio_compare(v->when, over) <= 0);
    }
}

/* The objective after the move at a place of the edge. */
static dm_ratio value_after(const dm_level *level, const dm_line_ask *ask, int32_t edge,
                            dm_ratio at)
{
    dm_line_move move = {.op = ask->op, .place = {-1, edge, at}, .to = {-1, -1, {0, 1}}};
    dm_level *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_line_standing standing;
    assert_int_equal(dm_level_apply(level, &move, ask->player, &after, NULL), DM_OK);
    assert_int_equal(dm_line_diagram_new(after, ask->ties, false, &diagram, NULL), DM_OK);
    assert_int_equal(dm_line_standing_of(diagram, ask->player, &standing, NULL), DM_OK);
    dm_line_diagram_free(diagram);
    dm_level_free(after);
    return ask->objective == DM_LINE_PAYOFF ? standing.payoff : standing.margin;
}

/* A third of the way from a to b. */
static dm_ratio third(dm_ratio a, dm_ratio b)
{
    dm_ratio twice = a, sum = {0, 1};
    assert_true(dmi_ratio_make((dmi_wide)2 * a.num, a.den, &twice) || a.num == 0);
    if (a.num == 0)
        twice = a;
    assert_true(dmi_ratio_make((dmi_wide)twice.num * b.den + (dmi_wide)b.num * twice.den,
                               (dmi_wide)3 * twice.den * b.den, &sum) ||
                (twice.num == 0 && b.num == 0));
    if (twice.num == 0 && b.num == 0)
        sum = (dm_ratio){0, 1};
    return sum;
}

static void compare(const dm_level *level, dm_line_op op, dm_line_objective objective)
{
    dm_line_ask ask = {.op = op, .objective = objective};
    dm_line_best *best = NULL;
    dm_line_explanation *x = NULL;
    dm_error err = {0};
    if (dm_line_best_move(level, &ask, NULL, &best, NULL) != DM_OK)
        return;
    assert_ok(dm_line_explain(level, &ask, best, &x, &err), err);
    check_tree(level, x);
    if (x->edge >= 0) {
        /* Each part inside, against a level after the move; parts follow each other. */
        assert_true(x->part_count > 0);
        for (int32_t i = 0; i < x->part_count; i++) {
            const dm_line_profile_part *part = &x->profile[i];
            if (i > 0)
                assert_true(dmi_ratio_compare(x->profile[i - 1].to, part->from) <= 0);
            dm_ratio place = third(part->from, part->to), value = third(part->first, part->last);
            if (dmi_ratio_compare(part->from, part->to) < 0)
                assert_int_equal(dmi_ratio_compare(value_after(level, &ask, x->edge, place), value),
                                 0);
        }
    }
    dm_line_explanation_free(x);
    dm_line_best_free(best);
}

static void random_levels(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 22);
    for (int round = 0; round < (run_long() ? 3000 : 200); round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        dm_line_objective objective = round % 3 ? DM_LINE_MARGIN : DM_LINE_PAYOFF;
        compare(level, round % 2 ? DM_LINE_CUT : DM_LINE_ADD, objective);
        dm_level_free(level);
    }
}

static void expect_type(const dm_level *level, dm_line_op op, dm_line_type type)
{
    dm_line_ask ask = {.op = op, .objective = DM_LINE_MARGIN};
    dm_line_best *best = NULL;
    dm_line_explanation *x = NULL;
    assert_int_equal(dm_line_best_move(level, &ask, NULL, &best, NULL), DM_OK);
    assert_int_equal(dm_line_explain(level, &ask, best, &x, NULL), DM_OK);
    assert_string_equal(dm_line_type_name(x->type), dm_line_type_name(type));
    assert_non_null(x->reason);
    dm_line_explanation_free(x);
    dm_line_best_free(best);
}

/* Path red 0 - 1 - blue 2 with a leaf at blue: cutting the leaf off (III), or the path off blue
 * (I), or beyond vertex 1 (II: vertex 3 behind it is blue's other site). */
static void types_of_cuts(void **state)
{
    (void)state;
    draft d;
    start(&d, 3, 2);
    join(&d, 0, 1, 2);
    join(&d, 1, 2, 9);
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    expect_type(&d.level, DM_LINE_CUT, DM_LINE_TYPE_III);
    start(&d, 3, 2);
    join(&d, 0, 1, 9);
    join(&d, 1, 2, 1);
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    expect_type(&d.level, DM_LINE_CUT, DM_LINE_TYPE_I);
    start(&d, 5, 2); /* 0 red - 1 - 2 - 3 blue, 4 a long leaf at 1 */
    join(&d, 0, 1, 6);
    join(&d, 1, 2, 2);
    join(&d, 2, 3, 1);
    join(&d, 1, 4, 9);
    join(&d, 2, 3, 1);
    settle(&d, 0, 0);
    settle(&d, 1, 3);
    expect_type(&d.level, DM_LINE_CUT, DM_LINE_TYPE_II);
}

/* The thesis's Type I near (25/8, 0); with blue at (12,0) too the foot of the perpendicular, which
 * is none of the types. */
static void types_of_ropes(void **state)
{
    (void)state;
    static const dm_point points[] = {{4, 3}, {0, 0}, {12, 0}};
    for (int leaf = 0; leaf < 2; leaf++) {
        plane_draft p;
        plane_start(&p, 3, 2, points);
        plane_join(&p, 0, 1);
        plane_join(&p, 1, 2);
        settle(&p.d, 0, 0);
        settle(&p.d, 1, 1);
        if (!leaf)
            settle(&p.d, 1, 2);
        dm_level *level = plane_level(&p);
        expect_type(level, DM_LINE_ROPE, leaf ? DM_LINE_TYPE_I : DM_LINE_TYPE_NONE);
        dm_level_free(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_levels),
                                       cmocka_unit_test(types_of_cuts),
                                       cmocka_unit_test(types_of_ropes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
