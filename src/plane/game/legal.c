/* legal.c - which places are legal: exact distances, and whether any place is left.
 *
 * A place is left if and only if a corner of some cell is at least the least distance away from the
 * cell's site: the distance to a site is convex, so on its cell, which consists of polygons, it is
 * greatest at a corner.  Corners of exact cells are fractions, so this is decided exactly; doubles
 * decide first where they can.
 *
 * Cost: O(n) in doubles per point placed; rarely the exact cells.
 */
#include "plane/game/cells.h"
#include "plane/game/game.h"

#include <math.h>
#include <stdlib.h>

#define DOUBT 1e-9 /* doubles this near to the least distance, relatively, decide nothing */

/* The sign of the distance of two places minus the least distance. */
static int compare_distance(const dm_plane_game *game, const dmi_exact_point *a,
                            const dmi_exact_point *b)
{
    bool is_euclid = game->plane->rules.metric == DM_EUCLID;
    double dx = a->near.x - b->near.x, dy = a->near.y - b->near.y;
    double near = is_euclid ? hypot(dx, dy) : fabs(dx) + fabs(dy);
    double scale = fabs(a->near.x) + fabs(a->near.y) + fabs(b->near.x) + fabs(b->near.y) + near +
                   game->near_distance;
    if (fabs(near - game->near_distance) > DOUBT * scale)
        return near > game->near_distance ? 1 : -1;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_sub(x, a->x, b->x);
    mpq_sub(y, a->y, b->y);
    if (is_euclid) {
        mpq_mul(x, x, x);
        mpq_mul(y, y, y);
    } else {
        mpq_abs(x, x);
        mpq_abs(y, y);
    }
    mpq_add(x, x, y);
    int sign = mpq_cmp(x, is_euclid ? game->distance_squared : game->distance);
    mpq_clears(x, y, NULL);
    return sign;
}

dm_status dmi_plane_check_distance(const dm_plane_game *game, dm_error *err)
{
    const dm_plane *plane = game->plane;
    const dmi_exact_point *last = plane->site.at + plane->count - 1;
    if (mpq_sgn(game->distance) == 0)
        return DM_OK;
    for (int32_t i = 0; i + 1 < plane->count; i++)
        if (compare_distance(game, plane->site.at + i, last) < 0)
            return dmi_fail(err, DM_BAD_MOVE, "%g,%g is nearer than %.40s to site %d at %g,%g",
                            last->near.x, last->near.y, game->distance_text, i + 1,
                            plane->near[i].x, plane->near[i].y);
    return DM_OK;
}

/* Looks for a corner of the exact cell of `site` that is far enough from it, and free. */
static dm_status find_corner(const dm_plane_game *game, const dmi_exact_cell *cell, int32_t site,
                             const dmi_exact_point **out, dm_error *err)
{
    const dmi_exact_point *at = game->plane->site.at + site;
    (void)err;
    for (int32_t k = 0; k < cell->count; k++)
        for (int32_t r = 0; r < game->plane->board->rings; r++)
            for (int32_t i = 0; i < cell->piece[k].ring[r].count; i++) {
                const dmi_exact_point *corner = cell->piece[k].ring[r].at + i;
                if (!dmi_exact_point_equal(corner, at) && compare_distance(game, corner, at) >= 0) {
                    *out = corner;
                    return DM_OK;
                }
            }
    return DM_OK;
}

/* The same among all cells. */
static dm_status find_exactly(const dm_plane_game *game, bool *has_room, char **x, char **y,
                              dm_error *err)
{
    dmi_exact_cell cell;
    const dmi_exact_point *found = NULL;
    dm_status status = dmi_exact_cell_init(&cell, game->plane, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < game->plane->count && status == DM_OK && !found; i++) {
        status = dmi_exact_cell_find(&cell, i, dmi_plane_is_first, err);
        if (status == DM_OK)
            status = find_corner(game, &cell, i, &found, err);
    }
    if (status == DM_OK && found && x) {
        char *text_x = dmi_exact_text(found->x), *text_y = dmi_exact_text(found->y);
        status = text_x && text_y ? DM_OK : dmi_no_memory(err);
        if (status == DM_OK) {
            *x = text_x;
            *y = text_y;
        } else {
            dm_free(text_x);
            dm_free(text_y);
        }
    }
    if (status == DM_OK)
        *has_room = found != NULL;
    dmi_exact_cell_clear(&cell);
    return status;
}

/* The farthest that a corner of a cell is from its site, with doubles. */
static dm_status find_farthest(const dm_plane_game *game, double *out, dm_error *err)
{
    dmi_cells cells = {0};
    dm_status status = dmi_cells_of(game->plane, &cells, err);
    if (status == DM_OK)
        *out = dmi_cells_farthest(&cells, NULL);
    dmi_cells_clear(&cells);
    return status;
}

dm_status dmi_plane_find_room(const dm_plane_game *game, bool *has_room, char **x, char **y,
                              dm_error *err)
{
    const dm_plane_board *board = game->plane->board;
    *has_room = true;
    if (!x) {
        double far = INFINITY, scale = fabs(board->low.x) + fabs(board->low.y) +
                                       fabs(board->high.x) + fabs(board->high.y);
        /* too few discs of that radius to cover the board, each smaller than its square */
        if (4 * game->near_distance * game->near_distance * game->plane->count <
            0.99 * mpq_get_d(board->area))
            return DM_OK;
        dm_status status = find_farthest(game, &far, err);
        if (status != DM_OK || far > game->near_distance + DOUBT * scale)
            return status;
        if (far < game->near_distance - DOUBT * scale) {
            *has_room = false;
            return DM_OK;
        }
    } else if (game->plane->count == 0) { /* the first corner of the board */
        *x = dmi_exact_text(board->ring[0].at[0].x);
        *y = dmi_exact_text(board->ring[0].at[0].y);
        return *x && *y ? DM_OK : dmi_no_memory(err);
    }
    return find_exactly(game, has_room, x, y, err);
}
