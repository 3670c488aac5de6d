/* rope_join.h - ropes that join what they cross: the hubs of a box (rope_hubs.c), and what follows
 * from them (rope_join.c). */
#ifndef DMI_ROPE_JOIN_H
#define DMI_ROPE_JOIN_H

#include "lines/rope_look.h"

typedef struct dmi_join {
    dmi_terrain *terrain;
    const dmi_box *box;
    dmi_rope_view *view;
    bool one; /* rope */
    double tie;
    int32_t players, count; /* of hubs, in order along the rope */
    dmi_hub *hub;
    dm_point along; /* direction of the middle rope */
} dmi_join;

/* The two ends, and every edge that ropes of the box can cross.  False: there is no such edge. */
bool dmi_join_find_hubs(dmi_join *j);
/* Returns its number in the order along the rope. */
int32_t dmi_join_add_hub(dmi_join *j, dmi_hub h);
void dmi_join_drop_hub(dmi_join *j, int32_t number);

#endif
