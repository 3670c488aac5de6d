/* cells.c - the cells of all sites with doubles.
 *
 * A further site takes from every cell what is beyond a bisector, and its own cell is the board cut
 * by the bisectors with all others.  A site far from a cell, beside its reach, does not cut it.
 *
 * Cost: O(corners + sites) for a further site.
 */
#include "plane/game/cell_cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Adds a ring to the last piece. */
static void add_ring(dmi_cells *cells, const dm_point *corner, int32_t n)
{
    if (n < 3)
        return;
    if (!dmi_reserve(&cells->corner, &cells->corner_room, (size_t)cells->corners + (size_t)n,
                     sizeof *cells->corner) ||
        !dmi_reserve(&cells->ring_end, &cells->ring_room, (size_t)cells->rings + 1,
                     sizeof *cells->ring_end)) {
        cells->failed = true;
        return;
    }
    memcpy(cells->corner + cells->corners, corner, (size_t)n * sizeof *corner);
    cells->corners += n;
    cells->ring_end[cells->rings++] = cells->corners;
    cells->piece[cells->pieces - 1].rings++;
}

static void add_piece(dmi_cells *cells, int32_t site, int sx, int sy)
{
    if (!dmi_reserve(&cells->piece, &cells->piece_room, (size_t)cells->pieces + 1,
                     sizeof *cells->piece)) {
        cells->failed = true;
        return;
    }
    cells->piece[cells->pieces++] =
        (dmi_cell_piece){.site = site, .sx = (int8_t)sx, .sy = (int8_t)sy};
}

/* Removes the last piece if it has no ring, otherwise counts its area. */
static void end_piece(dmi_cells *cells)
{
    const dmi_cell_piece *piece = cells->piece + cells->pieces - 1;
    double area = 0;
    if (piece->rings == 0) {
        cells->pieces--;
        return;
    }
    for (int32_t r = cells->rings - piece->rings; r < cells->rings; r++) {
        int32_t from = r > 0 ? cells->ring_end[r - 1] : 0;
        area += dmi_cell_ring_area(cells->corner + from, cells->ring_end[r] - from);
    }
    cells->site[piece->site].area += area;
}

/* Copies what `kept` leaves of a piece whose rings are those from number `first` on. */
static void copy_piece(const dmi_cells *from, const dmi_cell_piece *piece, int32_t first,
                       const dmi_cell_kept *kept, dmi_cells *to)
{
    for (int part = 0; part < (kept->parts ? kept->parts : 1) && !to->failed; part++) {
        add_piece(to, piece->site, piece->sx, piece->sy);
        for (int32_t r = first; r < first + piece->rings && !to->failed; r++) {
            int32_t begin = r > 0 ? from->ring_end[r - 1] : 0, n = from->ring_end[r] - begin;
            const dm_point *corner = from->corner + begin;
            if (kept->parts == 0) {
                add_ring(to, corner, n);
                continue;
            }
            n = dmi_cells_cut_to_part(to, corner, n, kept, part);
            add_ring(to, to->scratch.one, n);
        }
        if (!to->failed)
            end_piece(to);
    }
}

/* Cuts the last pieces, from number `from` on, by the bisector with another site.  Pieces are
 * rewritten in place, at the end of the arrays. */
static void cut_last(dmi_cells *cells, int32_t from, int32_t first_ring, dm_point site,
                     dm_point other, dmi_cells *spare)
{
    bool is_cut = false;
    for (int32_t c = first_ring > 0 ? cells->ring_end[first_ring - 1] : 0;
         c < cells->corners && !is_cut; c++) {
        dm_point at = cells->corner[c];
        is_cut = dmi_plane_distance(cells->metric, at, other) <=
                 dmi_plane_distance(cells->metric, at, site);
    }
    if (!is_cut)
        return;
    spare->pieces = spare->rings = spare->corners = 0;
    spare->metric = cells->metric;
    for (int32_t k = from, ring = first_ring; k < cells->pieces; k++) {
        const dmi_cell_piece *piece = cells->piece + k;
        const dmi_cell_kept kept = dmi_cell_keep(cells, piece, site, other, false);
        dmi_cell_piece own = *piece;
        own.site = 0;
        copy_piece(cells, &own, ring, &kept, spare);
        ring += piece->rings;
    }
    int32_t last = cells->sites - 1;
    cells->pieces = from;
    cells->rings = first_ring;
    cells->corners = first_ring > 0 ? cells->ring_end[first_ring - 1] : 0;
    cells->site[last].area = 0;
    const dmi_cell_kept all = {0};
    for (int32_t k = 0, ring = 0; k < spare->pieces; ring += spare->piece[k++].rings) {
        dmi_cell_piece own = spare->piece[k];
        own.site = last;
        copy_piece(spare, &own, ring, &all, cells);
    }
    cells->failed |= spare->failed;
}

/* The board, in quadrants of `at` under Manhattan, as the cell of the last site. */
static void add_board(dmi_cells *cells, dm_point at)
{
    const dm_plane_board *board = cells->board;
    bool quadrants = cells->metric == DM_MANHATTAN;
    for (int k = 0; k < (quadrants ? 4 : 1) && !cells->failed; k++) {
        int sx = quadrants ? k % 2 * 2 - 1 : 0, sy = quadrants ? k / 2 * 2 - 1 : 0;
        add_piece(cells, cells->sites - 1, sx, sy);
        for (int32_t r = 0, from = 0; r < board->rings && !cells->failed;
             from = board->ring_end[r++]) {
            dmi_cell_kept quarter = {0};
            int32_t n = board->ring_end[r] - from;
            dmi_cell_add_part(&quarter, 2, (dmi_cell_half){-sx, 0, -sx * at.x},
                              (dmi_cell_half){0, -sy, -sy * at.y});
            n = dmi_cells_cut_to_part(cells, board->corner + from, n, &quarter, 0);
            add_ring(cells, cells->scratch.one, n);
        }
        if (!cells->failed)
            end_piece(cells);
    }
}

void dmi_cells_begin(const dm_plane_board *board, dm_line_metric metric, dmi_cells *cells)
{
    cells->board = board;
    cells->metric = metric;
    cells->sites = cells->pieces = cells->rings = cells->corners = 0;
    memset(cells->area, 0, sizeof cells->area);
    cells->failed = false;
}

void dmi_cells_clear(dmi_cells *cells)
{
    free(cells->site);
    free(cells->piece);
    free(cells->ring_end);
    free(cells->corner);
    free(cells->scratch.one);
    free(cells->scratch.other);
    if (cells->spare)
        dmi_cells_clear(cells->spare);
    free(cells->spare);
    *cells = (dmi_cells){0};
}

static void add_site(dmi_cells *cells, dm_point at, int32_t side, double reach)
{
    if (!dmi_reserve(&cells->site, &cells->site_room, (size_t)cells->sites + 1,
                     sizeof *cells->site))
        cells->failed = true;
    else
        cells->site[cells->sites++] = (dmi_cell_site){.at = at, .side = side, .reach = reach};
}

/* The cell of the last site, cut by all others. */
static void add_cell(dmi_cells *cells)
{
    dm_point at = cells->site[cells->sites - 1].at;
    int32_t from = cells->pieces, first_ring = cells->rings;
    if (!cells->spare)
        cells->spare = dmi_calloc(1, sizeof *cells->spare);
    if (!cells->spare) {
        cells->failed = true;
        return;
    }
    dmi_cells_begin(cells->board, cells->metric, cells->spare);
    add_site(cells->spare, at, 0, 0);
    cells->failed |= cells->spare->failed;
    if (!cells->failed)
        add_board(cells, at);
    for (int32_t i = 0; i + 1 < cells->sites && !cells->failed; i++)
        cut_last(cells, from, first_ring, at, cells->site[i].at, cells->spare);
    double *reach = &cells->site[cells->sites - 1].reach;
    for (int32_t c = first_ring > 0 ? cells->ring_end[first_ring - 1] : 0; c < cells->corners; c++)
        *reach = fmax(*reach, dmi_plane_distance(cells->metric, cells->corner[c], at));
}

void dmi_cells_add(const dmi_cells *from, dm_point at, int32_t side, dmi_cells *to)
{
    dmi_cells_begin(from->board, from->metric, to);
    for (int32_t i = 0; i < from->sites && !to->failed; i++)
        add_site(to, from->site[i].at, from->site[i].side, from->site[i].reach);
    for (int32_t k = 0, ring = 0; k < from->pieces && !to->failed; ring += from->piece[k++].rings) {
        const dmi_cell_piece *piece = from->piece + k;
        const dmi_cell_site *site = from->site + piece->site;
        dmi_cell_kept kept = {0};
        if (dmi_plane_distance(from->metric, site->at, at) < 2 * site->reach)
            kept = dmi_cell_keep(from, piece, site->at, at, true);
        copy_piece(from, piece, ring, &kept, to);
    }
    if (!to->failed)
        add_site(to, at, side, 0);
    if (!to->failed)
        add_cell(to);
    to->failed |= from->failed;
    for (int32_t i = 0; i < to->sites; i++)
        to->area[to->site[i].side] += to->site[i].area;
}

/* Adds a site in place: the pieces of `cells` are cut into `spare`, and the two are exchanged. */
static void add_in_place(dmi_cells *cells, dm_point at, int32_t side, dmi_cells *spare)
{
    dmi_cells_add(cells, at, side, spare);
    dmi_cells kept = *cells;
    *cells = *spare;
    *spare = kept;
}

dm_status dmi_cells_of(const dm_plane *plane, dmi_cells *cells, dm_error *err)
{
    dmi_cells spare = {0};
    dmi_cells_begin(plane->board, plane->rules.metric, cells);
    for (int32_t i = 0; i < plane->count && !cells->failed; i++)
        add_in_place(cells, plane->near[i], plane->side[i], &spare);
    bool failed = cells->failed;
    dmi_cells_clear(&spare);
    return failed ? dmi_no_memory(err) : DM_OK;
}
