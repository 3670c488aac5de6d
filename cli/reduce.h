/* reduce.h - what is known of a formula and of its board (cmd_reduce.c, reduce_check.c). */
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
    int64_t lower, upper; /* on the board's value as its problem counts it */
    bool too_large;       /* the board was not tried */
    int32_t *assignment;  /* room for all variables */
    dm_vertex *black;     /* and for their stones */
    bool has_assignment, has_black;
} finding;

dm_status finding_init(const dm_formula *formula, const dm_reduction *board, dm_run *run,
                       finding *out, dm_error *err);
void finding_clear(finding *f);

/* Whether the player whom the theorem is about wins: Black of Problems 1 and 2, White of 3. */
answer_known finding_board_wins(const finding *f);

/* Solve formula and board and compare.  DM_STOPPED or DM_UNFINISHED: what is known so far is there;
 * DM_INTERNAL where the two disagree. */
dm_status check_sat(const cli_call *cli, finding *f, dm_error *err);
dm_status check_dnf(const cli_call *cli, finding *f, dm_error *err);

/* Black's stones of an assignment `1,-2,3`, or the assignment of stones; scored either way. */
dm_status stones_of(cli_call *cli, const char *assignment, finding *f, dm_error *err);
dm_status assignment_of(cli_call *cli, const char *black, finding *f, dm_error *err);

#endif
