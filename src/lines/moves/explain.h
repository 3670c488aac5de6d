/* explain.h - parts of an explanation (demesne/line_solve.h). */
#ifndef DMI_LINES_MOVES_EXPLAIN_H
#define DMI_LINES_MOVES_EXPLAIN_H

#include "lines/diagram/line_position.h"
#include <demesne/line_solve.h>

/* The piece of the edge that holds the place; the first if it is between two. */
int32_t dmi_piece_at(const dmi_line_network *net, const dm_level *level, int32_t edge, dm_ratio at);
/* The type of a cut or a rope, and a sentence about it. */
dm_status dmi_explain_type(const dmi_line_position *position, const dm_line_move *move,
                           dm_line_explanation *out, dm_error *err);
/* The profile of the edge out->edge. */
dm_status dmi_explain_profile(const dm_level *level, const dm_line_ask *ask,
                              dm_line_explanation *out, dm_error *err);

#endif
