/* best_move.h - the searches for several moves of one kind, behind dm_line_best_move() and
 * dm_line_odds_of().
 */
#ifndef DMI_LINES_MOVES_BEST_MOVE_H
#define DMI_LINES_MOVES_BEST_MOVE_H

#include "lines/diagram/standing.h"
#include <demesne/rng.h>

/* The best `ask->count` >= 2 moves of one kind, by the search of line_solve.c. */
dmi_best_fn dmi_best_set;
/* The best `ask->count` >= 2 sites, greedily. */
dmi_best_fn dmi_best_site_set;
/* `out` holds such sites.  Replaces them by better ones if there are any, else marks them as
 * proven. Does nothing if the level is too large to try everything. */
dmi_best_fn dmi_exact_site_set;

/* The best single move of the operations that are allowed, by the ask's objective; NULL: there is
 * none.  DM_STOPPED or DM_UNFINISHED: perhaps a move that is not the best. */
dm_status dmi_best_next(const dm_level *level, const dm_line_ask *ask, const bool allowed[4],
                        dm_run *run, dm_line_best **out, dm_error *err);

/* For `ask->count` >= 2 moves at once: exact, or by random moves if there are too many sets. */
dmi_odds_fn dmi_odds_set;
/* For every operation, by random moves. */
dmi_odds_fn dmi_odds_sampled;
/* The level after a random move of the ask's kind and player.  DM_BAD_MOVE if there is none. */
dm_status dmi_level_after_random(const dm_level *level, const dm_line_ask *ask, dm_rng *rng,
                                 dm_level **out, dm_error *err);

/* DM_BAD_ARGUMENT if the ask's mistake is not one of its method. */
dm_status dmi_check_mistake(const dm_line_ask *ask, dm_error *err);
/* A place on the first edge without a site: at a half, a third, .. */
dm_line_place dmi_level_free_place(const dm_level *level);
/* The level after all moves.  `*out` is unchanged on failure. */
dm_status dmi_level_apply_all(const dm_level *level, const dm_line_move *moves, int32_t count,
                              int32_t player, dm_level **out, dm_error *err);
/* Stores these moves in `out` with the standing after them. */
dm_status dmi_line_best_set_sites(const dm_level *level, const dm_line_ask *ask,
                                  const dm_line_move *moves, dm_line_best *out, dm_error *err);

#endif
