/* rope_stop.c - where the ropes of a box end that stop at the first edge they meet.
 *
 * The place where a rope crosses an edge is a projective function of either end, so over a box it
 * is between the values at the corners.  The order of two edges does not change within a box whose
 * ropes all cross both, unless the edges meet.
 */
#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_branch_and_bound.h"
#include "lines/rope/rope_legal.h"
#include <assert.h>
#include <math.h>

/* How the box's ropes cross one edge. */
typedef struct barrier {
    int32_t edge;
    double along[4];  /* fractions of the ropes at the corners */
    double low, high; /* fractions of the edge */
} barrier;

static bool barrier_measure(const dmi_rope_tables *tables, const dmi_rope_end *x,
                            const dmi_rope_end *y, int32_t e, barrier *out)
{
    const dm_line_edge *edge = &tables->level->edges[e];
    *out = (barrier){.edge = e, .low = 1, .high = 0};
    for (int i = 0; i < 4; i++) {
        double at;
        if (dmi_rope_meet(x->at[i / 2], y->at[i % 2], tables->level->points[edge->u],
                          tables->level->points[edge->v], &out->along[i], &at) != DMI_ROPE_CROSSES)
            return false;
        out->low = fmin(out->low, at);
        out->high = fmax(out->high, at);
    }
    return true;
}

/* 1: a is first, -1: b is, 0: unknown. */
static int barrier_order(const dmi_rope_tables *tables, const barrier *a, const barrier *b)
{
    const dm_line_edge *e = &tables->level->edges[a->edge], *f = &tables->level->edges[b->edge];
    const dm_point *points = tables->level->points;
    double along, at;
    int first = 0;
    for (int i = 0; i < 4; i++)
        first += a->along[i] < b->along[i] ? 1 : -1;
    if (dmi_rope_meet(points[e->u], points[e->v], points[f->u], points[f->v], &along, &at) !=
        DMI_ROPE_APART)
        return 0;
    return first == 4 ? 1 : first == -4 ? -1 : 0;
}

int dmi_ropes_stop(const dmi_rope_tables *tables, const dmi_rope_box *box, dmi_rope_box *out)
{
    const dmi_rope_end x = dmi_rope_end_of(tables, box->px, box->x0, box->x1);
    const dmi_rope_end y = dmi_rope_end_of(tables, box->py, box->y0, box->y1);
    barrier first = {.edge = -1}, next;
    for (int32_t e = 0; e < tables->level->edge_count; e++) {
        int miss = dmi_ropes_miss(tables, &x, &y, e);
        if (miss == DMI_ROPES_ALONG)
            return -1;
        if (miss > 0)
            continue;
        if (miss == 0 || !barrier_measure(tables, &x, &y, e, &next))
            return 0;
        int before = first.edge < 0 ? 1 : barrier_order(tables, &next, &first);
        if (before == 0)
            return 0;
        first = before > 0 ? next : first;
    }
    *out = *box;
    if (first.edge < 0)
        return dmi_ropes_keep_angle(tables, out);
    /* The second interval is where ropes now end, unless it contains a site. */
    const dm_ratio length = tables->level->edges[first.edge].length;
    const double whole = (double)length.num / (double)length.den * tables->unit;
    for (int32_t i = 0; i < tables->net.piece_count; i++) {
        const dmi_piece *piece = &tables->net.piece[i];
        double from = first.low * whole - (double)piece->offset - tables->tiny;
        double to = first.high * whole - (double)piece->offset + tables->tiny;
        if (piece->edge != first.edge || from < 0 || to > (double)piece->length)
            continue;
        assert(from <= to);
        out->py = i;
        out->y0 = from;
        out->y1 = to;
        return dmi_ropes_keep_angle(tables, out);
    }
    return 0;
}
