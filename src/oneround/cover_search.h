/* cover_search.h - the parts of a cover that are still open, and those who search them. */
#ifndef DMI_COVER_SEARCH_H
#define DMI_COVER_SEARCH_H

#include "oneround/cover_subproblem.h"
#include <pthread.h>
#include <stdatomic.h>

/* What the searchers of one cover share.  What is not atomic is changed
 * under the lock alone. */
typedef struct dmi_cover_search {
    const dmi_cover *cover;
    dm_run *run;
    int64_t enough; /* the first cover this heavy ends the search */
    bool lists_all; /* every cover of weight `wanted` is listed */
    int64_t all_limit;
    int64_t base, unit;     /* weight w is the value base + unit w; for progress alone */
    _Atomic int64_t bound;  /* the root's upper; -1: not known */
    _Atomic int64_t wanted; /* only covers of at least this weight matter */
    atomic_bool is_over;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    dmi_subproblem *open;     /* the parts nobody searches yet, the next one first */
    int working;              /* searchers that have a part */
    int64_t abandoned;        /* the greatest upper of a part given up before its end; -1: none */
    dm_status status;         /* DM_OK, DM_STOPPED or DM_NO_MEMORY */
    int64_t weight;           /* of the best cover so far ... */
    int32_t *chosen;          /* ... in no order */
    unsigned char *is_chosen; /* scratch, one a set */
    _Atomic uint64_t nodes;
    int32_t *all; /* the covers listed, each increasing */
    size_t all_capacity;
    int64_t all_count;
    bool all_is_cut; /* there are more */
} dmi_cover_search;

/* Searches `root` (taken) to the end with `threads` threads. */
void dmi_cover_search_run(dmi_cover_search *search, dmi_subproblem *root, int threads);

/* Keeps a cover of the named sets, filled up to `cover->count`, where it is the best so far. */
void dmi_cover_search_keep(dmi_cover_search *search, int64_t weight, const int32_t *sets,
                           int32_t count);

#endif
