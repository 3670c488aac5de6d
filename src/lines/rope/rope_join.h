/* rope_join.h - ropes that join the edges they cross: the junctions of a box (rope_junctions.c) and
 * its payoffs (rope_join.c). */
#ifndef DMI_LINES_ROPE_ROPE_JOIN_H
#define DMI_LINES_ROPE_ROPE_JOIN_H

#include "lines/rope/rope_box_payoffs.h"

typedef struct dmi_rope_join {
    dmi_rope_tables *tables;
    const dmi_rope_box *box;
    dmi_rope_payoffs *payoffs;
    bool one; /* the box is a single rope */
    double tie;
    int32_t players, count; /* of junctions, in order along the rope */
    dmi_rope_junction *junction;
    dm_point along; /* direction of the middle rope */
} dmi_rope_join;

/* Finds the two ends, and every edge that ropes of the box can cross.  False: there is no such
 * edge. */
bool dmi_rope_join_find_junctions(dmi_rope_join *j);
/* Returns its number in order along the rope. */
int32_t dmi_rope_join_add_junction(dmi_rope_join *j, dmi_rope_junction h);
void dmi_rope_join_drop_junction(dmi_rope_join *j, int32_t number);

#endif
