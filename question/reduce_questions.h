/* reduce_questions.h - what the questions about formulas are asked with, and what they find. */
#ifndef QUESTION_REDUCE_QUESTIONS_H
#define QUESTION_REDUCE_QUESTIONS_H

#include "question/question.h"

/* A formula becomes a board (question_reduce.c): a CNF, or a positive DNF. */
typedef struct reduce_fields {
    const char *file, *formula; /* on a command line, in JSON */
    int64_t problem;
    bool check, board;
    question_raw assignment, black;
    const char *to, *format, *output;
    bool plays; /* the formula game */
    question_raw moves;
    int player[2]; /* REDUCE_ENGINE, REDUCE_HUMAN */
    int64_t turns;
} reduce_fields;

enum { REDUCE_ENGINE, REDUCE_HUMAN };

/* The formula game: the variables taken, and the board beside it. */
typedef struct reduce_play {
    int32_t *moves, count, given; /* the first `given` were asked with */
    bool first_wins;              /* with best play from here */
    signed char *after;           /* as dm_dnf_choose() gives it */
    dm_vertex *stones;            /* White's and Black's in turn */
    int32_t stone_count;
    dm_dominance *owned;
} reduce_play;

typedef enum reduce_known { UNKNOWN = -1, NO = 0, YES = 1 } reduce_known;

typedef struct reduce_found {
    dm_formula *formula;
    dm_reduction *board;
    bool is_sat;               /* otherwise a positive DNF */
    int64_t problem;           /* of a CNF */
    reduce_known formula_wins; /* it can be satisfied; the first player wins its game */
    bool has_bounds;
    int64_t lower, upper; /* bounds on the board's value, as its problem counts it */
    bool too_large;       /* the board was not tried */
    int32_t *assignment;  /* of all variables */
    dm_vertex *black;     /* and for their stones */
    bool has_assignment, has_black;
    reduce_play play;
} reduce_found;

/* Whether the player of the theorem wins: Black in Problems 1 and 2, White in Problem 3. */
reduce_known reduce_board_wins(const reduce_found *f);

extern const question question_reduce_sat, question_reduce_dnf;

/* Plays the formula game from the moves given until it is over, a person's turn, or so many turns
 * (question_reduce_play.c). */
dm_status reduce_play_game(asking *a, dm_run *run, reduce_found *f, dm_error *err);
void reduce_report_play(report *r, const reduce_found *f);
void reduce_play_clear(reduce_play *p);

/* Solves the formula and the board and compares (question_reduce_check.c).  DM_STOPPED and
 * DM_UNFINISHED keep what is known so far; DM_INTERNAL: the two disagree. */
dm_status reduce_check(const asking *a, dm_run *run, reduce_found *f, dm_error *err);
/* Black's stones for an assignment, or the assignment for the stones; scores both. */
dm_status reduce_stones(asking *a, question_raw assignment, reduce_found *f, dm_error *err);
dm_status reduce_assignment(asking *a, question_raw black, reduce_found *f, dm_error *err);

#endif
