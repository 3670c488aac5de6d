/* rope_odds.c - (being built) */
#include "base/base.h"
#include "lines/best.h"

dm_status dmi_odds_rope(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                        dm_line_odds *out, dm_error *err)
{
    (void)level, (void)ask, (void)run, (void)out;
    return dmi_fail(err, DM_UNSUPPORTED, "not yet");
}
