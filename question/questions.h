/* questions.h - the questions that the command line and the HTTP API share: the struct that the
 * fields of each are read into, and what it finds. */
#ifndef QUESTION_QUESTIONS_H
#define QUESTION_QUESTIONS_H

#include "answer/lines.h"
#include "answer/reduce.h"
#include "question/question.h"

/* score: who owns what (score.c). */
typedef struct score_fields {
    question_stones stones;
    bool draw, distances;
} score_fields;

typedef struct score_found {
    dm_stone *stones;
    int32_t count;
    dm_dominance *owned;
} score_found;

extern const question question_score;

/* arena: facts about a board (arena.c). */
typedef struct arena_fields {
    const char *to, *format;
    bool all, drawing;
    int64_t rounds; /* 0: not asked about */
} arena_fields;

extern const question question_arena;

/* How a position is drawn (picture.c). */
typedef struct picture_fields {
    bool paper, no_numbers, no_legend;
    int labels; /* a dm_labels */
    const char *caption;
} picture_fields;

/* Their rows in the table of a question whose struct has a member `picture`. */
/* clang-format off */
#define QUESTION_PICTURE(own)                                                                      \
    {.name = "paper", .type = Q_FLAG, .at = offsetof(own, picture.paper),                          \
     .help = "draw circles and squares, like Teramoto, Demaine and Uehara"},                    \
    {.name = "labels", .type = Q_CHOICE, .argument = "WHICH", .choices = "auto|none|vertices",     \
     .at = offsetof(own, picture.labels),                                                          \
     .help = "names or numbers of vertices: auto (if they fit), none, vertices (always)"},         \
    {.name = "no_numbers", .type = Q_FLAG, .at = offsetof(own, picture.no_numbers),                \
     .help = "leave out the move numbers on stones"},                                              \
    {.name = "no_legend", .type = Q_FLAG, .at = offsetof(own, picture.no_legend),                  \
     .help = "leave out legend and scores"},                                                       \
    {.name = "caption", .type = Q_TEXT, .argument = "TEXT", .at = offsetof(own, picture.caption),  \
     .help = "a line under the picture"}
/* clang-format on */

dm_picture picture_read(const asking *a, const picture_fields *given);

/* solve: the exact value of a game (solve.c); moves: of every move. */
typedef struct solve_fields {
    int64_t rounds, per_turn;
    question_stones stones;
    int to_move; /* a dm_side, or -1: the counts of stones tell */
    bool moves, outcome, draw, paranoid, prove;
    int64_t memory, certificate_limit;
    const char *certificate;
} solve_fields;

typedef struct solve_found {
    dm_position *position; /* the line is played on it once it is reported */
    dm_solution *solution;
    bool complete; /* the solver finished */
    bool has_proof;
    int32_t strategy_count;
    dm_strategy *strategies[2]; /* for a certificate: White's, Black's, or both */
} solve_found;

extern const question question_solve, question_moves;

/* What reply and lead share (oneround.c): the terms of a round, and where its end is written. */
typedef struct round_fields {
    question_raw candidates, forbid;
    const char *radius, *csv, *output;
    bool draw;
} round_fields;

/* Their rows in the table of a question whose struct has a member `round`. */
/* clang-format off */
#define QUESTION_ROUND(own)                                                                        \
    {.name = "candidates", .type = Q_TABLE, .argument = "FILE",                                    \
     .at = offsetof(own, round.candidates),                                                        \
     .json_help = "where new stones may go (default: anywhere)",                                   \
     .help = "where new stones may go: one vertex per line, or a CSV with a column `vertex` "      \
             "(default: anywhere)"},                                                               \
    {.name = "forbid", .type = Q_VERTICES, .argument = "V,..", .at = offsetof(own, round.forbid),  \
     .help = "where no new stone may go"},                                                         \
    {.name = "radius", .type = Q_TEXT, .argument = "D", .at = offsetof(own, round.radius),         \
     .help = "a vertex farther than D from every stone is nobody's"},                              \
    {.name = "csv", .type = Q_FILE, .argument = "FILE", .writes = true,                            \
     .at = offsetof(own, round.csv),                                                               \
     .help = "write who owns which vertex, with distances, as a CSV; - writes it to standard "     \
             "output instead of the answer"},                                                      \
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,          \
     .endings = QUESTION_PICTURES, .at = offsetof(own, round.output),                              \
     .help = "write a picture of both markets: FILE.svg, FILE.png or FILE.pdf"},                   \
    {.name = "draw", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(own, round.draw),          \
     .help = "show the board as text below the answer, even if the output is not a terminal"}
/* clang-format on */

/* What the fields say about this board; cleared with round_clear_terms(). */
dm_status round_read_terms(asking *a, const ask_board *board, const round_fields *given,
                           dm_terms *out, dm_error *err);
void round_clear_terms(dm_terms *terms);
/* Sites as a list of vertices; cleared with round_clear_sites(). */
dm_status round_read_sites(asking *a, const dm_arena *arena, const char *field, question_raw given,
                           dm_sites *out, dm_error *err);
void round_clear_sites(dm_sites *sites);

/* reply: Black's best further stones (reply.c). */
typedef struct reply_fields {
    question_raw white, black;
    int64_t count, all_limit;
    int method; /* a dm_reply_method */
    bool all;
    round_fields round;
} reply_fields;

typedef struct reply_found {
    dm_terms terms;
    dm_sites white, kept;
    dm_reply *reply;
} reply_found;

extern const question question_reply;

/* lead: White's best stones if Black replies best (lead.c). */
typedef struct lead_fields {
    int64_t count, reply; /* reply 0: as many as count */
    int method;           /* a dm_lead_method */
    round_fields round;
} lead_fields;

typedef struct lead_found {
    dm_terms terms;
    dm_lead *lead;
} lead_found;

extern const question question_lead;

/* reduce: a formula becomes a board (reduce.c): a CNF, or a positive DNF. */
typedef struct reduce_fields {
    const char *file, *formula; /* on a command line, in JSON */
    int64_t problem;
    bool check, board;
    question_raw assignment, black;
    const char *to, *format, *output;
} reduce_fields;

typedef answer_reduced reduce_found;

extern const question question_reduce_sat, question_reduce_dnf;

/* Solves the formula and the board and compares (reduce_check.c).  DM_STOPPED and DM_UNFINISHED
 * keep what is known so far; DM_INTERNAL: the two disagree. */
dm_status reduce_check(const asking *a, dm_run *run, reduce_found *f, dm_error *err);
/* Black's stones for an assignment, or the assignment for the stones; scores both. */
dm_status reduce_stones(asking *a, question_raw assignment, reduce_found *f, dm_error *err);
dm_status reduce_assignment(asking *a, question_raw black, reduce_found *f, dm_error *err);

/* verify: checks a certificate by the rules alone (verify.c). */
typedef struct verify_fields {
    const char *file, *certificate; /* on a command line, in JSON */
} verify_fields;

typedef struct verify_found {
    dm_certificate *certificate;
    dm_verdict verdicts[2]; /* of its strategies */
} verify_found;

extern const question question_verify;

/* Levels of the continuous game (lines.c): score, apply, best, odds, generate.  Each reads some of
 * these fields. */
typedef struct lines_fields {
    question_raw level;
    const char *name, *player;
    int ties, op, objective, method; /* dm_line_ties, dm_line_op, dm_line_objective, .. */
    int64_t count, samples;
    double epsilon;
    bool stretches, made, svg;
    question_raw move;
    const char *moves[4]; /* by dm_line_op: as --add, --remove, --cut or --rope gives it */
    const char *model;    /* "gabriel:20" */
    int kind;             /* a dm_level_kind */
    int64_t vertices, players, sites, tries;
    question_raw share;
    bool unique, whole;
    const char *to, *output, *animate;
} lines_fields;

typedef struct lines_found {
    answer_level on;
    dm_line_ask ask;
    dm_level_wish wish;
    dm_line_move move;
    dm_level *after; /* the move */
    dm_diagram *diagram;
    dm_line_best *best;
    dm_line_odds *odds;
} lines_found;

extern const question question_lines_score, question_lines_apply, question_lines_best,
    question_lines_odds, question_lines_generate;

/* What the fields name (lines_read.c). */
dm_status lines_read_level(asking *a, answer_level *out, dm_error *err);
dm_status lines_read_move(asking *a, dm_line_move *out, dm_error *err);
dm_status lines_read_wish(asking *a, dm_level_wish *out, dm_error *err);
/* Fails if it is not known whose move it is. */
dm_status lines_need_player(asking *a, const answer_level *on, dm_error *err);

/* Games on a circle or a segment (interval.c): play, attack, bridge.  Each reads some of these
 * fields. */
typedef struct interval_fields {
    int arena; /* a dm_interval_arena */
    int64_t stones;
    const char *player[2]; /* by dm_colour; NULL: nobody, "human": a person */
    bool batch, strict;
    const char *min_distance, *moves;
    int64_t turns, samples, bits, to;
    int grid; /* a dm_attack_grid */
    bool svg;
    const char *draw, *animate; /* draw "": as text */
} interval_fields;

typedef struct interval_found {
    dm_interval *game; /* of attack: without stones */
    dm_interval_player *player[2];
    dm_attack_result *attack;
} interval_found;

extern const question question_interval_play, question_interval_attack;
extern const question question_interval_bridge; /* the fields only */

dm_interval_rules interval_rules(const asking *a);
/* The game with the moves given, and its players; the question's `clear` frees them. */
dm_status interval_start(asking *a, interval_found *f, dm_error *err);

#endif
