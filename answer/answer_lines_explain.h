/* answer_lines_explain.h - the explanation of a best move on a level, as JSON and as text. */
#ifndef ANSWER_LINES_EXPLAIN_H
#define ANSWER_LINES_EXPLAIN_H

#include "answer/report.h"

/* The field `explain`; as text the type, the shortest-path tree and a chart of the profile. */
void answer_lines_explain(report *r, const dm_level *level, const dm_line_ask *ask,
                          const dm_line_explanation *x);

/* A move of a solution. */
typedef struct answer_line_step {
    dm_level *before;         /* the level after the moves before it */
    const dm_line_move *move; /* of the solution */
    dm_line_ask ask;          /* with the kind of the move */
    dm_line_explanation *why;
} answer_line_step;

/* The same for each move, as a list. */
void answer_lines_explain_steps(report *r, const answer_line_step *steps, int32_t count);

#endif
