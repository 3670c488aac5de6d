/* lines.h - answers about levels of the continuous game.
 *
 * As answer.h: each adds its fields to `r`, which may be NULL.
 */
#ifndef ANSWER_LINES_H
#define ANSWER_LINES_H

#include "answer/report.h"

/* A level, and whose move it is. */
typedef struct answer_level {
    const char *source; /* its name */
    dm_level *level;
    dm_line_ties ties;
    int32_t player; /* who moves, or -1 */
} answer_level;

/* level, vertices, edges, sites, ties, measured; the counts are those of `level`. */
void answer_level_head(report *r, const answer_level *on, const dm_level *level);
/* players, tied, unreached, winner. */
void answer_level_score(report *r, const dm_level *level, const dm_diagram *diagram);
/* The parts of edges that the same players reach; JSON only. */
void answer_level_stretches(report *r, const dm_diagram *diagram);
/* A level as JSON in the field `made`. */
dm_status answer_level_made(report *r, const dm_level *level, dm_error *err);

/* A move, and the score of the level after it. */
void answer_lines_apply(report *r, const answer_level *on, const dm_line_move *move,
                        const dm_level *after, const dm_diagram *diagram);
/* `diagram` is that after the move, `reached` the standing there, or NULL. */
void answer_lines_best(report *r, const answer_level *on, const dm_line_ask *ask,
                       const dm_line_best *best, const dm_diagram *diagram,
                       const dm_line_standing *reached);
/* `best` may be NULL. */
void answer_lines_odds(report *r, const answer_level *on, const dm_line_ask *ask,
                       const dm_line_odds *odds, const dm_line_best *best);
/* A level made to meet `wish`; `odds` may be NULL. */
void answer_lines_generate(report *r, const answer_level *on, const dm_level_wish *wish,
                           const dm_diagram *diagram, const dm_line_odds *odds);

#endif
