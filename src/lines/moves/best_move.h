/* best_move.h - the searches behind dm_line_best_move() and dm_line_odds_of(), one file each. */
#ifndef DMI_LINES_MOVES_BEST_MOVE_H
#define DMI_LINES_MOVES_BEST_MOVE_H

#include <demesne/lines.h>

/* Each fills `out`, in which only `before` is set; the caller frees its arrays even on failure. The
 * ask is valid, and the level's `me` is its player. */
typedef dm_status dmi_best_fn(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                              dm_line_best *out, dm_error *err);
dmi_best_fn dmi_best_add, dmi_best_remove, dmi_best_cut, dmi_best_rope;

/* The best `ask->count` >= 2 moves of one kind, by the search of solve.c. */
dmi_best_fn dmi_best_set;
/* Whether that search is for this question: several moves, and not too many new sites. */
bool dmi_can_solve_count(const dm_level *level, const dm_line_ask *ask);

typedef dm_status dmi_odds_fn(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                              dm_line_odds *out, dm_error *err);
dmi_odds_fn dmi_odds_add, dmi_odds_remove, dmi_odds_cut, dmi_odds_rope;
/* For `ask->count` >= 2 moves at once: exact, or by random moves if there are too many sets. */
dmi_odds_fn dmi_odds_set;
/* For every operation, by random moves. */
dmi_odds_fn dmi_odds_sampled;

/* The player's standing in the level's diagram. */
dm_status dmi_stand(const dm_level *level, const dm_line_ask *ask, dm_line_standing *out,
                    dm_error *err);
/* Whether the ask's player wins the level. */
dm_status dmi_wins(const dm_level *level, const dm_line_ask *ask, bool *wins, dm_error *err);
/* Stores the standing after the best move, also as decimals. */
void dmi_keep_standing(dm_line_best *out, const dm_line_standing *after, bool attained);
/* Stores this as the only move of `out`. */
dm_status dmi_keep_move(dm_line_best *out, const dm_line_move *move, dm_error *err);

#endif
