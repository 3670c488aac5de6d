/* test_espt.c - the extended shortest-path tree, the candidates and the functions of te Kolste's
 * thesis against their definitions, on trees and graphs, with sites on vertices and inside edges.
 */
#include "check/lines/espt.h"
#include "support/levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>

/* A random tree with `own` and `theirs` sites, some inside edges; `longest` edges. */
static void draw_tree(dm_rng *rng, int own, int theirs, int64_t longest, draft *d)
{
    int n = 2 + (int)dm_rng_below(rng, 10);
    start(d, n, 2);
    for (int v = 1; v < n; v++) {
        int u = (int)dm_rng_below(rng, (uint64_t)v);
        join(d, u, v, 1 + (int64_t)dm_rng_below(rng, (uint64_t)longest));
    }
    for (int i = 0; i < own + theirs; i++) {
        int edge = (int)dm_rng_below(rng, (uint64_t)d->level.edge_count);
        int64_t length = d->edges[edge].length.num;
        if (length > 1 && dm_rng_below(rng, 3) == 0)
            settle_on(d, i >= own, edge, 1 + (int64_t)dm_rng_below(rng, (uint64_t)length - 1),
                      length);
        else
            settle(d, i >= own, (int)dm_rng_below(rng, (uint64_t)n));
    }
}

/* Returns whether the level has types I and II. */
static bool tree_and_candidates_are_right(const dm_level *level, int32_t player)
{
    dm_line_ask ask = {.op = DM_LINE_CUT, .player = player, .objective = DM_LINE_MARGIN};
    dm_line_espt *x = NULL;
    dm_error err = {0};
    bool has_types;
    assert_ok(dm_line_espt_new(level, &ask, NULL, &x, &err), err);
    const char *why = check_espt(level, x, &has_types);
    if (why) {
        char *text = NULL;
        dm_level_text(level, &text, NULL);
        print_message("%s is wrong on %s", why, text);
        dm_free(text);
    }
    assert_null(why);
    assert_int_equal(has_types, x->note == NULL);
    dm_line_espt_free(x);
    return has_types;
}

static void graphs(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 61);
    for (int round = 0; round < (run_long() ? 1000 : 150); round++) {
        draft d;
        dm_level *level = random_level(&rng, &d);
        if (level->edge_count > 0)
            tree_and_candidates_are_right(
                level, (int32_t)dm_rng_below(&rng, (uint64_t)level->player_count));
        dm_level_free(level);
    }
}

static void trees(void **state)
{
    (void)state;
    dm_rng rng;
    int typed = 0, rounds = run_long() ? 1000 : 200;
    dm_rng_init(&rng, 62);
    for (int round = 0; round < rounds; round++) {
        draft d;
        dm_level *level = NULL;
        int own = round % 2 ? 1 : 1 + (int)dm_rng_below(&rng, 3);
        draw_tree(&rng, own, 1 + (int)dm_rng_below(&rng, 5), round % 3 ? 97 : 9, &d);
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        typed += tree_and_candidates_are_right(level, 0);
        dm_level_free(level);
    }
    assert_true(typed > rounds / 3);
}

/* The value of the piece at 2x, four times; the pieces are those of a function. */
static int64_t value_of(const dm_line_function *f, int64_t twice_x)
{
    int i = 0;
    while (i + 1 < f->piece_count &&
           2 * f->pieces[i + 1].from.num <= twice_x * f->pieces[i + 1].from.den)
        i++;
    const dm_line_function_piece *p = &f->pieces[i];
    double x = (double)twice_x / 2, from = (double)p->from.num / (double)p->from.den;
    double value = (double)p->value.num / (double)p->value.den;
    double slope = (double)p->slope.num / (double)p->slope.den; /* all are halves: exact */
    return (int64_t)(4 * (value + slope * (x - from)));
}

static int function_is_right(const dm_level *level, const dm_line_function *f)
{
    int seen = 0;
    int64_t end = check_function_end(level, f->from, f->to, f->edge);
    int64_t last = end >= 0 ? 2 * end : 40;
    for (int64_t twice_x = 0; twice_x <= last; twice_x++) {
        int64_t truth =
            check_function(level, f->from, f->to, f->edge, f->player, level->me, twice_x);
        if (truth < 0 || (end >= 0 && twice_x == last))
            continue;
        assert_int_equal(value_of(f, twice_x), truth);
        seen++;
    }
    /* beyond the nearest site nothing changes any more */
    assert_int_equal(value_of(f, last), value_of(f, last + 1000));
    return seen;
}

/* The same x by the thesis' methods, and by the pieces. */
static void methods_agree(const dm_level *level, const dm_line_ask *ask, int32_t edge,
                          int64_t twice_x)
{
    dm_line_functions *f = NULL;
    dm_error err = {0};
    dm_ratio x = twice_x % 2 ? (dm_ratio){twice_x, 2} : (dm_ratio){twice_x / 2, 1};
    assert_ok(dm_line_functions_new(level, ask, edge, -1, &x, NULL, &f, &err), err);
    for (int32_t i = 0; i < f->count; i++) {
        const dm_line_function *one = &f->of[i];
        int64_t value = value_of(one, twice_x);
        for (int method = 0; method < 2 && !one->is_tied; method++)
            assert_int_equal(4 * one->by_method[method].num, value * one->by_method[method].den);
    }
    dm_line_functions_free(f);
}

static void functions(void **state)
{
    (void)state;
    dm_rng rng;
    int seen = 0;
    dm_rng_init(&rng, 63);
    for (int round = 0; round < (run_long() ? 1000 : 60); round++) {
        draft d;
        dm_level *level = NULL;
        dm_line_functions *f = NULL;
        dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
        int own = 1 + (int)dm_rng_below(&rng, 3);
        draw_tree(&rng, own, 1 + (int)dm_rng_below(&rng, 4), 12, &d);
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        int32_t edge = (int32_t)dm_rng_below(&rng, (uint64_t)level->edge_count);
        dm_status status = dm_line_functions_new(level, &ask, edge, -1, NULL, NULL, &f, NULL);
        if (status == DM_OK) {
            for (int32_t i = 0; i < f->count; i++)
                seen += function_is_right(level, &f->of[i]);
            for (int k = 0; k < 3; k++)
                methods_agree(level, &ask, edge, (int64_t)dm_rng_below(&rng, 60));
        } else {
            assert_int_equal(status, DM_UNSUPPORTED);
        }
        dm_line_functions_free(f);
        dm_level_free(level);
    }
    assert_true(seen > 1000);
}

/* Candidates are counted as the thesis counts them. */
static void methods_count_candidates(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 65);
    for (int round = 0; round < 100; round++) {
        draft d;
        dm_level *level = NULL;
        dm_line_espt *x = NULL;
        dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
        int64_t typed = 0, all = 0;
        draw_tree(&rng, 1, 1 + (int)dm_rng_below(&rng, 4), 9973, &d);
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        assert_int_equal(dm_line_espt_new(level, &ask, NULL, &x, NULL), DM_OK);
        for (int32_t i = 0; i < x->candidate_count; i++) {
            const dm_line_candidate *c = &x->candidates[i];
            typed += c->type != DM_LINE_TYPE_NONE;
            bool is_new = true; /* one cut may have two types */
            for (int32_t j = 0; j < i; j++)
                is_new =
                    is_new && (c->edge != x->candidates[j].edge ||
                               c->from != x->candidates[j].from || c->to != x->candidates[j].to);
            all += is_new;
        }
        for (int method = 0; method < 2; method++) {
            dm_line_best *best = NULL;
            ask.method = method ? DM_LINE_METHOD_SIMPLE : DM_LINE_METHOD_TYPES;
            if (dm_line_best_move(level, &ask, NULL, &best, NULL) == DM_OK)
                assert_int_equal(best->candidates, method ? all : typed);
            dm_line_best_free(best);
        }
        dm_line_espt_free(x);
        dm_level_free(level);
    }
}

/* On trees with one site each the best rope is a candidate, with the gain of the thesis. */
static void ropes(void **state)
{
    (void)state;
    uint64_t seeds = run_long() ? 300 : 12, seen = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        dm_level_wish wish = {.kind = DM_LEVEL_TREE, .vertices = 7, .players = 2, .seed = seed};
        dm_level *level = NULL;
        dm_line_espt *x = NULL;
        dm_line_best *best = NULL;
        dm_error err = {0};
        double most = -INFINITY;
        assert_ok(dm_level_generate(&wish, NULL, &level, NULL, NULL, &err), err);
        dm_line_ask ask = {
            .op = DM_LINE_ROPE, .player = level->me, .objective = DM_LINE_MARGIN, .epsilon = 1e-5};
        assert_ok(dm_line_espt_new(level, &ask, NULL, &x, &err), err);
        if (!x->rope_note) { /* no ties */
            for (int32_t i = 0; i < x->rope_count; i++)
                most = fmax(most, x->ropes[i].gain);
            assert_ok(dm_line_best_move(level, &ask, NULL, &best, &err), err);
            dm_ratio before = best->before.margin;
            double gain = best->margin - (double)before.num / (double)before.den;
            assert_true(fabs(gain - most) <= best->error + 1e-4);
            seen++;
        }
        dm_line_best_free(best);
        dm_line_espt_free(x);
        dm_level_free(level);
    }
    assert_true(seen > seeds / 2);
}

/* Splitting changes nobody's payoff, and nothing of the tree. */
static void splitting_keeps_payoffs(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 64);
    for (int round = 0; round < 200; round++) {
        draft d;
        dm_level *level = random_level(&rng, &d), *split = NULL;
        dm_line_diagram *before = NULL, *after = NULL;
        dm_error err = {0};
        assert_ok(dm_level_split(level, &split, &err), err);
        assert_ok(dm_line_diagram_new(level, DM_LINE_NEUTRAL, false, &before, &err), err);
        assert_ok(dm_line_diagram_new(split, DM_LINE_NEUTRAL, false, &after, &err), err);
        for (int32_t i = 0; i < split->site_count; i++)
            assert_true(split->sites[i].place.vertex >= 0);
        for (int32_t p = 0; p < level->player_count; p++)
            assert_memory_equal(&before->payoff[p], &after->payoff[p], sizeof(dm_ratio));
        dm_line_diagram_free(before);
        dm_line_diagram_free(after);
        dm_level_free(split);
        dm_level_free(level);
    }
}

/* What is left out is what the tree lists, on trees; the best cut that is not of type III stays. */
static void simplifying_keeps_other_cuts(void **state)
{
    (void)state;
    dm_rng rng;
    int seen = 0;
    dm_rng_init(&rng, 66);
    for (int round = 0; round < 100; round++) {
        draft d;
        dm_level *level = NULL, *simple = NULL;
        dm_line_espt *before = NULL, *after = NULL;
        const dm_line_ask ask = {.op = DM_LINE_CUT};
        draw_tree(&rng, 1, 1 + (int)dm_rng_below(&rng, 3), 97, &d);
        if (dm_level_new(&d.level, &level, NULL) != DM_OK)
            continue;
        assert_int_equal(dm_level_simplify(level, &simple, NULL), DM_OK);
        assert_int_equal(dm_line_espt_new(level, &ask, NULL, &before, NULL), DM_OK);
        if (!before->note && simple->edge_count > 0) {
            dm_ratio best[2] = {{0, 1}, {0, 1}};
            assert_int_equal(simple->vertex_count, before->vertex_count - before->removed_count);
            assert_int_equal(dm_line_espt_new(simple, &ask, NULL, &after, NULL), DM_OK);
            for (int k = 0; k < 2; k++) {
                const dm_line_espt *x = k ? after : before;
                for (int32_t i = 0; i < x->candidate_count; i++) {
                    dm_ratio gain = x->candidates[i].gain, more;
                    if (x->candidates[i].type == DM_LINE_TYPE_II &&
                        dm_ratio_subtract(gain, best[k], &more, NULL) == DM_OK && more.num > 0)
                        best[k] = gain;
                }
            }
            assert_memory_equal(&best[0], &best[1], sizeof best[0]);
            seen++;
        }
        dm_line_espt_free(before);
        dm_line_espt_free(after);
        dm_level_free(simple);
        dm_level_free(level);
    }
    assert_true(seen > 50);
}

/* Work that grows with the square of the level is counted: the pairs of own corner points that a
 * rope may join.  Leaves lie on a parabola around the centre, so all are corners.
 */
static void work_is_counted(void **state)
{
    (void)state;
    enum { LEAVES = 100 };
    dm_point points[LEAVES + 1] = {{LEAVES / 2.0, 4000}};
    dm_line_ask ask = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
    dm_error err = {0};
    dm_level *level = NULL;
    dm_line_espt *x = NULL;
    dm_run *run = NULL;
    draft d;
    start(&d, LEAVES + 1, 2);
    d.level.points = points;
    for (int v = 1; v <= LEAVES; v++) {
        points[v] = (dm_point){v, v * v};
        join(&d, 0, v, 2);
    }
    settle(&d, 0, 0);
    settle(&d, 1, 1);
    assert_ok(dm_level_new(&d.level, &level, &err), err);
    assert_ok(dm_run_new(&run, &err), err);
    dm_run_set_work_limit(run, LEAVES * LEAVES / 4);
    assert_int_equal(dm_line_espt_new(level, &ask, run, &x, &err), DM_UNFINISHED);
    assert_null(x);
    dm_run_free(run);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs),
        cmocka_unit_test(trees),
        cmocka_unit_test(functions),
        cmocka_unit_test(methods_count_candidates),
        cmocka_unit_test(ropes),
        cmocka_unit_test(splitting_keeps_payoffs),
        cmocka_unit_test(simplifying_keeps_other_cuts),
        cmocka_unit_test(work_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
