/* plane_player.c - players of the plane by name, and their turns.
 *
 * A player chooses with doubles, on a copy of the game (view.h).  Its place is a multiple of a
 * power of two, which the game takes exactly; should the game refuse it, random places and at last
 * a corner of an exact cell take its place.
 */
#include "plane/game/plane_player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const dmi_plane_player_type types[] = {
#define X(name, choose, help, source, cost, ...)                                                   \
    {{name, help, source, cost, (const dm_player_param[]){__VA_ARGS__, {0}}},                      \
     dmi_plane_choose_##choose},
#include "plane/game/plane_players.def"
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

int dm_plane_player_count(void)
{
    return TYPE_COUNT;
}

const dm_plane_player_info *dm_plane_player_at(int index)
{
    return index >= 0 && index < TYPE_COUNT ? &types[index].info : NULL;
}

dm_status dm_plane_player_new(const char *spec, uint64_t seed, dm_plane_player **out, dm_error *err)
{
    size_t length = strcspn(spec, ":");
    const char *names[TYPE_COUNT];
    for (int i = 0; i < TYPE_COUNT; i++)
        names[i] = types[i].info.name;
    int index = dmi_param_word("player of the plane", spec, length, names, TYPE_COUNT, err);
    if (index < 0)
        return DM_BAD_ARGUMENT;
    dm_plane_player *player = dmi_calloc(1, sizeof *player);
    if (!player || !(player->spec = dmi_strdup(spec))) {
        dm_plane_player_free(player);
        return dmi_no_memory(err);
    }
    player->type = &types[index];
    dm_rng_init(&player->rng, seed);
    dm_status status = dmi_params_read(player->type->info.name, player->type->info.params,
                                       spec + length, player->params, err);
    if (status == DM_OK)
        *out = player;
    else
        dm_plane_player_free(player);
    return status;
}

void dm_plane_player_free(dm_plane_player *player)
{
    if (!player)
        return;
    free(player->spec);
    free(player);
}

const char *dm_plane_player_spec(const dm_plane_player *player)
{
    return player->spec;
}

int64_t dmi_plane_param(const dm_plane_player *player, const char *key)
{
    return player->params[dmi_param_index(player->type->info.params, key)];
}

dm_status dmi_plane_point_run(const dm_plane_player *player, const dmi_plane_task *task,
                              const char *work, dm_run **out)
{
    static const double USUAL = 0.1, PROMPT = 0.95; /* seconds; the share of the time left */
    int64_t units = dmi_plane_param(player, work);
    double left = dmi_run_seconds_left(task->run);
    double seconds = (double)dmi_plane_param(player, "ms") / 1000 / task->game->rules.per_turn;
    if (seconds <= 0)
        seconds =
            isfinite(left) ? PROMPT * left / task->in_turn : USUAL / task->game->rules.per_turn;
    dm_status status = dmi_run_part(task->run, units > 0 ? -1 : seconds, out, NULL);
    if (status == DM_OK && units > 0)
        dm_run_set_work_limit(*out, units);
    return status;
}

/* Places the point that was chosen, exactly if it has texts, which are freed. */
static bool place_chosen(dm_plane_game *game, dmi_plane_task *task, dm_point at)
{
    bool is_exact = task->x && task->y;
    dm_status status = is_exact ? dm_plane_game_place(game, task->x, task->y, NULL)
                                : dm_plane_game_place_at(game, at, NULL);
    dm_free(task->x);
    dm_free(task->y);
    return status == DM_OK;
}

/* Places a point that was not chosen: at random, or if that fails at a corner of an exact cell. */
static dm_status place_any(dm_plane_player *player, dm_plane_game *game, dmi_plane_view *view,
                           dm_point *out, dm_error *err)
{
    enum { TRIES = 10 };
    char *x = NULL, *y = NULL;
    for (int i = 0; i < TRIES && dmi_plane_view_random(view, &player->rng, out); i++)
        if (dm_plane_game_place_at(game, *out, NULL) == DM_OK)
            return DM_OK;
    dm_status status = dm_plane_game_any_place(game, &x, &y, err);
    if (status == DM_OK)
        status = dm_plane_game_place(game, x, y, err);
    if (status == DM_OK)
        *out = game->plane->near[game->plane->count - 1];
    dm_free(x);
    dm_free(y);
    return status;
}

static void set_task(dmi_plane_task *task)
{
    const dm_plane_game *game = task->game;
    task->to_come = dmi_plane_to_come(game, task->sides, DMI_LISTED);
    task->listed = task->to_come < DMI_LISTED ? task->to_come : DMI_LISTED;
    task->side = dm_plane_game_to_move(game);
    task->in_turn = dm_plane_game_left(game);
    task->own = game->rules.rounds * game->rules.per_turn;
    task->placed = 0;
    for (int32_t i = 0; i < game->plane->count; i++)
        task->placed += game->plane->side[i] == task->side;
}

/* The turn within the time of `run`. */
static dm_status place_turn(dm_plane_player *player, dm_plane_game *game, dm_run *run,
                            dm_error *err)
{
    dmi_plane_view view;
    int32_t turn = game->turn, before = game->count[turn];
    int32_t deepest = game->rules.per_turn + DMI_LISTED;
    dm_status status = dmi_plane_view_init(&view, game, deepest, run, err);
    if (status != DM_OK)
        return status;
    while (status == DM_OK && game->turn == turn && !dm_plane_game_is_over(game)) {
        dmi_plane_task task = {.game = game, .view = &view, .run = run};
        dm_point at = {0, 0};
        set_task(&task);
        bool chosen = dmi_run_go_on(run, 0) && player->type->choose(player, &task, &at);
        view.run = run;
        if (!chosen || !place_chosen(game, &task, at))
            status = place_any(player, game, &view, &at, err);
        if (status == DM_OK)
            dmi_plane_view_add(&view, at, task.side);
        if (view.failed)
            status = dmi_no_memory(err);
    }
    dmi_plane_view_clear(&view);
    for (; status != DM_OK && game->count[turn] > before; game->count[turn]--) {
        dm_plane_undo(game->plane); /* as if nothing had been placed */
        game->turn = turn;
        game->is_full = false;
    }
    return status;
}

dm_status dm_plane_player_turn(dm_plane_player *player, dm_plane_game *game, double seconds,
                               dm_run *run, dm_error *err)
{
    dm_run *own = NULL;
    if (dm_plane_game_is_over(game))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    dm_status status = seconds > 0 ? dmi_run_part(run, seconds, &own, err) : DM_OK;
    if (status == DM_OK)
        status = place_turn(player, game, own ? own : run, err);
    dm_run_free(own);
    return status == DM_OK && !dmi_run_go_on(run, 0) ? dmi_stopped(run, err) : status;
}
