/* line_solve.h - the budget of a level in several moves. */
#ifndef DMI_LINES_MOVES_LINE_SOLVE_H
#define DMI_LINES_MOVES_LINE_SOLVE_H

#include "lines/sets/move_order.h"
#include <demesne/line_solve.h>

typedef struct dmi_move_budget {
    bool any; /* moves of any kind */
    bool ordered;
    int32_t moves;
    dm_line_op order[DMI_MOST_MOVES]; /* unless `any` */
    int32_t count[4];                 /* by dm_line_op */
} dmi_move_budget;

/* The moves of the budget, each the best one then, as the moves of the set (line_solve_greedy.c).
 * DM_STOPPED: the rest are any possible moves.  DM_UNFINISHED: the run ended, and there are none.
 */
dm_status dmi_line_solve_greedily(const dm_level *level, const dm_line_ask *ask,
                                  const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
                                  dm_error *err);

/* The mixes of kinds that the budget allows, one after the other; false after the last. */
bool dmi_move_budget_next_mix(const dmi_move_budget *b, bool is_first, int32_t count[4]);
/* Whether the budget is a list of moves with ropes among them. */
static inline bool dmi_move_budget_is_list_with_ropes(const dmi_move_budget *b)
{
    return !b->any && b->count[DM_LINE_ROPE] > 0;
}
/* Whether sets of the budget may have ropes. */
bool dmi_move_budget_has_ropes(const dm_level *level, const dmi_move_budget *b);
/* Sets `upper` of the set to what the search knows, if it knows something. */
void dmi_line_solve_keep_upper(const dmi_set_search *s, const dmi_move_budget *b, bool is_stopped,
                               dm_line_move_set *set);
/* Sets the bounds of the set, whose `upper` is a bound if its den is not 0; proves the set if
 * they are equal (line_solve_bounds.c). */
dm_status dmi_line_solve_bounds(const dm_level *level, const dm_line_ask *ask,
                                const dmi_move_budget *b, dm_line_move_set *set, dm_error *err);

/* The budget is a list with ropes.  Improves the moves of the set, or gives it some; sets
 * `proven`, `error` and `note`, and `upper` if a bound is known (line_solve_rope.c). */
dm_status dmi_line_solve_rope(const dm_level *level, const dm_line_ask *ask,
                              const dmi_move_budget *b, dm_run *run, dm_line_move_set *set,
                              dm_error *err);
/* All edges, and so many ropes of the greatest possible length. */
dm_status dmi_level_length(const dm_level *level, int32_t ropes, dm_ratio *out, dm_error *err);

#endif
