/* rope_lengths.c - bounds for the lengths of the ropes of a box, and for formulas over it.
 *
 * The length r is the norm of an affine function of (x,y), hence convex.  So a formula with k >= 0
 * is greatest at a corner, and r is nowhere below its tangent plane at the middle. */
#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_tables.h"
#include <assert.h>
#include <math.h>

static double distance_from_segment(dm_point p, dm_point a, dm_point b)
{
    double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    double t = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
    t = fmin(1, fmax(0, t));
    return dmi_point_distance(p, (dm_point){a.x + t * dx, a.y + t * dy});
}

/* The distance of two segments; `tiny` covers rounding errors. */
static double segment_distance(dm_point a, dm_point b, dm_point c, dm_point d)
{
    if (dmi_side_of_line(a, b, c) * dmi_side_of_line(a, b, d) <= 0 &&
        dmi_side_of_line(c, d, a) * dmi_side_of_line(c, d, b) <= 0)
        return 0; /* or in one line: 0 is a lower bound in any case */
    return fmin(fmin(distance_from_segment(a, c, d), distance_from_segment(b, c, d)),
                fmin(distance_from_segment(c, a, b), distance_from_segment(d, a, b)));
}

/* The vector of one unit along the piece. */
static dm_point piece_direction(const dmi_rope_tables *tables, int32_t piece)
{
    const dmi_piece *p = &tables->net.piece[piece];
    dm_point a = tables->point[p->a], b = tables->point[p->b];
    double length = p->length > 0 ? (double)p->length : 1;
    return (dm_point){(b.x - a.x) / length, (b.y - a.y) / length};
}

/* Whether both have the same interval, in a known order that the corner (a,b) violates. */
static bool violates_order(int8_t order, double a0, double a1, double b0, double b1, int a, int b)
{
    return order != 0 && a0 == b0 && a1 == b1 && (order < 0 ? a > b : a < b);
}

static uint8_t corners_of(const dmi_rope_box *box)
{
    uint8_t corners = 0;
    for (int i = 0; i < 8; i++) {
        int x = i / 4, y = i / 2 % 2, t = i % 2;
        bool twice =
            (x && box->x0 == box->x1) || (y && box->y0 == box->y1) || (t && box->t0 == box->t1);
        if (!twice && !violates_order(box->xy, box->x0, box->x1, box->y0, box->y1, x, y) &&
            !violates_order(box->xt, box->x0, box->x1, box->t0, box->t1, x, t) &&
            !violates_order(box->yt, box->y0, box->y1, box->t0, box->t1, y, t))
            corners |= (uint8_t)(1U << i);
    }
    return corners;
}

void dmi_rope_lengths_of(const dmi_rope_tables *tables, const dmi_rope_box *box,
                         dmi_rope_lengths *out)
{
    assert(box->x0 <= box->x1 && box->y0 <= box->y1 && box->t0 <= box->t1);
    dm_point x[] = {dmi_rope_tables_point(tables, box->px, box->x0),
                    dmi_rope_tables_point(tables, box->px, box->x1)};
    dm_point y[] = {dmi_rope_tables_point(tables, box->py, box->y0),
                    dmi_rope_tables_point(tables, box->py, box->y1)};
    *out = (dmi_rope_lengths){.x0 = box->x0,
                              .x1 = box->x1,
                              .y0 = box->y0,
                              .y1 = box->y1,
                              .t0 = box->t0,
                              .t1 = box->t1,
                              .corners = corners_of(box)};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            out->corner[i][j] = dmi_point_distance(x[i], y[j]) * tables->unit;
    out->least = box->x0 == box->x1 && box->y0 == box->y1
                     ? out->corner[0][0]
                     : segment_distance(x[0], x[1], y[0], y[1]) * tables->unit;
    double xm = 0.5 * (box->x0 + box->x1), ym = 0.5 * (box->y0 + box->y1);
    dm_point p = dmi_rope_tables_point(tables, box->px, xm),
             q = dmi_rope_tables_point(tables, box->py, ym);
    dm_point along = piece_direction(tables, box->px), beside = piece_direction(tables, box->py);
    double r = dmi_point_distance(p, q), dx = r > 0 ? (q.x - p.x) / r : 0,
           dy = r > 0 ? (q.y - p.y) / r : 0;
    out->x = -(dx * along.x + dy * along.y) * tables->unit;
    out->y = (dx * beside.x + dy * beside.y) * tables->unit;
    out->c = r * tables->unit - out->x * xm - out->y * ym;
}

/* The greatest value at a corner. */
static double corner_high(const dmi_rope_lengths *f, dmi_rope_formula g)
{
    assert(f->corners != 0);
    const double x[] = {g.x * f->x0, g.x * f->x1}, y[] = {g.y * f->y0, g.y * f->y1};
    const double t[] = {g.t * f->t0, g.t * f->t1};
    double most = -INFINITY;
    for (unsigned rest = f->corners; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest), a = i / 4, b = i / 2 % 2;
        most = fmax(most, x[a] + y[b] + t[i % 2] + g.r * f->corner[a][b]);
    }
    return g.c + most;
}

double dmi_rope_formula_high(const dmi_rope_lengths *f, dmi_rope_formula g)
{
    if (g.r >= 0)
        return corner_high(f, g);
    return fmin(corner_high(f, (dmi_rope_formula){g.c + g.r * f->least, g.x, g.y, 0, g.t}),
                corner_high(f, (dmi_rope_formula){g.c + g.r * f->c, g.x + g.r * f->x,
                                                  g.y + g.r * f->y, 0, g.t}));
}

double dmi_rope_formula_low(const dmi_rope_lengths *f, dmi_rope_formula g)
{
    return -dmi_rope_formula_high(f, (dmi_rope_formula){-g.c, -g.x, -g.y, -g.r, -g.t});
}
