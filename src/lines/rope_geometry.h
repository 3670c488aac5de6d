/* rope_geometry.h - a straight rope over straight edges: where they meet, and at what angle.
 *
 *            B
 *      P ----+------- Q      the rope PQ meets the edge AB at `along` of its own way
 *            A               and at `at` of the edge's
 */
#ifndef DMI_ROPE_GEOMETRY_H
#define DMI_ROPE_GEOMETRY_H

#include <demesne/lines.h>

/* Whether c lies left of (1), on (0) or right of (-1) the line from a to b.  Exact for all
 * coordinates whose products neither overflow nor underflow. */
int dmi_side(dm_point a, dm_point b, dm_point c);

typedef enum dmi_meeting {
    DMI_APART = 0, /* or at an end of the rope only */
    DMI_CROSS,     /* in one point between the rope's ends */
    DMI_ALONG      /* in a whole stretch; told is where it begins */
} dmi_meeting;

/* How the rope from p to q meets the edge from a to b (its ends belong to it).  Decided exactly;
 * the shares of DMI_CROSS are rounded, but 0 and 1 exactly where it meets an end of the edge. */
dmi_meeting dmi_meet(dm_point p, dm_point q, dm_point a, dm_point b, double *along, double *at);

double dmi_distance(dm_point a, dm_point b);
/* Between the rays from `corner` to a and to b, in degrees, 0..180; 180 where a ray has no
 * direction. */
double dmi_angle(dm_point corner, dm_point a, dm_point b);

#endif
