/* plane_player.h - players of the plane: one file each, listed in plane_players.def. */
#ifndef DMI_PLANE_GAME_PLANE_PLAYER_H
#define DMI_PLANE_GAME_PLANE_PLAYER_H

#include "base/params.h"
#include "plane/game/places.h"

enum { DMI_LISTED = 64 }; /* points to come that players look at */

/* One point to be chosen. */
typedef struct dmi_plane_task {
    const dm_plane_game *game;
    dmi_plane_view *view;
    int32_t side;
    int32_t sides[DMI_LISTED]; /* who places this point and those after it */
    int32_t listed, to_come;   /* of the points to come, those listed */
    int32_t in_turn;           /* points left in this turn, this one too */
    int32_t own, placed;       /* points of the side in the whole game, and those on the board */
    dm_run *run;
    char *x, *y; /* set by a player whose place is no pair of doubles: its exact texts */
} dmi_plane_task;

typedef bool dmi_plane_choose_fn(dm_plane_player *player, dmi_plane_task *task, dm_point *out);

typedef struct dmi_plane_player_type {
    dm_plane_player_info info;
    dmi_plane_choose_fn *choose; /* false: no place was found */
} dmi_plane_player_type;

struct dm_plane_player {
    char *spec;
    const dmi_plane_player_type *type;
    int64_t params[DMI_PLAYER_PARAMS];
    dm_rng rng;
    dm_point plan[DMI_LISTED]; /* for its next points, in order */
    int32_t planned;
};

int64_t dmi_plane_param(const dm_plane_player *player, const char *key);
/* A run for this point that ends with its part of the player's time per turn, or its work per
 * point: parameters `ms` and `work`, or the time that the turn's run has left, or a tenth of a
 * second. */
dm_status dmi_plane_point_run(const dm_plane_player *player, const dmi_plane_task *task,
                              const char *work, dm_run **out);
/* The place x / of_x, y / of_y of the way through the board's box. */
typedef struct dmi_plan_place {
    int32_t x, of_x, y, of_y;
} dmi_plan_place;

/* Plans for `count` sites on the empty board. */
typedef void dmi_plan_fn(const dm_plane_board *board, int32_t count, dmi_plan_place *out);
dmi_plan_fn dmi_plane_row, dmi_plane_grid;
dm_point dmi_plan_point(const dm_plane_board *board, dmi_plan_place place);

#define X(name, choose, ...) dmi_plane_choose_fn dmi_plane_choose_##choose;
#include "plane/game/plane_players.def"
#undef X

#endif
