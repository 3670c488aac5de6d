/* test_figures.c - the levels of examples/levels/figures show what te Kolste's figures show.  The
 * figures themselves are pictures without numbers: the levels are made so that the captions are
 * true. */
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>
#include <stdio.h>

typedef struct figure {
    dm_level *level;
    dm_line_espt *x;
    double gain[4]; /* the best candidate cut of each type, by dm_line_type */
    int count[4];
} figure;

static double decimal(dm_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

static void open_figure(int number, figure *f)
{
    char path[300];
    dm_error err = {0};
    snprintf(path, sizeof path, TEST_DATA "/../examples/levels/figures/figure-%d.json", number);
    *f = (figure){.gain = {-1, -1, -1, -1}};
    assert_ok(dm_level_read(path, &f->level, &err), err);
    const dm_line_ask ask = {.op = DM_LINE_CUT, .player = f->level->me};
    assert_ok(dm_line_espt_new(f->level, &ask, NULL, &f->x, &err), err);
    for (int32_t i = 0; i < f->x->candidate_count; i++) {
        const dm_line_candidate *c = &f->x->candidates[i];
        f->count[c->type]++;
        f->gain[c->type] = fmax(f->gain[c->type], decimal(c->gain));
    }
}

static void close_figure(figure *f)
{
    dm_line_espt_free(f->x);
    dm_level_free(f->level);
}

static void figure_2(void **state)
{
    (void)state;
    figure f;
    dm_line_diagram *diagram = NULL;
    open_figure(2, &f);
    assert_int_equal(dm_line_diagram_new(f.level, DM_LINE_NEUTRAL, false, &diagram, NULL), DM_OK);
    assert_true(diagram->tied.num > 0);
    dm_line_diagram_free(diagram);
    close_figure(&f);
}

static void figure_9(void **state)
{
    (void)state;
    figure f;
    int inner = 0, ends = 0;
    open_figure(9, &f);
    for (int32_t i = 0; i < f.x->meeting_count; i++)
        inner += f.x->meetings[i].is_inner;
    for (int32_t v = 0; v < f.x->vertex_count; v++)
        ends += f.x->vertices[v].is_end;
    assert_true(inner == 1 && f.x->meeting_count - inner >= 2 && ends >= 1);
    close_figure(&f);
}

static void figures_11_and_17(void **state)
{
    (void)state;
    for (int number = 11; number <= 17; number += 6) {
        figure f;
        int32_t most = 0;
        open_figure(number, &f);
        for (int32_t i = 0; i < f.x->candidate_count; i++)
            if (f.x->candidates[i].sigma_count > most)
                most = f.x->candidates[i].sigma_count;
        assert_true(most >= 2);
        close_figure(&f);
    }
}

/* The best cut is of type I, and a third site of the opponent has no such cut. */
static void figure_12(void **state)
{
    (void)state;
    figure f;
    open_figure(12, &f);
    assert_int_equal(f.count[DM_LINE_TYPE_I], 2);
    assert_int_equal(f.level->site_count, 4);
    assert_true(f.gain[DM_LINE_TYPE_I] >= f.gain[DM_LINE_TYPE_II]);
    assert_true(f.gain[DM_LINE_TYPE_I] > f.gain[DM_LINE_TYPE_III]);
    close_figure(&f);
}

static void figures_13_and_14(void **state)
{
    (void)state;
    for (int number = 13; number <= 14; number++) {
        figure f;
        open_figure(number, &f);
        assert_int_equal(f.count[DM_LINE_TYPE_II], 1);
        for (int32_t i = 0; i < f.x->candidate_count; i++) {
            const dm_line_candidate *c = &f.x->candidates[i];
            if (c->type != DM_LINE_TYPE_II)
                continue;
            assert_true(c->t_count >= 2);
            /* in figure 14 the first vertex outside T is no site: another site is nearer to it */
            assert_true(number == 13 || f.x->vertices[c->from].site < 0);
        }
        close_figure(&f);
    }
}

static void figure_15(void **state)
{
    (void)state;
    figure f;
    open_figure(15, &f);
    assert_true(f.count[DM_LINE_TYPE_III] >= 4);
    for (int type = DM_LINE_TYPE_NONE; type < DM_LINE_TYPE_III; type++)
        assert_true(f.gain[DM_LINE_TYPE_III] > f.gain[type]);
    close_figure(&f);
}

/* A cut without a type that gains although the opponent keeps what is cut off. */
static void figure_16(void **state)
{
    (void)state;
    figure f;
    int found = 0;
    open_figure(16, &f);
    for (int32_t i = 0; i < f.x->candidate_count; i++) {
        const dm_line_candidate *c = &f.x->candidates[i];
        dm_line_move move = {.op = DM_LINE_CUT, .place = {-1, c->edge, c->at}};
        dm_level *after = NULL;
        dm_line_espt *then = NULL;
        const dm_line_ask ask = {.op = DM_LINE_CUT, .player = f.level->me};
        if (c->type != DM_LINE_TYPE_NONE || c->gain.num <= 0)
            continue;
        assert_int_equal(dm_level_apply(f.level, &move, ask.player, &after, NULL), DM_OK);
        assert_int_equal(dm_line_espt_new(after, &ask, NULL, &then, NULL), DM_OK);
        found += then->vertices[c->to].players == f.x->vertices[c->to].players;
        dm_line_espt_free(then);
        dm_level_free(after);
    }
    assert_true(found > 0);
    close_figure(&f);
}

static void figures_18_to_20(void **state)
{
    (void)state;
    figure f;
    dm_line_best *best = NULL;
    open_figure(18, &f);
    for (int type = DM_LINE_TYPE_I; type <= DM_LINE_TYPE_III; type++)
        assert_true(f.gain[DM_LINE_TYPE_NONE] > f.gain[type]);
    const dm_line_ask ask = {.op = DM_LINE_CUT, .player = f.level->me, .objective = DM_LINE_MARGIN};
    assert_int_equal(dm_line_best_move(f.level, &ask, NULL, &best, NULL), DM_OK);
    assert_true(fabs(decimal(best->after.margin) - decimal(best->before.margin) -
                     f.gain[DM_LINE_TYPE_NONE]) < 1e-9);
    dm_line_best_free(best);
    close_figure(&f);
}

static void figure_21(void **state)
{
    (void)state;
    figure f;
    dm_line_best *best = NULL;
    open_figure(21, &f);
    const dm_line_ask ask = {.op = DM_LINE_CUT,
                             .player = f.level->me,
                             .objective = DM_LINE_MARGIN,
                             .method = DM_LINE_METHOD_SIMPLE};
    assert_int_equal(dm_line_best_move(f.level, &ask, NULL, &best, NULL), DM_OK);
    assert_int_equal(best->candidates, f.level->edge_count);
    dm_line_best_free(best);
    close_figure(&f);
}

/* A sum of at least two functions that fall, with a jump at x-bar. */
static void figure_26(void **state)
{
    (void)state;
    figure f;
    dm_line_functions *functions = NULL;
    const dm_line_ask ask = {.op = DM_LINE_CUT};
    bool found = false;
    open_figure(26, &f);
    assert_int_equal(dm_line_functions_new(f.level, &ask, 8, 8, NULL, NULL, &functions, NULL),
                     DM_OK);
    for (int32_t i = 0; i < functions->of[0].piece_count; i++) {
        const dm_line_function_piece *p = &functions->of[0].pieces[i];
        found |= p->jump.num != 0 && p->from.num == functions->of[0].x_bar.num;
    }
    assert_true(found && functions->of[0].pieces[0].slope.num <= -1);
    dm_line_functions_free(functions);
    close_figure(&f);
}

/* Which type the best rope has, by the gains of the candidates. */
static void figures_29_to_32(void **state)
{
    (void)state;
    static const dm_line_type types[] = {DM_LINE_TYPE_I, DM_LINE_TYPE_I, DM_LINE_TYPE_II,
                                         DM_LINE_TYPE_III};
    for (int number = 29; number <= 32; number++) {
        figure f;
        double most = 0;
        int balance = 0;
        dm_line_type type = DM_LINE_TYPE_NONE;
        open_figure(number, &f);
        for (int32_t i = 0; i < f.x->rope_count; i++) {
            balance += f.x->ropes[i].type == DM_LINE_TYPE_I;
            if (f.x->ropes[i].gain > most) {
                most = f.x->ropes[i].gain;
                type = f.x->ropes[i].type;
            }
        }
        assert_int_equal(type, types[number - 29]);
        assert_true(number != 30 || balance >= 3);
        close_figure(&f);
    }
}

/* Two vertices with boundary nodes below one another's parent; ancestors of cross edges. */
static void figures_33_and_34(void **state)
{
    (void)state;
    figure f;
    open_figure(33, &f);
    assert_true(f.x->change_count >= 2);
    assert_int_equal(f.x->vertices[f.x->changes[0].vertex].parent,
                     f.x->vertices[f.x->changes[1].vertex].parent);
    close_figure(&f);
    open_figure(34, &f);
    bool found = false;
    for (int32_t i = 0; i < f.x->ancestor_count; i++)
        found |= f.x->vertices[f.x->ancestors[i]].parent >= 0;
    assert_true(found);
    close_figure(&f);
}

/* The best rope goes from the own site to a vertex, and has no type. */
static void figure_35(void **state)
{
    (void)state;
    figure f;
    dm_line_best *best = NULL;
    dm_line_explanation *why = NULL;
    open_figure(35, &f);
    const dm_line_ask ask = {
        .op = DM_LINE_ROPE, .player = f.level->me, .objective = DM_LINE_MARGIN};
    assert_int_equal(dm_line_best_move(f.level, &ask, NULL, &best, NULL), DM_OK);
    assert_int_equal(dm_line_explain(f.level, &ask, best, &why, NULL), DM_OK);
    assert_int_equal(why->type, DM_LINE_TYPE_NONE);
    assert_true(best->moves[0].place.vertex >= 0 && best->moves[0].to.vertex >= 0);
    dm_line_explanation_free(why);
    dm_line_best_free(best);
    close_figure(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_2),          cmocka_unit_test(figure_9),
        cmocka_unit_test(figures_11_and_17), cmocka_unit_test(figure_12),
        cmocka_unit_test(figures_13_and_14), cmocka_unit_test(figure_15),
        cmocka_unit_test(figure_16),         cmocka_unit_test(figures_18_to_20),
        cmocka_unit_test(figure_21),         cmocka_unit_test(figure_26),
        cmocka_unit_test(figures_29_to_32),  cmocka_unit_test(figures_33_and_34),
        cmocka_unit_test(figure_35),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
