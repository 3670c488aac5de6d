/* standing.h - how a player stands on a level, and what all searches for one move share. */
#ifndef DMI_LINES_DIAGRAM_STANDING_H
#define DMI_LINES_DIAGRAM_STANDING_H

#include <demesne/lines.h>

/* A search for the best move.  Fills `out`, in which only `before` is set; the caller frees its
 * arrays even on failure.  The ask is valid, and the level's `me` is its player. */
typedef dm_status dmi_best_fn(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                              dm_line_best *out, dm_error *err);
/* The same for the share of winning moves. */
typedef dm_status dmi_odds_fn(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                              dm_line_odds *out, dm_error *err);

/* The player's standing in the level's diagram. */
dm_status dmi_level_standing(const dm_level *level, const dm_line_ask *ask, dm_line_standing *out,
                             dm_error *err);
/* Whether the ask's player wins the level. */
dm_status dmi_level_is_won(const dm_level *level, const dm_line_ask *ask, bool *wins,
                           dm_error *err);
/* Stores the standing after the best move, also as decimals. */
void dmi_line_best_set_standing(dm_line_best *out, const dm_line_standing *after, bool attained);
/* Stores this as the only move of `out`. */
dm_status dmi_line_best_set_move(dm_line_best *out, const dm_line_move *move, dm_error *err);

#endif
