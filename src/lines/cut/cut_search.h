/* cut_search.h - searches for the best cut, and for all winning ones: bounds for every cut, payoffs
 * after one, and the state that all methods share.
 */
#ifndef DMI_LINES_CUT_CUT_SEARCH_H
#define DMI_LINES_CUT_CUT_SEARCH_H

#include "base/base.h"
#include "lines/diagram/line_position.h"
#include "lines/diagram/payoff_lines.h"

/* Which vertices are reached only through which.
 *
 * The vertices that are reached only through v form v's subtree: if the last piece to v is cut,
 * exactly these are reached later.  Without ties this is the tree of shortest paths.  A vertex that
 * is reached over several pieces at the same time has as its parent the last vertex that all its
 * shortest paths share:
 *
 *      s --- a === c        c's parent is s if it is reached over a and b at the same time
 *       \--- b ===/
 */

typedef struct dmi_dominator_tree {
    int32_t *above;        /* the parent of v; -1: none, or never reached */
    uint32_t *tight;       /* the number of pieces that v is first reached over */
    int32_t *order;        /* the reached vertices, each after its parent */
    int32_t count;         /* of reached vertices */
    int32_t *at;           /* the subtree of v is at[pos[v]] .. at[pos[v] + size[v] - 1] */
    int32_t *pos;          /* see `at` */
    int32_t *size;         /* 0: never reached */
    int32_t *jump, *depth; /* an ancestor further up, and the number of ancestors */
    dmi_arrays arrays;
} dmi_dominator_tree;

dm_status dmi_dominator_tree_init(const dmi_line_position *position, dmi_dominator_tree *out,
                                  dm_error *err);
void dmi_dominator_tree_clear(dmi_dominator_tree *tree);

/* The lowest common ancestor (a vertex is its own ancestor); -1: none. */
int32_t dmi_dominator_tree_common(const dmi_dominator_tree *tree, int32_t u, int32_t v);

dmi_odds_fn dmi_odds_cut; /* cut_best.c */

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
    bool claims;     /* a method as printed: it claims */
    int64_t claimed; /* this gain, in units */
} dmi_cut_search;

/* DM_STOPPED with the best so far. */
typedef dm_status dmi_cut_method_fn(dmi_cut_search *search, dm_error *err);
dmi_cut_method_fn dmi_cut_search_auto; /* cut_best.c */
dmi_cut_method_fn dmi_cut_search_all;  /* every edge, a new diagram each time */
/* The best cut by the method; otherwise like a dmi_best_fn. */
dm_status dmi_best_cut(const dm_level *level, const dm_line_ask *ask, dmi_cut_method_fn *method,
                       dm_run *run, dm_line_best *out, dm_error *err);

/* A piece that can be cut without changing anything. */
int32_t dmi_cut_harmless(const dmi_line_position *position);
/* DM_UNSUPPORTED, naming the method, if a vertex is tied. */
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
