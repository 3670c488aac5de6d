/* rope_junctions.c - where the ropes of a box can cross and join edges.
 *
 * All ropes of a box are in the strip along their middle one that contains the four ends.  Ropes
 * meet an edge inside the strip; that part shrinks with the box unless the edge is parallel to the
 * ropes.  O(m) per box.
 */
#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_box_payoffs.h"
#include "lines/rope/rope_legal.h"
#include <assert.h>
#include <math.h>

static double project_on(dm_point p, dm_point along)
{
    return p.x * along.x + p.y * along.y;
}

int32_t dmi_rope_join_add_junction(dmi_rope_join *j, dmi_rope_junction h)
{
    assert(h.first >= 0 && h.first <= h.last && j->count < j->tables->level->edge_count + 2);
    h.at[0] = dmi_rope_tables_point(j->tables, h.first, h.from);
    h.at[1] = dmi_rope_tables_point(j->tables, h.last, h.to);
    double s = project_on(h.at[0], j->along), t = project_on(h.at[1], j->along);
    h.near = fmin(s, t);
    h.far = fmax(s, t);
    int32_t i = j->count++;
    for (; i > 0 && j->junction[i - 1].near + j->junction[i - 1].far > h.near + h.far; i--)
        j->junction[i] = j->junction[i - 1];
    j->junction[i] = h;
    return i;
}

void dmi_rope_join_drop_junction(dmi_rope_join *j, int32_t number)
{
    j->count--;
    for (int32_t i = number; i < j->count; i++)
        j->junction[i] = j->junction[i + 1];
}

/* Reduces [*low,*high] of the edge a-b to where its projection onto d is in [from,to]. */
static void clip_to_strip(dm_point a, dm_point b, dm_point d, double from, double to, double *low,
                          double *high)
{
    double s = project_on(a, d), slope = project_on(b, d) - s;
    if (fabs(slope) < 1e-300)
        return;
    double t = (from - s) / slope, u = (to - s) / slope;
    *low = fmax(*low, fmin(t, u));
    *high = fmin(*high, fmax(t, u));
}

/* The part of an edge that ropes of the box can cross. */
static bool part_met(const dmi_rope_join *j, const dmi_rope_end *x, const dmi_rope_end *y,
                     int32_t e, double *low, double *high)
{
    const dm_level *level = j->tables->level;
    const dm_point a = level->points[level->edges[e].u], b = level->points[level->edges[e].v];
    const dm_point direction[] = {j->along, {-j->along.y, j->along.x}};
    *low = 0;
    *high = 1;
    for (int k = 0; k < 2; k++) {
        double from = INFINITY, to = -INFINITY;
        for (int i = 0; i < 4; i++) {
            double s = project_on((i < 2 ? x : y)->at[i % 2], direction[k]);
            from = fmin(from, s);
            to = fmax(to, s);
        }
        double slack = 1e-12 * (1 + fabs(from) + fabs(to));
        clip_to_strip(a, b, direction[k], from - slack, to + slack, low, high);
    }
    return *low <= *high;
}

static dmi_rope_junction junction_on(const dmi_rope_tables *tables, int32_t e, double low,
                                     double high, bool sure)
{
    const dm_ratio length = tables->level->edges[e].length;
    const double whole = (double)length.num / (double)length.den * tables->unit;
    dmi_rope_junction h = {.first = -1, .last = -1, .sure = sure};
    for (int32_t i = 0; i < tables->net.piece_count; i++) {
        const dmi_piece *piece = &tables->net.piece[i];
        double from = low * whole - (double)piece->offset;
        double to = high * whole - (double)piece->offset;
        if (piece->edge != e || from > (double)piece->length || (to < 0 && h.first >= 0))
            continue;
        if (h.first < 0) {
            h.first = i;
            h.from = fmax(0, from);
        }
        h.last = i;
        h.to = fmin((double)piece->length, fmax(0, to));
    }
    return h;
}

bool dmi_rope_join_find_junctions(dmi_rope_join *j)
{
    const dmi_rope_box *box = j->box;
    const dmi_rope_end x = dmi_rope_end_of(j->tables, box->px, box->x0, box->x1);
    const dmi_rope_end y = dmi_rope_end_of(j->tables, box->py, box->y0, box->y1);
    const double dx = y.at[0].x + y.at[1].x - x.at[0].x - x.at[1].x;
    const double dy = y.at[0].y + y.at[1].y - x.at[0].y - x.at[1].y;
    const double length = sqrt(dx * dx + dy * dy);
    bool any = false;
    j->along = length > 0 ? (dm_point){dx / length, dy / length} : (dm_point){1, 0};
    dmi_rope_join_add_junction(
        j, (dmi_rope_junction){
               .first = box->px, .last = box->px, .from = box->x0, .to = box->x1, .sure = true});
    dmi_rope_join_add_junction(
        j, (dmi_rope_junction){
               .first = box->py, .last = box->py, .from = box->y0, .to = box->y1, .sure = true});
    for (int32_t e = 0; e < j->tables->level->edge_count; e++) {
        double low = 0, high = 0;
        int miss = dmi_ropes_miss(j->tables, &x, &y, e);
        if (miss > 0 || miss == DMI_ROPES_ALONG)
            continue;
        const dm_point *points = j->tables->level->points;
        const dm_line_edge *edge = &j->tables->level->edges[e];
        double along; /* a single rope crosses at a point, rounded */
        bool met = j->one ? dmi_rope_meet(x.at[0], y.at[0], points[edge->u], points[edge->v],
                                          &along, &low) == DMI_ROPE_CROSSES
                          : part_met(j, &x, &y, e, &low, &high);
        if (met)
            dmi_rope_join_add_junction(
                j, junction_on(j->tables, e, low, j->one ? low : high, j->one || miss < 0));
        any = any || met;
    }
    return any;
}
