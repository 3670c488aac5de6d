/* line_solve_rope.h - sets of moves with one rope: what is found so far, and what cannot be
 * exceeded. */
#ifndef DMI_LINES_MOVES_LINE_SOLVE_ROPE_H
#define DMI_LINES_MOVES_LINE_SOLVE_ROPE_H

#include "lines/moves/line_solve.h"

typedef struct dmi_rope_sets {
    const dm_level *level;
    const dm_line_ask *ask;
    dm_run *run;
    dm_line_move_set *set;
    double tolerance; /* a proof may leave this much: the precision asked for, and rounding */
    bool is_swapped;  /* the moves are made the other way round */
    bool with_ties;  /* two others that arrive at exactly the same time may be better than either */
    bool is_bounded; /* every set was searched, perhaps with less precision */
    double most;     /* no set searched has a higher score */
    double far;      /* a rank counts as much as this length */
} dmi_rope_sets;

/* The payoff or margin of a standing; for DM_LINE_RANK, less `far` per rank. */
double dmi_rope_score_of(const dmi_rope_sets *p, const dm_line_standing *standing);

/* Makes `move`, then the best one of kind `op`, and keeps both if they are better than those
 * before. */
dm_status dmi_rope_try_after(dmi_rope_sets *p, const dm_line_move *move, dm_line_op op,
                             dm_error *err);

/* Bounds all sets of a rope and a cut or a new site, and improves the moves of the set; or, if
 * `other` is DM_LINE_ROPE, bounds all ropes on `level` (line_solve_rope_pair.c). */
dm_status dmi_rope_bound_sets(dmi_rope_sets *sets, const dm_level *level, dm_line_op other,
                              bool rope_first, dm_error *err);

#endif
