/* rope_hunt.h - the best rope by branch and bound over boxes of ropes.
 *
 * Every box has an upper bound of what its ropes score.  The box with the highest bound comes
 * apart in the middle of its longer side, until no bound is above the best rope known.
 */
#ifndef DMI_ROPE_HUNT_H
#define DMI_ROPE_HUNT_H

#include "lines/rope_terrain.h"
#include <stddef.h>

/* A place where the supremum of a box was found: the rope itself, or ropes of the box near it. */
typedef struct dmi_catch {
    double score, payoff, margin;
    dmi_box at; /* a point: x0 = x1, y0 = y1 */
} dmi_catch;

#define DMI_CATCHES 8

typedef struct dmi_hunt {
    dmi_terrain *terrain;
    dm_line_objective objective;
    int32_t count; /* best first; places that score the same, as far as told apart */
    dmi_catch caught[DMI_CATCHES];
    int64_t looks;
    double bound; /* no rope of the boxes hunted scores more */
} dmi_hunt;

/* Hunts in the boxes root[0..count-1] until nothing can be `slack` better than the best.
 * DM_STOPPED by the run; after `most` looks it just ends.  hunt->bound is true in any case. */
dm_status dmi_hunt_in(dmi_hunt *hunt, const dmi_box *root, size_t count, double slack, int64_t most,
                      dm_run *run, dm_error *err);

/* Goes up from the best rope by ever smaller steps of both ends. */
void dmi_hunt_climb(dmi_hunt *hunt);

/* What a rope scores: payoff, margin, or margin below every worse rank; and its parts. */
void dmi_hunt_score(const dmi_hunt *hunt, const double *payoff, dmi_catch *out);
/* 1: ropes of the box are allowed, -1: none is, 0: some may be (rope_legal.c). */
int dmi_ropes_allowed(const dmi_terrain *terrain, const dmi_box *box);
/* Where ropes stop: 1: `out` holds all that the box's ropes become, -1: none may be tied, 0:
 * neither is sure (rope_stop.c). */
int dmi_ropes_stop(const dmi_terrain *terrain, const dmi_box *box, dmi_box *out);

#endif
