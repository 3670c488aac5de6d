/* cover_greedy.h - a first cover, by greedy choice and swaps. */
#ifndef DMI_LOCATION_COVER_COVER_GREEDY_H
#define DMI_LOCATION_COVER_COVER_GREEDY_H

#include "location/cover/cover_subproblem.h"

/* Chooses sub->count sets from the pool (which has at least as many), one after another, each
 * adding most `value` (the items' weights or multipliers); then, if `swaps`, swaps single sets
 * while that adds weight. With a budget it takes the sets that add most for their cost, until none
 * that adds anything is within the budget. `count` receives the number chosen. Swaps end when the
 * run stops. Returns the weight with sub->gained; -1: no memory. */
int64_t dmi_cover_greedy(const dmi_subproblem *sub, const int32_t *pool, int32_t pool_count,
                         const int64_t *value, bool swaps, dm_run *run, int32_t *chosen,
                         int32_t *count);

#endif
