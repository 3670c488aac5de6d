/* solve_game.h - one game, ready to be searched. */
#ifndef DMI_SOLVE_GAME_H
#define DMI_SOLVE_GAME_H

#include "solve/board_cache.h"
#include "solve/search.h"

typedef struct dmi_solve_game {
    dmi_search search;
    dmi_board_cache *cache;
    dm_distances *table;
    const dm_position *position; /* borrowed */
} dmi_solve_game;

/* `game` starts as all zeros, but for a cache left by another game (used if it fits, else
 * freed), and is to be cleared after failure too; `table` is borrowed, `off` names parts of the
 * search to leave out. */
dm_status dmi_solve_game_init(dmi_solve_game *game, const dm_position *position,
                              dmi_transpositions *table, unsigned off, dm_run *run, dm_error *err);
void dmi_solve_game_clear(dmi_solve_game *game);
/* Takes all stones off and hands the cache over to the caller; NULL: there is none. */
dmi_board_cache *dmi_solve_game_leave(dmi_solve_game *game);

/* Whether the second player can answer every stone by its image under a symmetry that
 * fixes no vertex: the first player then never wins. */
bool dmi_solve_game_has_mirror(const dmi_solve_game *game);

#endif
