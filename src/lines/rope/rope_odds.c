/* rope_odds.c - the share of winning ropes, if all pairs of points are equally likely.
 *
 * The square of all pairs is divided into boxes.  A box is decided if bounds show that all of its
 * ropes win, that none does, or that none is allowed.  If payoffs are formulas in the whole box,
 * the line between winning and losing is between two parallel lines, and only the strip between
 * them is open.  The box with the most open area is split, until the open area is below the error
 * asked for:
 *
 *      +-----+--+--+          won and lost areas are sums of boxes; the share is
 *      | won |  |//|          between won / all and (won + open) / all
 *      +-----+--+--+
 *      | won |//|lost
 *
 * A stopping rope counts as the rope that it becomes.
 */
#include "base/base.h"

#include "base/heap.h"
#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_box_payoffs.h"
#include "lines/rope/rope_branch_and_bound.h"
#include "lines/rope/rope_legal.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the ropes of a box end that stop at the first edge they meet.
 *
 * The place where a rope crosses an edge is a projective function of either end, so over a box it
 * is between the values at the corners.  The order of two edges does not change within a box whose
 * ropes all cross both, unless the edges meet.
 */

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

/* If ropes stop at edges: 1: `out` holds all that the box's ropes become, -1: none is allowed, 0:
 * unknown. */
static int ropes_stop(const dmi_rope_tables *tables, const dmi_rope_box *box, dmi_rope_box *out)
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

static const int64_t most_evaluations = 400000, most_joined = 50000;

typedef struct rope_areas {
    double won, lost, open;
} rope_areas;

typedef struct odds_box {
    dmi_rope_box box;
    rope_areas of;
} odds_box;

typedef struct rope_count {
    dmi_rope_tables *tables;
    odds_box *box;
    size_t used, capacity;
    dmi_heap heap; /* most open area first */
    rope_areas sum;
    int64_t evaluations;
    char note[64]; /* the bounds so far */
} rope_count;

/* The area of the part of [x0,x1] x [y0,y1] where c + ax + by > 0. */
static double half_plane_area(const dmi_rope_lengths *f, double c, double a, double b)
{
    const double x[] = {f->x0, f->x1, f->x1, f->x0}, y[] = {f->y0, f->y0, f->y1, f->y1};
    double px[8], py[8], twice = 0;
    int kept = 0;
    for (int i = 0; i < 4; i++) {
        int k = (i + 1) % 4;
        double here = c + a * x[i] + b * y[i], next = c + a * x[k] + b * y[k];
        if (here > 0) {
            px[kept] = x[i];
            py[kept++] = y[i];
        }
        if ((here > 0) != (next > 0)) {
            double t = here / (here - next);
            px[kept] = x[i] + t * (x[k] - x[i]);
            py[kept++] = y[i] + t * (y[k] - y[i]);
        }
    }
    for (int i = 0; i < kept; i++) {
        int k = (i + 1) % kept;
        twice += (px[i] - f->x0) * (py[k] - f->y0) - (px[k] - f->x0) * (py[i] - f->y0);
    }
    return fmax(0, 0.5 * twice);
}

typedef struct box_verdict {
    const dmi_rope_tables *tables;
    bool all, none; /* whether all, or none, of the ropes win */
    bool strip;     /* least and most are valid: the winning area */
    double least, most;
} box_verdict;

static void judge_payoffs(void *user, const dmi_rope_payoffs *payoffs)
{
    box_verdict *v = user;
    const dmi_rope_lengths *f = &payoffs->lengths;
    const int32_t me = v->tables->me;
    dmi_rope_formula doubtful = {0};
    bool all = true, none = false;
    int doubts = 0;
    for (int32_t q = 0; q < v->tables->level->player_count; q++) {
        const dmi_rope_formula *own = &payoffs->formula[me], *other = &payoffs->formula[q];
        dmi_rope_formula lead = dmi_rope_formula_minus(*own, *other);
        if (q == me)
            continue;
        bool behind = dmi_rope_formula_high(f, lead) + payoffs->most[me] - payoffs->least[q] <=
                      v->tables->tiny;
        bool ahead =
            dmi_rope_formula_low(f, lead) + payoffs->least[me] - payoffs->most[q] > v->tables->tiny;
        none = none || behind;
        all = all && ahead;
        doubts += !behind && !ahead;
        doubtful = behind || ahead ? doubtful : lead;
    }
    v->all = v->all && all;
    v->none = v->none && none;
    if (all || none || doubts != 1 || !payoffs->sure || !payoffs->only)
        return;
    /* Only the lead over one player is in doubt: bounds for the winning area. */
    double c = doubtful.c + doubtful.r * f->c, a = doubtful.x + doubtful.r * f->x;
    double b = doubtful.y + doubtful.r * f->y;
    double off = 0; /* the largest distance of the formula from its tangent plane */
    for (int i = 0; i < 4; i++) {
        double x = i / 2 ? f->x1 : f->x0, y = i % 2 ? f->y1 : f->y0;
        off = fmax(off, f->corner[i / 2][i % 2] - (f->c + f->x * x + f->y * y));
    }
    off *= fabs(doubtful.r);
    v->strip = true;
    v->least = half_plane_area(f, doubtful.r < 0 ? c - off : c, a, b);
    v->most = half_plane_area(f, doubtful.r < 0 ? c : c + off, a, b);
    assert(v->least >= 0);
}

/* The won, lost and open area of a box. */
static rope_areas decide_box(dmi_rope_tables *tables, const dmi_rope_box *box)
{
    box_verdict v = {.tables = tables, .all = true, .none = true};
    const double area = (box->x1 - box->x0) * (box->y1 - box->y0);
    dmi_rope_box tied = *box;
    int allowed = tables->level->crossings == DM_LINE_CROSSINGS_STOP
                      ? ropes_stop(tables, box, &tied)
                      : dmi_ropes_allowed(tables, box);
    if (allowed < 0)
        return (rope_areas){0, 0, 0};
    if (allowed == 0)
        return (rope_areas){0, 0, area};
    dmi_rope_box_payoffs(tables, &tied, judge_payoffs, &v);
    if (v.all || v.none)
        return v.all ? (rope_areas){area, 0, 0} : (rope_areas){0, area, 0};
    bool same = tied.py == box->py && tied.y0 == box->y0 && tied.y1 == box->y1;
    if (v.strip && same)
        return (rope_areas){v.least, area - v.most, v.most - v.least};
    return (rope_areas){0, 0, area};
}

static void areas_add(rope_areas *sum, rope_areas of, double sign)
{
    sum->won += sign * of.won;
    sum->lost += sign * of.lost;
    sum->open += sign * of.open;
}

static bool count_box(rope_count *c, const dmi_rope_box *box)
{
    /* pairs on one piece count twice, in both orders */
    const double weight =
        box->px == box->py && c->tables->level->crossings != DM_LINE_CROSSINGS_STOP ? 0.5 : 1;
    rope_areas of = decide_box(c->tables, box);
    uint64_t key;
    of = (rope_areas){weight * of.won, weight * of.lost, weight * of.open};
    c->evaluations++;
    areas_add(&c->sum, of, 1);
    if (of.open <= 0)
        return true;
    if (!dmi_reserve(&c->box, &c->capacity, c->used + 1, sizeof *c->box))
        return false;
    memcpy(&key, &of.open, sizeof key); /* positive doubles are ordered like their bits */
    c->box[c->used] = (odds_box){*box, of};
    return dmi_heap_push(&c->heap, UINT64_MAX - key, (uint32_t)c->used++);
}

static double all_of(const rope_count *c)
{
    return fmax(0, c->sum.won) + fmax(0, c->sum.lost) + fmax(0, c->sum.open);
}

static dm_status count_all_boxes(rope_count *c, dm_run *run, dm_error *err)
{
    const dmi_line_network *net = &c->tables->net;
    const bool ordered = c->tables->level->crossings == DM_LINE_CROSSINGS_STOP;
    for (int32_t i = 0; i < net->piece_count; i++)
        for (int32_t j = ordered ? 0 : i; j < net->piece_count; j++) {
            dmi_rope_box box = {.px = i,
                                .py = j,
                                .x1 = (double)net->piece[i].length,
                                .y1 = (double)net->piece[j].length};
            if (box.x1 <= 0 || box.y1 <= 0)
                continue; /* a vertex without edges has no length */
            if (!count_box(c, &box))
                return dmi_no_memory(err);
            if (!dmi_run_go_on(run, 1)) {
                c->sum.open = INFINITY;
                return dmi_stopped(run, err);
            }
        }
    return DM_OK;
}

static dm_status report_odds(const rope_count *c, double epsilon, dm_line_odds *out, dm_error *err)
{
    double all = all_of(c), won = fmax(0, c->sum.won), open = fmax(0, c->sum.open);
    if (!(all > 0))
        return dmi_fail(err, DM_BAD_MOVE, "the level allows no rope");
    if (isinf(open)) { /* stopped before every box was evaluated once */
        won = 0;
        open = all = 1;
    }
    out->low = fmax(0, won / all - 1e-12);
    out->high = fmin(1, (won + open) / all + 1e-12);
    out->decimal = 0.5 * (out->low + out->high);
    out->error = 0.5 * (out->high - out->low);
    out->proven = out->error <= epsilon * 1.01;
    out->fraction = (dm_ratio){llround(out->decimal * 1e9), 1000000000};
    return DM_OK;
}

/* Splits the box with the most open area until that is small.  The text of the bounds is updated
 * rarely, because it takes longer than an evaluation. */
static dm_status refine_boxes(rope_count *c, double epsilon, dm_run *run, dm_error *err)
{
    enum { OFTEN = 128 };
    const int64_t limit =
        c->tables->level->crossings == DM_LINE_CROSSINGS_JOIN ? most_joined : most_evaluations;
    while (c->heap.count > 0 && c->sum.open > 2 * epsilon * all_of(c) && c->evaluations < limit) {
        const odds_box top = c->box[dmi_heap_pop(&c->heap).item];
        dmi_rope_box low, high;
        areas_add(&c->sum, top.of, -1);
        dmi_rope_box_split(&top.box, &low, &high);
        if (!count_box(c, &low) || !count_box(c, &high))
            return dmi_no_memory(err);
        const double all = all_of(c), won = fmax(0, c->sum.won), open = fmax(0, c->sum.open);
        if (c->evaluations % OFTEN < 2)
            snprintf(c->note, sizeof c->note, "%.4g %% to %.4g %% win", 100 * won / all,
                     100 * (won + open) / all);
        if (!dmi_run_report(run, 2, "ropes", (uint64_t)c->evaluations, 0, c->note))
            return dmi_stopped(run, err);
    }
    return DM_OK;
}

dm_status dmi_odds_rope(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                        dm_line_odds *out, dm_error *err)
{
    const double epsilon = ask->epsilon > 0 ? ask->epsilon : 1e-3;
    dmi_rope_tables tables = {0};
    dm_status status = dmi_rope_tables_init(level, ask->player, ask->ties, run, &tables, err);
    if (status != DM_OK)
        return status;
    rope_count c = {.tables = &tables};
    status = count_all_boxes(&c, run, err);
    if (status == DM_OK)
        status = refine_boxes(&c, epsilon, run, err);
    if (status == DM_OK || status == DM_STOPPED) {
        dm_status reported = report_odds(&c, epsilon, out, err);
        status = reported == DM_OK ? status : reported;
    }
    dmi_heap_clear(&c.heap);
    free(c.box);
    dmi_rope_tables_clear(&tables);
    return status;
}
