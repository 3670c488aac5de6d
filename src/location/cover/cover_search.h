/* cover_search.h - branch and bound for maximum coverage: what its threads share. */
#ifndef DMI_LOCATION_COVER_COVER_SEARCH_H
#define DMI_LOCATION_COVER_COVER_SEARCH_H

#include "location/cover/cover_subproblem.h"
#include "search/branch_bound.h"

/* Shared by the threads of one search.  Members that are not atomic are changed only under the
 * lock of the tree. */
typedef struct dmi_cover_search {
    const dmi_cover *cover;
    dm_run *run;
    int64_t enough; /* the first cover this heavy ends the search */
    int64_t all_limit;
    int64_t large;      /* entries from which on a subproblem consists of runs and is not reduced */
    int64_t base, unit; /* weight w is reported as base + unit w */
    dmi_branch_bound tree;  /* the open subproblems, the last one first */
    int64_t listed;         /* subproblems ever listed */
    int64_t bound;          /* the upper bound of the root; -1: not known */
    _Atomic int64_t wanted; /* only covers of at least this weight matter */
    int64_t abandoned;      /* the greatest upper bound of an abandoned subproblem; -1: none */
    int64_t weight;         /* of the best cover so far, the incumbent */
    int32_t *chosen;        /* its sets, in any order */
    int32_t chosen_count;
    unsigned char *is_chosen; /* scratch, one per set */
    int32_t *all;             /* the covers listed, each increasing */
    size_t all_capacity;
    int64_t *all_first; /* where each begins, and the end */
    size_t first_capacity;
    int64_t all_count;
    bool lists_all;  /* list every cover of weight `wanted` */
    bool all_is_cut; /* there are more */
    struct dmi_cover_worker *worker;
} dmi_cover_search;

extern const dmi_branch_bound_hooks dmi_cover_hooks;

/* Searches `root`, which it takes, to the end with `threads` threads. */
void dmi_cover_search_run(dmi_cover_search *search, dmi_subproblem *root, int threads);

/* Keeps the cover if it is the best so far; without a budget filled up to `cover->count` sets. */
void dmi_cover_search_keep(dmi_cover_search *search, int64_t weight, const int32_t *sets,
                           int32_t count);

/* Chooses sub->count sets from the pool (which has at least as many), one after another, each
 * adding most `value` (the items' weights or multipliers); then, if `swaps`, swaps single sets
 * while that adds weight. With a budget it takes the sets that add most for their cost, until none
 * that adds anything is within the budget. `count` receives the number chosen. Swaps end when the
 * run stops. Returns the weight with sub->gained; -1: no memory. */
int64_t dmi_cover_greedy(const dmi_subproblem *sub, const int32_t *pool, int32_t pool_count,
                         const int64_t *value, bool swaps, dm_run *run, int32_t *chosen,
                         int32_t *count);

#endif
