/* dnf.c - the game on a positive DNF as a Voronoi game: Theorem 4.
 *
 * White takes u2, Black u1, and the rest is a race for the x: pendants make them heavy and the
 * clique makes them equal.  A disjunct's vertex is White's where all its x are; Black's it never
 * is, because u2 is beside it.
 *
 *       x1 ----- x2          every pair of x is joined; each x has 2n pendants
 *        | \   /  |
 *        d1   d2  d3         joined with the x of their disjuncts
 *          \  |  /
 *            u2 ---- u1      3n pendants each
 *
 * Vertices: u1, u2, the x, the d, then the pendants of u1, u2, x1, x2, ..  An odd number of
 * variables gets one that no disjunct has, which changes no winner: to take it is to pass, and
 * an extra turn never hurts.  O(n^2 + L).
 * Source: Teramoto, Demaine, Uehara (2011), section 5.
 */
#include "hardness/formula.h"
#include "hardness/plan.h"

#include <math.h>

enum { U1 = 0, U2 = 1, X = 2 };

typedef struct {
    int64_t n, m;      /* variables, an even number; disjuncts */
    int64_t d1, p1;    /* the first vertices of their kinds */
    double fan, bow;   /* radii: of the pendants around an x, of the x */
    double column, up; /* where the d stand; how far u1 is above the middle, u2 below */
} shape;

static const double pi = 3.14159265358979323846;

/* Pendants lie about 1 apart on their arcs, and arcs of neighbours do not meet. */
static shape shape_of(const dm_formula *dnf)
{
    shape s = {.n = dnf->variables + dnf->variables % 2, .m = dnf->clause_count};
    s.d1 = X
    +s.n;
    s.p1 = s.d1 + s.m;
    s.fan = 1.2 * (double)s.n;
    s.bow = s.fan * (double)s.n * 1.6 / pi;
    s.column = 0.6 * s.bow;
    s.up = 1.5 * (double)s.n;
    return s;
}

/* The x stand on a half circle that is open to the right, x1 at its top. */
static double angle_of(const shape *s, int64_t i)
{
    return pi / 2 + pi * ((double)i + 0.5) / (double)s->n;
}

static void add_variable(dmi_plan *plan, const shape *s, int64_t i)
{
    double angle = angle_of(s, i), x = s->bow * cos(angle), y = s->bow * sin(angle);
    const dmi_fan fan = {
        .hub = X + i,
        .first = s->p1 + 6 * s->n + 2 * s->n * i,
        .count = 2 * s->n,
        .p1 = s->p1,
        .x = x,
        .y = y,
        .radius = s->fan,
        .towards = angle,
        .spread = 1.75
    };
    dmi_plan_vertex(plan, X + i, x, y, "x%d", (int)(i + 1));
    dmi_plan_fan(plan, &fan);
    for (int64_t k = 0; k < i && plan->status == DM_OK; k++)
        dmi_plan_edge(plan, X + k, X + i);
}

static void add_disjunct(dmi_plan *plan, const dm_formula *dnf, const shape *s, int32_t j)
{
    int64_t d = s->d1 + j;
    double step = 1.6 * s->bow / (double)s->m;
    dmi_plan_vertex(plan, d, s->column, step * ((double)(s->m - 1) / 2 - j), "d%d", j + 1);
    dmi_plan_edge(plan, d, U2);
    for (int64_t k = dnf->first[j]; k < dnf->first[j + 1]; k++)
        dmi_plan_edge(plan, X + dnf->literals[k] - 1, d);
}

static void add_root(dmi_plan *plan, const shape *s, int64_t which)
{
    double x = 2 * s->column, y = which == U1 ? s->up : -s->up;
    const dmi_fan fan = {.hub = which,
                         .first = s->p1 + 3 * s->n * which,
                         .count = 3 * s->n,
                         .p1 = s->p1,
                         .x = x,
                         .y = y,
                         .radius = s->fan,
                         .spread = 2.5};
    dmi_plan_vertex(plan, which, x, y, "u%d", (int)(which + 1));
    dmi_plan_fan(plan, &fan);
}

dm_status dm_reduce_dnf(const dm_formula *dnf, dm_reduction **out, dm_error *err)
{
    const shape s = shape_of(dnf);
    dm_reduction *reduction = NULL;
    dmi_plan plan;
    dm_status status = dmi_formula_is_positive(dnf, err);
    if (status != DM_OK)
        return status;
    dmi_plan_open(&plan, 2 * s.n * s.n + 7 * s.n + s.m + 2, err);
    add_root(&plan, &s, U1);
    add_root(&plan, &s, U2);
    dmi_plan_edge(&plan, U1, U2);
    for (int64_t i = 0; i < s.n && plan.status == DM_OK; i++)
        add_variable(&plan, &s, i);
    for (int32_t j = 0; j < s.m && plan.status == DM_OK; j++)
        add_disjunct(&plan, dnf, &s, j);
    status = dmi_plan_finish(&plan, "a game on a positive DNF as a Voronoi game", 0, &reduction);
    if (status != DM_OK)
        return status;
    reduction->variables = (int32_t)s.n;
    reduction->clauses = dnf->clause_count;
    reduction->rounds = (int32_t)(s.n / 2 + 1);
    *out = reduction;
    return DM_OK;
}
