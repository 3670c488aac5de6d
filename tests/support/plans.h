/* plans.h - levels with coordinates, for ropes. */
#ifndef TEST_PLANS_H
#define TEST_PLANS_H

#include "support/levels.h"

typedef struct plan {
    draft d;
    dm_point points[32];
} plan;

void plan_start(plan *p, int vertices, int players, const dm_point *points);
/* An edge as long as its ends are apart, rounded to 10^-6. */
void plan_join(plan *p, int u, int v);
/* The level; the plan is a good one. */
dm_level *plan_level(plan *p);

enum {
    PLAN_TREE = 1,    /* otherwise with cycles, sometimes in parts */
    PLAN_LENGTHS = 2, /* some lengths are not the distances */
    PLAN_GRID = 4,    /* on a grid of 3 by 3: many ties */
    PLAN_PLANAR = 8   /* edges meet at vertices only; a tree may be in parts */
};

/* `vertices` points (at most 9) on a grid of 13 by 13, sites of everybody, some on edges. */
dm_level *random_plan(dm_rng *rng, int vertices, int players, int features, plan *p);

#endif
