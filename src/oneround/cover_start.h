/* cover_start.h - a good cover to begin with. */
#ifndef DMI_COVER_START_H
#define DMI_COVER_START_H

#include "oneround/cover_part.h"

/* Sets of the part, one after the other where it adds most: part->count of them in `chosen`,
 * whose first `given` are there already.  Then swaps of one set for another while they add.
 * Gives the weight, part->gained included; -1: no memory. */
int64_t dmi_cover_start(const dmi_part *part, int32_t given, int32_t *chosen);

#endif
