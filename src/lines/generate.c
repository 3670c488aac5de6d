/* generate.c - (being built) */
#include "base/base.h"
#include "base/names.h"
#include <demesne/lines.h>

static const char *const kind_names[] = {"grid", "gabriel", "tree"};

const char *dm_level_kind_name(dm_level_kind kind)
{
    return kind_names[kind];
}

dm_status dm_level_kind_parse(const char *name, dm_level_kind *out, dm_error *err)
{
    int i = dmi_name_index("kind", name, kind_names, 3, err);
    if (i >= 0)
        *out = (dm_level_kind)i;
    return i >= 0 ? DM_OK : DM_BAD_ARGUMENT;
}

dm_status dm_level_generate(const dm_level_wish *wish, dm_run *run, dm_level **out,
                            dm_line_odds **odds, dm_error *err)
{
    (void)wish, (void)run, (void)out, (void)odds;
    return dmi_fail(err, DM_UNSUPPORTED, "not yet");
}
