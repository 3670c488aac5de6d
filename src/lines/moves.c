/* moves.c - (being built) */
#include "lines/moves.h"

#include "base/base.h"

dm_status dm_level_apply(const dm_level *level, const dm_line_move *move, int32_t player,
                         dm_level **out, dm_error *err)
{
    if (move->op == DM_LINE_ROPE)
        return dmi_apply_rope(level, move, player, out, err);
    return dmi_fail(err, DM_UNSUPPORTED, "not yet");
}
