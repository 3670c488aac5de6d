/* rope_routes.c - the routes by which vertices and the ends of a box's ropes may be reached first.
 *
 * Without the rope a vertex is reached as before, or from the new site over either end of its
 * piece. An end x of the rope is reached over the ends of its piece, unless a cut lies between, and
 * from a new site on the same piece.  Then come the routes over the rope.
 */
#include "lines/rope/rope_box_payoffs.h"

#include "lines/level/rope_geometry.h"
#include <assert.h>
#include <math.h>
#include <stddef.h>

typedef dmi_rope_evaluation rope_evaluation;

dmi_rope_formula dmi_rope_formula_plus(dmi_rope_formula a, dmi_rope_formula b)
{
    return (dmi_rope_formula){a.c + b.c, a.x + b.x, a.y + b.y, a.r + b.r, a.t + b.t};
}

dmi_rope_formula dmi_rope_formula_minus(dmi_rope_formula a, dmi_rope_formula b)
{
    return (dmi_rope_formula){a.c - b.c, a.x - b.x, a.y - b.y, a.r - b.r, a.t - b.t};
}

static bool same_formula(dmi_rope_formula a, dmi_rope_formula b)
{
    return a.c == b.c && a.x == b.x && a.y == b.y && a.r == b.r && a.t == b.t;
}

static const dmi_rope_formula rope_form = {.r = 1};

dmi_rope_formula dmi_rope_with_constants(const rope_evaluation *l, dmi_rope_formula f)
{
    const dmi_rope_box *box = l->box;
    if (l->one) {
        f.c += f.r * l->payoffs->lengths.corner[0][0];
        f.r = 0;
    } else if (l->is_flat) {
        f.x += f.r * box->xy * l->slope;
        f.y -= f.r * box->xy * l->slope;
        f.r = 0;
    }
    if (box->x0 == box->x1) {
        f.c += f.x * box->x0;
        f.x = 0;
    }
    if (box->y0 == box->y1) {
        f.c += f.y * box->y0;
        f.y = 0;
    }
    if (box->t0 == box->t1) {
        f.c += f.t * box->t0;
        f.t = 0;
    }
    return f;
}

static void add_route(const rope_evaluation *l, dmi_rope_routes *routes, dmi_rope_formula formula,
                      uint64_t players)
{
    assert(routes->count < DMI_MOST_ROUTES);
    if (!(formula.c < INFINITY))
        return;
    formula = dmi_rope_with_constants(l, formula);
    for (int32_t i = 0; i < routes->count; i++)
        if (same_formula(routes->formula[i], formula)) {
            routes->players[i] |= players;
            return;
        }
    routes->formula[routes->count] = formula;
    routes->players[routes->count++] = players;
}

/* Drops routes that are never ahead of the one that is first in the middle of the box. */
static void drop_behind(const rope_evaluation *l, dmi_rope_routes *routes)
{
    const dmi_rope_lengths *lengths = &l->payoffs->lengths;
    const double xm = 0.5 * (lengths->x0 + lengths->x1), ym = 0.5 * (lengths->y0 + lengths->y1);
    const double rm = lengths->c + lengths->x * xm + lengths->y * ym;
    const double tm = 0.5 * (lengths->t0 + lengths->t1);
    int32_t best = 0, kept = 0;
    double least = INFINITY;
    if (routes->count < 2)
        return;
    for (int32_t i = 0; i < routes->count; i++) {
        const dmi_rope_formula *f = &routes->formula[i];
        double value = f->c + f->x * xm + f->y * ym + f->r * rm + f->t * tm;
        best = value < least ? i : best;
        least = fmin(value, least);
    }
    const dmi_rope_formula first = routes->formula[best];
    const uint64_t players = routes->players[best];
    uint64_t tied = players;
    if (l->one) { /* a single rope: the first route, with all players that arrive then */
        for (int32_t i = 0; i < routes->count; i++)
            if (routes->formula[i].c <= first.c + l->tie)
                tied |= routes->players[i];
        routes->count = 1;
        routes->formula[0] = first;
        routes->players[0] = tied;
        return;
    }
    for (int32_t i = 0; i < routes->count; i++) {
        dmi_rope_formula lead = dmi_rope_formula_minus(first, routes->formula[i]);
        double ahead = dmi_rope_formula_high(lengths, lead), tiny = l->tables->tiny;
        if (i != best && ahead <= (routes->players[i] == players ? tiny : -tiny))
            continue;
        if (ahead <= tiny && dmi_rope_formula_low(lengths, lead) >= -tiny)
            tied |= routes->players[i];
        routes->formula[kept] = routes->formula[i];
        routes->players[kept++] = routes->players[i];
    }
    assert(kept > 0);
    routes->count = kept;
    /* For every route of an opponent, that all opponents arrive then: nobody gets what they tie
     * for, or each a part. */
    const uint64_t me = UINT64_C(1) << l->tables->me;
    for (int32_t i = 0; l->tables->with_ties && i < kept; i++) {
        uint64_t others = routes->players[i];
        for (int32_t k = 0; k < kept; k++)
            others |= k != i && !(routes->players[k] & me) ? routes->players[k] : 0;
        if ((routes->players[i] & me) || others == routes->players[i])
            continue;
        routes->formula[routes->count] = routes->formula[i];
        routes->players[routes->count++] = others;
    }
    if (tied != players) { /* a rope in line with edges: all at the same time, but for rounding */
        routes->formula[routes->count] = first;
        routes->players[routes->count++] = tied;
    }
}

dmi_rope_formula dmi_rope_from_a(bool is_x, double c)
{
    return (dmi_rope_formula){.c = c, .x = is_x, .y = !is_x};
}

static dmi_rope_formula from_b(bool is_x, double c, double length)
{
    return (dmi_rope_formula){.c = c + length, .x = -(double)is_x, .y = -(double)!is_x};
}

/* The order of an end of the rope and the other move's place, if they share a piece. */
static int order_with_t(const rope_evaluation *l, bool is_x)
{
    return is_x ? l->box->xt : l->box->yt;
}

/* Whether a cut separates an end of the rope from the end a of its piece, or from the end b. */
static bool is_cut_off(const rope_evaluation *l, bool is_x, bool from_end_a)
{
    return l->box->with == DMI_ROPE_WITH_CUT && (is_x ? l->box->px : l->box->py) == l->box->pt &&
           (order_with_t(l, is_x) > 0) == from_end_a;
}

/* No other route over a site is first, however near its start is; times alone do not decide that if
 * the distance may be 0. */
static bool has_site(const dmi_rope_tables *tables, int32_t v)
{
    return tables->when[v] == 0;
}

/* The routes to vertex z, plus `more`, without the rope. */
static void add_without_rope(const rope_evaluation *l, dmi_rope_routes *out, int32_t z,
                             dmi_rope_formula more)
{
    const dmi_rope_tables *tables = l->tables;
    const double *way = tables->way + (size_t)z * (size_t)tables->n;
    add_route(l, out, dmi_rope_formula_plus((dmi_rope_formula){.c = tables->when[z]}, more),
              tables->who[z]);
    if (l->box->with != DMI_ROPE_WITH_SITE || has_site(tables, z))
        return;
    const dmi_piece *piece = &tables->net.piece[l->box->pt];
    const dmi_rope_formula over_a = {.c = way[piece->a], .t = 1};
    const dmi_rope_formula over_b = {.c = way[piece->b] + (double)piece->length, .t = -1};
    if (!has_site(tables, piece->a))
        add_route(l, out, dmi_rope_formula_plus(over_a, more), UINT64_C(1) << tables->me);
    if (!has_site(tables, piece->b))
        add_route(l, out, dmi_rope_formula_plus(over_b, more), UINT64_C(1) << tables->me);
}

void dmi_rope_find_end_routes(const rope_evaluation *l, bool is_x, dmi_rope_routes *out)
{
    const dmi_rope_tables *tables = l->tables;
    const int32_t number = is_x ? l->box->px : l->box->py;
    const dmi_piece *piece = &tables->net.piece[number];
    out->count = 0;
    if (!is_cut_off(l, is_x, true))
        add_without_rope(l, out, piece->a, dmi_rope_from_a(is_x, 0));
    if (!is_cut_off(l, is_x, false))
        add_without_rope(l, out, piece->b, from_b(is_x, 0, (double)piece->length));
    if (l->box->with == DMI_ROPE_WITH_SITE && number == l->box->pt) {
        const double sign = order_with_t(l, is_x) < 0 ? -1 : 1; /* of end - t */
        add_route(l, out,
                  (dmi_rope_formula){.x = is_x ? sign : 0, .y = is_x ? 0 : sign, .t = -sign},
                  UINT64_C(1) << tables->me);
    }
    drop_behind(l, out);
}

/* The way from the new site on the rope to one of the rope's ends. */
static dmi_rope_formula from_site_to(bool is_x)
{
    return (dmi_rope_formula){.t = is_x ? 1 : -1, .r = is_x ? 0 : 1};
}

/* Adds the routes to z over the rope that leave it at x or y. */
static void add_over(const rope_evaluation *l, dmi_rope_routes *routes, bool leave_x, int32_t z)
{
    const dmi_rope_tables *tables = l->tables;
    const dmi_piece *piece = &tables->net.piece[leave_x ? l->box->px : l->box->py];
    const dmi_rope_routes *start = leave_x ? &l->y : &l->x;
    const double *way = tables->way + (size_t)z * (size_t)tables->n;
    for (int k = 0; k < 2; k++) {
        dmi_rope_formula last = k == 0 ? dmi_rope_from_a(leave_x, way[piece->a])
                                       : from_b(leave_x, way[piece->b], (double)piece->length);
        dmi_rope_formula rope = dmi_rope_formula_plus(rope_form, last);
        if (is_cut_off(l, leave_x, k == 0) || has_site(tables, k == 0 ? piece->a : piece->b))
            continue;
        for (int32_t i = 0; i < start->count; i++)
            add_route(l, routes, dmi_rope_formula_plus(start->formula[i], rope), start->players[i]);
        if (l->box->with == DMI_ROPE_SITE_ON_ROPE)
            add_route(l, routes, dmi_rope_formula_plus(from_site_to(leave_x), last),
                      UINT64_C(1) << tables->me);
    }
}

/* The routes to an end of the rope, with the rope. */
static void find_final_end_routes(const rope_evaluation *l, bool is_x, dmi_rope_routes *routes)
{
    const dmi_rope_tables *tables = l->tables;
    const dmi_rope_routes *from = is_x ? &l->y : &l->x;
    const dmi_piece *own = &tables->net.piece[is_x ? l->box->px : l->box->py];
    const dmi_piece *other = &tables->net.piece[is_x ? l->box->py : l->box->px];
    const uint64_t me = UINT64_C(1) << tables->me;
    const dmi_rope_formula start = from_site_to(!is_x);
    *routes = is_x ? l->x : l->y;
    if (l->box->with == DMI_ROPE_CUT_ON_ROPE)
        return;
    for (int32_t i = 0; i < from->count; i++)
        add_route(l, routes, dmi_rope_formula_plus(from->formula[i], rope_form), from->players[i]);
    if (l->box->with != DMI_ROPE_SITE_ON_ROPE) {
        drop_behind(l, routes);
        return;
    }
    /* From the new site on the rope: along the rope, or over its other end and the network, where
     * edges may be shorter than straight. */
    add_route(l, routes, from_site_to(is_x), me);
    for (int k = 0; k < 4; k++) {
        const double *way = tables->way + (size_t)(k / 2 ? other->b : other->a) * (size_t)tables->n;
        dmi_rope_formula leave =
            k / 2 ? from_b(!is_x, 0, (double)other->length) : dmi_rope_from_a(!is_x, 0);
        if (has_site(tables, k / 2 ? other->b : other->a) ||
            has_site(tables, k % 2 ? own->b : own->a))
            continue;
        dmi_rope_formula arrive = k % 2 ? from_b(is_x, way[own->b], (double)own->length)
                                        : dmi_rope_from_a(is_x, way[own->a]);
        add_route(l, routes, dmi_rope_formula_plus(start, dmi_rope_formula_plus(leave, arrive)),
                  me);
    }
    if (own == other) {
        const double sign = l->box->xy; /* of x - y */
        add_route(l, routes,
                  dmi_rope_formula_plus(start, (dmi_rope_formula){.x = sign, .y = -sign}), me);
    }
    drop_behind(l, routes);
}

void dmi_rope_find_all_routes(rope_evaluation *l)
{
    const dmi_rope_tables *tables = l->tables;
    for (int32_t z = 0; z < tables->n; z++) {
        dmi_rope_routes *routes = &l->routes[z];
        routes->count = 0;
        add_without_rope(l, routes, z, (dmi_rope_formula){0});
        if (l->box->with != DMI_ROPE_CUT_ON_ROPE && !has_site(tables, z)) {
            add_over(l, routes, true, z);
            add_over(l, routes, false, z);
        }
        drop_behind(l, routes);
    }
    find_final_end_routes(l, true, &l->routes[tables->n]);
    find_final_end_routes(l, false, &l->routes[tables->n + 1]);
    dmi_rope_routes *site = &l->routes[tables->n + 2]; /* the new one */
    site->count = 1;
    site->formula[0] = (dmi_rope_formula){0};
    site->players[0] = UINT64_C(1) << tables->me;
    for (int32_t v = 0; v < tables->n + 3; v++)
        l->at[v] = &l->routes[v];
}

void dmi_rope_evaluation_init(rope_evaluation *l)
{
    const dmi_rope_box *box = l->box;
    const double length = (double)l->tables->net.piece[box->px].length;
    dmi_rope_lengths_of(l->tables, box, &l->payoffs->lengths);
    /* If both ends lie on one piece in a known order, the rope's length is linear: so much per unit
     * of the piece. */
    l->is_flat = box->px == box->py && box->xy != 0;
    l->slope = !l->is_flat || length <= 0
                   ? 0
                   : dmi_point_distance(dmi_rope_tables_point(l->tables, box->px, 0),
                                        dmi_rope_tables_point(l->tables, box->px, length)) *
                         l->tables->unit / length;
    l->payoffs->only = true;
    l->payoffs->limit_count = 0;
}
