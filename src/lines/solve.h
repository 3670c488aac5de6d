/* solve.h - the budget of a level in several moves. */
#ifndef DMI_LINES_SOLVE_H
#define DMI_LINES_SOLVE_H

#include "lines/plan_moves.h"

typedef struct dmi_solve_budget {
    bool any; /* moves of any kind */
    bool ordered;
    int32_t moves;
    dm_line_op order[DMI_PLAN_MOVES]; /* unless `any` */
    int32_t count[4];                 /* by dm_line_op */
} dmi_solve_budget;

#endif
