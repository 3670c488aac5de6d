/* exact_cells.c - the exact cells of sites.
 *
 * A cell begins as the board, under Manhattan as the board in each of the four quadrants of its
 * site, and is cut by the half-planes of the sites around (float_cells.c has the cases).  Which
 * sites can cut it follows from a copy of the cell in doubles: those within twice its reach, with a
 * margin that is far greater than the errors of the doubles, for which sites that are very close do
 * not cut at all, so that the copy is too large rather than too small.
 *
 * The outline of a cell of several pieces is what remains of their edges, divided at all corners,
 * if edges that run in opposite directions cancel each other.
 */
#include "plane/plane_sites.h"

#include <math.h>
#include <stdlib.h>

#define MARGIN 1e-6 /* of the extent of the board */
#define BLIND  1e-9

dm_status dmi_exact_cell_init(dmi_exact_cell *cell, const dm_plane *plane, dm_error *err)
{
    *cell = (dmi_exact_cell){.plane = plane};
    dmi_half_plane_init(&cell->half);
    dm_status status = dmi_plane_float_sites(plane, &cell->sites, err);
    const dm_plane_board *board = plane->board;
    cell->sites.blind = BLIND * fmax(board->high.x - board->low.x, board->high.y - board->low.y);
    if (status != DM_OK)
        dmi_exact_cell_clear(cell);
    return status;
}

void dmi_exact_cell_clear(dmi_exact_cell *cell)
{
    for (size_t i = 0; i < cell->room; i++) {
        for (int32_t k = 0; cell->piece[i].ring && k < cell->plane->board->rings; k++)
            dmi_exact_ring_clear(cell->piece[i].ring + k);
        free(cell->piece[i].ring);
    }
    free(cell->piece);
    dmi_exact_ring_clear(&cell->spare);
    dmi_half_plane_clear(&cell->half);
    dmi_float_cell_clear(&cell->near);
    dmi_float_sites_clear(&cell->sites);
}

/* A new last piece, a copy of these rings. */
static dm_status add_piece(dmi_exact_cell *cell, const dmi_exact_ring *from, int sx, int sy,
                           dm_error *err)
{
    int32_t rings = cell->plane->board->rings;
    size_t before = cell->room;
    if (!dmi_reserve(&cell->piece, &cell->room, (size_t)cell->count + 1, sizeof *cell->piece))
        return dmi_no_memory(err);
    for (size_t i = before; i < cell->room; i++)
        cell->piece[i] = (dmi_exact_piece){0};
    dmi_exact_piece *piece = cell->piece + cell->count;
    if (!piece->ring && !(piece->ring = dmi_calloc((size_t)rings, sizeof *piece->ring)))
        return dmi_no_memory(err);
    cell->count++;
    piece->sx = (int8_t)sx;
    piece->sy = (int8_t)sy;
    for (int32_t k = 0; k < rings; k++) {
        piece->ring[k].count = 0;
        for (int32_t i = 0; i < from[k].count; i++) {
            dmi_exact_point *at = dmi_exact_ring_add(piece->ring + k);
            if (!at)
                return dmi_no_memory(err);
            dmi_exact_point_set(at, from[k].at + i);
        }
    }
    return DM_OK;
}

/* Whether a corner of the piece is beyond the half-plane of the cell. */
static bool reaches(const dmi_exact_cell *cell, const dmi_exact_piece *piece)
{
    for (int32_t k = 0; k < cell->plane->board->rings; k++)
        for (int32_t i = 0; i < piece->ring[k].count; i++)
            if (dmi_half_plane_sign(&cell->half, piece->ring[k].at + i) > 0)
                return true;
    return false;
}

/* Cuts a piece to the half-plane of the cell. */
static dm_status cut(dmi_exact_cell *cell, int32_t index, dm_error *err)
{
    dmi_exact_piece *piece = cell->piece + index;
    if (!reaches(cell, piece))
        return DM_OK;
    dm_status status = DM_OK;
    for (int32_t k = 0; k < cell->plane->board->rings && status == DM_OK; k++) {
        status = dmi_exact_ring_cut(piece->ring + k, &cell->half, &cell->spare, err);
        if (status == DM_OK) {
            dmi_exact_ring kept = piece->ring[k];
            piece->ring[k] = cell->spare;
            cell->spare = kept;
        }
    }
    return status;
}

/* Sets the half-plane a u + b v <= c of a quadrant of `site`; a and b are -1, 0 or 1. */
static void set_half(dmi_exact_cell *cell, const dmi_exact_piece *piece,
                     const dmi_exact_point *site, int a, int b, const mpq_t c)
{
    dmi_half_plane *half = &cell->half;
    mpq_t part;
    mpq_init(part);
    mpq_set_si(half->a, (long)a * piece->sx, 1);
    mpq_set_si(half->b, (long)b * piece->sy, 1);
    mpq_mul(part, half->a, site->x);
    mpq_add(half->c, c, part);
    mpq_mul(part, half->b, site->y);
    mpq_add(half->c, half->c, part);
    mpq_clear(part);
    dmi_half_plane_round(half);
}

/* What a site at (p, q) in the quadrant of a piece does, with the numbers it needs. */
typedef struct manhattan {
    mpq_t p, q, c, far; /* c = (|p| + |q|) / 2; far = c - the greater of them */
} manhattan;

static dm_status split(dmi_exact_cell *cell, int32_t index, const dmi_exact_point *at,
                       const manhattan *m, bool by_v, dm_error *err)
{
    const dmi_exact_piece *piece = cell->piece + index;
    int wu = by_v ? 0 : 1, wv = by_v ? 1 : 0;
    const mpq_t *where = by_v ? &m->q : &m->p;
    mpq_t minus;
    set_half(cell, piece, at, 1, 1, m->c);
    if (!reaches(cell, piece))
        return DM_OK;
    dm_status status = DM_OK;
    set_half(cell, piece, at, wu, wv, *where);
    if (reaches(cell, piece)) {
        status = add_piece(cell, piece->ring, piece->sx, piece->sy, err);
        piece = cell->piece + index;
        if (status == DM_OK)
            status = cut(cell, index, err);
        mpq_init(minus);
        mpq_neg(minus, *where);
        set_half(cell, piece, at, -wu, -wv, minus);
        if (status == DM_OK)
            status = cut(cell, cell->count - 1, err);
        mpq_sub(minus, m->c, *where);
        set_half(cell, piece, at, wv, wu, minus);
        if (status == DM_OK)
            status = cut(cell, cell->count - 1, err);
        mpq_clear(minus);
    }
    set_half(cell, piece, at, 1, 1, m->c);
    return status == DM_OK ? cut(cell, index, err) : status;
}

static dm_status cut_piece(dmi_exact_cell *cell, int32_t index, const dmi_exact_point *at,
                           const dmi_exact_point *other, bool keeps_ties, manhattan *m,
                           dm_error *err)
{
    const dmi_exact_piece *piece = cell->piece + index;
    mpq_sub(m->p, other->x, at->x);
    mpq_sub(m->q, other->y, at->y);
    mpq_abs(m->c, m->p);
    mpq_abs(m->far, m->q);
    int longer = mpq_cmp(m->c, m->far);
    mpq_add(m->c, m->c, m->far);
    mpq_div_2exp(m->c, m->c, 1);
    if (piece->sx < 0)
        mpq_neg(m->p, m->p);
    if (piece->sy < 0)
        mpq_neg(m->q, m->q);
    dmi_manhattan_cut how =
        dmi_manhattan_case(mpq_sgn(m->p), mpq_sgn(m->q), (longer > 0) - (longer < 0), keeps_ties);
    if (how == DMI_CUT_NOTHING)
        return DM_OK;
    if (how == DMI_SPLIT_U || how == DMI_SPLIT_V)
        return split(cell, index, at, m, how == DMI_SPLIT_V, err);
    set_half(cell, piece, at, how != DMI_CUT_V, how != DMI_CUT_U, m->c);
    return cut(cell, index, err);
}

/* Drops pieces without area. */
static void drop_empty(dmi_exact_cell *cell)
{
    for (int32_t i = 0; i < cell->count;) {
        int32_t corners = 0;
        for (int32_t k = 0; k < cell->plane->board->rings; k++)
            corners += cell->piece[i].ring[k].count;
        if (corners < 3) {
            dmi_exact_piece kept = cell->piece[i];
            cell->piece[i] = cell->piece[--cell->count];
            cell->piece[cell->count] = kept;
        } else {
            i++;
        }
    }
}

static dm_status cut_by(dmi_exact_cell *cell, int32_t site, int32_t other, dmi_tie_fn *ties,
                        manhattan *m, dm_error *err)
{
    const dm_plane *plane = cell->plane;
    const dmi_exact_point *at = plane->site.at + site, *beyond = plane->site.at + other;
    dm_status status = DM_OK;
    if (plane->rules.metric == DM_EUCLID) {
        dmi_half_plane_between(&cell->half, at, beyond);
        return cut(cell, 0, err);
    }
    for (int32_t i = 0, count = cell->count; i < count && status == DM_OK; i++)
        status = cut_piece(cell, i, at, beyond, ties(plane, site, other), m, err);
    drop_empty(cell);
    return status;
}

/* The board as one piece, or in the four quadrants of the site. */
static dm_status begin(dmi_exact_cell *cell, const dmi_exact_point *at, dm_error *err)
{
    static const int8_t quadrant[][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const dm_plane_board *board = cell->plane->board;
    cell->count = 0;
    if (cell->plane->rules.metric == DM_EUCLID)
        return add_piece(cell, board->ring, 1, 1, err);
    mpq_t none;
    mpq_init(none);
    dm_status status = DM_OK;
    for (int i = 0; i < 4 && status == DM_OK; i++) {
        status = add_piece(cell, board->ring, quadrant[i][0], quadrant[i][1], err);
        for (int k = 0; k < 2 && status == DM_OK; k++) {
            set_half(cell, cell->piece + i, at, k == 0 ? -1 : 0, k == 0 ? 0 : -1, none);
            status = cut(cell, i, err);
        }
    }
    mpq_clear(none);
    drop_empty(cell);
    return status;
}

dm_status dmi_exact_cell_find(dmi_exact_cell *cell, int32_t site, dmi_tie_fn *ties, dm_error *err)
{
    const dm_plane *plane = cell->plane;
    dm_point near = plane->near[site];
    manhattan m;
    mpq_inits(m.p, m.q, m.c, m.far, NULL);
    dm_status status = dmi_float_cell_find(&cell->sites, near, site, NULL, NULL, &cell->near, err);
    if (status == DM_OK)
        status = begin(cell, plane->site.at + site, err);
    double reach = 2 * cell->near.reach * (1 + MARGIN) + MARGIN / BLIND * cell->sites.blind;
    for (dmi_near_walk walk = dmi_near_begin(&cell->sites, near);
         status == DM_OK && dmi_near_next(&walk, reach);)
        if (walk.site != site)
            status = cut_by(cell, site, walk.site, ties, &m, err);
    mpq_clears(m.p, m.q, m.c, m.far, NULL);
    return status;
}

void dmi_exact_cell_area(const dmi_exact_cell *cell, mpq_t area)
{
    mpq_set_ui(area, 0, 1);
    for (int32_t i = 0; i < cell->count; i++)
        for (int32_t k = 0; k < cell->plane->board->rings; k++)
            dmi_exact_ring_area(cell->piece[i].ring + k, area);
}
