/* rope_best.c - the best rope, its supremum where no rope is best, and a rope near it.
 *
 * Ropes between vertices and from vertices are hunted first, to more digits than are asked for:
 * most best ropes begin at an own site.  Then come all the others, to the
 * precision asked for; a better one found there is followed along its two ends in turn.
 * What is proven is the bound of the hunt: no rope at all is better by more than `error`.
 *
 * Whether the supremum is attained is seen at its place: with everything that comes there at the
 * same time told apart by the tie rule, is it worth as much?
 *
 * A stopping rope ends at the first edge it meets; so the ropes that can come about are those
 * that cross nothing, and the best of them is the same as where crossing is forbidden.
 */
#include "base/base.h"
#include "lines/best.h"
#include "lines/ratio.h"
#include "lines/rope_geometry.h"
#include "lines/rope_hunt.h"
#include <math.h>
#include <stdlib.h>

static const double fine = 1e-12;          /* of all lengths: the hunt from vertices */
static const int64_t most_looks = 1000000; /* of the hunt for all others ... */
static const int64_t most_joined = 200000; /* ... and where a look costs more and tells less */

/* --- Where to hunt ---------------------------------------------------------------------- */

/* Each vertex as an end of a piece; a piece has its own end first. */
static bool vertex_box(const dmi_terrain *terrain, int32_t v, int32_t *piece, double *at)
{
    for (int32_t i = 0; i < terrain->net.piece_count; i++) {
        const dmi_piece *p = &terrain->net.piece[i];
        if (p->a != v && p->b != v)
            continue;
        *piece = i;
        *at = p->a == v ? 0 : (double)p->length;
        return true;
    }
    return false;
}

typedef struct roots {
    dmi_box *box;
    size_t count, capacity;
} roots;

static bool add_root(roots *r, dmi_box box)
{
    if (!dmi_reserve(&r->box, &r->capacity, r->count + 1, sizeof *r->box))
        return false;
    r->box[r->count++] = box;
    return true;
}

/* All ropes from one point, to vertices and to the insides of pieces. */
static bool add_from(const dmi_terrain *terrain, roots *r, int32_t piece, double at, int32_t first)
{
    bool fits = true;
    int32_t other;
    double end;
    for (int32_t v = first; fits && v < terrain->n; v++)
        if (vertex_box(terrain, v, &other, &end))
            fits = add_root(r, (dmi_box){piece, other, at, at, end, end});
    for (int32_t i = 0; fits && i < terrain->net.piece_count; i++)
        fits = add_root(r, (dmi_box){piece, i, at, at, 0, (double)terrain->net.piece[i].length});
    return fits;
}

static bool from_vertices(const dmi_terrain *terrain, roots *r)
{
    bool fits = true;
    int32_t piece;
    double at;
    for (int32_t v = 0; fits && v < terrain->n; v++)
        if (vertex_box(terrain, v, &piece, &at))
            fits = add_from(terrain, r, piece, at, v + 1);
    return fits;
}

static bool between_pieces(const dmi_terrain *terrain, roots *r)
{
    bool fits = true;
    for (int32_t i = 0; fits && i < terrain->net.piece_count; i++)
        for (int32_t j = i; fits && j < terrain->net.piece_count; j++)
            fits = add_root(r, (dmi_box){i, j, 0, (double)terrain->net.piece[i].length, 0,
                                         (double)terrain->net.piece[j].length});
    return fits;
}

static dm_status hunt_in(dmi_hunt *hunt, roots *r, bool fits, double slack, dm_run *run,
                         dm_error *err)
{
    dm_status status = fits ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_hunt_in(hunt, r->box, r->count, slack,
                             hunt->terrain->level->crossings == DM_CROSSINGS_JOIN ? most_joined
                                                                                  : most_looks,
                             run, err);
    free(r->box);
    *r = (roots){0};
    return status;
}

/* Follows the best rope along its two ends in turn while that helps. */
static dm_status polish(dmi_hunt *hunt, dm_run *run, dm_error *err)
{
    const dmi_terrain *terrain = hunt->terrain;
    const double bound = hunt->bound, slack = fine * terrain->far;
    dm_status status = DM_OK;
    dmi_hunt_climb(hunt);
    for (int round = 0; status == DM_OK && hunt->count > 0 && round < 8; round++) {
        const dmi_catch best = hunt->caught[0];
        roots r = {0};
        bool fits = add_from(terrain, &r, best.at.px, best.at.x0, terrain->n) &&
                    add_from(terrain, &r, best.at.py, best.at.y0, terrain->n);
        status = hunt_in(hunt, &r, fits, slack, run, err);
        if (hunt->caught[0].score <= best.score + slack)
            break;
    }
    hunt->bound = fmax(bound, hunt->caught[0].score); /* the others' bound stands */
    return status;
}

/* --- What was found --------------------------------------------------------------------- */

/* A rope that all but touches a vertex was stopped by it. */
static bool touches(const dmi_terrain *terrain, const dmi_box *at)
{
    const double near = 1e-8 * terrain->far / terrain->unit;
    dm_point p = dmi_terrain_point(terrain, at->px, at->x0),
             q = dmi_terrain_point(terrain, at->py, at->y0);
    double length = dmi_distance(p, q);
    for (int32_t v = 0; terrain->level->crossings != DM_CROSSINGS_PASS && v < terrain->n; v++) {
        dm_point z = terrain->point[v];
        double t = ((z.x - p.x) * (q.x - p.x) + (z.y - p.y) * (q.y - p.y)) / (length * length);
        dm_point foot = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        if (dmi_distance(z, foot) < near && t * length > near && (1 - t) * length > near)
            return true;
    }
    return false;
}

static bool is_attained(dmi_hunt *hunt, const dmi_catch *c)
{
    const dmi_terrain *terrain = hunt->terrain;
    double payoff[DM_MAX_LINE_PLAYERS];
    dmi_catch there;
    dmi_rope_view view;
    dmi_look(hunt->terrain, &c->at, 1e-9 * terrain->far, &view);
    for (int32_t p = 0; p < terrain->level->player_count; p++)
        payoff[p] = view.form[p].c;
    dmi_hunt_score(hunt, payoff, &there);
    return there.score >= c->score - 1e-8 * terrain->far && !touches(terrain, &c->at);
}

/* The place `x` of a piece, where it is no end of it rounded to 1 over `grain`. */
static bool place_of(const dmi_terrain *terrain, int32_t number, double x, int64_t grain,
                     dm_place *out)
{
    const dmi_piece *piece = &terrain->net.piece[number];
    const double length = (double)piece->length;
    if (x <= 0 || x >= length) {
        int32_t v = x <= 0 ? piece->a : piece->b;
        if (v < terrain->level->vertex_count) {
            *out = (dm_place){v, -1, {0, 1}};
            return true;
        }
    }
    const dm_ratio whole = terrain->level->edges[piece->edge].length;
    const dmi_wide units = (dmi_wide)terrain->net.unit / whole.den * whole.num;
    *out = (dm_place){-1, piece->edge, {0, 1}};
    if (x <= 0 || x >= length)
        return dmi_ratio_make(piece->offset + (x <= 0 ? 0 : piece->length), units, &out->at);
    double way = round(((double)piece->offset + x) / terrain->unit * (double)grain);
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

/* Ties the rope in truth; keeps it where nothing before was as good. */
static dm_status try_move(rope_try *t, const dmi_terrain *terrain, dmi_box at, dm_error *err)
{
    dm_line_move move = {.op = DM_LINE_ROPE, .length = {0, 1}, .site = -1};
    dm_level *after = NULL;
    dm_line_standing standing;
    if (!place_of(terrain, at.px, at.x0, t->grain, &move.place) ||
        !place_of(terrain, at.py, at.y0, t->grain, &move.to))
        return DM_OK;
    dm_status status = dm_level_apply(t->level, &move, t->ask->player, &after, err);
    if (status == DM_OK)
        status = dmi_stand(after, t->ask, &standing, err);
    if (status == DM_OK &&
        (!t->any || dm_line_compare(&standing, &t->out->after, t->ask->objective) > 0)) {
        t->any = true;
        t->out->after = standing;
        status = dmi_keep_move(t->out, &move, err);
    }
    dm_level_free(after);
    return status == DM_NO_MEMORY ? status : DM_OK;
}

/* Ropes around a catch, near and less near, as ties and rounding of lengths want it.  Round places
 * come first, and stay where nothing is better. */
static dm_status try_around(rope_try *t, const dmi_terrain *terrain, const dmi_box *at,
                            dm_error *err)
{
    const int64_t grain = t->grain;
    dm_status status = DM_OK;
    for (t->grain = 1; status == DM_OK && t->grain < grain; t->grain *= 10)
        status = try_move(t, terrain, *at, err);
    t->grain = grain;
    for (int i = 0; status == DM_OK && i < 2 * 7; i++) {
        double step = (i % 2 ? 3 : 1) * pow(10, i / 2 - 9) * terrain->unit;
        for (int k = 0; status == DM_OK && k < 25; k++) {
            dmi_box near = *at;
            near.x0 += (k % 5 - 2) * step;
            near.y0 += (k / 5 - 2) * step;
            near.x0 = fmin((double)terrain->net.piece[at->px].length, fmax(0, near.x0));
            near.y0 = fmin((double)terrain->net.piece[at->py].length, fmax(0, near.y0));
            status = try_move(t, terrain, near, err);
        }
    }
    return status;
}

static double clamped(double at, double length)
{
    return fmin(length, fmax(0, at));
}

/* One end a step beside its place, the other where it is best then: for ropes that must be aimed,
 * as past a vertex. */
static dm_status try_beside(rope_try *t, const dmi_hunt *hunt, const dmi_box *at, dm_error *err)
{
    const dmi_terrain *terrain = hunt->terrain;
    const double x_end = (double)terrain->net.piece[at->px].length;
    const double y_end = (double)terrain->net.piece[at->py].length;
    dm_status status = DM_OK;
    for (int i = 0; status == DM_OK && i < 4 * 6; i++) {
        double step = pow(10, i / 4 - 7) * terrain->unit, side = i % 2 ? step : -step;
        dmi_box box = *at;
        if (i / 2 % 2) {
            box.x0 = box.x1 = clamped(at->x0 + side, x_end);
            box.y0 = clamped(at->y0 - 100 * step, y_end);
            box.y1 = clamped(at->y0 + 100 * step, y_end);
        } else {
            box.y0 = box.y1 = clamped(at->y0 + side, y_end);
            box.x0 = clamped(at->x0 - 100 * step, x_end);
            box.x1 = clamped(at->x0 + 100 * step, x_end);
        }
        dmi_hunt near = {
            .terrain = hunt->terrain, .objective = hunt->objective, .bound = -INFINITY};
        status = dmi_hunt_in(&near, &box, 1, 1e-3 * step, 1000, NULL, err);
        if (status == DM_OK && near.count > 0)
            status = try_move(t, terrain, near.caught[0].at, err);
    }
    return status;
}

/* The rope given falls short of what was told by more than rounding. */
static bool falls_short(const rope_try *t, const dmi_catch *told, double unit)
{
    const bool payoff = t->ask->objective == DM_LINE_PAYOFF;
    const dm_ratio given = payoff ? t->out->after.payoff : t->out->after.margin;
    return !t->any || (double)given.num / (double)given.den <
                          (payoff ? told->payoff : told->margin) / unit - 1e-5;
}

static dm_status tie_best(const dmi_hunt *hunt, int32_t chosen, const dm_level *level,
                          const dm_line_ask *ask, dm_line_best *out, dm_error *err)
{
    rope_try t = {level, ask, out, 1000000000, false};
    dm_status status = DM_OK;
    for (; status == DM_OK && !t.any && t.grain >= 1000; t.grain /= 1000)
        status = try_around(&t, hunt->terrain, &hunt->caught[chosen].at, err);
    t.grain = 1000000000;
    if (status == DM_OK && falls_short(&t, &hunt->caught[chosen], hunt->terrain->unit))
        status = try_beside(&t, hunt, &hunt->caught[chosen].at, err);
    if (status == DM_OK && !t.any)
        status = dmi_fail(err, DM_BAD_INPUT, "no rope can be tied near the best one");
    if (status == DM_OK && falls_short(&t, &hunt->caught[chosen], hunt->terrain->unit))
        out->note = "the rope given stays below the supremum, which only finer places come near";
    return status;
}

static dm_status report(dmi_hunt *hunt, const dm_level *level, const dm_line_ask *ask,
                        double epsilon, dm_line_best *out, dm_error *err)
{
    const dmi_terrain *terrain = hunt->terrain;
    int32_t chosen = 0;
    out->candidates = hunt->looks;
    for (int32_t i = 0; i < hunt->count && !out->attained; i++)
        if ((out->attained = is_attained(hunt, &hunt->caught[i])))
            chosen = i;
    const dmi_catch *best = &hunt->caught[chosen];
    dm_status status = tie_best(hunt, chosen, level, ask, out, err);
    out->payoff = best->payoff / terrain->unit;
    out->margin = best->margin / terrain->unit;
    out->error = (hunt->bound - best->score) / terrain->unit + 1e-11 * terrain->far / terrain->unit;
    out->proven = out->error <= epsilon * 1.01;
    if (!out->proven && !out->note)
        out->note = "bounded: no rope is better by more than the error told";
    return status;
}

static dm_status find(dmi_hunt *hunt, double slack, dm_run *run, dm_error *err)
{
    roots r = {0};
    bool fits = from_vertices(hunt->terrain, &r);
    dm_status status = hunt_in(hunt, &r, fits, fine * hunt->terrain->far, run, err);
    if (status != DM_OK) {
        hunt->bound = INFINITY; /* the others were not seen */
        return status;
    }
    fits = between_pieces(hunt->terrain, &r);
    status = hunt_in(hunt, &r, fits, slack, run, err);
    return status == DM_OK ? polish(hunt, run, err) : status;
}

dm_status dmi_best_rope(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                        dm_line_best *out, dm_error *err)
{
    const double epsilon = ask->epsilon > 0 ? ask->epsilon : 1e-6;
    dmi_terrain terrain = {0};
    dm_status status = dmi_terrain_init(level, ask->player, ask->ties, run, &terrain, err);
    if (status != DM_OK)
        return status;
    dmi_hunt hunt = {.terrain = &terrain, .objective = ask->objective, .bound = -INFINITY};
    status = find(&hunt, 0.1 * epsilon * terrain.unit, run, err);
    if ((status == DM_OK || status == DM_STOPPED) && hunt.count > 0) {
        dm_status told = report(&hunt, level, ask, epsilon, out, err);
        status = told == DM_OK ? status : told;
    } else if (status == DM_OK) {
        status = dmi_fail(err, DM_BAD_INPUT, "the level has no rope that may be tied");
    }
    dmi_terrain_clear(&terrain);
    return status;
}
