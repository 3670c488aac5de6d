/* cut_search.h - searches for the best cut, and for all winning ones: bounds for every cut, payoffs
 * after one, and the state that all methods share.
 */
#ifndef DMI_LINES_CUT_CUT_SEARCH_H
#define DMI_LINES_CUT_CUT_SEARCH_H

#include "lines/cut/dominator_tree.h"
#include "lines/diagram/payoff_lines.h"

dmi_odds_fn dmi_odds_cut; /* cut_odds.c */

/* For every piece: no cut of it gains more than `bound` units of own length (DM_LINE_PAYOFF), of
 * margin, or of own length plus any opponent's loss (DM_LINE_RANK).  0 if no cut of it helps. */
dm_status dmi_cut_bounds(const dmi_line_position *position, const dmi_dominator_tree *tree,
                         dm_line_objective objective, int64_t *bound, dm_error *err);

/* Payoffs after a cut, recomputed only for the subtree below it (cut_update.c). */
typedef struct dmi_cut_update dmi_cut_update;

dm_status dmi_cut_update_new(const dmi_line_position *position, const dmi_dominator_tree *tree,
                             dmi_cut_update **out, dm_error *err);
void dmi_cut_update_free(dmi_cut_update *update);
/* The payoffs along a piece that is cut.  False: no memory. */
bool dmi_cut_update_lines(dmi_cut_update *update, int32_t piece, dmi_payoff_lines *out);
/* The number of vertices recomputed so far. */
int64_t dmi_cut_update_work(const dmi_cut_update *update);

typedef struct dmi_cut_search {
    const dmi_line_position *position;
    dm_run *run;
    dmi_payoff_place best;  /* piece -1: none yet */
    dmi_payoff_lines lines; /* of the best piece */
    int64_t candidates;
} dmi_cut_search;

/* DM_STOPPED with the best so far. */
typedef dm_status dmi_cut_method_fn(dmi_cut_search *search, dm_error *err);
dmi_cut_method_fn dmi_cut_search_auto; /* cut_bounded_search.c */
dmi_cut_method_fn dmi_cut_search_all;  /* every edge, a new diagram each time */
/* The best cut by the method; otherwise like a dmi_best_fn. */
dm_status dmi_best_cut(const dm_level *level, const dm_line_ask *ask, dmi_cut_method_fn *method,
                       dm_run *run, dm_line_best *out, dm_error *err);

/* A piece that can be cut without changing anything. */
int32_t dmi_cut_harmless(const dmi_line_position *position);
/* DM_UNSUPPORTED, naming the method, unless sites are on vertices and no vertex is tied. */
dm_status dmi_cut_require(const dmi_line_position *position, dm_error *err);
/* Keeps the best place along the lines if it beats the best so far. */
void dmi_cut_consider(dmi_cut_search *search, const dmi_payoff_lines *lines);
/* The same for a piece, with a whole diagram; `scratch` has an entry per vertex. */
dm_status dmi_cut_consider_whole(dmi_cut_search *search, int32_t piece, dmi_reach *scratch,
                                 dm_error *err);
/* The lines of a piece, by a whole diagram. */
dm_status dmi_cut_whole_lines(const dmi_line_position *position, int32_t piece, dmi_reach *scratch,
                              dmi_payoff_lines *out, dm_error *err);

#endif
