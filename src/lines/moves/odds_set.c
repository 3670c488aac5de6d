/* odds_set.c - the share of winning sets of several moves of one kind.
 *
 * place_search.c divides the winning places of every choice of edges into convex regions.  A region
 * is divided into simplices: one corner, and the simplices of the facets that it does not lie on.
 * With k places the volume of a simplex is |det| / k!, and all sets together have total^k / k!.
 * Removals are counted.  If there are very many sets, some are drawn at random instead.
 *
 * Cost: that of visiting all cells.
 */
#include "base/base.h"

#include "base/wilson.h"
#include "lines/diagram/line_network.h"
#include "lines/level/draft.h"
#include "lines/moves/best_move.h"
#include "lines/sets/set_search.h"
#include <assert.h>
#include <demesne/rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The share of winning moves, estimated from random moves (van Dieren's method).
 *
 * Points are uniform by length: the middles of equal cells of all edges, so fine that a place is
 * rarely drawn twice, but still exact.  The middle of a cell is never a vertex or a site.  A rope
 * is two such points; if it is not allowed (it crosses an edge, or its angle is too small) another
 * is drawn.  Each move is made and its diagram decides who wins.  Of several moves each is drawn on
 * the level after those before it.
 *
 * Cost: one diagram per sample, and O(m) for each further move.
 */
enum { MOST_REDRAWS = 1000 };

typedef struct move_sampler {
    const dm_level *level;
    const dm_line_ask *ask;
    int64_t unit;
    int64_t *until; /* the units on edges 0..e */
    int64_t cells;  /* per unit */
    dm_rng rng;
} move_sampler;

static dm_status move_sampler_init(const dm_level *level, const dm_line_ask *ask, move_sampler *out,
                                   dm_error *err)
{
    int64_t total, limit = INT64_C(1) << 58; /* so that numbers fit after the move */
    move_sampler u = {.level = level, .ask = ask, .cells = 1};
    if (ask->op == DM_LINE_REMOVE ? level->site_count == 0 : level->edge_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "the level has no %s to draw",
                        ask->op == DM_LINE_REMOVE ? "site" : "edge");
    u.until = dmi_alloc((size_t)level->edge_count, sizeof *u.until);
    if (!u.until)
        return dmi_no_memory(err);
    dmi_level_unit(level, &u.unit, &total);
    int64_t sum = 0;
    for (int32_t e = 0; e < level->edge_count; e++)
        u.until[e] = sum += level->edges[e].length.num * (u.unit / level->edges[e].length.den);
    if (ask->op == DM_LINE_ROPE)
        limit /= 1000000; /* its length is rounded */
    while (u.cells < 65536 && total * u.cells < limit)
        u.cells *= 2;
    dm_rng_init(&u.rng, ask->seed);
    *out = u;
    return DM_OK;
}

/* The middle of a random cell of a random unit, on the first edge that ends beyond it. */
static bool draw_place(move_sampler *u, dm_line_place *out)
{
    int64_t at = (int64_t)dm_rng_below(&u->rng, (uint64_t)u->until[u->level->edge_count - 1]);
    int64_t cell = (int64_t)dm_rng_below(&u->rng, (uint64_t)u->cells);
    int32_t low = 0, high = u->level->edge_count - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (u->until[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    int64_t begin = low > 0 ? u->until[low - 1] : 0, whole = u->until[low] - begin;
    assert(at >= begin && at < u->until[low]);
    *out = (dm_line_place){-1, low, {0, 1}};
    return dmi_ratio_make(2 * ((dmi_wide)(at - begin) * u->cells + cell) + 1,
                          2 * (dmi_wide)whole * u->cells, &out->at);
}

/* The level after a random move. */
static dm_status draw_level_after(move_sampler *u, dm_level **out, dm_error *err)
{
    const dm_line_op op = u->ask->op;
    dm_status status = DM_BAD_MOVE;
    for (int redraws = 0; status == DM_BAD_MOVE && redraws < MOST_REDRAWS; redraws++) {
        dm_line_move move = {op, {-1, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
        if (op == DM_LINE_REMOVE)
            move.site = (int32_t)dm_rng_below(&u->rng, (uint64_t)u->level->site_count);
        else if (!draw_place(u, &move.place) || (op == DM_LINE_ROPE && !draw_place(u, &move.to)))
            return dmi_fail(err, DM_TOO_LARGE, "a random place does not fit 63 bits as a fraction");
        status = dm_level_apply(u->level, &move, u->ask->player, out, err);
        if (op != DM_LINE_ROPE)
            break;
    }
    return status;
}

/* Makes random moves, each on the level after those before it. */
static dm_status play_sample(move_sampler *u, bool *wins, dm_error *err)
{
    dm_level *level = NULL;
    dm_status status = draw_level_after(u, &level, err);
    for (int32_t i = 1; status == DM_OK && i < u->ask->count; i++) {
        move_sampler next;
        dm_level *after = NULL;
        status = move_sampler_init(level, u->ask, &next, err);
        if (status != DM_OK)
            break;
        next.rng = u->rng;
        status = draw_level_after(&next, &after, err);
        u->rng = next.rng;
        free(next.until);
        if (status == DM_OK) {
            dm_level_free(level);
            level = after;
        }
    }
    if (status == DM_OK)
        status = dmi_level_is_won(level, u->ask, wins, err);
    dm_level_free(level);
    return status;
}

dm_status dmi_odds_sampled(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                           dm_line_odds *out, dm_error *err)
{
    move_sampler u = {0};
    dm_status status = move_sampler_init(level, ask, &u, err);
    while (status == DM_OK && out->samples < ask->samples) {
        bool wins = false;
        status = play_sample(&u, &wins, err);
        if (status == DM_OK) {
            out->wins += wins;
            out->samples++;
        }
        if (status == DM_OK && out->samples < ask->samples &&
            !dmi_run_report(run, (uint64_t)level->vertex_count + 1, "samples",
                            (uint64_t)out->samples, (uint64_t)ask->samples, ""))
            status = dmi_stopped(run, err);
    }
    free(u.until);
    out->low = 0;
    out->high = out->error = 1;
    if (out->samples > 0) {
        dmi_ratio_make(out->wins, out->samples, &out->fraction);
        out->decimal = (double)out->wins / (double)out->samples;
        dmi_wilson_95(out->decimal, (double)out->samples, &out->low, &out->high);
        out->error = fmax(out->high - out->decimal, out->decimal - out->low);
    }
    return status;
}

enum { DRAWN = 10000 };

static const double most_sets = 2e4;

typedef struct set_shares {
    dm_ratio sum;   /* of winning volumes, times k! / total^k */
    dm_ratio total; /* of the lengths, in units */
    bool fits;
} set_shares;

__extension__ typedef unsigned __int128 corner_set; /* bit i: corner i */

/* The determinant of a matrix, by its first column. */
static bool determinant(dm_ratio matrix[DMI_MOST_PLACES][DMI_MOST_PLACES], int32_t dim,
                        dm_ratio *out)
{
    dm_ratio sum = {0, 1};
    if (dim == 0) {
        *out = (dm_ratio){1, 1};
        return true;
    }
    for (int32_t row = 0; row < dim; row++) {
        dm_ratio minor[DMI_MOST_PLACES][DMI_MOST_PLACES], part;
        for (int32_t i = 0; i + 1 < dim; i++)
            memcpy(minor[i], matrix[i + (i >= row)] + 1, (size_t)(dim - 1) * sizeof **minor);
        if (matrix[row][0].num == 0)
            continue;
        if (!determinant(minor, dim - 1, &part) || !dmi_ratio_multiply(part, matrix[row][0], &part))
            return false;
        part.num = row % 2 ? -part.num : part.num;
        if (!dmi_ratio_add(sum, part, &sum))
            return false;
    }
    *out = sum;
    return true;
}

static bool add_simplex(const dmi_polytope *cell, const int32_t *chosen, set_shares *s)
{
    dm_ratio matrix[DMI_MOST_PLACES][DMI_MOST_PLACES], volume, a, b;
    const dmi_corner *from = &cell->corner[chosen[0]];
    for (int32_t i = 0; i < cell->dim; i++)
        for (int32_t k = 0; k < cell->dim; k++) {
            const dmi_corner *corner = &cell->corner[chosen[i + 1]];
            if (!dmi_ratio_make(corner->num[k], corner->den, &a) ||
                !dmi_ratio_make(-from->num[k], from->den, &b) ||
                !dmi_ratio_add(a, b, &matrix[i][k]) ||
                !dmi_ratio_multiply(matrix[i][k], (dm_ratio){s->total.den, s->total.num},
                                    &matrix[i][k]))
                return false;
        }
    if (!determinant(matrix, cell->dim, &volume))
        return false;
    volume.num = volume.num < 0 ? -volume.num : volume.num;
    return dmi_ratio_add(s->sum, volume, &s->sum);
}

/* Adds the simplices of a face, each with the corners chosen before. */
static bool add_face(const dmi_polytope *cell, corner_set face, int32_t depth, int32_t *chosen,
                     set_shares *s)
{
    corner_set seen[DMI_MOST_FACETS];
    int32_t seen_count = 0, first = 0;
    bool fits = true;
    assert(face != 0 && depth <= cell->dim);
    while (!(face >> first & 1))
        first++;
    chosen[depth] = first;
    if (depth == cell->dim)
        return add_simplex(cell, chosen, s);
    for (int f = 0; fits && f < DMI_MOST_FACETS; f++) {
        corner_set next = 0; /* the corners of the face that are on facet f */
        for (int32_t i = 0; i < cell->count; i++)
            if (face >> i & 1 && cell->corner[i].on >> f & 1)
                next |= (corner_set)1 << i;
        bool is_new = next != 0 && !(next >> first & 1);
        for (int32_t i = 0; is_new && i < seen_count; i++)
            is_new = seen[i] != next;
        if (!is_new)
            continue;
        seen[seen_count++] = next;
        fits = add_face(cell, next, depth + 1, chosen, s);
    }
    return fits;
}

static bool add_region(void *user, dmi_set_search *search, const dmi_payoff_model *model,
                       const dmi_polytope *cell)
{
    set_shares *s = user;
    int32_t chosen[DMI_MOST_PLACES + 1];
    uint64_t shared = ~UINT64_C(0); /* by all corners: then the region has no volume */
    (void)search, (void)model;
    for (int32_t i = 0; i < cell->count; i++)
        shared &= cell->corner[i].on;
    if (s->fits && (cell->dim == 0 || shared == 0))
        s->fits = add_face(cell, ((corner_set)1 << cell->count) - 1, 0, chosen, s);
    return true;
}

/* The number of choices. */
static double sets_of(const dm_level *level, const dm_line_ask *ask)
{
    double sets = 1, all = ask->op == DM_LINE_REMOVE ? level->site_count
                                                     : level->edge_count + level->site_count;
    for (int32_t i = 0; i < ask->count; i++)
        sets *= (ask->op == DM_LINE_REMOVE ? all - i : all + i) / (i + 1);
    return sets;
}

static dm_status sum_shares(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                            set_shares *s, dm_error *err)
{
    dmi_set_search search;
    int64_t unit = 1, total = 1;
    dm_status status = dmi_set_search_init(level, ask, run, &search, err);
    if (status != DM_OK)
        return status;
    dmi_level_unit(level, &unit, &total);
    s->total = (dm_ratio){total, 1};
    s->fits = true;
    search.ask.objective = DM_LINE_MARGIN;
    search.see = add_region;
    search.user = s;
    search.count[ask->op] = ask->count;
    status = dmi_set_search_run(&search, err);
    s->fits = s->fits && !search.failed;
    dmi_set_search_clear(&search);
    return status;
}

static dm_status draw_sets(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                           dm_line_odds *out, dm_error *err)
{
    dm_line_ask drawn = *ask;
    drawn.samples = DRAWN;
    return dmi_odds_sampled(level, &drawn, run, out, err);
}

dm_status dmi_odds_set(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_odds *out, dm_error *err)
{
    set_shares s = {.sum = {0, 1}};
    if (ask->op == DM_LINE_REMOVE && ask->count > level->site_count)
        return dmi_fail(err, DM_BAD_MOVE, "%d sites are to be removed; the level has %d",
                        ask->count, level->site_count);
    if (level->edge_count == 0 || sets_of(level, ask) > most_sets ||
        (ask->op != DM_LINE_REMOVE && ask->count > 3))
        return draw_sets(level, ask, run, out, err);
    dm_status status = sum_shares(level, ask, run, &s, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    if (status == DM_OK && !s.fits)
        return draw_sets(level, ask, run, out, err);
    if (ask->op == DM_LINE_REMOVE &&
        !dmi_ratio_multiply(s.sum, (dm_ratio){1, (int64_t)(sets_of(level, ask) + 0.5)}, &s.sum))
        return dmi_fail(err, DM_TOO_LARGE, "the share does not fit 63 bits as a fraction");
    out->fraction = s.sum;
    out->decimal = out->low = (double)s.sum.num / (double)s.sum.den;
    out->high = status == DM_OK ? out->low : 1; /* stopped: others may win, too */
    out->error = out->high - out->low;
    out->proven = status == DM_OK;
    return status;
}
