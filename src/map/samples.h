/* map/samples.h - points on the streets of a board, each with the site that has it. */
#ifndef DMI_SAMPLES_H
#define DMI_SAMPLES_H

#include "base/base.h"
#include <demesne/territory.h>

typedef struct dmi_sample {
    double x, y;   /* x is the longitude times `narrow`, y the latitude */
    int32_t label; /* of the owner and site that have it */
    int32_t next;  /* in its cell of the grid; -1: the last */
} dmi_sample;

typedef struct dmi_label {
    int32_t owner, site;
} dmi_label;

typedef struct dmi_samples {
    double narrow;      /* the cosine of the middle latitude */
    dm_bounds clip;     /* a rectangle around all streets, in the coordinates of samples */
    dmi_sample *sample; /* the vertices come first */
    size_t count, room;
    dmi_label *label; /* sorted by owner and site */
    size_t label_count, label_room;
    int32_t *grid; /* the first sample of each cell; -1: none */
    int32_t columns, rows;
} dmi_samples;

dm_status dmi_samples_init(const dm_arena *arena, const dm_dominance *owned,
                           const dm_territory *territory, dmi_samples *out, dm_error *err);
void dmi_samples_clear(dmi_samples *samples);
/* The label of the first sample inside a convex polygon of `count` corners x, y; -1: none. */
int32_t dmi_samples_label_in(const dmi_samples *samples, const double *corners, unsigned count);

#endif
