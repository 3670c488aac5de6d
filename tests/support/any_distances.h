/* support/any_distances.h - small random boards of every kind of distances. */
#ifndef TEST_SUPPORT_ANY_DISTANCES_H
#define TEST_SUPPORT_ANY_DISTANCES_H

#include "support/support.h"

/* Points with few different coordinates, so that many distances are equal or 0, in any metric. */
dm_arena *random_points(dm_rng *rng, dm_vertex n);
/* A table of pairs: sparse or full, with lengths of 0, not a metric; every vertex may be a site. */
dm_arena *random_pairs(dm_rng *rng, dm_vertex n);
/* One of these, or a random_board() with any features. */
dm_arena *random_distances(dm_rng *rng, dm_vertex n);

#endif
