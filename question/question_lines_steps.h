/* question_lines_steps.h - the moves of a solution one by one, each explained. */
#ifndef QUESTION_LINES_STEPS_H
#define QUESTION_LINES_STEPS_H

#include "answer/answer_lines.h"
#include "answer/answer_lines_explain.h"

typedef struct lines_steps {
    int32_t count;
    answer_line_step *step; /* the level before the first is borrowed, the others are freed */
} lines_steps;

dm_status lines_steps_new(const answer_level *on, const dm_line_move_set_ask *ask,
                          const dm_line_move_set *set, lines_steps **out, dm_error *err);
void lines_steps_free(lines_steps *steps);

/* Draws each step before and after the move, with its tree and profile; `last` is the level after
 * all moves. */
dm_status lines_steps_draw(const lines_steps *steps, const dm_level_picture *like,
                           const dm_level *last, const char *path, dm_error *err);

#endif
