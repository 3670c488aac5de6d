/* rope_pair.h - the best rope together with a cut or a new site. */
#ifndef DMI_LINES_ROPE_ROPE_PAIR_H
#define DMI_LINES_ROPE_ROPE_PAIR_H

#include "lines/rope/rope_branch_and_bound.h"

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

#endif
