/* lines_questions.h - the questions about levels of the continuous game: their fields and what they
 * find; rows that their tables share. */
#ifndef QUESTION_LINES_LINES_QUESTIONS_H
#define QUESTION_LINES_LINES_QUESTIONS_H

#include "answer/answer_lines.h"
#include "question/question.h"

/* Levels of the continuous game (single_moves.c): score, apply, best, solve, odds, generate. Each
 * reads some of these fields. */
typedef struct lines_fields {
    question_raw level;
    const char *name, *player;
    int ties, op, objective, method; /* dm_line_ties, dm_line_op, dm_line_objective, .. */
    int64_t count, samples;
    double epsilon;
    int mistake; /* dm_line_mistake */
    bool stretches, made, svg, count_solutions, find_counterexample, regions;
    question_raw move;
    const char *moves[4]; /* by dm_line_op: as --add, --remove, --cut or --rope gives it */
    const char *model;    /* "gabriel:20" */
    int kind;             /* a dm_level_kind */
    int grade;            /* a dm_level_grade */
    int64_t vertices, players, sites, tries;
    question_raw share;
    bool unique, measured, explain;
    const char *to, *output, *animate;
} lines_fields;

typedef struct lines_found {
    answer_level on;
    char name[40]; /* of a level that is generated: KIND:N */
    dm_line_ask ask;
    dm_level_wish wish;
    dm_line_move move;
    dm_level *after; /* the move */
    dm_line_diagram *diagram;
    dm_line_best *best;
    dm_line_odds *odds;
    dm_line_move_set_ask set_ask;
    dm_line_move_set *set;
    dm_level_rating rating;
    dm_line_explanation *explanation;
    dm_line_counterexample *counterexample; /* its level is `on.level` */
    struct lines_steps
        *steps; /* of the set of moves, explained (question_lines_steps.h); or NULL */
} lines_found;

/* Adds what was found to the report (report.c). */
typedef void lines_report_fn(const lines_found *f, report *r);
lines_report_fn lines_report_score, lines_report_apply, lines_report_best, lines_report_solve,
    lines_report_odds, lines_report_generate, lines_report_counterexample;

extern const question question_lines_score, question_lines_apply, question_lines_best,
    question_lines_solve, question_lines_odds, question_lines_generate;

/* The game of two on edges (game.c). */
typedef struct lines_game_fields {
    lines_fields lines;
    const char *other, *ops;
    int plays[2]; /* White's and Black's dm_line_duellist */
    int64_t rounds, played, turns;
    double think;
    int kind; /* of moves allowed in a puzzle: a dm_line_op, or 4: any */
} lines_game_fields;

/* A move of the game, and White's payoff minus Black's after it. */
typedef struct lines_turn {
    dm_level *before;
    int32_t player;
    dm_line_move move;
    dm_ratio value;
} lines_turn;

typedef struct lines_game_found {
    answer_level on;
    int32_t other;
    dm_line_first_site lead;
    dm_line_duel duel;
    int32_t count, played; /* turns made now; turns made in all */
    lines_turn *turns;
    dm_level *last;
    dm_line_diagram *diagram; /* of the last */
    dm_ratio value;
} lines_game_found;

/* A pack of levels (pack.c). */
typedef struct lines_pack_fields {
    int64_t count;
    int from, to; /* dm_level_grade, from easy on */
    int op;       /* a dm_line_op, or DM_LINE_ROPE + 1: any */
    bool unique;
    question_files levels;
    const char *title, *output, *book;
} lines_pack_fields;

typedef struct lines_pack_found {
    dm_level_pack *pack;
} lines_pack_found;

/* A level as te Kolste's thesis looks at it, and its sites made vertices
 * (explain.c). */
typedef struct lines_explain_fields {
    lines_fields lines;
    const char *edge, *vertex, *at; /* of functions; NULL: not given */
    bool ropes, simplify;
} lines_explain_fields;

typedef struct lines_explain_found {
    answer_level on;
    dm_line_espt *espt;
    dm_line_diagram *diagram;
    dm_line_functions *functions;
    dm_level *split;
} lines_explain_found;

extern const question question_lines_explain, question_lines_split;
/* Levels of one's own, each with its name (own_levels.c). */
typedef struct lines_own_levels {
    dm_own_level *level;
    size_t count, room;
} lines_own_levels;

/* Reads a level, the levels of a pack, or those of all files of a folder that end in .json. */
dm_status lines_own_levels_add(lines_own_levels *own, const char *path, dm_error *err);
void lines_own_levels_clear(lines_own_levels *own);

/* How often random moves win levels, by grade (difficulty.c). */
typedef struct lines_difficulty_fields {
    question_files levels;
    int64_t samples;
    int ties;
    const char *output;
} lines_difficulty_fields;

typedef struct lines_difficulty_row {
    dm_level_rating rating;
    dm_random_play play;
    char why[200]; /* it was left out; "" if it was not */
} lines_difficulty_row;

typedef struct lines_difficulty_found {
    lines_own_levels levels;
    lines_difficulty_row *row; /* one per level */
} lines_difficulty_found;

extern const question question_lines_difficulty;
extern const question question_lines_pack;
extern const question question_lines_lead, question_lines_duel;
extern const question question_lines_play; /* the fields only */

/* What the fields name (read.c). */
dm_status lines_read_level(asking *a, answer_level *out, dm_error *err);
dm_status lines_read_move(asking *a, dm_line_move *out, dm_error *err);
dm_status lines_read_wish(asking *a, dm_level_wish *out, dm_error *err);
/* A move as it is typed after --add, --remove, --cut or --rope; false if it is none.  Members that
 * the operation does not use stay unchanged. */
bool lines_type_move(dm_line_op op, const char *text, dm_line_move *out);
/* The player of that name; a failure lists the players that there are. */
dm_status lines_find_player(const answer_level *on, const char *name, int32_t *out, dm_error *err);
/* Puts "SOURCE: " before the message if the level is to blame for a failure. */
void lines_name_source(asking *a, const answer_level *on, dm_status status, dm_error *err);
/* Fails if it is not known whose move it is. */
dm_status lines_need_player(asking *a, const answer_level *on, dm_error *err);

/* Rows that the tables of questions about levels share.  The struct of such a question is a
 * lines_fields, or begins with one. */
/* clang-format off */
#define LINES_TIES                                                                                 \
    {.name = "ties", .type = Q_CHOICE, .argument = "RULE", .choices = choice_line_ties,  \
     .at = offsetof(lines_fields, ties),                                                           \
     .help = "who gets length that several reach at the same time: neutral (nobody), closed "      \
             "(each of them in full), split (shared), own (whoever moves)"}
#define LINES_LEVEL LINES_LEVEL_AND("the level's \"me\"")
#define LINES_LEVEL_AND(mover) LINES_LEVEL_IF(mover, true)
#define LINES_LEVEL_IF(mover, needed) /* who moves if it is not said; whether there is a level */  \
    {.name = "level", .place = 1, .type = Q_OBJECT, .argument = "LEVEL", .required = needed,       \
     .at = offsetof(lines_fields, level), .help = "a level, as in a file (docs/FORMATS.md)"},      \
    {.name = "name", .type = Q_TEXT, .in = Q_JSON_ONLY, .otherwise = "level",                      \
     .at = offsetof(lines_fields, name), .help = "what answers call the level"},                   \
    {.name = "player", .type = Q_TEXT, .argument = "NAME", .at = offsetof(lines_fields, player),   \
     .help = "who moves (default: " mover ")"},                                                    \
    LINES_TIES
/* clang-format on */

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
