/* rope_apply.c - (being built) */
#include "base/base.h"
#include "lines/moves.h"

dm_status dmi_apply_rope(const dm_level *level, const dm_line_move *move, int32_t player,
                         dm_level **out, dm_error *err)
{
    (void)level, (void)move, (void)player, (void)out;
    return dmi_fail(err, DM_UNSUPPORTED, "not yet");
}
