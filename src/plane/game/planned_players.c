/* planned_players.c - players of the plane that follow a plan: grid and row.
 *
 * A plan is a list of fractions of the board's box, so that its places are exact: a row that is a
 * little off its centres is another game.
 */
#include "plane/game/plane_player.h"

#include <math.h>
#include <stdlib.h>

void dmi_plane_row(const dm_plane_board *board, int32_t count, dmi_plan_place *out)
{
    bool is_wide = board->high.x - board->low.x >= board->high.y - board->low.y;
    for (int32_t i = 0; i < count; i++) {
        const dmi_plan_place wide = {2 * i + 1, 2 * count, 1, 2};
        out[i] = is_wide ? wide : (dmi_plan_place){1, 2, 2 * i + 1, 2 * count};
    }
}

void dmi_plane_grid(const dm_plane_board *board, int32_t count, dmi_plan_place *out)
{
    double width = board->high.x - board->low.x, height = board->high.y - board->low.y;
    int32_t rows = (int32_t)fmin(count, fmax(1, nearbyint(sqrt(count * height / width))));
    /* rows of n / rows points, the first ones of one more */
    for (int32_t r = 0, i = 0; r < rows; r++) {
        int32_t columns = count / rows + (r < count % rows);
        for (int32_t k = 0; k < columns; k++, i++)
            out[i] = (dmi_plan_place){2 * k + 1, 2 * columns, 2 * r + 1, 2 * rows};
    }
}

dm_point dmi_plan_point(const dm_plane_board *board, dmi_plan_place place)
{
    double x = (double)place.x / place.of_x, y = (double)place.y / place.of_y;
    return (dm_point){board->low.x + x * (board->high.x - board->low.x),
                      board->low.y + y * (board->high.y - board->low.y)};
}

/* The fraction above / below of the way from the least to the greatest coordinate, exactly, as a
 * text; NULL without memory. */
static char *exact_coordinate(const dm_plane_board *board, bool of_x, int32_t above, int32_t below)
{
    const dmi_exact_ring *outer = board->ring;
    mpq_t low, high, part;
    mpq_inits(low, high, part, NULL);
    for (int32_t i = 0; i < outer->count; i++) {
        const dmi_exact_point *corner = outer->at + i;
        if (i == 0 || mpq_cmp(of_x ? corner->x : corner->y, low) < 0)
            mpq_set(low, of_x ? corner->x : corner->y);
        if (i == 0 || mpq_cmp(of_x ? corner->x : corner->y, high) > 0)
            mpq_set(high, of_x ? corner->x : corner->y);
    }
    mpq_set_si(part, above, (unsigned long)below);
    mpq_canonicalize(part);
    mpq_sub(high, high, low);
    mpq_mul(high, high, part);
    mpq_add(low, low, high);
    char *text = dmi_exact_text(low);
    mpq_clears(low, high, part, NULL);
    return text;
}

/* The allowed place of the plan that gains most, the first of equals; -1: none is allowed. */
static int32_t best_of(dmi_plane_task *task, const dmi_plan_place *places)
{
    double best = -INFINITY;
    int32_t found = -1;
    for (int32_t i = 0; i < task->own; i++) {
        dm_point at = dmi_plan_point(task->view->board, places[i]);
        if (!dmi_plane_view_allows(task->view, at))
            continue;
        double gain = dmi_plane_view_gain(task->view, at, task->side);
        if (gain <= best)
            continue;
        best = gain;
        found = i;
    }
    return found;
}

/* The best place of the plan, or else of greedy. */
static bool follow(dm_plane_player *player, dmi_plane_task *task, dmi_plan_fn *plan, dm_point *out)
{
    const dm_plane_board *board = task->view->board;
    dmi_plan_place *places = dmi_alloc((size_t)task->own, sizeof *places);
    if (!places) {
        task->view->failed = true;
        return false;
    }
    plan(board, task->own, places);
    int32_t best = best_of(task, places);
    if (best >= 0) {
        *out = dmi_plan_point(board, places[best]);
        task->x = exact_coordinate(board, true, places[best].x, places[best].of_x);
        task->y = exact_coordinate(board, false, places[best].y, places[best].of_y);
    }
    free(places);
    if (best >= 0)
        return true;
    dmi_place_list list = {.most = 1, .apart = 0};
    dmi_places_find(task->view, task->side, &dmi_effort_usual, &player->rng, &list);
    *out = list.place[0].at;
    return list.count > 0;
}

bool dmi_plane_choose_row(dm_plane_player *player, dmi_plane_task *task, dm_point *out)
{
    return follow(player, task, dmi_plane_row, out);
}

bool dmi_plane_choose_grid(dm_plane_player *player, dmi_plane_task *task, dm_point *out)
{
    return follow(player, task, dmi_plane_grid, out);
}
