/* rope_geometry.h - a straight rope over straight edges: where they meet, and at what angle.
 *
 *            B
 *      P ----+------- Q      the rope PQ meets the edge AB at `along` of its own way
 *            A               and at `at` of the edge's
 */
#ifndef DMI_LINES_ROPE_GEOMETRY_H
#define DMI_LINES_ROPE_GEOMETRY_H

#include <demesne/lines.h>

/* Whether c lies left of (1), on (0) or right of (-1) the line from a to b.  Exact for all
 * coordinates whose products neither overflow nor underflow. */
int dmi_side_of_line(dm_point a, dm_point b, dm_point c);

typedef enum dmi_rope_meeting {
    DMI_ROPE_APART = 0, /* or at an end of the rope only */
    DMI_ROPE_CROSSES,   /* in one point between the rope's ends */
    DMI_ROPE_ALONG      /* in a whole stretch; told is where it begins */
} dmi_rope_meeting;

/* How the rope from p to q meets the edge from a to b (its ends belong to it).  Decided exactly;
 * the shares of DMI_ROPE_CROSSES are rounded, but 0 and 1 exactly where it meets an end of the
 * edge. */
dmi_rope_meeting dmi_rope_meet(dm_point p, dm_point q, dm_point a, dm_point b, double *along,
                               double *at);

double dmi_point_distance(dm_point a, dm_point b);
/* Between the rays from `corner` to a and to b, in degrees, 0..180; 180 where a ray has no
 * direction. */
double dmi_ray_angle(dm_point corner, dm_point a, dm_point b);

#endif
