/* rope_look.h - what reaches a vertex over a box of ropes. */
#ifndef DMI_ROPE_LOOK_H
#define DMI_ROPE_LOOK_H

#include "lines/rope_terrain.h"

#define DMI_ROUTES 9

/* The routes of which none is known to be behind another everywhere; none: never reached. */
typedef struct dmi_seen {
    int32_t count;
    dmi_formula form[DMI_ROUTES];
    uint64_t players[DMI_ROUTES];
} dmi_seen;

/* Where ropes that join what they cross meet an edge: an interval of it, which may go over sites.
 */
typedef struct dmi_hub {
    int32_t first, last; /* pieces */
    double from, to;     /* on the first piece and on the last */
    bool sure;           /* the rope is joined to the edge there */
    double near, far;    /* along the middle rope, on the plane */
    dm_point at[2];
} dmi_hub;

/* The same as dmi_look() and dmi_look_at(), where ropes cross edges and join them.  False, and
 * nothing done, where the box's ropes cross nothing (rope_join.c). */
bool dmi_look_joined(dmi_terrain *terrain, const dmi_box *rope, double tie, dmi_rope_view *out);
bool dmi_look_at_joined(dmi_terrain *terrain, const dmi_box *box, dmi_rope_view_fn *visit,
                        void *user);

void dmi_rope_view_clear(dmi_rope_view *view, int32_t players);
/* These players come first to a length of so much. */
void dmi_rope_view_add(const dmi_terrain *terrain, dmi_rope_view *view, uint64_t players,
                       double length);

#endif
