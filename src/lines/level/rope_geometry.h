/* rope_geometry.h - a straight rope and straight edges: where they meet, and at what angle.
 *
 *            B
 *      P ----+------- Q      the rope PQ meets the edge AB at the fraction `along` of the rope
 *            A               and at the fraction `at` of the edge
 */
#ifndef DMI_LINES_LEVEL_ROPE_GEOMETRY_H
#define DMI_LINES_LEVEL_ROPE_GEOMETRY_H

#include <demesne/lines.h>

/* 1: c is left of the line from a to b, 0: on it, -1: right of it.  Exact unless products overflow
 * or underflow. */
int dmi_side_of_line(dm_point a, dm_point b, dm_point c);

typedef enum dmi_rope_meeting {
    DMI_ROPE_APART = 0, /* or they meet only at an end of the rope */
    DMI_ROPE_CROSSES,   /* at one point between the rope's ends */
    DMI_ROPE_ALONG      /* along a stretch; the result is its beginning */
} dmi_rope_meeting;

/* How the rope from p to q meets the edge from a to b, including its ends.  The decision is exact;
 * the fractions of DMI_ROPE_CROSSES are rounded, but exactly 0 or 1 at an end of the edge. */
dmi_rope_meeting dmi_rope_meet(dm_point p, dm_point q, dm_point a, dm_point b, double *along,
                               double *at);

double dmi_point_distance(dm_point a, dm_point b);
/* The angle between the rays from `corner` to a and to b, 0..180 degrees; 180 if a ray has no
 * direction. */
double dmi_ray_angle(dm_point corner, dm_point a, dm_point b);

#endif
