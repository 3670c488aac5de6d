/* parts.h - where an edge changes hands. */
#ifndef DMI_PARTS_H
#define DMI_PARTS_H

#include <stdint.h>

/* A point of an edge (u, v) is reached through the end by which its nearest
 * stone is nearer, and then its nearest stones are that end's nearest stones:
 * it has that end's owner under every tie rule.  The two ways are equally long at
 *
 *     u |-------- x --------|------ length - x ------| v
 *         du + x         =         dv + length - x
 *
 * so x = (length + dv - du) / 2.  Gives x / length; 0 <= du, dv are distances
 * of the ends, hence |du - dv| <= length.  An end that nobody reaches (-1), for a
 * radius ends on the edge, keeps its half. */
static inline double dmi_boundary(int64_t length, int64_t du, int64_t dv)
{
    if (du < 0 || dv < 0)
        return 0.5;
    return 0.5 + (double)(dv - du) / (2.0 * (double)length);
}

#endif
