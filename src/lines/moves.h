/* moves.h - a level after a move, one function an operation. */
#ifndef DMI_MOVES_H
#define DMI_MOVES_H

#include <demesne/lines.h>

typedef dm_status dmi_apply_fn(const dm_level *level, const dm_line_move *move, int32_t player,
                               dm_level **out, dm_error *err);
dmi_apply_fn dmi_apply_rope; /* rope_apply.c */

#endif
