/* rope_angles.c - the angles between the ropes of a box and the edges at their ends.
 *
 * The directions of a box's ropes are those of the points of a parallelogram, so they lie between
 * the directions to its corners, unless a rope may have no length.
 */
#include "lines/rope/rope_legal.h"
#include <math.h>

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

static int keeps_angle_at_end(const dmi_rope_tables *tables, const dmi_rope_end *x,
                              const dmi_rope_end *y)
{
    const dm_level *level = tables->level;
    rope_directions f;
    const bool known = directions_of(x, y, &f);
    int answer = known ? 1 : 0;
    for (int32_t e = 0; e < level->edge_count; e++) {
        if (!dmi_rope_end_on(tables, x, e))
            continue;
        const dm_line_edge *edge = &level->edges[e];
        dm_point u = level->points[edge->u], v = level->points[edge->v];
        if (x->vertex < 0 && (dmi_rope_end_on(tables, y, e) || dmi_rope_end_in_line(tables, y, e)))
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
