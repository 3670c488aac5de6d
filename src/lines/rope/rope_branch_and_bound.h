/* rope_branch_and_bound.h - the best rope by branch and bound over boxes of ropes.
 *
 * Every box has an upper bound for the score of its ropes.  The box with the highest bound is split
 * in the middle of its longer side, until no bound exceeds the best rope found.
 */
#ifndef DMI_LINES_ROPE_ROPE_BRANCH_AND_BOUND_H
#define DMI_LINES_ROPE_ROPE_BRANCH_AND_BOUND_H

#include "lines/rope/rope_tables.h"
#include <stddef.h>

/* A rope, or the limit of ropes near it, whose score may be the supremum. */
typedef struct dmi_rope_candidate {
    double score, payoff, margin;
    dmi_rope_box at; /* a single rope: x0 = x1, y0 = y1, t0 = t1 */
} dmi_rope_candidate;

#define DMI_ROPE_CANDIDATES 8

typedef struct dmi_rope_search {
    dmi_rope_tables *tables;
    dm_line_objective objective;
    int32_t count; /* best first, then equally good ones elsewhere */
    dmi_rope_candidate candidate[DMI_ROPE_CANDIDATES];
    int64_t evaluations;
    double bound; /* no rope of the boxes searched scores more */
    double floor; /* a score known from elsewhere: boxes that do not exceed it are left */
} dmi_rope_search;

/* Searches the boxes root[0..count-1] until nothing can be `slack` better than the best. DM_STOPPED
 * by the run; also ends after `most` evaluations.  search->bound is valid in any case. */
dm_status dmi_rope_search_boxes(dmi_rope_search *search, const dmi_rope_box *root, size_t count,
                                double slack, int64_t most, dm_run *run, dm_error *err);

/* Improves the best rope by steps of both ends, longer after each gain, until they are tiny. */
void dmi_rope_search_climb(dmi_rope_search *search, dm_run *run);

/* The score of a rope (payoff, margin, or margin minus a penalty per rank) and its parts. */
void dmi_rope_search_score(const dmi_rope_search *search, const double *payoff,
                           dmi_rope_candidate *out);
/* The place `x` of a piece; inside the piece it is rounded to multiples of 1/grain (rope_best.c).
 */
bool dmi_rope_place(const dmi_rope_tables *tables, int32_t number, double x, int64_t grain,
                    dm_line_place *out);
/* 1: all ropes of the box are allowed, -1: none is, 0: unknown (rope_legal.c). */
int dmi_ropes_allowed(const dmi_rope_tables *tables, const dmi_rope_box *box);

typedef struct dmi_rope_pair {
    dm_line_op other;      /* DM_LINE_ADD or DM_LINE_CUT; DM_LINE_ROPE: there is none */
    bool rope_first;       /* the rope may come first, so that the other may lie on it */
    double slack;          /* in lengths: differences that do not matter */
    dmi_rope_search found; /* candidates, and the bound; its tables are those of the level */
} dmi_rope_pair;

/* Searches all ropes and all places of the other move.  `found` has its tables, objective and floor
 * set.  found.bound is valid if the search ends; DM_STOPPED by the run, with a bound that is
 * INFINITY unless all were looked at. */
dm_status dmi_rope_pair_search(dmi_rope_pair *pair, dm_run *run, dm_error *err);

/* The best rope, and the odds of ropes (rope_best.c, rope_odds.c). */
dmi_best_fn dmi_best_rope;
dmi_odds_fn dmi_odds_rope;

#endif
