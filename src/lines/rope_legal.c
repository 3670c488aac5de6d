/* rope_legal.c - which ropes of a box may be tied.
 *
 * The side of a line x-y on which a fixed point lies is the sign of a bilinear function of x and
 * y: where it is the same at the four corners of a box, it is the same everywhere in it.  The
 * directions of a box's ropes are those of a parallelogram: between its corners'.
 *
 *      x0 ..... y0            A and B are on different sides of all four lines, and
 *         \ B /               the x on another side of AB than the y: all ropes
 *      ----+----              cross the edge
 *         / A \
 */
#include "lines/rope_geometry.h"
#include "lines/rope_hunt.h"
#include <math.h>

static const double angle_slack = 1e-9; /* degrees, as where ropes are tied */

/* One end of the ropes. */
typedef struct rope_end {
    dm_point at[2];
    int32_t edge;   /* -1 on a vertex without edges */
    int32_t vertex; /* of the level, where all ropes begin there, or -1 */
} rope_end;

static rope_end end_of(const dmi_terrain *terrain, int32_t number, double from, double to)
{
    const dmi_piece *piece = &terrain->net.piece[number];
    rope_end end = {
        {dmi_terrain_point(terrain, number, from), dmi_terrain_point(terrain, number, to)},
        piece->edge,
        -1};
    if (from == to && (from == 0 || from == (double)piece->length))
        end.vertex = from == 0 ? piece->a : piece->b;
    if (end.vertex >= terrain->level->vertex_count)
        end.vertex = -1;
    return end;
}

static bool lies_on(const dmi_terrain *terrain, const rope_end *end, int32_t e)
{
    const dm_line_edge *edge = &terrain->level->edges[e];
    return end->vertex >= 0 ? edge->u == end->vertex || edge->v == end->vertex : end->edge == e;
}

/* --- Crossings -------------------------------------------------------------------------- */

/* All signs are 1, all are -1 (then -1), or neither (0). */
static int common(const int *sign, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += sign[i];
    return sum == count ? 1 : sum == -count ? -1 : 0;
}

/* None of the signs is against `side`. */
static bool none_against(const int *sign, int count, int side)
{
    for (int i = 0; i < count; i++)
        if (sign[i] * side < 0)
            return false;
    return true;
}

/* 1: the ropes miss the edge, -1: all cross it, 0: neither is sure. */
static int miss_edge(const rope_end *x, const rope_end *y, dm_point a, dm_point b)
{
    int of_x[2], of_y[2], of_a[4], of_b[4];
    for (int i = 0; i < 2; i++) {
        of_x[i] = dmi_side(a, b, x->at[i]);
        of_y[i] = dmi_side(a, b, y->at[i]);
    }
    int all_x = common(of_x, 2), all_y = common(of_y, 2);
    if ((all_x != 0 && none_against(of_y, 2, all_x)) ||
        (all_y != 0 && none_against(of_x, 2, all_y)))
        return 1;
    for (int i = 0; i < 4; i++) {
        of_a[i] = dmi_side(x->at[i / 2], y->at[i % 2], a);
        of_b[i] = dmi_side(x->at[i / 2], y->at[i % 2], b);
    }
    if (common(of_a, 4) * common(of_b, 4) > 0)
        return 1;
    bool apart = (none_against(of_a, 4, 1) && none_against(of_b, 4, -1)) ||
                 (none_against(of_a, 4, -1) && none_against(of_b, 4, 1));
    return apart && all_x * all_y < 0 ? -1 : 0;
}

/* All ropes begin by running along the edge, which holds the end x: the y lie in line with it. */
static bool run_along(const rope_end *x, const rope_end *y, dm_point a, dm_point b)
{
    for (int i = 0; i < 2; i++) {
        dm_point p = x->at[0], q = y->at[i];
        double ahead = fmax((a.x - p.x) * (q.x - p.x) + (a.y - p.y) * (q.y - p.y),
                            (b.x - p.x) * (q.x - p.x) + (b.y - p.y) * (q.y - p.y));
        if (dmi_side(a, b, q) != 0 || ahead <= 0)
            return false;
    }
    return true;
}

/* The share of the way from b to p behind which no rope line comes, where p is on the side
 * `side` of all of them. */
static double swept(const rope_end *x, const rope_end *y, dm_point b, dm_point p, int side)
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

/* The way p-b-q goes from one side of all rope lines to the other.  It crosses all ropes where it
 * does so between their ends. */
static bool bars(const rope_end *x, const rope_end *y, dm_point b, dm_point p, dm_point q)
{
    double to_p = swept(x, y, b, p, 1), to_q = swept(x, y, b, q, -1);
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

/* A vertex with edges to both sides of all ropes bars them, wherever they pass it. */
static bool barred_at(const dmi_terrain *terrain, const rope_end *x, const rope_end *y, int32_t v)
{
    const dm_level *level = terrain->level;
    dm_point b = level->points[v], p = b, q = b;
    bool left = false, right = false;
    for (uint32_t arc = terrain->net.first[v]; arc < terrain->net.first[v + 1]; arc++) {
        int32_t e = terrain->net.piece[terrain->net.arc_piece[arc]].edge;
        int of[4];
        if (lies_on(terrain, x, e) || lies_on(terrain, y, e))
            continue;
        int32_t far = level->edges[e].u == v ? level->edges[e].v : level->edges[e].u;
        for (int i = 0; i < 4; i++)
            of[i] = dmi_side(x->at[i / 2], y->at[i % 2], level->points[far]);
        int side = common(of, 4);
        if (side > 0)
            p = level->points[far];
        if (side < 0)
            q = level->points[far];
        left = left || side > 0;
        right = right || side < 0;
    }
    return left && right && bars(x, y, b, p, q);
}

static bool beside(double a, double b, double c, double d, double s, double t)
{
    return fmax(s, t) < fmin(fmin(a, b), fmin(c, d)) || fmin(s, t) > fmax(fmax(a, b), fmax(c, d));
}

static int cross_nothing(const dmi_terrain *terrain, const rope_end *x, const rope_end *y)
{
    const dm_level *level = terrain->level;
    int answer = 1;
    for (int32_t e = 0; e < level->edge_count; e++) {
        bool on_x = lies_on(terrain, x, e), on_y = lies_on(terrain, y, e);
        dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
        if (on_x && on_y)
            return -1;
        if ((on_x && run_along(x, y, a, b)) || (on_y && run_along(y, x, a, b)))
            return -1;
        if (on_x || on_y || level->crossings == DM_CROSSINGS_JOIN)
            continue;
        if (beside(x->at[0].x, x->at[1].x, y->at[0].x, y->at[1].x, a.x, b.x) ||
            beside(x->at[0].y, x->at[1].y, y->at[0].y, y->at[1].y, a.y, b.y))
            continue;
        int miss = miss_edge(x, y, a, b);
        if (miss < 0)
            return -1;
        answer = miss < answer ? miss : answer;
    }
    for (int32_t v = 0; answer == 0 && v < level->vertex_count; v++)
        if (barred_at(terrain, x, y, v))
            return -1;
    return answer;
}

/* --- Angles ----------------------------------------------------------------------------- */

static double turn(dm_point from, dm_point to)
{
    return atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y) * (180 / acos(-1.0));
}

/* The directions of ropes out of an end, in degrees about the middle one. */
typedef struct fan {
    dm_point middle;
    double low, high;
} fan;

static bool fan_of(const rope_end *x, const rope_end *y, fan *out)
{
    out->middle = (dm_point){0.5 * (y->at[0].x + y->at[1].x - x->at[0].x - x->at[1].x),
                             0.5 * (y->at[0].y + y->at[1].y - x->at[0].y - x->at[1].y)};
    out->low = out->high = 0;
    for (int i = 0; i < 4; i++) {
        dm_point d = {y->at[i % 2].x - x->at[i / 2].x, y->at[i % 2].y - x->at[i / 2].y};
        if (d.x * out->middle.x + d.y * out->middle.y <= 0)
            return false;
        double angle = turn(out->middle, d);
        out->low = fmin(out->low, angle);
        out->high = fmax(out->high, angle);
    }
    return true;
}

/* The angles between the fan and one direction: all at least `least` (1), none (-1), or neither. */
static int clear_of(const fan *f, dm_point direction, double least)
{
    if (direction.x == 0 && direction.y == 0)
        return 1;
    double at = turn(direction, f->middle), low = at + f->low, high = at + f->high;
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

static bool in_line(const dmi_terrain *terrain, const rope_end *y, int32_t e, dm_point u,
                    dm_point v)
{
    return lies_on(terrain, y, e) ||
           (dmi_side(u, v, y->at[0]) == 0 && dmi_side(u, v, y->at[1]) == 0);
}

static int steep_enough(const dmi_terrain *terrain, const rope_end *x, const rope_end *y)
{
    const dm_level *level = terrain->level;
    fan f;
    const bool fans = fan_of(x, y, &f);
    int answer = fans ? 1 : 0;
    for (int32_t e = 0; e < level->edge_count; e++) {
        if (!lies_on(terrain, x, e))
            continue;
        const dm_line_edge *edge = &level->edges[e];
        dm_point u = level->points[edge->u], v = level->points[edge->v];
        if (x->vertex < 0 && in_line(terrain, y, e, u, v))
            return -1;
        if (!fans)
            continue;
        dm_point forth = {v.x - u.x, v.y - u.y}, back = {u.x - v.x, u.y - v.y};
        int first = x->vertex == edge->v ? 1 : clear_of(&f, forth, level->min_angle);
        int second = x->vertex == edge->u ? 1 : clear_of(&f, back, level->min_angle);
        if (first < 0 || second < 0)
            return -1;
        answer = first == 0 || second == 0 ? 0 : answer;
    }
    return answer;
}

/* Of one rope nothing is open: where it touches, it crosses. */
static int told(const dmi_box *box, int answer)
{
    return answer == 0 && box->x0 == box->x1 && box->y0 == box->y1 ? -1 : answer;
}

int dmi_ropes_allowed(const dmi_terrain *terrain, const dmi_box *box)
{
    const dm_level *level = terrain->level;
    const bool crossings = level->crossings != DM_CROSSINGS_PASS, angles = level->min_angle > 0;
    if (!crossings && !angles)
        return 1;
    rope_end x = end_of(terrain, box->px, box->x0, box->x1);
    rope_end y = end_of(terrain, box->py, box->y0, box->y1);
    int clear = crossings ? cross_nothing(terrain, &x, &y) : 1;
    if (clear < 0 || !angles)
        return told(box, clear);
    int out = steep_enough(terrain, &x, &y), in = out < 0 ? -1 : steep_enough(terrain, &y, &x);
    if (out < 0 || in < 0)
        return -1;
    return told(box, clear == 0 || out == 0 || in == 0 ? 0 : 1);
}
