/* lead_exact.h - branch and cut over openings: open nodes, those who work on them, one node.
 *
 *     crew   the open nodes, best bound first; the best opening; plans to share
 *     worker takes the best node; near the root puts its children back, else finishes all below it
 *     node   which sites White holds, which it does not, and what it can win there at most
 */
#ifndef DMI_LEAD_EXACT_H
#define DMI_LEAD_EXACT_H

#include "oneround/lead_bound.h"
#include "oneround/lead_cut.h"
#include "oneround/lead_local.h"
#include <pthread.h>
#include <stdatomic.h>

typedef struct dmi_node {
    int64_t upper; /* on the weight won by any opening of the node */
    int32_t depth;
    int32_t in, open;    /* sites of each kind */
    unsigned char fix[]; /* DMI_HELD, DMI_BARRED or DMI_OPEN, one a site */
} dmi_node;

enum { DMI_PLANS = 256 };

/* The last plans that made a cut, in a ring. */
typedef struct dmi_plans {
    dmi_slot *slot; /* `reply` each */
    uint64_t count; /* ever added */
} dmi_plans;

typedef struct dmi_crew {
    const dmi_lead_game *game;
    dm_run *run;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    dmi_node **heap;
    size_t nodes, room;
    int busy;
    atomic_int waiting;
    bool stop; /* for any reason; `status` says which */
    dm_status status;
    dm_error err;
    dmi_opening best;
    atomic_int_fast64_t target; /* best.won + 1 */
    dmi_plans plans;
    struct dmi_worker *workers;
    int threads;
} dmi_crew;

typedef struct dmi_worker {
    dmi_crew *crew;
    const dmi_lead_game *game;
    dmi_lp lp;
    dmi_dictionary saved; /* while branches are tried */
    dmi_separator separator;
    dmi_bound bound;
    dmi_rival rival;
    dmi_opening found;
    unsigned char *fix; /* what the dictionary's bounds say now */
    dmi_plans plans;
    uint64_t plans_seen; /* of the crew's */
    double *multiplier, *x;
    double *centre; /* where x has been of late */
    size_t multiplier_room;
    int64_t *coef;
    dmi_slot *plan;
    int64_t upper; /* of the subtree in hand; INT64_MIN: none */
    uint64_t nodes, cuts;
    pthread_t thread;
} dmi_worker;

typedef enum dmi_verdict {
    DMI_DONE,   /* nothing better is left in the node */
    DMI_BRANCH, /* on the site given */
    DMI_HALT    /* stopped, or failed: the node stays open */
} dmi_verdict;

/* --- lead_crew.c: what workers share ------------------------------------------------------- */

dm_status dmi_crew_init(dmi_crew *crew, const dmi_lead_game *game, dm_run *run, dm_error *err);
void dmi_crew_clear(dmi_crew *crew);
/* Takes the node; without memory for it the crew fails and the node is kept out of the heap. */
void dmi_crew_give(dmi_crew *crew, dmi_node *node);
/* The best open node, or NULL when all is done or stopped.  Waits while others may still give. */
dmi_node *dmi_crew_take(dmi_crew *crew, dmi_worker *worker);
void dmi_crew_rest(dmi_crew *crew,
                   dmi_worker *worker); /* the node taken, and all below it, are done */
void dmi_crew_halt(dmi_crew *crew, dm_status status, const dm_error *err);
/* Keeps the opening if it is the best. */
void dmi_crew_offer(dmi_crew *crew, const dmi_opening *opening);
void dmi_crew_share(dmi_crew *crew, dmi_worker *worker, const dmi_slot *plan);
void dmi_crew_learn(dmi_crew *crew, dmi_worker *worker); /* plans that others have shared */
bool dmi_crew_go_on(dmi_crew *crew, dmi_worker *worker); /* reports; false: stop */
int64_t dmi_crew_upper(dmi_crew *crew);                  /* over all open nodes */

/* A child of the node with one site more decided; NULL: no memory. */
dmi_node *dmi_node_child(const dmi_lead_game *game, const dmi_node *parent, int32_t site,
                         int value);
static inline void dmi_node_fix(dmi_node *node, int32_t site, int value)
{
    node->fix[site] = (unsigned char)value;
    node->open--;
    node->in += value == DMI_HELD;
}

void dmi_plans_add(dmi_plans *plans, const dmi_slot *plan, int32_t slots);

/* --- lead_node.c, lead_branch.c: one node --------------------------------------------------- */

dm_status dmi_worker_init(dmi_worker *worker, dmi_crew *crew, int number, dm_error *err);
void dmi_worker_clear(dmi_worker *worker);
dmi_verdict dmi_node_work(dmi_worker *worker, dmi_node *node, int32_t *site, dm_error *err,
                          dm_status *status);

/* Bounds of the dictionary follow the node. */
void dmi_node_enter(dmi_worker *worker, const dmi_node *node);
/* The exact bound of the dictionary's multipliers at the node. */
dm_status dmi_node_bound(dmi_worker *worker, const dmi_node *node, dm_error *err);
/* The site to branch on; or -1: a trial showed that a site is decided, and the node says so now. */
dm_status dmi_node_choose(dmi_worker *worker, dmi_node *node, int32_t *site, dm_error *err);

#endif
