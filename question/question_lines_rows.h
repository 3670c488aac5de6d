/* question_lines_rows.h - rows that the tables of questions about levels share.  The struct of such
 * a question is a lines_fields, or begins with one. */
#ifndef QUESTION_LINES_ROWS_H
#define QUESTION_LINES_ROWS_H

#include "question/questions.h"

/* clang-format off */
#define LINES_TIES                                                                                 \
    {.name = "ties", .type = Q_CHOICE, .argument = "RULE", .choices = choice_line_ties,  \
     .at = offsetof(lines_fields, ties),                                                           \
     .help = "who gets length that several reach at the same time: neutral (nobody), closed "      \
             "(each of them in full), split (shared), own (whoever moves)"}
#define LINES_LEVEL LINES_LEVEL_AND("the level's \"me\"")
#define LINES_LEVEL_AND(mover) /* who moves if it is not said */                                   \
    {.name = "level", .place = 1, .type = Q_OBJECT, .argument = "LEVEL", .required = true,         \
     .at = offsetof(lines_fields, level), .help = "a level, as in a file (docs/FORMATS.md)"},      \
    {.name = "name", .type = Q_TEXT, .in = Q_JSON_ONLY, .otherwise = "level",                      \
     .at = offsetof(lines_fields, name), .help = "what answers call the level"},                   \
    {.name = "player", .type = Q_TEXT, .argument = "NAME", .at = offsetof(lines_fields, player),   \
     .help = "who moves (default: " mover ")"},                                                    \
    LINES_TIES
/* clang-format on */

#endif
