/* ascent.c - good places for new sites by local search with gradients.
 *
 * If new site p moves, the border of its cell moves: an edge of length l facing rival w changes
 * what p has by l (middle of the edge - p) / |p - w| per unit.  All new sites move along that
 * together, by steps that grow while they help and shrink while they do not.  Places outside the
 * board are drawn back to it.
 */
#include "plane/reply/ascent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_STEP 0.02 /* of the extent */
#define LEAST_STEP 1e-9
#define NEAR       1e-4 /* how near to a rival climbs begin, of the extent */

dm_status dmi_ascent_init(dmi_ascent *a, const dm_plane *plane, int32_t side, int32_t count,
                          dm_error *err)
{
    const dm_plane_board *board = plane->board;
    size_t all = (size_t)plane->count + (size_t)count;
    *a = (dmi_ascent){.plane = plane, .side = side, .count = count};
    a->extent = fmax(board->high.x - board->low.x, board->high.y - board->low.y);
    a->at = dmi_array(&a->arrays, all, sizeof *a->at);
    a->slope = dmi_array(&a->arrays, (size_t)count, sizeof *a->slope);
    a->trial = dmi_array(&a->arrays, (size_t)count, sizeof *a->trial);
    a->step = dmi_array(&a->arrays, (size_t)count, sizeof *a->step);
    a->kept_slope = dmi_array(&a->arrays, (size_t)count, sizeof *a->kept_slope);
    dm_status status = dmi_arrays_check(&a->arrays, err);
    if (status == DM_OK)
        status = dmi_board_parts_init(&a->parts, board, err);
    if (status != DM_OK) {
        dmi_arrays_free(&a->arrays);
        return status;
    }
    memcpy(a->at, plane->near, (size_t)plane->count * sizeof *a->at);
    return DM_OK;
}

void dmi_ascent_clear(dmi_ascent *a)
{
    dmi_board_parts_clear(&a->parts);
    dmi_float_cell_clear(&a->cell);
    dmi_float_piece_clear(&a->piece);
    dmi_arrays_free(&a->arrays);
}

static bool is_rival(const dmi_ascent *a, int32_t site)
{
    return site >= 0 && site < a->plane->count && a->plane->side[site] != a->side;
}

/* Cuts piece `k` of the cell of `site` to part `p` of the board, into a->piece. */
static bool cut_to_part(dmi_ascent *a, int32_t site, int32_t k, int32_t p)
{
    return dmi_float_piece_copy(&a->piece, a->cell.piece + k) &&
           dmi_board_part_cut(a->parts.part + p, a->at[site], &a->piece, &a->cell.spare);
}

/* Adds the slope of what the new site has, by the edges of a->piece that face rivals. */
static void add_slope(const dmi_ascent *a, int32_t site, dm_point *slope)
{
    const dmi_float_piece *p = &a->piece;
    for (int32_t i = 0, j = p->count - 1; i < p->count; j = i++) {
        if (!is_rival(a, p->across[i]))
            continue;
        dm_point from = p->corner[j], to = p->corner[i], w = a->at[p->across[i]];
        double length = hypot(to.x - from.x, to.y - from.y);
        double away = hypot(w.x - a->at[site].x, w.y - a->at[site].y);
        slope->x += length * (from.x + to.x) / 2 / away;
        slope->y += length * (from.y + to.y) / 2 / away;
    }
}

dm_status dmi_ascent_measure(dmi_ascent *a, bool slopes, double *kept, dm_error *err)
{
    const dm_plane *plane = a->plane;
    const dm_plane_board *board = plane->board;
    int32_t all = plane->count + a->count;
    memcpy(a->at + plane->count, a->trial, (size_t)a->count * sizeof *a->at);
    dmi_float_sites sites;
    dm_status status =
        dmi_float_sites_init(&sites, a->at, all, plane->rules.metric, board->low, board->high, err);
    if (status != DM_OK)
        return status;
    *kept = 0;
    for (int32_t i = 0; i < all && status == DM_OK; i++) {
        bool is_new = i >= plane->count;
        if (!is_rival(a, i) && !(slopes && is_new))
            continue;
        if (is_new)
            a->slope[i - plane->count] = (dm_point){0, 0};
        status = dmi_float_cell_find(&sites, a->at[i], i, NULL, NULL, &a->cell, err);
        for (int32_t k = 0; k < a->cell.count && status == DM_OK; k++)
            for (int32_t p = 0; p < a->parts.count && status == DM_OK; p++) {
                status = cut_to_part(a, i, k, p) ? DM_OK : dmi_no_memory(err);
                if (is_new)
                    add_slope(a, i, a->slope + (i - plane->count));
                else
                    *kept += dmi_float_piece_area(&a->piece);
            }
    }
    dmi_float_sites_clear(&sites);
    return status;
}

/* Moves a trial place from `from` by a vector; back towards `from` until it is on the board. */
static dm_point moved(const dmi_ascent *a, dm_point from, double dx, double dy)
{
    for (int tries = 0; tries < 8; tries++, dx /= 2, dy /= 2) {
        dm_point to = {from.x + dx, from.y + dy};
        if (dm_plane_board_holds(a->plane->board, to))
            return to;
    }
    return from;
}

/* For Manhattan, where areas have kinks and plateaus: random steps of one site, smaller and
 * smaller. */
static dm_status wander(dmi_ascent *a, dm_point *place, double *kept, dm_rng *rng, dm_run *run,
                        dm_error *err)
{
    enum { STEPS = 600 };
    memcpy(a->trial, place, (size_t)a->count * sizeof *place);
    dm_status status = dmi_ascent_measure(a, false, kept, err);
    for (int i = 0; i < STEPS && status == DM_OK && dmi_run_go_on(run, 1); i++) {
        int32_t k = (int32_t)dm_rng_below(rng, (uint64_t)a->count);
        double size = 0.2 * a->extent * pow(10, -6.0 * i / STEPS), now;
        a->trial[k] = moved(a, place[k], size * (2 * dm_rng_unit(rng) - 1),
                            dm_rng_below(rng, 3) ? size * (2 * dm_rng_unit(rng) - 1) : 0);
        status = dmi_ascent_measure(a, false, &now, err);
        if (status == DM_OK && now < *kept) {
            *kept = now;
            place[k] = a->trial[k];
        }
        a->trial[k] = place[k];
    }
    return status;
}

/* Moves new site k along its slope, by its own step, if that helps. */
static dm_status move_one(dmi_ascent *a, int32_t k, dm_point *place, double *kept, dm_error *err)
{
    dm_point slope = a->slope[k], was = place[k];
    double length = hypot(slope.x, slope.y), now;
    a->trial[k] = length > 0
                      ? moved(a, was, a->step[k] * slope.x / length, a->step[k] * slope.y / length)
                      : was;
    memcpy(a->kept_slope, a->slope, (size_t)a->count * sizeof *a->slope);
    dm_status status = dmi_ascent_measure(a, true, &now, err);
    if (status == DM_OK && now < *kept) {
        *kept = now;
        place[k] = a->trial[k];
        a->step[k] *= 1.5;
    } else {
        a->trial[k] = was;
        memcpy(a->slope, a->kept_slope, (size_t)a->count * sizeof *a->slope);
        a->step[k] /= 2;
    }
    return status;
}

/* The same for Euclid: each site from `first` to `last` along its slope, in turn. */
static dm_status follow_slopes(dmi_ascent *a, int32_t first, int32_t last, dm_point *place,
                               double *kept, dm_run *run, dm_error *err)
{
    enum { MOST_PASSES = 200 };
    memcpy(a->trial, place, (size_t)a->count * sizeof *place);
    for (int32_t k = first; k <= last; k++)
        a->step[k] = FIRST_STEP * a->extent;
    dm_status status = dmi_ascent_measure(a, true, kept, err);
    bool moves = true;
    for (int i = 0; i < MOST_PASSES && moves && status == DM_OK; i++) {
        moves = false;
        for (int32_t k = first; k <= last && status == DM_OK; k++) {
            if (a->step[k] < LEAST_STEP * a->extent)
                continue;
            moves = dmi_run_go_on(run, 1);
            status = move_one(a, k, place, kept, err);
        }
    }
    return status;
}

dm_status dmi_ascent_climb(dmi_ascent *a, dm_point *place, double *kept, dm_rng *rng, dm_run *run,
                           dm_error *err)
{
    return a->plane->rules.metric == DM_EUCLID
               ? follow_slopes(a, 0, a->count - 1, place, kept, run, err)
               : wander(a, place, kept, rng, run, err);
}

static dm_point random_place(const dmi_ascent *a, dm_rng *rng)
{
    const dm_plane_board *board = a->plane->board;
    dm_point at;
    do {
        at.x = board->low.x + dm_rng_unit(rng) * (board->high.x - board->low.x);
        at.y = board->low.y + dm_rng_unit(rng) * (board->high.y - board->low.y);
    } while (!dm_plane_board_holds(board, at));
    return at;
}

/* A place beside a random rival, or anywhere. */
static dm_point random_start(const dmi_ascent *a, dm_rng *rng)
{
    int32_t site = a->plane->count ? (int32_t)dm_rng_below(rng, (uint64_t)a->plane->count) : -1;
    if (!is_rival(a, site) || dm_rng_below(rng, 2))
        return random_place(a, rng);
    double angle = 2 * acos(-1) * dm_rng_unit(rng);
    double length = a->extent * (dm_rng_below(rng, 2) ? NEAR : 0.3 * dm_rng_unit(rng));
    return moved(a, a->plane->near[site], length * cos(angle), length * sin(angle));
}

/* Each new site at the best of some random places, beside those chosen before. */
static dm_status greedy_start(dmi_ascent *a, dm_rng *rng, dm_point *place, dm_error *err)
{
    enum { TRIES = 40 };
    int32_t count = a->count;
    dm_status status = DM_OK;
    for (a->count = 1; a->count <= count && status == DM_OK; a->count++) {
        double best = INFINITY, kept;
        memcpy(a->trial, place, (size_t)(a->count - 1) * sizeof *place);
        for (int i = 0; i < TRIES && status == DM_OK; i++) {
            dm_point at = random_start(a, rng);
            a->trial[a->count - 1] = at;
            status = dmi_ascent_measure(a, false, &kept, err);
            if (status == DM_OK && kept < best) {
                best = kept;
                place[a->count - 1] = at;
            }
        }
    }
    a->count = count;
    return status;
}

/* Puts new site k elsewhere, if the best of some random places is better. */
static dm_status replace_one(dmi_ascent *a, int32_t k, dm_rng *rng, dm_point *place, double *kept,
                             dm_run *run, dm_error *err)
{
    enum { TRIES = 60 };
    double best = INFINITY, now;
    dm_point was = place[k], chosen = was;
    memcpy(a->trial, place, (size_t)a->count * sizeof *place);
    dm_status status = DM_OK;
    for (int i = 0; i < TRIES && status == DM_OK; i++) {
        a->trial[k] = random_start(a, rng);
        status = dmi_ascent_measure(a, false, &now, err);
        if (status == DM_OK && now < best) {
            best = now;
            chosen = a->trial[k];
        }
    }
    place[k] = chosen;
    if (status == DM_OK)
        status = follow_slopes(a, k, k, place, &now, run, err);
    if (status == DM_OK && now < *kept)
        *kept = now;
    else
        place[k] = was;
    return status;
}

/* Replaces sites one by one, then climbs with all, while that helps. */
static dm_status replace_all(dmi_ascent *a, dm_rng *rng, dm_point *place, double *kept, dm_run *run,
                             dm_error *err)
{
    enum { MOST_ROUNDS = 10 };
    dm_status status = DM_OK;
    double before = INFINITY;
    for (int i = 0; i < MOST_ROUNDS && status == DM_OK && *kept < before * (1 - 1e-12); i++) {
        before = *kept;
        for (int32_t k = 0; k < a->count && status == DM_OK && dmi_run_go_on(run, 1); k++)
            status = replace_one(a, k, rng, place, kept, run, err);
        if (status == DM_OK)
            status = follow_slopes(a, 0, a->count - 1, place, kept, run, err);
    }
    return status;
}

dm_status dmi_ascent_best(dmi_ascent *a, int32_t starts, uint64_t seed, dm_point *place,
                          double *kept, dm_run *run, dm_error *err)
{
    dm_rng rng;
    dm_rng_init(&rng, seed);
    dm_point *now = dmi_alloc((size_t)a->count, sizeof *now);
    dm_status status = now ? DM_OK : dmi_no_memory(err);
    *kept = INFINITY;
    for (int32_t i = 0; i < starts && status == DM_OK && (i == 0 || dmi_run_go_on(run, 1)); i++) {
        double here;
        if (i % 2 == 0)
            status = greedy_start(a, &rng, now, err);
        else
            for (int32_t k = 0; k < a->count; k++)
                now[k] = random_start(a, &rng);
        if (status == DM_OK)
            status = dmi_ascent_climb(a, now, &here, &rng, run, err);
        if (status == DM_OK && a->count > 1 && a->plane->rules.metric == DM_EUCLID)
            status = replace_all(a, &rng, now, &here, run, err);
        if (status == DM_OK && here < *kept) {
            *kept = here;
            memcpy(place, now, (size_t)a->count * sizeof *place);
        }
    }
    free(now);
    return status;
}
