/* plain_players.c - players of the plane that look at one point only: random, greedy, balanced. */
#include "plane/game/plane_player.h"

#include <math.h>

bool dmi_plane_choose_random(dm_plane_player *player, dmi_plane_task *task, dm_point *out)
{
    return dmi_plane_view_random(task->view, &player->rng, out);
}

bool dmi_plane_choose_greedy(dm_plane_player *player, dmi_plane_task *task, dm_point *out)
{
    static const dmi_effort *const efforts[] = {&dmi_effort_quick, &dmi_effort_usual,
                                                &dmi_effort_thorough};
    dmi_place_list list = {.most = DMI_PLACES, .apart = task->view->unit};
    dmi_places_find(task->view, task->side, efforts[dmi_plane_param(player, "effort")],
                    &player->rng, &list);
    *out = list.place[0].at;
    return list.count > 0;
}

typedef struct balance {
    int32_t side;
    double weight;
} balance;

/* The lead after a point, less the area of the side's largest cell, which the other may attack. */
static double balanced_worth(void *context, dmi_plane_view *view, dm_point at)
{
    const balance *b = context;
    double largest = 0;
    dmi_plane_view_add(view, at, b->side);
    const dmi_cells *cells = dmi_plane_view_cells(view);
    for (int32_t i = 0; i < cells->sites; i++)
        if (cells->site[i].side == b->side)
            largest = fmax(largest, cells->site[i].area);
    double worth = dmi_plane_view_lead(view, b->side) - b->weight * largest;
    dmi_plane_view_undo(view);
    return worth;
}

bool dmi_plane_choose_balanced(dm_plane_player *player, dmi_plane_task *task, dm_point *out)
{
    enum { IMPROVED = 4, STEPS = 6 };
    balance b = {.side = task->side};
    if (task->to_come > task->in_turn) /* the other side answers */
        b.weight = (double)dmi_plane_param(player, "weight") / 1000;
    dmi_place_list found = {.most = DMI_PLACES, .apart = 16 * task->view->unit}, list = found;
    dmi_places_find(task->view, task->side, &dmi_effort_usual, &player->rng, &found);
    for (int32_t i = 0; i < found.count; i++)
        dmi_place_insert(&list, found.place[i].at,
                         balanced_worth(&b, task->view, found.place[i].at));
    dmi_place_list best = {.most = 1, .apart = 0};
    for (int32_t i = 0; i < list.count && i < IMPROVED; i++) {
        dmi_place_improve(task->view, balanced_worth, &b, 0.1 * dmi_plane_view_scale(task->view),
                          STEPS, &list.place[i]);
        dmi_place_insert(&best, list.place[i].at, list.place[i].value);
    }
    *out = best.place[0].at;
    return best.count > 0;
}
