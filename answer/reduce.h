/* reduce.h - a formula, its board, and what is known about them. */
#ifndef ANSWER_REDUCE_H
#define ANSWER_REDUCE_H

#include "answer/report.h"

typedef enum answer_known { UNKNOWN = -1, NO = 0, YES = 1 } answer_known;

typedef struct answer_reduced {
    dm_formula *formula;
    dm_reduction *board;
    bool is_sat;               /* otherwise a positive DNF */
    int64_t problem;           /* of a CNF */
    answer_known formula_wins; /* it can be satisfied; the first player wins its game */
    bool has_bounds;
    int64_t lower, upper; /* bounds on the board's value, as its problem counts it */
    bool too_large;       /* the board was not tried */
    int32_t *assignment;  /* room for all variables */
    dm_vertex *black;     /* and for their stones */
    bool has_assignment, has_black;
} answer_reduced;

/* Whether the player of the theorem wins: Black in Problems 1 and 2, White in Problem 3. */
answer_known answer_board_wins(const answer_reduced *f);

/* The sizes, White's stones, and in JSON the names of the vertices. */
void answer_reduction(report *r, const answer_reduced *f);
/* An assignment and Black's stones, and whether they win. */
void answer_reduction_stones(report *r, const answer_reduced *f);
/* Whether the formula and the board agree. */
void answer_reduction_check(report *r, const answer_reduced *f);

#endif
