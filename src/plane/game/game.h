/* game.h - a game in the plane, as its modules see it. */
#ifndef DMI_PLANE_GAME_GAME_H
#define DMI_PLANE_GAME_GAME_H

#include "plane/plane_sites.h"
#include <demesne/plane_game.h>

struct dm_plane_game {
    dm_plane_game_rules rules; /* its text is `distance_text` */
    char *distance_text;
    mpq_t distance, distance_squared;
    double near_distance;
    dm_plane *plane;
    int32_t turn, turns; /* made, of the game */
    int32_t *count;      /* of sites, by turn */
    bool is_full;        /* no legal place is left */
};

/* DM_BAD_MOVE if the last site of the plane is too close to another; exact. */
dm_status dmi_plane_check_distance(const dm_plane_game *game, dm_error *err);
/* Whether a legal place is left; exact.  `x`, `y` NULL, or receive one. */
dm_status dmi_plane_find_room(const dm_plane_game *game, bool *has_room, char **x, char **y,
                              dm_error *err);
/* Points that are still to be placed, all turns together; sides[] gets who places each, if there
 * are at most `most`. */
int32_t dmi_plane_to_come(const dm_plane_game *game, int32_t *sides, int32_t most);

#endif
