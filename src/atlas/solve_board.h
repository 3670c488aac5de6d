/* solve_board.h - solves the games on one board that the database does not have. */
#ifndef DMI_SOLVE_BOARD_H
#define DMI_SOLVE_BOARD_H

#include "atlas/plan_boards.h"
#include <demesne/solve.h>

/* Called with games that were found on a board; all is borrowed. */
typedef dm_status dmi_found_fn(void *user, const dmi_member *board, const dmi_atlas_task *task,
                               const dmi_solved_game *games, size_t count, dm_error *err);

/* How one thread solves. */
typedef struct dmi_board_solver {
    dm_solver *solver;
    const dm_atlas_plan *plan;
    const char *path; /* of the database, for messages */
    dm_run *run;      /* ends the present game with the bounds it has, and starts no other */
    dmi_found_fn *found;
    void *user;
} dmi_board_solver;

/* Solves all rounds of the task, and adds to the counts of games.  `found` is called at the end,
 * also if the run ended (DM_STOPPED), and after a game that took long.  Sets `*has_gaps` if a game
 * has only bounds. */
dm_status dmi_atlas_solve_board(const dmi_board_solver *solver, const dmi_atlas_task *task,
                                dm_atlas_tally *tally, bool *has_gaps, dm_error *err);

/* Fails if the database has canonical forms of another nauty, which may differ: a board would be
 * stored twice. */
dm_status dmi_atlas_check_forms(dmi_store *store, dm_error *err);

#endif
