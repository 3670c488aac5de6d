/* odds_sampled.c - the share of winning moves, estimated from random moves: of one kind, or of a
 * level's budget.
 */
#include "base/base.h"

#include "base/wilson.h"
#include "lines/diagram/standing.h"
#include "lines/level/draft.h"
#include "lines/moves/best_move.h"
#include <assert.h>
#include <demesne/rng.h>
#include <math.h>
#include <stdlib.h>

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

dm_status dmi_level_after_random(const dm_level *level, const dm_line_ask *ask, dm_rng *rng,
                                 dm_level **out, dm_error *err)
{
    move_sampler u;
    dm_status status = move_sampler_init(level, ask, &u, err);
    if (status != DM_OK)
        return status;
    u.rng = *rng;
    status = draw_level_after(&u, out, err);
    *rng = u.rng;
    free(u.until);
    return status;
}

/* Makes random moves, each on the level after those before it. */
static dm_status play_sample(move_sampler *u, bool *wins, dm_error *err)
{
    dm_level *level = NULL;
    dm_status status = draw_level_after(u, &level, err);
    for (int32_t i = 1; status == DM_OK && i < u->ask->count; i++) {
        dm_level *after = NULL;
        status = dmi_level_after_random(level, u->ask, &u->rng, &after, err);
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
