/* game.h - one game, ready to be searched. */
#ifndef DMI_GAME_H
#define DMI_GAME_H

#include "solve/ground.h"
#include "solve/search.h"

typedef struct dmi_game {
    dmi_search search;
    dmi_ground *ground;
    dm_distances *table;
    const dm_position *position; /* borrowed */
} dmi_game;

/* `game` starts as all zeros, but for a ground left by another game (used where it fits, else
 * freed), and is to be cleared after failure too; `table` is borrowed, `off` names parts of the
 * search to leave out. */
dm_status dmi_game_init(dmi_game *game, const dm_position *position, dmi_table *table, unsigned off,
                        dm_run *run, dm_error *err);
void dmi_game_clear(dmi_game *game);
/* Takes all stones off and hands the ground over to the caller; NULL: there is none. */
dmi_ground *dmi_game_leave(dmi_game *game);

/* Whether the second player can answer every stone by its image under a symmetry that
 * fixes no vertex: the first player then never wins. */
bool dmi_game_has_mirror(const dmi_game *game);

#endif
