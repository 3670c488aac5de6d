/* solve_game.h - one game, ready to be searched. */
#ifndef DMI_SOLVE_GAME_H
#define DMI_SOLVE_GAME_H

#include "arena/tables.h"
#include "solve/keys.h"
#include "solve/search.h"

/* The board's symmetries, and the keys of positions with the parts and choices found so far.
 * They are slow to make, so a solver keeps them for the next game on the same board. */
typedef struct dmi_board_cache {
    dmi_group group;
    dmi_keys *keys;
    unsigned on;      /* the DMI_SOLVE_... that the choices were found with */
    dm_tie_rule ties; /* the rule that gains were computed with */
} dmi_board_cache;

void dmi_board_cache_free(dmi_board_cache *cache);

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

/* Places a stone that keeps `value` for the side to place; false if there is none. */
bool dmi_place_best(dmi_search *s, int64_t value);
dmi_transpositions *dmi_solver_table(const dm_solver *solver);

#endif
