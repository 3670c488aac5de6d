/* cover_greedy.h - a good cover to begin with. */
#ifndef DMI_COVER_GREEDY_H
#define DMI_COVER_GREEDY_H

#include "oneround/cover_subproblem.h"

/* part->count sets of the pool (at least as many), one after the other where it adds most, by the
 * items' values, which are their weights or their prices; then, where asked, swaps of one set for
 * another while they add weight.  Gives the weight, part->gained included; -1: no memory. */
int64_t dmi_cover_greedy(const dmi_subproblem *part, const int32_t *pool, int32_t pool_count,
                         const int64_t *value, bool swaps, int32_t *chosen);

#endif
