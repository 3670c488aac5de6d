/* answer_map.c - where a board lies on the Earth. */
#include "answer/answer.h"

#include <math.h>

void answer_map(report *r, const dm_arena *arena)
{
    static const char *const measures[] = {"the file's own", "metres", "seconds"};
    const dm_map *map = dm_arena_map(arena);
    dm_bounds b;
    if (!map || !dm_arena_bounds(arena, &b))
        return;
    if (map->profile >= 0)
        report_string(r, "profile", dm_profile_name((dm_profile)map->profile));
    if (map->measure != DM_MEASURE_OTHER || !report_is_json(r))
        report_string(r, "measure", measures[map->measure]);
    report_count(r, "streets", map->streets);
    report_row(r, "bounds", "west %.7f, south %.7f, east %.7f, north %.7f", b.west, b.south, b.east,
               b.north);
    if (report_is_json(r)) {
        /* degrees to 10^-7, as maps store them */
        const double sides[] = {b.west, b.south, b.east, b.north};
        json_t *list = json_array();
        for (int i = 0; i < 4; i++)
            report_append(&list, report_number(llround(sides[i] / DM_LONLAT_UNIT), 7));
        report_json(r, "bounds", list);
    }
    if (map->attribution)
        report_string(r, "attribution", map->attribution);
}
