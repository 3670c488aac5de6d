/* straight_length.h - the length of an edge that has none: the distance of its ends. */
#ifndef DMI_LINES_LEVEL_STRAIGHT_LENGTH_H
#define DMI_LINES_LEVEL_STRAIGHT_LENGTH_H

#include "lines/level/ratio.h"
#include <math.h>

/* Rounded to 10^-6 of the coordinate unit; false if that does not fit.  Only here are lengths
 * computed from coordinates; all results are exact for the rounded number. */
static inline bool dmi_straight_length(dm_point a, dm_point b, dm_ratio *out)
{
    const long double millionths = 1e6L;
    long double dx = (long double)a.x - b.x, dy = (long double)a.y - b.y;
    long double way = sqrtl(dx * dx + dy * dy) * millionths;
    if (!(way < 0x1p61L))
        return false;
    return dmi_ratio_make((dmi_wide)llroundl(way), 1000000, out);
}

#endif
