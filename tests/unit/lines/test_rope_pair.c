/* test_rope_pair.c - boxes of ropes with a cut or a new site, and the search, against the
 * definition. */
#include "check/lines/ropes.h"
#include "lines/rope/rope_branch_and_bound.h"
#include "support/plane_levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>

static double draw(dm_rng *rng, double below)
{
    return dm_rng_unit(rng) * below;
}

static double fraction(const dmi_rope_tables *tables, int32_t number, double at)
{
    const dmi_piece *piece = &tables->net.piece[number];
    const dm_ratio length = tables->level->edges[piece->edge].length;
    return ((double)piece->offset + at) / tables->unit / ((double)length.num / (double)length.den);
}

static double rope_length(const dmi_rope_tables *tables, const dmi_rope_box *box, double x,
                          double y)
{
    dm_point p = dmi_rope_tables_point(tables, box->px, x);
    dm_point q = dmi_rope_tables_point(tables, box->py, y);
    return hypot(q.x - p.x, q.y - p.y) * tables->unit;
}

/* What the definition gives at (x,y,t); false: not allowed. */
static bool defined(const dmi_rope_tables *tables, const dmi_rope_box *box, double x, double y,
                    double t, double *payoff)
{
    const bool on_rope = dmi_rope_with_is_on_rope(box->with);
    check_rope rope = {tables->net.piece[box->px].edge, tables->net.piece[box->py].edge,
                       fraction(tables, box->px, x), fraction(tables, box->py, y)};
    check_second second = {
        box->with == DMI_ROPE_WITH_SITE || box->with == DMI_ROPE_SITE_ON_ROPE ? DM_LINE_ADD
                                                                              : DM_LINE_CUT,
        tables->me, on_rope ? -1 : tables->net.piece[box->pt].edge,
        on_rope ? t / rope_length(tables, box, x, y) : fraction(tables, box->pt, t)};
    return check_rope_pair_payoffs(tables->level, &rope, &second, tables->ties, payoff);
}

static int32_t draw_piece(dm_rng *rng, const dmi_rope_tables *tables)
{
    int32_t piece;
    do
        piece = (int32_t)dm_rng_below(rng, (uint64_t)tables->net.piece_count);
    while (tables->net.piece[piece].edge < 0);
    return piece;
}

static void draw_interval(dm_rng *rng, double length, double size, double *from, double *to)
{
    *from = draw(rng, length);
    *to = fmin(length, *from + draw(rng, size * length));
}

/* Intervals on one piece are equal, in a random order, or disjoint. */
static int8_t arrange(dm_rng *rng, double a0, double a1, double *b0, double *b1)
{
    if (*b0 > a1 || *b1 < a0)
        return *b0 > a1 ? -1 : 1;
    *b0 = a0;
    *b1 = a1;
    return dm_rng_below(rng, 2) ? 1 : -1;
}

static dmi_rope_box draw_box(dm_rng *rng, const dmi_rope_tables *tables, dmi_rope_with with,
                             double size)
{
    dmi_rope_box box = {.with = with};
    box.px = draw_piece(rng, tables);
    box.py = draw_piece(rng, tables);
    draw_interval(rng, (double)tables->net.piece[box.px].length, size, &box.x0, &box.x1);
    draw_interval(rng, (double)tables->net.piece[box.py].length, size, &box.y0, &box.y1);
    if (box.px == box.py)
        box.xy = arrange(rng, box.x0, box.x1, &box.y0, &box.y1);
    if (dmi_rope_with_is_on_rope(with)) {
        draw_interval(rng, rope_length(tables, &box, box.x0, box.y1), size, &box.t0, &box.t1);
        return box;
    }
    box.pt = tables->cut >= 0 ? tables->cut : draw_piece(rng, tables);
    draw_interval(rng, (double)tables->net.piece[box.pt].length, size, &box.t0, &box.t1);
    if (box.px == box.pt)
        box.xt = arrange(rng, box.x0, box.x1, &box.t0, &box.t1);
    if (box.py == box.pt)
        box.yt = arrange(rng, box.y0, box.y1, &box.t0, &box.t1);
    return box;
}

static bool obeys(int8_t order, double a, double b)
{
    return order == 0 || (order < 0 ? a < b : a > b);
}

typedef struct inside {
    const dmi_rope_tables *tables;
    const double *payoff;
    double x, y, r, t;
    bool held;
} inside;

static void check_case(void *user, const dmi_rope_payoffs *payoffs)
{
    inside *i = user;
    bool held = true;
    for (int p = 0; p < i->tables->level->player_count; p++) {
        const dmi_rope_formula *f = &payoffs->formula[p];
        double formula = f->c + f->x * i->x + f->y * i->y + f->r * i->r + f->t * i->t;
        double value = i->payoff[p] * i->tables->unit, slack = 1e-9 * i->tables->far;
        held = held && value <= formula + payoffs->most[p] + slack &&
               value >= formula + payoffs->least[p] - slack;
    }
    i->held = i->held || held;
}

/* One of the cases of a box contains the payoffs of every rope in it; a single rope has exactly the
 * payoffs of the definition. */
static void check_box(dmi_rope_tables *tables, dm_rng *rng, dmi_rope_with with, int round)
{
    static const double sizes[] = {1, 0.3, 0.05, 0.001};
    dmi_rope_box box = draw_box(rng, tables, with, sizes[round % 4]);
    for (int k = 0; k < 8; k++) {
        double x = box.x0 + draw(rng, box.x1 - box.x0), y = box.y0 + draw(rng, box.y1 - box.y0);
        double t = box.t0 + draw(rng, box.t1 - box.t0), r = rope_length(tables, &box, x, y);
        double payoff[6];
        if (!obeys(box.xy, x, y) || !obeys(box.xt, x, t) || !obeys(box.yt, y, t) ||
            (dmi_rope_with_is_on_rope(with) && t > r) || !defined(tables, &box, x, y, t, payoff))
            continue;
        inside i = {tables, payoff, x, y, r, t, false};
        dmi_rope_box_payoffs(tables, &box, check_case, &i);
        if (!i.held)
            fail_msg("round %d, with %d: no case of the box has the rope", round, (int)with);
        dmi_rope_box one = box;
        dmi_rope_payoffs payoffs;
        one.x0 = one.x1 = x;
        one.y0 = one.y1 = y;
        one.t0 = one.t1 = t;
        dmi_single_rope_payoffs(tables, &one, tables->tiny, &payoffs);
        for (int p = 0; p < tables->level->player_count; p++)
            if (fabs(payoffs.formula[p].c / tables->unit - payoff[p]) > 1e-8)
                fail_msg("round %d, with %d: player %d has %.9f, not %.9f", round, (int)with, p,
                         payoff[p], payoffs.formula[p].c / tables->unit);
    }
}

static const int kinds[] = {PLANE_TREE, 0, PLANE_LENGTHS, PLANE_TREE | PLANE_GRID, PLANE_GRID};

static void boxes_hold_their_ropes(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 1);
    for (int round = 0; round < (run_long() ? 4000 : 200); round++) {
        plane_draft p;
        dmi_rope_tables tables;
        dm_error err;
        dm_level *level = random_plane_level(&rng, 3 + (int)dm_rng_below(&rng, 5), 2 + round % 3,
                                             kinds[round % 5], &p);
        assert_ok(
            dmi_rope_tables_init(level, 0, (dm_line_ties)(round / 2 % 4), NULL, &tables, &err),
            err);
        for (int i = 0; i < 16; i++) {
            const dmi_rope_with with = (dmi_rope_with)(1 + i % 4);
            const int32_t cut = with == DMI_ROPE_WITH_CUT ? draw_piece(&rng, &tables) : -1;
            assert_ok(dmi_rope_tables_cut(&tables, cut, NULL, &err), err);
            check_box(&tables, &rng, with, round);
        }
        dmi_rope_tables_clear(&tables);
        dm_level_free(level);
    }
}

typedef struct question {
    dm_line_op other;
    dm_line_objective objective;
    dm_line_ties ties;
    bool ordered, rope_first;
} question;

/* The best score of ropes with both ends, and another move, at places of a grid. */
static double best_on_grid(const dm_level *level, const question *q, int steps)
{
    const int places = level->edge_count * (steps + 1);
    double best = -INFINITY, payoff[6];
    for (int i = 0; i < places; i++)
        for (int j = 0; j < places; j++)
            for (int k = 0; k < places + steps - 1; k++) {
                check_rope rope = {i / (steps + 1), j / (steps + 1),
                                   (double)(i % (steps + 1)) / steps,
                                   (double)(j % (steps + 1)) / steps};
                check_second second = {q->other, 0, k < places ? k / (steps + 1) : -1, 0};
                second.at = second.edge < 0 ? (double)(k - places + 1) / steps
                                            : (k % (steps + 1) + 0.37) / (steps + 1);
                if ((i >= j && (second.edge >= 0 || i == j)) ||
                    (second.edge < 0 && q->ordered && !q->rope_first))
                    continue;
                if (check_rope_pair_payoffs(level, &rope, &second, q->ties, payoff))
                    best = fmax(best, check_rope_score(level, 0, q->objective, payoff));
            }
    return best;
}

static double decimal(dm_ratio ratio)
{
    return (double)ratio.num / (double)ratio.den;
}

static dm_line_move_set *solve(const dm_level *level, const question *q, int64_t work)
{
    dm_line_quota quotas[] = {{q->rope_first ? DM_LINE_ROPE : q->other, 1},
                              {q->rope_first ? q->other : DM_LINE_ROPE, 1}};
    dm_line_move_set_ask ask = {.objective = q->objective,
                                .ties = q->ties,
                                .quotas = quotas,
                                .quota_count = 2,
                                .ordered = q->ordered};
    dm_line_move_set *set = NULL;
    dm_run *run = NULL;
    dm_error err = {0};
    assert_int_equal(dm_run_new(&run, NULL), DM_OK);
    dm_run_set_work_limit(run, work);
    dm_status status = dm_line_solve(level, &ask, run, &set, &err);
    if (status != DM_OK && status != DM_STOPPED && status != DM_BAD_MOVE && status != DM_UNFINISHED)
        fail_msg("%s", err.message);
    dm_run_free(run);
    return set;
}

/* The moves are allowed and reach what is reported. */
static void check_moves(const dm_level *level, const question *q, dm_line_move_set *set)
{
    dm_level *after = NULL;
    dm_line_diagram *diagram = NULL;
    dm_line_standing standing;
    dm_error err;
    assert_int_equal(set->move_count, 2);
    assert_int_equal((set->moves[0].op == DM_LINE_ROPE) + (set->moves[1].op == DM_LINE_ROPE), 1);
    if (q->ordered)
        assert_int_equal(set->moves[0].op == DM_LINE_ROPE, q->rope_first);
    assert_ok(dm_level_apply_moves(level, set->moves, 2, 0, &after, &err), err);
    after->me = 0;
    assert_ok(dm_line_diagram_new(after, q->ties, false, &diagram, &err), err);
    assert_ok(dm_line_standing_of(diagram, 0, &standing, &err), err);
    assert_int_equal(dm_line_compare(&standing, &set->reached, q->objective), 0);
    dm_line_diagram_free(diagram);
    dm_level_free(after);
}

static bool check_question(const dm_level *level, const question *q, int round)
{
    double grid = best_on_grid(level, q, run_long() ? 8 : 3);
    dm_line_move_set *set = grid > -INFINITY ? solve(level, q, run_long() ? 0 : 60000) : NULL;
    if (!set)
        return true;
    const dm_line_standing *reached = &set->reached;
    double value = decimal(q->objective == DM_LINE_PAYOFF ? reached->payoff : reached->margin);
    check_moves(level, q, set);
    if (q->objective == DM_LINE_RANK)
        value -= 1e6 * reached->rank;
    bool proven = set->proven;
    if (proven && grid > value + set->error + 1e-6)
        fail_msg("round %d: a grid has %.9f, reported was %.9f", round, grid, value);
    dm_line_move_set_free(set);
    return proven;
}

static int compare(uint64_t seed, dm_line_crossings crossings, double min_angle)
{
    dm_rng rng;
    int unproven = 0;
    dm_rng_init(&rng, seed);
    for (int round = 0; round < (run_long() ? 400 : 6); round++) {
        plane_draft p;
        int planar = crossings == DM_LINE_CROSSINGS_PASS && min_angle <= 0 ? 0 : PLANE_PLANAR;
        dm_level *level = random_plane_level(&rng, 3 + (int)dm_rng_below(&rng, 3), 2 + round % 2,
                                             kinds[round % 5] | planar, &p);
        const question q = {round / 2 % 2 ? DM_LINE_CUT : DM_LINE_ADD,
                            (dm_line_objective)(round % 7 % 3), (dm_line_ties)(round / 3 % 4),
                            round % 3 == 1, round % 4 < 2};
        level->crossings = crossings;
        level->min_angle = min_angle;
        level->me = 0;
        unproven += !check_question(level, &q, round);
        dm_level_free(level);
    }
    return unproven;
}

static void no_set_on_a_grid_is_better(void **state)
{
    (void)state;
    assert_true(compare(1, DM_LINE_CROSSINGS_PASS, 0) <= (run_long() ? 20 : 1));
    assert_true(compare(2, DM_LINE_CROSSINGS_FORBID, 0) <= (run_long() ? 20 : 1));
    assert_true(compare(3, DM_LINE_CROSSINGS_STOP, 0) <= (run_long() ? 20 : 1));
    compare(4, DM_LINE_CROSSINGS_PASS, 25); /* a cut has ends at which ropes are not bounded */
}

/* A stopped search has bounds that enclose the best value. */
static void stopped(void **state)
{
    (void)state;
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int64_t work = 1; work < 10000; work *= 6) {
        plane_draft p;
        dm_level *level = random_plane_level(&rng, 4, 2, PLANE_PLANAR, &p);
        const question q = {work % 2 ? DM_LINE_CUT : DM_LINE_ADD, DM_LINE_MARGIN, DM_LINE_NEUTRAL,
                            false, true};
        dm_line_move_set *truth = solve(level, &q, 0), *set = solve(level, &q, work);
        if (set && !set->proven) {
            double best = decimal(truth->reached.margin);
            assert_true(decimal(set->lower) <= best + 1e-6);
            assert_true(decimal(set->upper) >= best);
        }
        dm_line_move_set_free(set);
        dm_line_move_set_free(truth);
        dm_level_free(level);
    }
}

/* Ropes that join the edges they cross are not bounded together with a cut. */
static void joins_are_not_proven(void **state)
{
    (void)state;
    plane_draft p;
    dm_rng rng;
    dm_rng_init(&rng, 6);
    dm_level *level = random_plane_level(&rng, 3, 2, PLANE_TREE, &p);
    level->crossings = DM_LINE_CROSSINGS_JOIN;
    const question q = {DM_LINE_CUT, DM_LINE_MARGIN, DM_LINE_NEUTRAL, false, true};
    dm_line_move_set *set = solve(level, &q, 0);
    assert_true(set && !set->proven && set->note);
    check_moves(level, &q, set);
    dm_line_move_set_free(set);
    dm_level_free(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_set_on_a_grid_is_better),
        cmocka_unit_test(boxes_hold_their_ropes),
        cmocka_unit_test(stopped),
        cmocka_unit_test(joins_are_not_proven),
    };
    return cmocka_run_group_tests_name("rope_pair", tests, NULL, NULL);
}
