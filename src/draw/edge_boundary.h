/* edge_boundary.h - where the owner changes along an edge. */
#ifndef DMI_EDGE_BOUNDARY_H
#define DMI_EDGE_BOUNDARY_H

#include <stdint.h>

/* A point of an edge (u, v) whose nearest stones lie beyond u has u's owner under every tie rule,
 * since they are u's nearest stones too; the same for v.  The ways to both are equally long at
 *
 *     u |-------- x --------|------ length - x ------| v
 *         du + x         =         dv + length - x
 *
 * so x = (length + dv - du) / 2.  Gives x / length; du and dv are the distances of the ends, hence
 * |du - dv| <= length.  An end that nobody reaches (-1), since a radius ends on the edge, keeps its
 * half. */
static inline double dmi_edge_boundary(int64_t length, int64_t du, int64_t dv)
{
    if (du < 0 || dv < 0)
        return 0.5;
    return 0.5 + (double)(dv - du) / (2.0 * (double)length);
}

#endif
