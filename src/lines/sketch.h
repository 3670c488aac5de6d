/* sketch.h - networks in the plane for levels made at random (sketch.c). */
#ifndef DMI_LINES_SKETCH_H
#define DMI_LINES_SKETCH_H

#include <demesne/lines.h>
#include <demesne/rng.h>
#include <stddef.h>

/* Whole coordinates below 2^20, and edges between them. */
typedef struct dmi_plan {
    int32_t n;
    int32_t *x, *y;
    int32_t edge_count;
    size_t room;
    int32_t (*edges)[2];
} dmi_plan;

/* A connected network of n vertices whose straight edges do not cross.  False: no memory. */
bool dmi_plan_init(dm_level_kind kind, int32_t n, dm_rng *rng, dmi_plan *out);
void dmi_plan_clear(dmi_plan *plan);

#endif
