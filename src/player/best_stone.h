/* best_stone.h - the best of some vertices, one stone ahead. */
#ifndef DMI_BEST_STONE_H
#define DMI_BEST_STONE_H

#include <demesne/position.h>
#include <demesne/run.h>

/* Of `count` > 0 free vertices, the one after which the side to move leads most; the first of
 * equals.  For turns of one stone.  DM_STOPPED leaves `*best` unchanged.  O(count n); the position
 * comes back unchanged. */
dm_status dmi_best_stone(dm_position *position, const dm_vertex *vertices, dm_vertex count,
                         dm_run *run, dm_vertex *best, dm_error *err);

#endif
