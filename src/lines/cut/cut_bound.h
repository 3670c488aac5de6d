/* cut_bound.h - an upper bound for the gain of every cut. */
#ifndef DMI_LINES_CUT_CUT_BOUND_H
#define DMI_LINES_CUT_CUT_BOUND_H

#include "lines/cut/dominator_tree.h"

/* For every piece: no cut of it gains more than `bound` units of own length (DM_LINE_PAYOFF), of
 * margin, or of own length plus any opponent's loss (DM_LINE_RANK).  0 if no cut of it helps. */
dm_status dmi_cut_bounds(const dmi_lines_position *position, const dmi_dominator_tree *tree,
                         dm_line_objective objective, int64_t *bound, dm_error *err);

#endif
