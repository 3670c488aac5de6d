/* cut_best.c - (being built) */
#include "base/base.h"
#include "lines/best.h"

dm_status dmi_best_cut(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_best *out, dm_error *err)
{
    (void)level, (void)ask, (void)run, (void)out;
    return dmi_fail(err, DM_UNSUPPORTED, "not yet");
}
