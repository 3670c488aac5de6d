/* bound.c - bounds of what new sites in some patches take.
 *
 * Take a piece of a rival's cell, its site w, and a new site p.  What p takes of it is where
 *
 *     phi(z) = (p - w) . z - (|p|^2 - |w|^2) / 2  >  0,
 *
 * with coordinates relative to the site s of the chart; for w = s it is divided by t, so that it
 * stays what it should be at t = 0:  phi(z) = (1, m) . z - t (1 + m^2) / 2.  phi is linear in z.
 * Over a patch phi(z) is between its value in the middle -+ the greatest slopes times half the
 * widths.
 *
 *  1. The greatest phi of a patch is convex in z, and the least is concave.  So if a corner a of
 * the piece has h(a) < 0 and the next one h(b) > 0, the piece is not taken from a to where the line
 *     between these values is 0: cutting the piece by such values at its corners gives an area that
 *     is too large; by the least values, one that is too small.
 *  2. The area changes with p as the chord moves, where phi = 0:  its gradient is
 *
 *         length of the chord * (middle of the chord - p) / |p - w|,
 *
 *     so ranges of the ends of the chord give ranges of the slopes, and the area is at most that in
 * the middle of the patch plus the greatest slopes times half the widths.
 *
 *
 * Near t = 0 the chord in a neighbouring cell begins on the edge that it shares with the cell of s.
 * There phi is t times what it is for s, so that its sign, and where the chord begins, follow from
 * that even if t can be 0.
 *
 * Of two new sites p, q the area taken together has the gradient of p alone along that part of the
 * chord of p where phi of q is negative.
 *
 * Cost: O(corners of the pieces).
 */
#include "plane/reply/chart.h"

#include <assert.h>
#include <float.h>
#include <string.h>

enum { LOW, MIDDLE, HIGH };
#define PAD 1e-14 /* rounding of phi, beside the extent of the board */

/* A patch as ranges. */
typedef struct box {
    const dmi_chart *chart;
    dmi_range t, m, length2; /* length2: of (1, m), squared */
    double t_middle, m_middle, t_half, m_half;
} box;

static box box_of(const dmi_atlas *atlas, const dmi_patch *p)
{
    box b = {.chart = atlas->chart + p->chart,
             .t = {p->t0, p->t1},
             .m = {p->m0, p->m1},
             .t_middle = (p->t0 + p->t1) / 2,
             .m_middle = (p->m0 + p->m1) / 2,
             .t_half = (p->t1 - p->t0) / 2,
             .m_half = (p->m1 - p->m0) / 2};
    b.length2 = dmi_square(b.m);
    b.length2.low += 1;
    b.length2.high += 1;
    return b;
}

/* phi at a corner: the middle, and how far the patch may change it. */
static void phi_at(const box *b, dm_point w, bool own, dm_point z, double pad, double *middle,
                   double *half)
{
    double t = b->t_middle, m = b->m_middle, length2 = 1 + m * m;
    /* the slopes: along t, along m */
    dmi_range tm = dmi_multiply(b->t, b->m), side = {z.y - tm.high, z.y - tm.low};
    if (own) {
        *middle = z.x + m * z.y - t * length2 / 2;
        *half = b->length2.high / 2 * b->t_half + dmi_most(side) * b->m_half + pad;
        return;
    }
    dmi_range along = dmi_scale(b->m, z.y);
    dmi_range away = dmi_multiply(b->t, b->length2);
    along = (dmi_range){z.x + along.low - away.high, z.x + along.high - away.low};
    *middle = (t - w.x) * z.x + (t * m - w.y) * z.y - (t * t * length2 - w.x * w.x - w.y * w.y) / 2;
    *half = dmi_most(along) * b->t_half + b->t.high * dmi_most(side) * b->m_half + pad;
}

/* phi at a corner that is as near to s as to w: t times that for s, whose sign does not depend on
 * t. */
static void shared_values(const box *b, double middle, double half, double *const value[3],
                          int32_t i)
{
    double low = middle - half, high = middle + half, least = fmax(b->t.low, DBL_MIN);
    value[LOW][i] = low * (low > 0 ? least : b->t.high);
    value[MIDDLE][i] = middle * b->t_middle;
    value[HIGH][i] = high * (high > 0 ? fmax(b->t.high, least) : least);
}

/* The values at the corners of a piece for new site q; tells whether all or no land of it is taken
 * for certain. */
static void fill_values(const dmi_atlas *a, const box *b, const dmi_land_piece *piece, int q,
                        bool *all, bool *none)
{
    bool own = piece->site == b->chart->site;
    double extent = a->land->extent, *const *value = a->value[q];
    *all = *none = true;
    for (int32_t i = 0; i < piece->count; i++) {
        bool is_shared = b->chart->is_shared[piece->first + i];
        double middle, half;
        phi_at(b, b->chart->rival[piece->site], own || is_shared,
               b->chart->corner[piece->first + i], PAD * extent * (own || is_shared ? 1 : extent),
               &middle, &half);
        if (is_shared) {
            a->own[q][0][i] = middle - half;
            a->own[q][1][i] = middle + half;
            shared_values(b, middle, half, value, i);
        } else {
            value[LOW][i] = middle - half;
            value[MIDDLE][i] = middle;
            value[HIGH][i] = middle + half;
        }
        *all &= value[LOW][i] >= 0;
        *none &= value[HIGH][i] <= 0;
    }
}

/* Cuts the polygon to where `by` is positive, which is linear along its edges; `other` goes along.
 * Returns the number of corners. */
static int32_t cut(const dm_point *at, const double *by, const double *other, int32_t count,
                   dm_point *to, double *other_to)
{
    int32_t made = 0;
    for (int32_t i = 0, j = count - 1; i < count; j = i++) {
        if ((by[j] > 0) != (by[i] > 0)) {
            double part = by[j] / (by[j] - by[i]);
            if (other)
                other_to[made] = other[j] + part * (other[i] - other[j]);
            to[made++] = (dm_point){at[j].x + part * (at[i].x - at[j].x),
                                    at[j].y + part * (at[i].y - at[j].y)};
        }
        if (by[i] > 0) {
            if (other)
                other_to[made] = other[i];
            to[made++] = at[i];
        }
    }
    return made;
}

static double polygon_area(const dm_point *at, int32_t count)
{
    double sum = 0;
    for (int32_t i = 1; i + 1 < count; i++)
        sum += (at[i].x - at[0].x) * (at[i + 1].y - at[0].y) -
               (at[i + 1].x - at[0].x) * (at[i].y - at[0].y);
    return sum / 2;
}

/* The area of the piece where the values of new site `q` are positive. */
static double area_of(const dmi_atlas *a, const dmi_land_piece *piece, int q, int which)
{
    const dm_point *at = a->land->land.corner + piece->first;
    return polygon_area(a->point[0],
                        cut(at, a->value[q][which], NULL, piece->count, a->point[0], NULL));
}

/* .. where those of both are. */
static double area_of_both(const dmi_atlas *a, const dmi_land_piece *piece, int which)
{
    const dm_point *at = a->land->land.corner + piece->first;
    int32_t count =
        cut(at, a->value[0][which], a->value[1][which], piece->count, a->point[0], a->mark[0]);
    count = cut(a->point[0], a->mark[0], NULL, count, a->point[1], NULL);
    return polygon_area(a->point[1], count);
}

/* One end of a chord: where it can be, and the other new site's phi there. */
typedef struct chord_end {
    dmi_range x, y, other;
    bool exists;
} chord_end;

static double along(double a, double b, double part)
{
    return a + part * (b - a);
}

static void join_end(const dmi_atlas *a, const box *b, const dmi_land_piece *piece, int32_t i,
                     int32_t j, double part0, double part1, int other, chord_end *end)
{
    dm_point p = b->chart->corner[piece->first + i], q = b->chart->corner[piece->first + j];
    dmi_range x = dmi_range_of(along(p.x, q.x, part0), along(p.x, q.x, part1));
    dmi_range y = dmi_range_of(along(p.y, q.y, part0), along(p.y, q.y, part1));
    dmi_range phi = {0, 0};
    if (other >= 0) {
        const double *low = a->value[other][LOW], *high = a->value[other][HIGH];
        phi.low = fmin(along(low[i], low[j], part0), along(low[i], low[j], part1));
        phi.high = fmax(along(high[i], high[j], part0), along(high[i], high[j], part1));
    }
    *end = end->exists ? (chord_end){dmi_join(end->x, x), dmi_join(end->y, y),
                                     dmi_join(end->other, phi), true}
                       : (chord_end){x, y, phi, true};
}

/* Where the chord of new site q enters the land it takes and leaves it, in the order of corners. */
static void find_ends(const dmi_atlas *a, const box *b, const dmi_land_piece *piece, int q,
                      int other, chord_end *enter, chord_end *leave)
{
    const bool *is_shared = b->chart->is_shared + piece->first;
    enter->exists = leave->exists = false;
    for (int32_t i = piece->count - 1, j = 0; j < piece->count; i = j++) {
        /* along an edge that is shared the crossing is that of s */
        bool shared = is_shared[i] && is_shared[j];
        const double *low = shared ? a->own[q][0] : a->value[q][LOW];
        const double *high = shared ? a->own[q][1] : a->value[q][HIGH];
        for (int way = 0; way < 2; way++) {
            /* the values before and after the crossing, as distances from 0 */
            double before_most = way == 0 ? -low[i] : high[i],
                   before_least = way == 0 ? -high[i] : low[i];
            double after_most = way == 0 ? high[j] : -low[j],
                   after_least = way == 0 ? low[j] : -high[j];
            if (before_most < 0 || after_most < 0)
                continue;
            before_least = fmax(before_least, 0);
            after_least = fmax(after_least, 0);
            double least = before_least + after_most, most = before_most + after_least;
            double part0 = least > 0 ? before_least / least : 0,
                   part1 = most > 0 ? before_most / most : 1;
            join_end(a, b, piece, i, j, part0, part1, other, way == 0 ? enter : leave);
        }
    }
}

/* Which part of a chord is left by the other new site: begins and ends, as parts of its length. */
static void find_part(dmi_range e, dmi_range l, dmi_range *from, dmi_range *to)
{
    *from = (dmi_range){0, 0};
    *to = (dmi_range){1, 1};
    if (e.high <= 0 && l.high <= 0)
        return;
    if (e.low >= 0 && l.low >= 0) {
        *to = *from;          /* nothing */
    } else if (l.high <= 0) { /* the beginning may be taken */
        from->low = e.low > 0 ? e.low / (e.low - l.low) : 0;
        from->high = e.high > 0 ? e.high / (e.high - l.high) : 0;
    } else if (e.high <= 0) { /* the end may be */
        to->low = l.high > 0 ? e.high / (e.high - l.high) : 1;
        to->high = l.low > 0 ? e.low / (e.low - l.low) : 1;
    } else if (l.low >= 0) {
        to->low = 0;
        to->high = e.low < 0 ? e.low / (e.low - l.low) : 0;
    } else if (e.low >= 0) {
        from->low = e.low / (e.low - l.low);
        from->high = 1;
    } else {
        *from = *to = (dmi_range){0, 1};
    }
}

/* The distance between two places. */
static dmi_range distance_of(dmi_range dx, dmi_range dy)
{
    dmi_range a = dmi_square(dx), b = dmi_square(dy);
    return (dmi_range){sqrt(a.low + b.low), sqrt(a.high + b.high)};
}

/* Adds the slopes of what new site q takes of the piece; `other` is the other new site or -1. */
static void add_slopes(const dmi_atlas *a, const box *b, const dmi_land_piece *piece, int q,
                       int other, bool may_miss, dmi_range slope[2])
{
    chord_end enter, leave;
    dmi_range from = {0, 0}, to = {1, 1};
    find_ends(a, b, piece, q, other, &enter, &leave);
    if (!enter.exists || !leave.exists)
        return;
    if (other >= 0)
        find_part(enter.other, leave.other, &from, &to);
    dmi_range dx = dmi_subtract(leave.x, enter.x), dy = dmi_subtract(leave.y, enter.y);
    dmi_range part = dmi_subtract(to, from);
    part.low = fmax(part.low, 0);
    dmi_range length = dmi_multiply(distance_of(dx, dy), part);
    if (may_miss)
        length.low = 0;
    dmi_range where = dmi_scale(dmi_add(from, to), 0.5);
    dmi_range tm = dmi_multiply(b->t, b->m);
    dmi_range up = dmi_subtract(dmi_add(enter.y, dmi_multiply(where, dy)), tm);
    dmi_range slope_t, slope_m;
    if (piece->site == b->chart->site) {
        dmi_range v = {sqrt(b->length2.low), sqrt(b->length2.high)};
        slope_t = dmi_scale(dmi_multiply(length, v), -0.5);
        slope_m = dmi_multiply(dmi_multiply(length, up), (dmi_range){1 / v.high, 1 / v.low});
    } else {
        dm_point w = b->chart->rival[piece->site];
        dmi_range away = distance_of((dmi_range){b->t.low - w.x, b->t.high - w.x},
                                     (dmi_range){tm.low - w.y, tm.high - w.y});
        dmi_range right = dmi_subtract(dmi_add(enter.x, dmi_multiply(where, dx)), b->t);
        dmi_range weight = {length.low / away.high,
                            away.low > 0 ? length.high / away.low : INFINITY};
        if (!(away.low > 0)) {
            slope[0] = slope[1] = (dmi_range){-INFINITY, INFINITY};
            return;
        }
        slope_t = dmi_multiply(weight, dmi_add(right, dmi_multiply(b->m, up)));
        slope_m = dmi_multiply(b->t, dmi_multiply(weight, up));
    }
    slope[0] = dmi_add(slope[0], slope_t);
    slope[1] = dmi_add(slope[1], slope_m);
}

/* Whether the chord may miss the piece: no corner is taken, or none is left, for certain. */
static bool may_miss(const dmi_atlas *a, const dmi_land_piece *piece, int q)
{
    bool taken = false, left = false;
    for (int32_t i = 0; i < piece->count; i++) {
        taken |= a->value[q][LOW][i] > 0;
        left |= a->value[q][HIGH][i] < 0;
    }
    return !taken || !left;
}

/* Adds what new sites take of a piece that they may take in part. */
static void add_piece(const dmi_atlas *a, const box *b, int count, const bool *none,
                      const dmi_land_piece *piece, double *upper, dmi_bound *out)
{
    double most = 0;
    bool both = count == 2 && !none[0] && !none[1];
    for (int q = 0; q < count; q++) {
        if (none[q])
            continue;
        most += area_of(a, piece, q, HIGH);
        out->middle += area_of(a, piece, q, MIDDLE);
        add_slopes(a, b + q, piece, q, both ? 1 - q : -1, may_miss(a, piece, q), out->slope[q]);
    }
    if (both) {
        most -= area_of_both(a, piece, LOW);
        out->middle -= area_of_both(a, piece, MIDDLE);
    }
    *upper += fmin(most, piece->area);
}

void dmi_bound_find(const dmi_atlas *atlas, const dmi_patch *const *patch, int count,
                    const dmi_taken *from, dmi_taken *to, dmi_bound *out)
{
    const dmi_land *land = atlas->land;
    box b[2];
    double sure = from->sure, upper = 0;
    int32_t kept = 0;
    memset(out, 0, sizeof *out);
    for (int q = 0; q < count; q++)
        b[q] = box_of(atlas, patch[q]);
    for (int32_t k = 0; k < from->count; k++) {
        const dmi_land_piece *piece = land->land.piece + from->piece[k];
        bool all[2] = {false, false}, none[2] = {true, true};
        for (int q = 0; q < count; q++)
            fill_values(atlas, b + q, piece, q, &all[q], &none[q]);
        if (all[0] || all[1]) {
            sure += piece->area;
        } else if (!none[0] || !none[1]) {
            to->piece[kept++] = from->piece[k];
            add_piece(atlas, b, count, none, piece, &upper, out);
        }
    }
    to->sure = sure;
    to->count = kept;
    out->middle += sure;
    out->error = 1e-12 * land->extent * land->extent;
    double change = out->error;
    for (int q = 0; q < count; q++) {
        for (int k = 0; k < 2; k++)
            out->slope[q][k] = dmi_widen(out->slope[q][k], 1e-10 * land->extent);
        change += b[q].t_half > 0 ? dmi_most(out->slope[q][0]) * b[q].t_half : 0;
        change += dmi_most(out->slope[q][1]) * b[q].m_half;
    }
    out->upper =
        fmin(sure + upper + out->error, isfinite(change) ? out->middle + change : INFINITY);
}
