/* plane_levels.h - levels with coordinates, for ropes. */
#ifndef TEST_PLANE_LEVELS_H
#define TEST_PLANE_LEVELS_H

#include "support/levels.h"

typedef struct plane_draft {
    draft d;
    dm_point points[32];
} plane_draft;

void plane_start(plane_draft *p, int vertices, int players, const dm_point *points);
/* An edge whose length is the distance of its ends, rounded to 10^-6. */
void plane_join(plane_draft *p, int u, int v);
/* The level; the draft must be valid. */
dm_level *plane_level(plane_draft *p);

enum {
    PLANE_TREE = 1,    /* otherwise with cycles, sometimes disconnected */
    PLANE_LENGTHS = 2, /* some lengths are not the distances */
    PLANE_GRID = 4,    /* on a 3 by 3 grid: many ties */
    PLANE_PLANAR = 8   /* edges meet only at vertices; a tree may be disconnected */
};

/* `vertices` points (at most 9) on a 13 by 13 grid, sites of every player, some on edges. */
dm_level *random_plane_level(dm_rng *rng, int vertices, int players, int features, plane_draft *p);

#endif
