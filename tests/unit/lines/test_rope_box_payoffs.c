/* test_rope_box_payoffs.c - payoffs of one rope and of a box of ropes, against the definition. */
#include "check/lines/ropes.h"
#include "lines/rope/rope_branch_and_bound.h"
#include "support/plane_levels.h"
#include "support/support.h"

#include <demesne/demesne.h>
#include <math.h>

/* The rope of a box at fractions s and t of its intervals, for the checker. */
static check_rope rope_at(const dmi_rope_tables *tables, const dmi_rope_box *box, double s,
                          double t)
{
    const dmi_piece *p = &tables->net.piece[box->px], *q = &tables->net.piece[box->py];
    const dm_line_edge *e = &tables->level->edges[p->edge], *f = &tables->level->edges[q->edge];
    double x = (double)p->offset + box->x0 + s * (box->x1 - box->x0);
    double y = (double)q->offset + box->y0 + t * (box->y1 - box->y0);
    return (check_rope){p->edge, q->edge,
                        x / tables->unit / ((double)e->length.num / (double)e->length.den),
                        y / tables->unit / ((double)f->length.num / (double)f->length.den)};
}

static double draw(dm_rng *rng, double below)
{
    return dm_rng_unit(rng) * below;
}

static dmi_rope_box draw_box(dm_rng *rng, const dmi_rope_tables *tables, double size)
{
    dmi_rope_box box = {0};
    do {
        box.px = (int32_t)dm_rng_below(rng, (uint64_t)tables->net.piece_count);
        box.py = (int32_t)dm_rng_below(rng, (uint64_t)tables->net.piece_count);
    } while (tables->net.piece[box.px].edge < 0 || tables->net.piece[box.py].edge < 0);
    double x = (double)tables->net.piece[box.px].length;
    double y = (double)tables->net.piece[box.py].length;
    box.x0 = draw(rng, x);
    box.y0 = draw(rng, y);
    box.x1 = fmin(x, box.x0 + draw(rng, size * x));
    box.y1 = fmin(y, box.y0 + draw(rng, size * y));
    return box;
}

static void one_rope(dmi_rope_tables *tables, dm_rng *rng, int round)
{
    dmi_rope_box box = draw_box(rng, tables, 0);
    dmi_rope_payoffs payoffs;
    double payoff[6];
    check_rope rope = rope_at(tables, &box, 0, 0);
    bool legal = check_rope_payoffs(tables->level, &rope, tables->ties, payoff);
    if (tables->level->crossings != DM_LINE_CROSSINGS_STOP)
        assert_int_equal(legal, dmi_ropes_allowed(tables, &box) > 0);
    if (!legal)
        return;
    dmi_single_rope_payoffs(tables, &box, tables->tiny, &payoffs);
    for (int p = 0; p < tables->level->player_count; p++)
        if (fabs(payoffs.formula[p].c / tables->unit - payoff[p]) > 1e-8)
            fail_msg("round %d: player %d has %.9f, said is %.9f: %.9f of %d to %.9f of %d", round,
                     p, payoff[p], payoffs.formula[p].c / tables->unit, rope.s, rope.e, rope.t,
                     rope.f);
}

typedef struct inside {
    const dmi_rope_tables *tables;
    const double *payoff;
    double x, y, r;
    bool held;
} inside;

/* One of the cases contains the payoffs. */
static void check_view(void *user, const dmi_rope_payoffs *payoffs)
{
    inside *i = user;
    bool held = true;
    for (int p = 0; p < i->tables->level->player_count; p++) {
        const dmi_rope_formula *f = &payoffs->formula[p];
        double formula = f->c + f->x * i->x + f->y * i->y + f->r * i->r;
        double value = i->payoff[p] * i->tables->unit, slack = 1e-9 * i->tables->far;
        held = held && value <= formula + payoffs->most[p] + slack &&
               value >= formula + payoffs->least[p] - slack;
    }
    i->held = i->held || held;
}

static void one_box(dmi_rope_tables *tables, dm_rng *rng, int round)
{
    static const double sizes[] = {1, 0.3, 0.05, 0.001};
    dmi_rope_box box = draw_box(rng, tables, sizes[round % 4]);
    int allowed = dmi_ropes_allowed(tables, &box);
    for (int k = 0; k < 8; k++) {
        double s = draw(rng, 1), t = draw(rng, 1), payoff[6];
        double x = box.x0 + s * (box.x1 - box.x0), y = box.y0 + t * (box.y1 - box.y0);
        dm_point p = dmi_rope_tables_point(tables, box.px, x),
                 q = dmi_rope_tables_point(tables, box.py, y);
        check_rope rope = rope_at(tables, &box, s, t);
        bool legal = check_rope_payoffs(tables->level, &rope, tables->ties, payoff);
        assert_true(allowed == 0 || legal == (allowed > 0));
        inside i = {tables, payoff, x, y, hypot(q.x - p.x, q.y - p.y) * tables->unit, !legal};
        if (legal)
            dmi_rope_box_payoffs(tables, &box, check_view, &i);
        if (!i.held)
            fail_msg("round %d, crossings %d: no view of the box holds %.9f of %d to %.9f of %d",
                     round, (int)tables->level->crossings, rope.s, rope.e, rope.t, rope.f);
    }
}

typedef void attack_fn(dmi_rope_tables *tables, dm_rng *rng, int round);

static void attack(attack_fn *each, uint64_t seed, dm_line_crossings crossings, double min_angle)
{
    static const int kinds[] = {PLANE_TREE, 0, PLANE_LENGTHS, PLANE_TREE | PLANE_GRID, PLANE_GRID};
    dm_rng rng;
    dm_rng_init(&rng, seed);
    for (int round = 0; round < (run_long() ? 4000 : 200); round++) {
        plane_draft p;
        dmi_rope_tables tables;
        dm_error err;
        dm_level *level = random_plane_level(&rng, 3 + (int)dm_rng_below(&rng, 5), 2 + round % 3,
                                             kinds[round % 5] | PLANE_PLANAR, &p);
        level->crossings = crossings;
        level->min_angle = min_angle;
        assert_ok(
            dmi_rope_tables_init(level, 0, (dm_line_ties)(round / 2 % 4), NULL, &tables, &err),
            err);
        for (int i = 0; i < 10; i++)
            each(&tables, &rng, round);
        dmi_rope_tables_clear(&tables);
        dm_level_free(level);
    }
}

static void one_rope_is_as_defined(void **state)
{
    (void)state;
    attack(one_rope, 1, DM_LINE_CROSSINGS_PASS, 0);
    attack(one_rope, 2, DM_LINE_CROSSINGS_FORBID, 20);
    attack(one_rope, 3, DM_LINE_CROSSINGS_JOIN, 0);
}

static void boxes_hold_their_ropes(void **state)
{
    (void)state;
    attack(one_box, 4, DM_LINE_CROSSINGS_PASS, 0);
    attack(one_box, 5, DM_LINE_CROSSINGS_FORBID, 0);
    attack(one_box, 6, DM_LINE_CROSSINGS_PASS, 30);
    attack(one_box, 7, DM_LINE_CROSSINGS_JOIN, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rope_is_as_defined),
        cmocka_unit_test(boxes_hold_their_ropes),
    };
    return cmocka_run_group_tests_name("rope_box_payoffs", tests, NULL, NULL);
}
