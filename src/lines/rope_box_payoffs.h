/* rope_box_payoffs.h - the routes to a vertex over a box of ropes, and junctions with edges. */
#ifndef DMI_LINES_ROPE_BOX_PAYOFFS_H
#define DMI_LINES_ROPE_BOX_PAYOFFS_H

#include "lines/rope_tables.h"

#define DMI_MOST_ROUTES 9

/* The routes that may be first somewhere in the box; none: never reached. */
typedef struct dmi_rope_routes {
    int32_t count;
    dmi_rope_formula formula[DMI_MOST_ROUTES];
    uint64_t players[DMI_MOST_ROUTES];
} dmi_rope_routes;

/* An interval of an edge in which joining ropes meet it; it may contain sites. */
typedef struct dmi_rope_junction {
    int32_t first, last; /* pieces */
    double from, to;     /* on the first piece and on the last */
    bool sure;           /* all ropes of the box meet the edge there */
    double near, far;    /* its extent along the middle rope */
    dm_point at[2];
} dmi_rope_junction;

/* Like dmi_single_rope_payoffs() and dmi_rope_box_payoffs(), for ropes that join the edges they
 * cross. Return false and do nothing if the box's ropes cross no edge (rope_join.c). */
bool dmi_joined_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out);
bool dmi_joined_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                            dmi_rope_payoffs_fn *visit, void *user);

void dmi_rope_payoffs_clear(dmi_rope_payoffs *payoffs, int32_t players);
/* Adds a length that these players reach first. */
void dmi_rope_payoffs_add(const dmi_rope_tables *tables, dmi_rope_payoffs *payoffs,
                          uint64_t players, double length);

#endif
