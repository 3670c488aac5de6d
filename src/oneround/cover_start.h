/* cover_start.h - a good cover to begin with. */
#ifndef DMI_COVER_START_H
#define DMI_COVER_START_H

#include "oneround/cover_part.h"

/* part->count sets of the pool (at least as many), one after the other where it adds most, by the
 * items' values, which are their weights or their prices; then, where asked, swaps of one set for
 * another while they add weight.  Gives the weight, part->gained included; -1: no memory. */
int64_t dmi_cover_start(const dmi_part *part, const int32_t *pool, int32_t pool_count,
                        const int64_t *value, bool swaps, int32_t *chosen);

#endif
