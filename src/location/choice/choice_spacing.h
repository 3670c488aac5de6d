/* choice_spacing.h - which sites are too near each other to belong to one side. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_SPACING_H
#define DMI_LOCATION_CHOICE_CHOICE_SPACING_H

#include "base/base.h"
#include <demesne/reply.h>

/* Places i and j exclude each other if j is among near[first[i] .. first[i + 1] - 1].  The places
 * of one clique exclude each other all; the cliques are disjoint. */
typedef struct dmi_spacing {
    int32_t count;
    int64_t *first;
    int32_t *near;
    int32_t *clique; /* of each place */
    int32_t cliques;
} dmi_spacing;

/* Places excluding each other are less than `spacing` apart, in the direction in which they are
 * nearer; all of the first `news` do so among themselves and with those behind, which stand.
 * `place` may name a vertex several times.  One search per new place, two on a directed board.
 * DM_TOO_LARGE, DM_UNFINISHED; DM_BAD_INPUT: a table without some of
 * the distances. */
dm_status dmi_spacing_init(dmi_spacing *spacing, const dm_arena *arena, const dm_vertex *place,
                           int32_t count, int32_t news, int64_t least, dm_run *run, dm_error *err);
void dmi_spacing_clear(dmi_spacing *spacing);

#endif
