/* ascent.h - good places for new sites by local search with gradients. */
#ifndef DMI_PLANE_ASCENT_H
#define DMI_PLANE_ASCENT_H

#include "plane/reply/land.h"
#include <demesne/rng.h>

/* Sites that stand and new ones of one side, with doubles.  Under Manhattan slopes are estimated
 * from differences. */
typedef struct dmi_ascent {
    const dm_plane *plane;
    dmi_board_parts parts;
    int32_t side, count; /* of the new sites */
    dm_point *at;        /* all sites, new ones last */
    dm_point *slope;     /* of the new ones */
    dm_point *trial;
    dm_point *kept_slope;
    double *step; /* of each new site */
    dmi_float_cell cell;
    dmi_float_piece piece;
    double extent;
    dmi_arrays arrays;
} dmi_ascent;

dm_status dmi_ascent_init(dmi_ascent *a, const dm_plane *plane, int32_t side, int32_t count,
                          dm_error *err);
void dmi_ascent_clear(dmi_ascent *a);
/* The area that the rivals keep beside the new sites `a->trial`; with slopes if asked for. */
dm_status dmi_ascent_measure(dmi_ascent *a, bool slopes, double *kept, dm_error *err);
/* Moves the new sites `place` until they are at a local minimum of what the rivals keep. */
dm_status dmi_ascent_climb(dmi_ascent *a, dm_point *place, double *kept, dm_rng *rng, dm_run *run,
                           dm_error *err);
/* The best of many climbs from random and greedy starts; at least one is made. */
dm_status dmi_ascent_best(dmi_ascent *a, int32_t starts, uint64_t seed, dm_point *place,
                          double *kept, dm_run *run, dm_error *err);

#endif
