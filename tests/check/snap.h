/* check/snap.h - the nearest street by looking at every segment, and ways through a place on a
 * street by their definition. */
#ifndef CHECK_SNAP_H
#define CHECK_SNAP_H

#include <demesne/graph.h>
#include <demesne/snap.h>

/* Looks at all segments in order. */
dm_snapped check_snap(const dm_arena *arena, dm_lonlat place);

/* The way from the place `x` to the place `y`, by the distances of the whole board; -1: none.
 * From a place a way goes to the end of its street, or to its beginning, as the street allows, and
 * so to the other place; or along the street, if it is the same. */
int64_t check_way(const dm_arena *arena, const dm_distances *all, const dm_snapped *x,
                  const dm_snapped *y);

#endif
