/* wins.h - which candidates gain from which customers, as lists of a maximum coverage problem.
 *
 * Customers from which the same candidates gain the same are one group.  A group has up to two
 * items: its wider steps and what its inner steps add.  Set i has the items that a site on
 * candidate[i] reaches.
 */
#ifndef DMI_WINS_H
#define DMI_WINS_H

#include "market/demand.h"
#include <demesne/run.h>

typedef struct dmi_wins {
    int32_t items, sets;
    int64_t *weight; /* of each item, positive */
    int64_t *first;  /* set s holds item[first[s] .. first[s+1]-1], increasing */
    int32_t *item;
} dmi_wins;

/* One search per candidate, which visits only vertices where a site there could gain, spread over
 * `threads` threads (0 and 1: one).  DM_TOO_LARGE if the customers reached, summed over the
 * candidates, are more than DMI_MOST_WINS.  After DM_STOPPED the sets of the candidates that were
 * not searched are empty. */
#define DMI_MOST_WINS INT64_C(400000000)
dm_status dmi_wins_init(dmi_wins *wins, const dm_arena *arena, const dmi_demand *demand,
                        const dm_vertex *candidate, int32_t count, int threads, dm_run *run,
                        dm_error *err);
void dmi_wins_clear(dmi_wins *wins);

#endif
