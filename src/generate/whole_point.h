/* whole_point.h - points with whole coordinates, and exact lengths between them. */
#ifndef DMI_WHOLE_POINT_H
#define DMI_WHOLE_POINT_H

#include <math.h>
#include <stdint.h>

typedef struct dmi_whole_point {
    int32_t x, y;
} dmi_whole_point;

static inline uint64_t dmi_whole_point_squared(dmi_whole_point a, dmi_whole_point b)
{
    int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
    return (uint64_t)(dx * dx + dy * dy);
}

/* The whole part of the square root; x below 2^52. */
static inline uint64_t dmi_root(uint64_t x)
{
    uint64_t r = (uint64_t)sqrt((double)x);
    while (r * r > x)
        r--;
    while ((r + 1) * (r + 1) <= x)
        r++;
    return r;
}

#endif
