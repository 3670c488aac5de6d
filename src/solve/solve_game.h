/* solve_game.h - one game, ready to be searched. */
#ifndef DMI_SOLVE_GAME_H
#define DMI_SOLVE_GAME_H

#include "arena/tables.h"
#include "solve/board_cache.h"
#include "solve/search.h"

typedef struct dmi_solve_game {
    dmi_search search;
    dmi_board_cache *cache;
    dmi_tables *tables;        /* of the board */
    const dm_distances *table; /* from there, or this game's own */
    dm_distances *own_table;
    const dm_position *position; /* borrowed */
} dmi_solve_game;

/* `game` must be all zeros, except for the cache of an earlier game, which is used if it fits and
 * freed otherwise.  Clear it after failure too.  `table` is borrowed; `off` names the parts of the
 * search to leave out. */
dm_status dmi_solve_game_init(dmi_solve_game *game, const dm_position *position,
                              dmi_transpositions *table, unsigned off, dm_run *run, dm_error *err);
void dmi_solve_game_clear(dmi_solve_game *game);
/* Removes all stones and gives the cache to the caller; NULL: there is none. */
dmi_board_cache *dmi_solve_game_leave(dmi_solve_game *game);

/* Whether the second player can answer every stone by its image under a symmetry that
 * fixes no vertex: the first player then never wins. */
bool dmi_solve_game_has_mirror(const dmi_solve_game *game);

#endif
