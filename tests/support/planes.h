/* planes.h - random boards of the plane and sites on them. */
#ifndef TEST_PLANES_H
#define TEST_PLANES_H

#include <demesne/plane.h>
#include <demesne/rng.h>

/* A board by name, or one of random corners: convex or not, with or without a hole. */
dm_plane_board *random_plane_board(dm_rng *rng);
/* Adds `count` sites at random, on a coarse grid half of the time: same coordinates, on the border.
 */
void random_plane_sites(dm_rng *rng, dm_plane *plane, int count);

#endif
