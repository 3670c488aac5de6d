/* shape.h - the points of a street and the lengths between them. */
#ifndef DMI_SHAPE_H
#define DMI_SHAPE_H

#include <demesne/map.h>

#define DMI_HALF_TURN 1800000000 /* 180 degrees */

/* From one longitude to another the short way round, in 10^-7 degrees. */
static inline int64_t dmi_lon_step(int32_t from, int32_t to)
{
    int64_t step = (int64_t)to - from;
    return step > DMI_HALF_TURN    ? step - 2 * (int64_t)DMI_HALF_TURN
           : step < -DMI_HALF_TURN ? step + 2 * (int64_t)DMI_HALF_TURN
                                   : step;
}

/* The point at a fraction of the line from a to b. */
dm_lonlat dmi_lonlat_between(dm_lonlat a, dm_lonlat b, double fraction);
/* Metres along the first segments of a street. */
double dmi_street_metres(const dm_arena *arena, int32_t street, uint32_t segments);

#endif
