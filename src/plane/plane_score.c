/* plane_score.c - the areas of all sides, exact or with doubles. */
#include "plane/plane_sites.h"

#include <math.h>
#include <stdlib.h>

#define TINY 1e-12 /* an edge, beside the extent of the board */

enum { WORK = 16 }; /* of an exact cell, in the units of a run */

void dm_plane_score_free(dm_plane_score *score)
{
    if (!score)
        return;
    for (int32_t i = 0; score->cell && i < score->sites; i++) {
        dm_plane_cell *c = score->cell + i;
        for (int32_t k = 0; c->x && c->rings > 0 && k < c->ring_end[c->rings - 1]; k++) {
            dm_free(c->x[k]);
            dm_free(c->y[k]);
        }
        dm_free(c->area);
        free(c->ring_end);
        free(c->corner);
        free(c->x);
        free(c->y);
    }
    for (int32_t i = 0; i < score->sides; i++)
        dm_free(score->area[i]);
    dm_free(score->tied);
    dm_free(score->value);
    dm_free(score->lead);
    free(score->cell);
    free(score);
}

static dm_status score_alloc(const dm_plane *plane, bool cells, dm_plane_score **out, dm_error *err)
{
    dm_plane_score *score = dmi_calloc(1, sizeof *score);
    if (!score)
        return dmi_no_memory(err);
    score->sides = plane->rules.sides;
    score->sites = plane->count;
    score->cell = cells ? dmi_calloc((size_t)plane->count, sizeof *score->cell) : NULL;
    if (cells && !score->cell) {
        dm_plane_score_free(score);
        return dmi_no_memory(err);
    }
    *out = score;
    return DM_OK;
}

/* Writes an area as a text and as a double. */
static dm_status write_area(const mpq_t area, char **text, double *size, dm_error *err)
{
    *size = mpq_get_d(area);
    *text = dmi_exact_text(area);
    return *text ? DM_OK : dmi_no_memory(err);
}

/* A sum of fractions, added in pairs of like size: level k holds the sum of 2^k terms or nothing.
 * Terms added one by one to a sum of n would take time like n^2, as it has the digits of them all.
 */
typedef struct fraction_sum {
    mpq_t level[32];
    uint32_t filled; /* bit k: level k */
} fraction_sum;

static void sum_init(fraction_sum *s)
{
    for (int k = 0; k < 32; k++)
        mpq_init(s->level[k]);
    s->filled = 0;
}

static void sum_clear(fraction_sum *s)
{
    for (int k = 0; k < 32; k++)
        mpq_clear(s->level[k]);
}

static void sum_add(fraction_sum *s, const mpq_t term)
{
    int k = 0;
    if (s->filled & 1) {
        mpq_add(s->level[0], s->level[0], term);
        for (k = 1; s->filled >> k & 1; k++)
            mpq_add(s->level[k], s->level[k], s->level[k - 1]);
        mpq_swap(s->level[k], s->level[k - 1]);
    } else {
        mpq_set(s->level[0], term);
    }
    s->filled += 1;
}

static void sum_total(const fraction_sum *s, mpq_t out)
{
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 32; k++)
        if (s->filled >> k & 1)
            mpq_add(out, out, s->level[k]);
}

/* Adds up the exact areas of the sides. */
static dm_status add_exactly(const dm_plane *plane, dm_run *run, fraction_sum *sum,
                             dm_plane_score *score, dm_error *err)
{
    dmi_exact_cell cell;
    mpq_t area;
    dm_status status = dmi_exact_cell_init(&cell, plane, err);
    if (status != DM_OK)
        return status;
    mpq_init(area);
    for (int32_t i = 0; i < plane->count && status == DM_OK; i++) {
        if (!dmi_run_report(run, WORK, "cells", (uint64_t)i, (uint64_t)plane->count, NULL)) {
            status = dmi_as_unfinished(dmi_stopped(run, err), err);
            break;
        }
        status = dmi_exact_cell_find(&cell, i, dmi_plane_has_ties, err);
        if (status != DM_OK)
            break;
        dmi_exact_cell_area(&cell, area);
        sum_add(&sum[plane->side[i]], area);
        if (score->cell) {
            status = write_area(area, &score->cell[i].area, &score->cell[i].size, err);
            if (status == DM_OK)
                status = dmi_exact_cell_outline(&cell, score->cell + i, err);
        }
    }
    mpq_clear(area);
    dmi_exact_cell_clear(&cell);
    return status;
}

static dm_status score_exactly(const dm_plane *plane, dm_run *run, dm_plane_score *score,
                               dm_error *err)
{
    mpq_t sum[DM_PLANE_SIDES], tied;
    fraction_sum sums[DM_PLANE_SIDES];
    mpq_init(tied);
    for (int32_t i = 0; i < DM_PLANE_SIDES; i++) {
        mpq_init(sum[i]);
        sum_init(&sums[i]);
    }
    dm_status status = add_exactly(plane, run, sums, score, err);
    for (int32_t i = 0; i < DM_PLANE_SIDES; i++) {
        sum_total(&sums[i], sum[i]);
        sum_clear(&sums[i]);
    }
    mpq_set(tied, plane->board->area);
    score->winner = 0;
    for (int32_t i = 0, best = 0; i < plane->rules.sides && status == DM_OK; i++) {
        status = write_area(sum[i], &score->area[i], &score->size[i], err);
        mpq_sub(tied, tied, sum[i]);
        int order = i > 0 ? mpq_cmp(sum[i], sum[best]) : 1;
        if (order > 0)
            score->winner = best = i;
        else if (order == 0)
            score->winner = -1;
    }
    if (status == DM_OK && plane->rules.sides == 2) {
        mpq_sub(sum[0], sum[0], sum[1]);
        score->value = dmi_exact_text(sum[0]);
        mpq_neg(sum[0], sum[0]);
        score->lead = dmi_exact_text(sum[0]);
        status = score->value && score->lead ? DM_OK : dmi_no_memory(err);
    }
    if (plane->count == 0)
        mpq_set_ui(tied, 0, 1); /* nobody's */
    if (status == DM_OK)
        status = write_area(tied, &score->tied, &score->tied_size, err);
    mpq_clear(tied);
    for (int32_t i = 0; i < DM_PLANE_SIDES; i++)
        mpq_clear(sum[i]);
    return status;
}

/* The area of the board within a convex piece around `at`; `ring` and `spare` are scratch. */
static dm_status board_within(const dm_plane_board *board, dm_point at,
                              const dmi_float_piece *piece, dmi_float_piece *ring,
                              dmi_float_piece *spare, double *area, dm_error *err)
{
    double extent = board->high.x - board->low.x + board->high.y - board->low.y;
    *area = 0;
    for (int32_t r = 0, from = 0; r < board->rings; from = board->ring_end[r++]) {
        int32_t count = board->ring_end[r] - from;
        if (!dmi_float_piece_set(ring, board->corner + from, count, at))
            return dmi_no_memory(err);
        for (int32_t i = 0, j = piece->count - 1; i < piece->count && ring->count > 0; j = i++) {
            dm_point p = piece->corner[j], q = piece->corner[i];
            double a = q.y - p.y, b = p.x - q.x;
            if (fabs(a) + fabs(b) <= TINY * extent)
                continue; /* an edge of rounding errors has no direction */
            if (!dmi_float_piece_cut(ring, spare, a, b, a * p.x + b * p.y, -1))
                return dmi_no_memory(err);
        }
        *area += dmi_float_piece_area(ring);
    }
    return DM_OK;
}

/* Scratch of a score with doubles. */
typedef struct float_score {
    const dm_plane *plane;
    dmi_float_sites sites;
    dmi_float_cell cell;
    dmi_float_piece ring, spare;
    double box;  /* the area of the board's box */
    bool is_box; /* the board is its box */
} float_score;

/* Copies the pieces of a cell as its rings. */
static dm_status copy_pieces(const float_score *f, dm_point at, dm_plane_cell *out, dm_error *err)
{
    int32_t corners = 0;
    for (int32_t i = 0; i < f->cell.count; i++)
        corners += f->cell.piece[i].count;
    out->ring_end = dmi_alloc((size_t)f->cell.count, sizeof *out->ring_end);
    out->corner = dmi_alloc((size_t)corners, sizeof *out->corner);
    if (!out->ring_end || !out->corner)
        return dmi_no_memory(err);
    corners = 0;
    for (int32_t i = 0; i < f->cell.count; i++) {
        for (int32_t k = 0; k < f->cell.piece[i].count; k++) {
            dm_point p = f->cell.piece[i].corner[k];
            out->corner[corners++] = (dm_point){p.x + at.x, p.y + at.y};
        }
        out->ring_end[out->rings++] = corners;
    }
    return DM_OK;
}

static dm_status float_cell(float_score *f, int32_t i, dm_plane_score *score, dm_error *err)
{
    const dm_plane *plane = f->plane;
    double size = 0;
    dm_status status =
        dmi_float_cell_find(&f->sites, plane->near[i], i, dmi_plane_has_ties, plane, &f->cell, err);
    for (int32_t k = 0; k < f->cell.count && status == DM_OK; k++) {
        double area = dmi_float_piece_area(f->cell.piece + k);
        if (!f->is_box && area > TINY * f->box)
            status = board_within(plane->board, plane->near[i], f->cell.piece + k, &f->ring,
                                  &f->spare, &area, err);
        size += area;
    }
    score->size[plane->side[i]] += size;
    if (score->cell && status == DM_OK) {
        score->cell[i].size = size;
        status = copy_pieces(f, plane->near[i], score->cell + i, err);
    }
    return status;
}

static dm_status score_with_doubles(const dm_plane *plane, dm_run *run, dm_plane_score *score,
                                    dm_error *err)
{
    const dm_plane_board *board = plane->board;
    double area = mpq_get_d(board->area), sum = 0;
    float_score f = {.plane = plane};
    f.box = (board->high.x - board->low.x) * (board->high.y - board->low.y);
    f.is_box = board->is_convex && board->corners == 4 && area >= f.box * (1 - 1e-15);
    dm_status status = dmi_plane_float_sites(plane, &f.sites, err);
    for (int32_t i = 0; i < plane->count && status == DM_OK; i++) {
        if (!dmi_run_report(run, 1, "cells", (uint64_t)i, (uint64_t)plane->count, NULL))
            status = dmi_as_unfinished(dmi_stopped(run, err), err);
        else
            status = float_cell(&f, i, score, err);
    }
    int32_t best = 0;
    for (int32_t i = 0; i < score->sides; i++) {
        sum += score->size[i];
        best = score->size[i] > score->size[best] ? i : best;
    }
    score->tied_size = plane->rules.metric == DM_MANHATTAN &&
                               dm_ties_are_nobodys(plane->rules.ties) &&
                               area - sum > 1e-12 * area && plane->count > 0
                           ? area - sum
                           : 0;
    score->winner = best;
    for (int32_t i = 0; i < score->sides; i++)
        if (i != best && score->size[best] - score->size[i] <= 1e-12 * area)
            score->winner = -1;
    dmi_float_sites_clear(&f.sites);
    dmi_float_cell_clear(&f.cell);
    dmi_float_piece_clear(&f.ring);
    dmi_float_piece_clear(&f.spare);
    return status;
}

dm_status dm_plane_score_new(const dm_plane *plane, const dm_plane_measure *how, dm_run *run,
                             dm_plane_score **out, dm_error *err)
{
    dm_plane_measure measure = how ? *how : (dm_plane_measure){0};
    dm_plane_score *score = NULL;
    dm_status status = score_alloc(plane, measure.cells, &score, err);
    if (status != DM_OK)
        return status;
    status = measure.approximate ? score_with_doubles(plane, run, score, err)
                                 : score_exactly(plane, run, score, err);
    if (status == DM_OK)
        *out = score;
    else
        dm_plane_score_free(score);
    return status;
}
