/* town.h - random maps for tests. */
#ifndef TEST_TOWN_H
#define TEST_TOWN_H

#include <demesne/arena.h>

/* A town of n vertices on less than a kilometre: streets with bends and names, parallel ones and
 * loops; if `directed`, one-way streets too. */
dm_arena *support_town(uint64_t seed, dm_vertex n, bool directed);

#endif
