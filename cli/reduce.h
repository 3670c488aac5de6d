/* reduce.h - a formula, its board, and what is known about them. */
#ifndef REDUCE_H
#define REDUCE_H

#include "cli.h"
#include "report.h"

typedef enum { UNKNOWN = -1, NO = 0, YES = 1 } answer_known;

typedef struct {
    const dm_formula *formula;
    const dm_reduction *board;
    dm_run *run;
    /* found: */
    answer_known formula_wins; /* it can be satisfied; the first player wins its game */
    bool has_bounds;
    int64_t lower, upper; /* bounds on the board's value, as its problem counts it */
    bool too_large;       /* the board was not tried */
    int32_t *assignment;  /* room for all variables */
    dm_vertex *black;     /* and for their stones */
    bool has_assignment, has_black;
} finding;

dm_status finding_init(const dm_formula *formula, const dm_reduction *board, dm_run *run,
                       finding *out, dm_error *err);
void finding_clear(finding *f);

/* Whether the player of the theorem wins: Black in Problems 1 and 2, White in Problem 3. */
answer_known finding_board_wins(const finding *f);

/* Solve the formula and the board and compare.  DM_STOPPED and DM_UNFINISHED keep what is known so
 * far; DM_INTERNAL: the two disagree. */
dm_status check_sat(const cli_call *cli, finding *f, dm_error *err);
dm_status check_dnf(const cli_call *cli, finding *f, dm_error *err);

/* Black's stones for the assignment `1,-2,3`, or the assignment for the stones; scores both. */
dm_status stones_of(cli_call *cli, const char *assignment, finding *f, dm_error *err);
dm_status assignment_of(cli_call *cli, const char *black, finding *f, dm_error *err);

#endif
