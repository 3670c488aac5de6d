/* branch_bound.h - branch and bound on several threads: the open list and the workers.
 *
 *     node       a subproblem, of a type of the caller's
 *     open list  the nodes that any worker may take, the best first
 *     worker     takes the best node, bounds it, and lists the children that it leaves
 *     incumbent  the best solution so far; the caller's, guarded by the lock
 *
 * Invariant: every solution better than the incumbent is in a node of the open list, or in a node
 * that a worker has taken and not finished.  So the search is over once there is neither, and the
 * largest bound of those nodes is a bound on all solutions at any time.
 *
 * A search by hand: _list() the root, _run() the workers, _clear().
 */
#ifndef DMI_SEARCH_BRANCH_BOUND_H
#define DMI_SEARCH_BRANCH_BOUND_H

#include "base/base.h"
#include <pthread.h>
#include <stdatomic.h>

/* What the search asks of its user; `context` is the user's. */
typedef struct dmi_branch_bound_hooks {
    /* Whether node a is taken before node b. */
    bool (*is_before)(const void *a, const void *b);
    /* Under the lock: whether the node has nothing better than the incumbent; it is then freed. */
    bool (*is_pruned)(void *context, const void *node);
    /* Under the lock: the worker has the node now. */
    void (*on_take)(void *context, int worker, void *node);
    /* Works on a node, which it owns, and lists what stays open. */
    void (*process)(void *context, int worker, void *node);
    /* Without the lock, every few milliseconds while the first worker waits: for messages and
     * checkpoints.  NULL: nothing is to be done then. */
    void (*on_wait)(void *context);
} dmi_branch_bound_hooks;

typedef struct dmi_branch_bound {
    const dmi_branch_bound_hooks *hooks;
    void *context;
    pthread_mutex_t lock; /* of what follows, and of the caller's incumbent */
    pthread_cond_t wake;
    void **open; /* the open list, a binary heap */
    size_t count, capacity;
    int64_t taken;       /* nodes ever taken */
    int busy, waiting;   /* workers with a node, and without one */
    bool expects_more;   /* nodes may still come from elsewhere: the list may be empty meanwhile */
    atomic_bool is_over; /* stopped, for the reason in `status` */
    dm_status status;
    dm_error err;
} dmi_branch_bound;

dm_status dmi_branch_bound_init(dmi_branch_bound *search, const dmi_branch_bound_hooks *hooks,
                                void *context, dm_error *err);
/* Frees the nodes that are still listed. */
void dmi_branch_bound_clear(dmi_branch_bound *search);

/* Lists a node, which it takes; the caller has the lock.  Without memory for it the search stops
 * and the node is freed: false. */
bool dmi_branch_bound_list(dmi_branch_bound *search, void *node);
/* The same without the lock. */
void dmi_branch_bound_add(dmi_branch_bound *search, void *node);
/* Takes the best node that is not pruned; NULL: there is none.  The caller has the lock. */
void *dmi_branch_bound_pop(dmi_branch_bound *search);
/* The node that is taken next, still listed; NULL: none.  The caller has the lock. */
static inline const void *dmi_branch_bound_first(const dmi_branch_bound *search)
{
    return search->count ? search->open[0] : NULL;
}

/* Ends the search.  DM_OK: it has what it wanted; an error replaces an earlier stop. */
void dmi_branch_bound_stop(dmi_branch_bound *search, dm_status status, const dm_error *err);
static inline bool dmi_branch_bound_is_over(dmi_branch_bound *search)
{
    return atomic_load_explicit(&search->is_over, memory_order_relaxed);
}

/* Lets a worker take one node and process it; waits while nodes may still come.  False: the search
 * is over. */
bool dmi_branch_bound_step(dmi_branch_bound *search, int worker);
/* Lets workers 0 .. threads - 1 search until the search is over; returns its status. */
dm_status dmi_branch_bound_run(dmi_branch_bound *search, int threads, dm_error *err);

#endif
