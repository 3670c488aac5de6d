/* rope_box_payoffs.h - what reaches a vertex over a box of ropes. */
#ifndef DMI_LINES_ROPE_BOX_PAYOFFS_H
#define DMI_LINES_ROPE_BOX_PAYOFFS_H

#include "lines/rope_tables.h"

#define DMI_MOST_ROUTES 9

/* The routes of which none is known to be behind another everywhere; none: never reached. */
typedef struct dmi_rope_routes {
    int32_t count;
    dmi_rope_formula formula[DMI_MOST_ROUTES];
    uint64_t players[DMI_MOST_ROUTES];
} dmi_rope_routes;

/* Where ropes that join what they cross meet an edge: an interval of it, which may go over sites.
 */
typedef struct dmi_rope_junction {
    int32_t first, last; /* pieces */
    double from, to;     /* on the first piece and on the last */
    bool sure;           /* the rope is joined to the edge there */
    double near, far;    /* along the middle rope, on the plane */
    dm_point at[2];
} dmi_rope_junction;

/* The same as dmi_single_rope_payoffs() and dmi_rope_box_payoffs(), where ropes cross edges and
 * join them.  False, and nothing done, where the box's ropes cross nothing (rope_join.c). */
bool dmi_joined_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out);
bool dmi_joined_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                            dmi_rope_payoffs_fn *visit, void *user);

void dmi_rope_payoffs_clear(dmi_rope_payoffs *payoffs, int32_t players);
/* These players come first to a length of so much. */
void dmi_rope_payoffs_add(const dmi_rope_tables *tables, dmi_rope_payoffs *payoffs,
                          uint64_t players, double length);

#endif
