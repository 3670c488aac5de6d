/* planned_players.c - players of the plane that follow a plan: grid and row. */
#include "plane/game/plane_player.h"

#include <math.h>
#include <stdlib.h>

void dmi_plane_row(const dm_plane_board *board, int32_t count, dm_point *out)
{
    double width = board->high.x - board->low.x, height = board->high.y - board->low.y;
    for (int32_t i = 0; i < count; i++) {
        double along = (i + 0.5) / count;
        out[i] = width >= height
                     ? (dm_point){board->low.x + along * width, board->low.y + height / 2}
                     : (dm_point){board->low.x + width / 2, board->low.y + along * height};
    }
}

void dmi_plane_grid(const dm_plane_board *board, int32_t count, dm_point *out)
{
    double width = board->high.x - board->low.x, height = board->high.y - board->low.y;
    int32_t rows = (int32_t)fmax(1, nearbyint(sqrt(count * height / width)));
    rows = rows < count ? rows : count;
    /* rows of n / rows points, the first ones of one more */
    for (int32_t r = 0, i = 0; r < rows; r++) {
        int32_t columns = count / rows + (r < count % rows);
        for (int32_t k = 0; k < columns; k++, i++)
            out[i] = (dm_point){board->low.x + width * (k + 0.5) / columns,
                                board->low.y + height * (r + 0.5) / rows};
    }
}

typedef void plan_fn(const dm_plane_board *board, int32_t count, dm_point *out);

/* The best place of the plan, or else of greedy. */
static bool follow(dm_plane_player *player, dmi_plane_task *task, plan_fn *plan, dm_point *out)
{
    dm_point *place = dmi_alloc((size_t)task->own, sizeof *place);
    if (!place) {
        task->view->failed = true;
        return false;
    }
    plan(task->view->board, task->own, place);
    bool found = dmi_plane_best_of(task, place, task->own, out);
    free(place);
    if (found)
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
