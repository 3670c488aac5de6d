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

/* The budget is a list with ropes.  Improves the moves of the plan, or gives it some; sets
 * `proven`, `error` and `note`, and `upper` if a bound is known (solve_rope.c). */
dm_status dmi_solve_rope(const dm_level *level, const dm_line_ask *ask, const dmi_solve_budget *b,
                         dm_run *run, dm_line_plan *plan, dm_error *err);
/* All edges, and so many ropes of the greatest possible length. */
dm_status dmi_whole_length(const dm_level *level, int32_t ropes, dm_ratio *out, dm_error *err);

#endif
