/* rope_legal.c - which ropes of a box are allowed.
 *
 * The side of the line x-y on which a fixed point lies is the sign of a bilinear function of x and
 * y: if it is the same at the four corners of a box, it is the same everywhere in it.
 *
 *      x0 ..... y0            A and B are on different sides of all four lines, and
 *         \ B /               the x on another side of AB than the y: all ropes
 *      ----+----              cross the edge
 *         / A \
 */
#include "lines/rope/rope_legal.h"

#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_branch_and_bound.h"
#include <math.h>

/* The angles between the ropes of a box and the edges at their ends.
 *
 * The directions of a box's ropes are those of the points of a parallelogram, so they lie between
 * the directions to its corners, unless a rope may have no length.
 */
static const double angle_slack = 1e-9; /* degrees, as in rope_apply.c */

static double turn_between(dm_point from, dm_point to)
{
    return atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y) * (180 / acos(-1.0));
}

/* The directions of the ropes at one end, in degrees relative to the middle one. */
typedef struct rope_directions {
    dm_point middle;
    double low, high;
} rope_directions;

static bool directions_of(const dmi_rope_end *x, const dmi_rope_end *y, rope_directions *out)
{
    out->middle = (dm_point){0.5 * (y->at[0].x + y->at[1].x - x->at[0].x - x->at[1].x),
                             0.5 * (y->at[0].y + y->at[1].y - x->at[0].y - x->at[1].y)};
    out->low = out->high = 0;
    for (int i = 0; i < 4; i++) {
        dm_point d = {y->at[i % 2].x - x->at[i / 2].x, y->at[i % 2].y - x->at[i / 2].y};
        if (d.x * out->middle.x + d.y * out->middle.y <= 0)
            return false;
        double angle = turn_between(out->middle, d);
        out->low = fmin(out->low, angle);
        out->high = fmax(out->high, angle);
    }
    return true;
}

/* Whether the angles between the ropes and one direction are all at least `least` (1), all smaller
 * (-1), or neither (0). */
static int clears_edge(const rope_directions *f, dm_point direction, double least)
{
    if (direction.x == 0 && direction.y == 0)
        return 1;
    double at = turn_between(direction, f->middle), low = at + f->low, high = at + f->high;
    double nearest = low <= 0 && high >= 0 ? 0
                                           : fmin(fmin(fabs(low), fabs(high)),
                                                  fmin(360 - fabs(low), 360 - fabs(high)));
    double farthest = (low <= 180 && high >= 180) || (low <= -180 && high >= -180)
                          ? 180
                          : fmax(180 - fabs(180 - fabs(low)), 180 - fabs(180 - fabs(high)));
    if (nearest >= least - angle_slack)
        return 1;
    return farthest < least - angle_slack ? -1 : 0;
}

/* Whether edge e contains the end. */
static bool rope_end_on(const dmi_rope_tables *tables, const dmi_rope_end *end, int32_t e)
{
    const dm_line_edge *edge = &tables->level->edges[e];
    return end->vertex >= 0 ? edge->u == end->vertex || edge->v == end->vertex : end->edge == e;
}

/* Whether the end is in one line with the edge. */
static bool rope_end_in_line(const dmi_rope_tables *tables, const dmi_rope_end *y, int32_t e)
{
    const dm_level *level = tables->level;
    const dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
    if (dmi_side_of_line(a, b, y->at[0]) == 0 && dmi_side_of_line(a, b, y->at[1]) == 0)
        return true;
    if (y->vertex >= 0 || y->edge < 0)
        return false;
    const dm_line_edge *f = &level->edges[y->edge]; /* inner points are rounded, ends are not */
    return dmi_side_of_line(a, b, level->points[f->u]) == 0 &&
           dmi_side_of_line(a, b, level->points[f->v]) == 0;
}

static int keeps_angle_at_end(const dmi_rope_tables *tables, const dmi_rope_end *x,
                              const dmi_rope_end *y)
{
    const dm_level *level = tables->level;
    rope_directions f;
    const bool known = directions_of(x, y, &f);
    int answer = known ? 1 : 0;
    for (int32_t e = 0; e < level->edge_count; e++) {
        if (!rope_end_on(tables, x, e))
            continue;
        const dm_line_edge *edge = &level->edges[e];
        dm_point u = level->points[edge->u], v = level->points[edge->v];
        if (x->vertex < 0 && (rope_end_on(tables, y, e) || rope_end_in_line(tables, y, e)))
            return -1;
        if (!known)
            continue;
        dm_point forth = {v.x - u.x, v.y - u.y}, back = {u.x - v.x, u.y - v.y};
        int first = x->vertex == edge->v ? 1 : clears_edge(&f, forth, level->min_angle);
        int second = x->vertex == edge->u ? 1 : clears_edge(&f, back, level->min_angle);
        if (first < 0 || second < 0)
            return -1;
        answer = first == 0 || second == 0 ? 0 : answer;
    }
    return answer;
}

int dmi_ropes_keep_angle(const dmi_rope_tables *tables, const dmi_rope_box *box)
{
    if (tables->level->min_angle <= 0)
        return 1;
    dmi_rope_end x = dmi_rope_end_of(tables, box->px, box->x0, box->x1);
    dmi_rope_end y = dmi_rope_end_of(tables, box->py, box->y0, box->y1);
    int out = keeps_angle_at_end(tables, &x, &y),
        in = out < 0 ? -1 : keeps_angle_at_end(tables, &y, &x);
    if (out < 0 || in < 0)
        return -1;
    return out == 0 || in == 0 ? 0 : 1;
}

dmi_rope_end dmi_rope_end_of(const dmi_rope_tables *tables, int32_t number, double from, double to)
{
    const dmi_piece *piece = &tables->net.piece[number];
    dmi_rope_end end = {
        {dmi_rope_tables_point(tables, number, from), dmi_rope_tables_point(tables, number, to)},
        piece->edge,
        -1};
    if (from == to && (from == 0 || from == (double)piece->length))
        end.vertex = from == 0 ? piece->a : piece->b;
    if (end.vertex >= tables->level->vertex_count)
        end.vertex = -1;
    return end;
}

/* 1 if all signs are 1, -1 if all are -1, else 0. */
static int common_sign(const int *sign, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += sign[i];
    return sum == count ? 1 : sum == -count ? -1 : 0;
}

/* Whether no sign is opposite to `side`. */
static bool none_against(const int *sign, int count, int side)
{
    for (int i = 0; i < count; i++)
        if (sign[i] * side < 0)
            return false;
    return true;
}

/* Whether all ropes begin by running along edge e, which contains their end x. */
static bool run_along(const dmi_rope_tables *tables, const dmi_rope_end *x, const dmi_rope_end *y,
                      int32_t e)
{
    const dm_level *level = tables->level;
    const dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
    if (x->vertex < 0 ||
        !rope_end_in_line(tables, y, e)) /* from inside, both directions are along it */
        return rope_end_in_line(tables, y, e);
    for (int i = 0; i < 2; i++) {
        dm_point p = x->at[0], q = y->at[i];
        if ((a.x - p.x + b.x - p.x) * (q.x - p.x) + (a.y - p.y + b.y - p.y) * (q.y - p.y) <= 0)
            return false;
    }
    return true;
}

/* The fraction of the way from b to p beyond which no rope line passes, if p is on side `side` of
 * all. */
static double swept_fraction(const dmi_rope_end *x, const dmi_rope_end *y, dm_point b, dm_point p,
                             int side)
{
    double most = 0;
    for (int i = 0; i < 4; i++) {
        dm_point s = x->at[i / 2], t = y->at[i % 2];
        double of_b = side * ((t.x - s.x) * (b.y - s.y) - (t.y - s.y) * (b.x - s.x));
        double of_p = side * ((t.x - s.x) * (p.y - s.y) - (t.y - s.y) * (p.x - s.x));
        if (of_b < 0)
            most = fmax(most, of_p > of_b ? of_b / (of_b - of_p) : 1);
    }
    return fmin(1, most * (1 + 1e-9));
}

/* Whether a vertex with edges to both sides of all ropes blocks them, wherever they pass it. */
static bool is_barred_at(const dmi_rope_tables *tables, const dmi_rope_end *x,
                         const dmi_rope_end *y, int32_t v)
{
    const dm_level *level = tables->level;
    dm_point b = level->points[v], p = b, q = b;
    bool left = false, right = false;
    for (uint32_t arc = tables->net.first[v]; arc < tables->net.first[v + 1]; arc++) {
        int32_t e = tables->net.piece[tables->net.arc_piece[arc]].edge;
        int of[4];
        if (rope_end_on(tables, x, e) || rope_end_on(tables, y, e))
            continue;
        int32_t far = level->edges[e].u == v ? level->edges[e].v : level->edges[e].u;
        for (int i = 0; i < 4; i++)
            of[i] = dmi_side_of_line(x->at[i / 2], y->at[i % 2], level->points[far]);
        int side = common_sign(of, 4);
        if (side > 0)
            p = level->points[far];
        if (side < 0)
            q = level->points[far];
        left = left || side > 0;
        right = right || side < 0;
    }
    if (!left || !right)
        return false;
    /* Whether the path p-b-q, from one side of all rope lines to the other, crosses all ropes
     * between their ends. */
    double to_p = swept_fraction(x, y, b, p, 1), to_q = swept_fraction(x, y, b, q, -1);
    dm_point way[] = {b,
                      {b.x + to_p * (p.x - b.x), b.y + to_p * (p.y - b.y)},
                      {b.x + to_q * (q.x - b.x), b.y + to_q * (q.y - b.y)}};
    double dx = y->at[0].x + y->at[1].x - x->at[0].x - x->at[1].x;
    double dy = y->at[0].y + y->at[1].y - x->at[0].y - x->at[1].y;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) {
            double after = (way[k].x - x->at[i].x) * dx + (way[k].y - x->at[i].y) * dy;
            double before = (y->at[i].x - way[k].x) * dx + (y->at[i].y - way[k].y) * dy;
            double slack = 1e-12 * (dx * dx + dy * dy);
            if (after <= slack || before <= slack)
                return false;
        }
    return true;
}

bool dmi_ropes_barred(const dmi_rope_tables *tables, const dmi_rope_box *box, int32_t v)
{
    dmi_rope_end x = dmi_rope_end_of(tables, box->px, box->x0, box->x1);
    dmi_rope_end y = dmi_rope_end_of(tables, box->py, box->y0, box->y1);
    return is_barred_at(tables, &x, &y, v);
}

static bool lies_beside(double a, double b, double c, double d, double s, double t)
{
    return fmax(s, t) < fmin(fmin(a, b), fmin(c, d)) || fmin(s, t) > fmax(fmax(a, b), fmax(c, d));
}

int dmi_ropes_miss(const dmi_rope_tables *tables, const dmi_rope_end *x, const dmi_rope_end *y,
                   int32_t e)
{
    const dm_level *level = tables->level;
    bool on_x = rope_end_on(tables, x, e), on_y = rope_end_on(tables, y, e);
    dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
    if ((on_x && on_y) || (on_x && run_along(tables, x, y, e)) ||
        (on_y && run_along(tables, y, x, e)))
        return DMI_ROPES_ALONG;
    if (on_x || on_y || lies_beside(x->at[0].x, x->at[1].x, y->at[0].x, y->at[1].x, a.x, b.x) ||
        lies_beside(x->at[0].y, x->at[1].y, y->at[0].y, y->at[1].y, a.y, b.y))
        return 1;
    /* 1: all ropes miss the edge, -1: all cross it, 0: unknown. */
    int of_x[2], of_y[2], of_a[4], of_b[4];
    for (int i = 0; i < 2; i++) {
        of_x[i] = dmi_side_of_line(a, b, x->at[i]);
        of_y[i] = dmi_side_of_line(a, b, y->at[i]);
    }
    int all_x = common_sign(of_x, 2), all_y = common_sign(of_y, 2);
    if ((all_x != 0 && none_against(of_y, 2, all_x)) ||
        (all_y != 0 && none_against(of_x, 2, all_y)))
        return 1;
    for (int i = 0; i < 4; i++) {
        of_a[i] = dmi_side_of_line(x->at[i / 2], y->at[i % 2], a);
        of_b[i] = dmi_side_of_line(x->at[i / 2], y->at[i % 2], b);
    }
    if (common_sign(of_a, 4) * common_sign(of_b, 4) > 0)
        return 1;
    bool apart = (none_against(of_a, 4, 1) && none_against(of_b, 4, -1)) ||
                 (none_against(of_a, 4, -1) && none_against(of_b, 4, 1));
    return apart && all_x * all_y < 0 ? -1 : 0;
}

int dmi_ropes_allowed(const dmi_rope_tables *tables, const dmi_rope_box *box)
{
    const dm_level *level = tables->level;
    const bool joins = level->crossings == DM_LINE_CROSSINGS_JOIN;
    const dmi_rope_end x = dmi_rope_end_of(tables, box->px, box->x0, box->x1);
    const dmi_rope_end y = dmi_rope_end_of(tables, box->py, box->y0, box->y1);
    int clear = 1; /* of edges, by the level's rule for crossings */
    for (int32_t e = 0; level->crossings != DM_LINE_CROSSINGS_PASS && e < level->edge_count; e++) {
        int miss = dmi_ropes_miss(tables, &x, &y, e);
        if (miss == DMI_ROPES_ALONG || (miss < 0 && !joins))
            return -1;
        clear = miss < clear ? miss : clear;
    }
    clear = joins ? 1 : clear;
    for (int32_t v = 0; clear == 0 && v < level->vertex_count; v++)
        if (is_barred_at(tables, &x, &y, v))
            return -1;
    int angle = dmi_ropes_keep_angle(tables, box);
    if (angle < 0)
        return -1;
    /* For a single rope nothing is unknown: if it touches, it crosses. */
    bool is_single = box->x0 == box->x1 && box->y0 == box->y1;
    return clear != 0 && angle != 0 ? 1 : is_single ? -1 : 0;
}
