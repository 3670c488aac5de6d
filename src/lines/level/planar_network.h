/* planar_network.h - random planar networks for levels. */
#ifndef DMI_LINES_LEVEL_PLANAR_NETWORK_H
#define DMI_LINES_LEVEL_PLANAR_NETWORK_H

#include <demesne/level_generate.h>
#include <demesne/rng.h>
#include <stddef.h>

/* Vertices with whole coordinates below 2^20, and edges. */
typedef struct dmi_planar_network {
    int32_t n;
    int32_t *x, *y;
    int32_t edge_count;
    size_t room;
    int32_t (*edges)[2];
} dmi_planar_network;

/* A connected network of n vertices whose straight edges do not cross.  False: no memory. */
bool dmi_planar_network_init(dm_level_kind kind, int32_t n, dm_rng *rng, dmi_planar_network *out);
void dmi_planar_network_clear(dmi_planar_network *network);

#endif
