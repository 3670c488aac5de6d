/* solve_game.h - solves one game of the atlas; what was found, until it is written. */
#ifndef DMI_SOLVE_GAME_H
#define DMI_SOLVE_GAME_H

#include "store/solved_games.h"
#include <demesne/atlas.h>
#include <demesne/solve.h>

/* Solves a game, or finds bounds until `leader` ends or plan->game_seconds are over.  DM_STOPPED if
 * `leader` has ended before. */
dm_status dmi_atlas_solve(dm_solver *solver, const dm_atlas_plan *plan, const dm_run *leader,
                          const dm_arena *arena, const dmi_game_key *key, dmi_solved_game *out,
                          dm_error *err);

/* Whether a stored game needs no work: its value is proven, or it had at least this much time. */
bool dmi_atlas_is_settled(const dm_atlas_plan *plan, const dmi_solved_game *game);

/* A board of a table, or a game on it. */
typedef struct dmi_atlas_result {
    struct dmi_atlas_result *next;
    dmi_member member; /* strings in `text` */
    bool is_game;
    dmi_game_key key;
    dmi_solved_game game;
    char text[];
} dmi_atlas_result;

/* A board of a table; NULL without memory. */
dmi_atlas_result *dmi_atlas_result_new(const dmi_member *member);
/* Frees it and those after it. */
void dmi_atlas_results_free(dmi_atlas_result *first);
/* Writes it and those after it, within a transaction. */
dm_status dmi_atlas_results_write(dmi_store *store, const dmi_atlas_result *first, dm_error *err);

/* Fails if the database has canonical forms of another nauty, which may differ: a board would be
 * stored twice. */
dm_status dmi_atlas_check_forms(dmi_store *store, dm_error *err);

#endif
