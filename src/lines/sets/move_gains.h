/* move_gains.h - what single moves can gain at most, also together with others. */
#ifndef DMI_LINES_SETS_MOVE_GAINS_H
#define DMI_LINES_SETS_MOVE_GAINS_H

#include "lines/sets/move_board.h"

/* In units of the board, times its scale.  A set of moves has at most `before` plus the gains of
 * its moves, as payoff or margin. */
typedef struct dmi_move_gains {
    dmi_wide before;   /* the value without moves; for margins over the best opponent then */
    dmi_wide *add;     /* by piece: of a site on it */
    dmi_wide *cut;     /* by piece */
    dmi_wide *remove;  /* by site of the board */
    dmi_wide most_add; /* the largest of `add` */
    int32_t piece_count, site_count;
    dmi_arrays arrays;
} dmi_move_gains;

/* Of the kinds whose count is not 0, on the uncut board; the others are 0. */
dm_status dmi_move_gains_init(const dmi_move_board *board, const int32_t count[4], dm_run *run,
                              dmi_move_gains *out, dm_error *err);
void dmi_move_gains_clear(dmi_move_gains *gains);
/* No `count` moves (by dm_line_op, no ropes) give more. */
dmi_wide dmi_move_gains_most(const dmi_move_gains *gains, const int32_t count[4]);
/* The same for a level, as a payoff or margin. */
dm_status dmi_move_gains_of_level(const dm_level *level, const dm_line_ask *ask,
                                  const int32_t count[4], dm_run *run, dm_ratio *out,
                                  dm_error *err);

#endif
