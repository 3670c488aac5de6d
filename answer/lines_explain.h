/* lines_explain.h - the explanation of a best move on a level, as JSON and as text. */
#ifndef ANSWER_LINES_EXPLAIN_H
#define ANSWER_LINES_EXPLAIN_H

#include "answer/report.h"

/* The field `explain`; as text the type, the shortest-path tree and a chart of the profile. */
void answer_lines_explain(report *r, const dm_level *level, const dm_line_ask *ask,
                          const dm_line_explanation *x);

#endif
