/* lines.h - answers about levels of the continuous game: what `demesne lines` and the server tell.
 *
 * As answer.h: each adds its fields to `r`, which may be NULL.
 */
#ifndef ANSWER_LINES_H
#define ANSWER_LINES_H

#include "answer/report.h"

/* A level, and who asks about it. */
typedef struct answer_level {
    const char *source; /* as it was named */
    dm_level *level;
    dm_line_ties ties;
    int32_t player; /* whose move it is, or -1 */
    dm_run *run;
    double begun; /* by report_clock() */
} answer_level;

/* Makes the named player the one who moves, `me` of the level too.  DM_BAD_ARGUMENT where there is
 * none of that name. */
dm_status answer_level_player(answer_level *own, const char *name, dm_error *err);
/* "SOURCE: " before the message of a failed call about the level. */
dm_status answer_level_blame(const answer_level *own, dm_status status, dm_error *err);
/* The level after moves of its player, one after the other; freed by the caller. */
dm_status answer_level_after(const answer_level *own, const dm_line_move *moves, int32_t count,
                             dm_level **out, dm_error *err);

/* --- Parts of answers ------------------------------------------------------------------- */

/* level, vertices, edges, sites, ties, measured: of `level`, which may be another than its own. */
report *answer_level_open(bool json, const answer_level *own, const dm_level *level);
/* players, tied, unreached, winner. */
void answer_level_score(report *r, const dm_level *level, const dm_diagram *diagram);
void answer_ratio(report *r, const char *key, dm_ratio ratio);
json_t *answer_ratio_json(dm_ratio ratio);
void answer_level_mover(report *r, const answer_level *own);
/* `move` as the contract has it; in text a sentence. */
void answer_level_move(report *r, const dm_level *level, const dm_line_move *moves, int32_t count);
/* The length that a move by rope added to the level. */
dm_status answer_rope_length(const dm_level *before, const dm_level *after, dm_ratio *out,
                             dm_error *err);

/* --- Whole answers, but for `seconds` ------------------------------------------------------ */

/* A move that was made. */
dm_status answer_lines_apply(report *r, const answer_level *own, const dm_line_move *move,
                             const dm_level *after, dm_error *err);

/* The best move with what it leads to. */
typedef struct answer_best {
    dm_line_best *best; /* NULL: nothing was found */
    dm_level *after;
    dm_diagram *diagram; /* of `after` */
} answer_best;

/* DM_STOPPED may come with a best so far. */
dm_status answer_best_find(const answer_level *own, const dm_line_ask *ask, answer_best *out,
                           dm_error *err);
void answer_best_clear(answer_best *best);
void answer_lines_best(report *r, const answer_level *own, const dm_line_ask *ask,
                       const answer_best *found);

/* The moves that win, and how clearly the best of them does. */
typedef struct answer_odds {
    dm_line_odds *odds; /* NULL: nothing was found */
    dm_line_best *best; /* NULL: there is no move, or moves were drawn at random */
} answer_odds;

/* DM_STOPPED may come with odds so far. */
dm_status answer_odds_find(const answer_level *own, const dm_line_ask *ask, answer_odds *out,
                           dm_error *err);
void answer_odds_clear(answer_odds *odds);
void answer_lines_odds(report *r, const answer_level *own, const dm_line_ask *ask,
                       const answer_odds *found);

/* A level that was made as wished; `odds` NULL: nothing was wished of its moves. */
dm_status answer_lines_made(report *r, const answer_level *own, const dm_level_wish *wish,
                            const dm_line_odds *odds, dm_error *err);

#endif
