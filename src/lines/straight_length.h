/* straight_length.h - the length of an edge that has none: how far its ends are apart. */
#ifndef DMI_LINES_STRAIGHT_LENGTH_H
#define DMI_LINES_STRAIGHT_LENGTH_H

#include "lines/ratio.h"
#include <math.h>

/* Euclidean, rounded to 10^-6 of the coordinate unit; false where that does not fit.  The one
 * place where a length is made of coordinates: whatever comes of it is exact for this number. */
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
