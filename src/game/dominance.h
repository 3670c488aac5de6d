/* dominance.h - the parts of scoring that one-shot calls and surveys share. */
#ifndef DMI_DOMINANCE_H
#define DMI_DOMINANCE_H

#include "graph/shortest_paths.h"
#include <demesne/dominance.h>

/* The caller's stones, checked. */
typedef struct dmi_stone_set {
    const dm_stone *stones;
    int32_t count;
    dm_tie_rule ties;
    int32_t players;
} dmi_stone_set;

/* Checks ranges and counts players; dmi_dominance_compute refuses two stones on one vertex. */
dm_status dmi_stone_set_init(dm_vertex n, const dm_stone *stones, int32_t count, dm_tie_rule ties,
                             dmi_stone_set *out, dm_error *err);

/* Computes the dominance on the graph of `paths`, in which vertex v of the board is
 * rank[v] (NULL: v).  `out` has room for n vertices and all players; it is
 * unchanged on failure. */
dm_status dmi_dominance_compute(const dmi_stone_set *set, dmi_paths *paths, const dm_vertex *rank,
                                const int64_t *values, dm_dominance *out, dm_error *err);

/* A dominance for dmi_dominance_compute to fill, freed by dm_dominance_free; NULL: no memory. */
dm_dominance *dmi_dominance_alloc(dm_vertex n, int32_t players);

#endif
