/* rope_branch_and_bound.h - the best rope by branch and bound over boxes of ropes.
 *
 * Every box has an upper bound of what its ropes score.  The box with the highest bound comes
 * apart in the middle of its longer side, until no bound is above the best rope known.
 */
#ifndef DMI_LINES_ROPE_BRANCH_AND_BOUND_H
#define DMI_LINES_ROPE_BRANCH_AND_BOUND_H

#include "lines/rope_tables.h"
#include <stddef.h>

/* A place where the supremum of a box was found: the rope itself, or ropes of the box near it. */
typedef struct dmi_rope_candidate {
    double score, payoff, margin;
    dmi_rope_box at; /* a point: x0 = x1, y0 = y1 */
} dmi_rope_candidate;

#define DMI_ROPE_CANDIDATES 8

typedef struct dmi_rope_search {
    dmi_rope_tables *tables;
    dm_line_objective objective;
    int32_t count; /* best first; places that score the same, as far as told apart */
    dmi_rope_candidate candidate[DMI_ROPE_CANDIDATES];
    int64_t evaluations;
    double bound; /* no rope of the boxes hunted scores more */
} dmi_rope_search;

/* Hunts in the boxes root[0..count-1] until nothing can be `slack` better than the best.
 * DM_STOPPED by the run; after `most` looks it just ends.  hunt->bound is true in any case. */
dm_status dmi_rope_search_boxes(dmi_rope_search *search, const dmi_rope_box *root, size_t count,
                                double slack, int64_t most, dm_run *run, dm_error *err);

/* Goes up from the best rope by ever smaller steps of both ends. */
void dmi_rope_search_climb(dmi_rope_search *search);

/* What a rope scores: payoff, margin, or margin below every worse rank; and its parts. */
void dmi_rope_search_score(const dmi_rope_search *search, const double *payoff,
                           dmi_rope_candidate *out);
/* 1: ropes of the box are allowed, -1: none is, 0: some may be (rope_legal.c). */
int dmi_ropes_allowed(const dmi_rope_tables *tables, const dmi_rope_box *box);
/* Where ropes stop: 1: `out` holds all that the box's ropes become, -1: none may be tied, 0:
 * neither is sure (rope_stop.c). */
int dmi_ropes_stop(const dmi_rope_tables *tables, const dmi_rope_box *box, dmi_rope_box *out);

#endif
