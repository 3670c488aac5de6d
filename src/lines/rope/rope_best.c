/* rope_best.c - the best rope, or the supremum and a rope near it.
 *
 * Ropes between and from vertices are searched first, with more precision than asked for, because
 * most best ropes begin at an own site; then all others, with the precision asked for.  If those
 * contain a better one, its two ends are improved in turn.  The bound of the search is proven: no
 * rope is better by more than `error`.
 *
 * The supremum is attained if the rope at that place, with all players that arrive at the same time
 * treated by the tie rule, has that value.
 *
 * A stopping rope ends at the first edge it meets, so it is a rope that crosses nothing, and the
 * best one is the same as if crossings were forbidden.
 */
#include "base/base.h"
#include "lines/level/ratio.h"
#include "lines/level/rope_geometry.h"
#include "lines/rope/rope_branch_and_bound.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double vertex_precision =
    1e-12; /* precision of the search from vertices, relative to the level */
static const int64_t most_evaluations = 1000000; /* of the search for all others */
static const int64_t most_joined = 200000;       /* the same if ropes join edges: each costs more */

/* A vertex as an end of a piece. */
static bool vertex_box(const dmi_rope_tables *tables, int32_t v, int32_t *piece, double *at)
{
    for (int32_t i = 0; i < tables->net.piece_count; i++) {
        const dmi_piece *p = &tables->net.piece[i];
        if (p->a != v && p->b != v)
            continue;
        *piece = i;
        *at = p->a == v ? 0 : (double)p->length;
        return true;
    }
    return false;
}

typedef struct rope_roots {
    dmi_rope_box *box;
    size_t count, capacity;
} rope_roots;

static bool rope_roots_add(rope_roots *r, dmi_rope_box box)
{
    if (!dmi_reserve(&r->box, &r->capacity, r->count + 1, sizeof *r->box))
        return false;
    r->box[r->count++] = box;
    return true;
}

/* Adds all ropes from one point, to vertices and to pieces. */
static bool roots_add_from(const dmi_rope_tables *tables, rope_roots *r, int32_t piece, double at,
                           int32_t first)
{
    bool fits = true;
    int32_t other;
    double end;
    for (int32_t v = first; fits && v < tables->n; v++)
        if (vertex_box(tables, v, &other, &end))
            fits = rope_roots_add(r, dmi_one_rope(piece, at, other, end));
    for (int32_t i = 0; fits && i < tables->net.piece_count; i++)
        fits = rope_roots_add(r, (dmi_rope_box){.px = piece,
                                                .py = i,
                                                .x0 = at,
                                                .x1 = at,
                                                .y1 = (double)tables->net.piece[i].length});
    return fits;
}

static dm_status search_in(dmi_rope_search *search, rope_roots *r, bool fits, double slack,
                           dm_run *run, dm_error *err)
{
    dm_status status = fits ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_rope_search_boxes(search, r->box, r->count, slack,
                                       search->tables->level->crossings == DM_LINE_CROSSINGS_JOIN
                                           ? most_joined
                                           : most_evaluations,
                                       run, err);
    free(r->box);
    *r = (rope_roots){0};
    return status;
}

/* Improves the best rope along its two ends in turn as long as that helps. */
static dm_status polish_best(dmi_rope_search *search, dm_run *run, dm_error *err)
{
    const dmi_rope_tables *tables = search->tables;
    const double bound = search->bound, slack = vertex_precision * tables->far;
    dm_status status = DM_OK;
    dmi_rope_search_climb(search, run);
    for (int round = 0; status == DM_OK && search->count > 0 && round < 8; round++) {
        const dmi_rope_candidate best = search->candidate[0];
        rope_roots r = {0};
        bool fits = roots_add_from(tables, &r, best.at.px, best.at.x0, tables->n) &&
                    roots_add_from(tables, &r, best.at.py, best.at.y0, tables->n);
        status = search_in(search, &r, fits, slack, run, err);
        if (search->candidate[0].score <= best.score + slack)
            break;
    }
    search->bound =
        fmax(bound, search->candidate[0].score); /* the bound of all other ropes stays */
    return status;
}

/* Whether the rope nearly touches a vertex, which limits it. */
static bool nearly_touches(const dmi_rope_tables *tables, const dmi_rope_box *at)
{
    const double near = 1e-8 * tables->far / tables->unit;
    dm_point p = dmi_rope_tables_point(tables, at->px, at->x0),
             q = dmi_rope_tables_point(tables, at->py, at->y0);
    double length = dmi_point_distance(p, q);
    for (int32_t v = 0; tables->level->crossings != DM_LINE_CROSSINGS_PASS && v < tables->n; v++) {
        dm_point z = tables->point[v];
        double t = ((z.x - p.x) * (q.x - p.x) + (z.y - p.y) * (q.y - p.y)) / (length * length);
        dm_point foot = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        if (dmi_point_distance(z, foot) < near && t * length > near && (1 - t) * length > near)
            return true;
    }
    return false;
}

bool dmi_rope_place(const dmi_rope_tables *tables, int32_t number, double x, int64_t grain,
                    dm_line_place *out)
{
    const dmi_piece *piece = &tables->net.piece[number];
    const double length = (double)piece->length;
    if (x <= 0 || x >= length) {
        int32_t v = x <= 0 ? piece->a : piece->b;
        if (v < tables->level->vertex_count) {
            *out = (dm_line_place){v, -1, {0, 1}};
            return true;
        }
    }
    const dm_ratio whole = tables->level->edges[piece->edge].length;
    const dmi_wide units = (dmi_wide)tables->net.unit / whole.den * whole.num;
    *out = (dm_line_place){-1, piece->edge, {0, 1}};
    if (x <= 0 || x >= length)
        return dmi_ratio_make(piece->offset + (x <= 0 ? 0 : piece->length), units, &out->at);
    double way = round(((double)piece->offset + x) / tables->unit * (double)grain);
    double most = (double)whole.num / (double)whole.den * (double)grain;
    return way > 0 && way < most && most < 0x1p62 &&
           dmi_ratio_make((dmi_wide)way * whole.den, (dmi_wide)grain * whole.num, &out->at);
}

typedef struct rope_try {
    const dm_level *level;
    const dm_line_ask *ask;
    dm_line_best *out;
    int64_t grain;
    bool any;
} rope_try;

/* Adds the rope to the level and keeps it if it is better than those before. */
static dm_status try_move(rope_try *t, const dmi_rope_tables *tables, dmi_rope_box at,
                          dm_error *err)
{
    dm_line_move move = {.op = DM_LINE_ROPE, .length = {0, 1}, .site = -1};
    dm_level *after = NULL;
    dm_line_standing standing;
    if (!dmi_rope_place(tables, at.px, at.x0, t->grain, &move.place) ||
        !dmi_rope_place(tables, at.py, at.y0, t->grain, &move.to))
        return DM_OK;
    dm_status status = dm_level_apply(t->level, &move, t->ask->player, &after, err);
    if (status == DM_OK)
        status = dmi_level_standing(after, t->ask, &standing, err);
    if (status == DM_OK &&
        (!t->any || dm_line_compare(&standing, &t->out->after, t->ask->objective) > 0)) {
        t->any = true;
        t->out->after = standing;
        status = dmi_line_best_set_move(t->out, &move, err);
    }
    dm_level_free(after);
    return status == DM_NO_MEMORY ? status : DM_OK;
}

static double clamp_place(double at, double length)
{
    return fmin(length, fmax(0, at));
}

/* Tries ropes with one end a step beside its place and the other at its best place then: for ropes
 * that must pass close to a vertex. */
static dm_status try_beside(rope_try *t, const dmi_rope_search *search, const dmi_rope_box *at,
                            dm_error *err)
{
    const dmi_rope_tables *tables = search->tables;
    const double x_end = (double)tables->net.piece[at->px].length;
    const double y_end = (double)tables->net.piece[at->py].length;
    dm_status status = DM_OK;
    for (int i = 0; status == DM_OK && i < 4 * 6; i++) {
        double step = pow(10, i / 4 - 7) * tables->unit, side = i % 2 ? step : -step;
        dmi_rope_box box = *at;
        box.xy = 0;
        if (i / 2 % 2) {
            box.x0 = box.x1 = clamp_place(at->x0 + side, x_end);
            box.y0 = clamp_place(at->y0 - 100 * step, y_end);
            box.y1 = clamp_place(at->y0 + 100 * step, y_end);
        } else {
            box.y0 = box.y1 = clamp_place(at->y0 + side, y_end);
            box.x0 = clamp_place(at->x0 - 100 * step, x_end);
            box.x1 = clamp_place(at->x0 + 100 * step, x_end);
        }
        dmi_rope_search near = {.tables = search->tables,
                                .objective = search->objective,
                                .bound = -INFINITY,
                                .floor = -INFINITY};
        status = dmi_rope_search_boxes(&near, &box, 1, 1e-3 * step, 1000, NULL, err);
        if (status == DM_OK && near.count > 0)
            status = try_move(t, tables, near.candidate[0].at, err);
    }
    return status;
}

/* Whether the rope falls short of the supremum by more than rounding. */
static bool is_short_of_supremum(const rope_try *t, const dmi_rope_candidate *supremum, double unit)
{
    const bool payoff = t->ask->objective == DM_LINE_PAYOFF;
    const dm_ratio given = payoff ? t->out->after.payoff : t->out->after.margin;
    return !t->any || (double)given.num / (double)given.den <
                          (payoff ? supremum->payoff : supremum->margin) / unit - 1e-5;
}

static dm_status report_best(dmi_rope_search *search, const dm_level *level, const dm_line_ask *ask,
                             double epsilon, dm_line_best *out, dm_error *err)
{
    const dmi_rope_tables *tables = search->tables;
    int32_t chosen = 0;
    out->candidates = search->evaluations;
    for (int32_t i = 0; i < search->count && !out->attained; i++) {
        const dmi_rope_candidate *c = &search->candidate[i];
        double payoff[DM_MAX_LINE_PLAYERS] = {0};
        dmi_rope_candidate there;
        dmi_rope_payoffs payoffs;
        dmi_single_rope_payoffs(search->tables, &c->at, 1e-9 * tables->far, &payoffs);
        for (int32_t p = 0; p < tables->level->player_count; p++)
            payoff[p] = payoffs.formula[p].c;
        dmi_rope_search_score(search, payoff, &there);
        out->attained =
            there.score >= c->score - 1e-8 * tables->far && !nearly_touches(tables, &c->at);
        chosen = out->attained ? i : 0;
    }
    const dmi_rope_candidate *best = &search->candidate[chosen];
    rope_try t = {level, ask, out, 1000000000, false};
    dm_status status = DM_OK;
    assert(search->count > 0 && search->bound >= best->score - tables->tiny);
    for (; status == DM_OK && !t.any && t.grain >= 1000; t.grain /= 1000) {
        /* Tries ropes around a candidate at growing distances, because of ties and rounded lengths.
         * Simple fractions come first, and stay unless others are better. */
        const int64_t grain = t.grain;
        for (t.grain = 1; status == DM_OK && t.grain < grain; t.grain *= 10)
            status = try_move(&t, tables, best->at, err);
        t.grain = grain;
        for (int i = 0; status == DM_OK && i < 2 * 7; i++) {
            double step = (i % 2 ? 3 : 1) * pow(10, i / 2 - 9) * tables->unit;
            for (int k = 0; status == DM_OK && k < 25; k++) {
                dmi_rope_box near = best->at;
                near.x0 += (k % 5 - 2) * step;
                near.y0 += (k / 5 - 2) * step;
                near.x0 = fmin((double)tables->net.piece[best->at.px].length, fmax(0, near.x0));
                near.y0 = fmin((double)tables->net.piece[best->at.py].length, fmax(0, near.y0));
                status = try_move(&t, tables, near, err);
            }
        }
    }
    t.grain = 1000000000;
    if (status == DM_OK && is_short_of_supremum(&t, best, tables->unit))
        status = try_beside(&t, search, &best->at, err);
    if (status == DM_OK && !t.any)
        status = dmi_fail(err, DM_BAD_MOVE, "no allowed rope was found near the best one");
    if (status == DM_OK && is_short_of_supremum(&t, best, tables->unit))
        out->note =
            "the rope shown stays below the supremum; only places with more digits come nearer";
    out->payoff = best->payoff / tables->unit;
    out->margin = best->margin / tables->unit;
    out->error = (search->bound - best->score) / tables->unit + 1e-11 * tables->far / tables->unit;
    out->proven = out->error <= epsilon * 1.01;
    if (!out->proven && !out->note)
        out->note =
            "not proven to the precision asked for: no rope is better by more than the error";
    return status;
}

static dm_status find_best_ropes(dmi_rope_search *search, double slack, dm_run *run, dm_error *err)
{
    const dmi_rope_tables *tables = search->tables;
    const dmi_line_network *net = &tables->net;
    rope_roots r = {0};
    bool fits = true;
    int32_t piece;
    double at;
    for (int32_t v = 0; fits && v < tables->n; v++) /* from vertices */
        if (vertex_box(tables, v, &piece, &at))
            fits = roots_add_from(tables, &r, piece, at, v + 1);
    dm_status status = search_in(search, &r, fits, vertex_precision * tables->far, run, err);
    if (status != DM_OK) {
        search->bound = INFINITY; /* the others were not evaluated */
        return status;
    }
    for (int32_t i = 0; fits && i < net->piece_count; i++) /* between pieces */
        for (int32_t j = i; fits && j < net->piece_count; j++)
            fits = rope_roots_add(&r, (dmi_rope_box){.px = i,
                                                     .py = j,
                                                     .x1 = (double)net->piece[i].length,
                                                     .y1 = (double)net->piece[j].length,
                                                     .xy = i == j ? -1 : 0});
    status = search_in(search, &r, fits, slack, run, err);
    return status == DM_OK ? polish_best(search, run, err) : status;
}

dm_status dmi_best_rope(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                        dm_line_best *out, dm_error *err)
{
    const double epsilon = ask->epsilon > 0 ? ask->epsilon : 1e-6;
    dmi_rope_tables tables = {0};
    dm_status status = dmi_rope_tables_init(level, ask->player, ask->ties, run, &tables, err);
    if (status != DM_OK)
        return status;
    dmi_rope_search search = {
        .tables = &tables, .objective = ask->objective, .bound = -INFINITY, .floor = -INFINITY};
    status = find_best_ropes(&search, 0.1 * epsilon * tables.unit, run, err);
    if ((status == DM_OK || status == DM_STOPPED) && search.count > 0) {
        dm_status reported = report_best(&search, level, ask, epsilon, out, err);
        status = reported == DM_OK ? status : reported;
    } else if (status == DM_OK) {
        status = dmi_fail(err, DM_BAD_MOVE, "the level allows no rope");
    }
    dmi_rope_tables_clear(&tables);
    return status;
}
