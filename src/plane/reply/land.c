/* land.c - the land that a new site can take: the rivals' cells as convex pieces.
 *
 * Each cell is cut to each convex part of the board.  Corners are relative to the site of the cell,
 * with doubles; what their rounding can change is far below the margins of the bounds.
 */
#include "plane/reply/land.h"

#include <math.h>
#include <stdlib.h>

/* Adds a piece to a list, unless it has no area. */
static bool add_piece(dmi_land_list *list, int32_t site, const dmi_float_piece *from, double least)
{
    double area = from->count < 3 ? 0 : dmi_float_piece_area(from);
    if (area <= least)
        return true;
    size_t corners = (size_t)list->corners + (size_t)from->count;
    if (!dmi_reserve(&list->piece, &list->room, (size_t)list->count + 1, sizeof *list->piece) ||
        !dmi_reserve(&list->corner, &list->corner_room, corners, sizeof *list->corner))
        return false;
    list->piece[list->count++] =
        (dmi_land_piece){site, list->corners, from->count, from->sx, from->sy, area};
    for (int32_t i = 0; i < from->count; i++)
        list->corner[list->corners++] = from->corner[i];
    return true;
}

/* Adds piece `which` of a cell, cut to each part of the board. */
static dm_status add_cell(dmi_land_list *list, int32_t site, dm_point at, dmi_float_cell *cell,
                          int32_t which, const dmi_board_parts *parts, double least, dm_error *err)
{
    dmi_float_piece copy = {0};
    bool good = true;
    for (int32_t k = 0; k < parts->count && good; k++)
        good = dmi_float_piece_copy(&copy, cell->piece + which) &&
               dmi_board_part_cut(parts->part + k, at, &copy, &cell->spare) &&
               add_piece(list, site, &copy, least);
    dmi_float_piece_clear(&copy);
    return good ? DM_OK : dmi_no_memory(err);
}

/* Land that is tied with the side that replies is not its own yet; between rivals the first has it.
 */
typedef struct tie_context {
    const int32_t *side; /* NULL: all are rivals */
    int32_t mine;
} tie_context;

static bool keeps_ties(const void *context, int32_t a, int32_t b)
{
    const tie_context *c = context;
    return (c->side && c->side[b] == c->mine) || a < b;
}

/* The cells of sites that are not of `side` (-1: of all) as pieces. */
static dm_status add_cells(dmi_land *land, const dm_point *at, int32_t count, const int32_t *side,
                           int32_t mine, const dmi_board_parts *parts, dmi_land_list *list,
                           dm_error *err)
{
    dmi_float_sites sites;
    dmi_float_cell cell = {0};
    dm_status status = dmi_float_sites_init(&sites, at, count, land->metric, land->board->low,
                                            land->board->high, err);
    if (status != DM_OK)
        return status;
    double least = 1e-14 * land->extent * land->extent;
    for (int32_t i = 0, rival = 0; i < count && status == DM_OK; i++) {
        if (side && side[i] == mine)
            continue;
        status = dmi_float_cell_find(&sites, at[i], i, keeps_ties, &(tie_context){side, mine},
                                     &cell, err);
        for (int32_t k = 0; k < cell.count && status == DM_OK; k++)
            status = add_cell(list, rival, at[i], &cell, k, parts, least, err);
        rival++;
    }
    dmi_float_cell_clear(&cell);
    dmi_float_sites_clear(&sites);
    return status;
}

dm_status dmi_land_init(dmi_land *land, const dm_plane *plane, int32_t side, dm_error *err)
{
    dmi_board_parts parts;
    const dm_plane_board *board = plane->board;
    *land =
        (dmi_land){.board = board, .metric = plane->rules.metric, .area = mpq_get_d(board->area)};
    land->extent = fmax(board->high.x - board->low.x, board->high.y - board->low.y);
    land->rival = dmi_alloc((size_t)plane->count, sizeof *land->rival);
    if (!land->rival)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < plane->count; i++)
        if (plane->side[i] != side)
            land->rival[land->rivals++] = plane->near[i];
    dm_status status = dmi_board_parts_init(&parts, board, err);
    if (status == DM_OK) {
        status =
            add_cells(land, plane->near, plane->count, plane->side, side, &parts, &land->land, err);
        if (status == DM_OK)
            status =
                add_cells(land, land->rival, land->rivals, NULL, -1, &parts, &land->around, err);
        dmi_board_parts_clear(&parts);
    }
    for (int32_t i = 0; i < land->land.count; i++)
        land->rival_area += land->land.piece[i].area;
    if (status != DM_OK)
        dmi_land_clear(land);
    return status;
}

static void list_clear(dmi_land_list *list)
{
    free(list->piece);
    free(list->corner);
}

void dmi_land_clear(dmi_land *land)
{
    list_clear(&land->land);
    list_clear(&land->around);
    free(land->rival);
    *land = (dmi_land){0};
}
