/* branch_and_cut.h - branch and cut over openings.
 *
 *     search      the open nodes, best bound first; the best opening, which is the incumbent
 *     node        which sites White holds, which it does not, and a bound on what it wins
 *     subtree     some nodes below an open one, depth first
 *     worker      takes the best node, searches a subtree there, and lists the nodes that stay open
 *     warm start  cuts and strategies of the root, with which every subtree begins (warm_start.c)
 *     exchange    searches of the same question in other processes, which give and take nodes and
 *                 best openings (mpi/exchange.h)
 *     checkpoint  a file with the state of the search (checkpoint.h)
 *
 * The first worker alone, in the thread that asked, looks after exchange and checkpoint.
 */
#ifndef DMI_LOCATION_LEAD_EXACT_BRANCH_AND_CUT_H
#define DMI_LOCATION_LEAD_EXACT_BRANCH_AND_CUT_H

#include "base/base.h"
#include "base/bytes.h"
#include "location/lead/exact/dual_bound.h"
#include "location/lead/exact/separation.h"
#include "location/lead/local_search.h"
#include "search/branch_bound.h"
#include <assert.h>

typedef struct dmi_lead_node {
    int64_t upper; /* bound on the weight won by any opening of the node */
    int32_t depth;
    int32_t in, open;    /* numbers of held and of open sites */
    unsigned char fix[]; /* DMI_SITE_HELD, DMI_SITE_BARRED or DMI_SITE_OPEN, one per site */
} dmi_lead_node;

enum { DMI_STRATEGIES = 256, DMI_STACK = 64 };

/* The last strategies of Black's that made a cut, in a ring buffer. */
typedef struct dmi_strategies {
    dmi_lead_slot *slot; /* `reply` slots per strategy */
    uint64_t count;      /* ever added */
} dmi_strategies;

/* What every subtree begins with; the same in all processes. */
typedef struct dmi_warm_start {
    bool is_made;
    dmi_lp lp; /* solved, with the root's cuts and the limits */
    dmi_strategies strategies;
    double *centre;
    dmi_bytes cuts; /* as serialize.h writes them */
    dmi_arrays arrays;
} dmi_warm_start;

/* What was done, in all processes and before a restart. */
typedef struct dmi_lead_counts {
    uint64_t nodes, cuts, replies;
} dmi_lead_counts;

/* What a search has open. */
typedef struct dmi_lead_open {
    size_t listed;  /* nodes that any worker may take */
    size_t stacked; /* nodes of subtrees that are being searched */
    int busy;       /* workers */
    int waiting;    /* workers without a node */
    int64_t upper;  /* the largest bound; INT64_MIN: nothing is open */
} dmi_lead_open;

typedef struct dmi_lead_search {
    const dmi_lead_problem *problem;
    dm_run *run;
    dmi_branch_bound tree; /* the open nodes; its lock guards what several workers use */
    dmi_lead_opening best;
    atomic_int_fast64_t target; /* best.won + 1 */
    dmi_warm_start start;
    struct dmi_lead_worker *workers;
    int threads;
    int local_rounds;                            /* of the local search, done */
    dmi_lead_counts before;                      /* what was done before a restart */
    const struct dmi_lead_exchange_hooks *hooks; /* of the exchange */
    struct dmi_lead_exchange *exchange;          /* NULL: this process searches alone */
    struct dmi_checkpoint *checkpoint;           /* NULL: no state is kept */
    int64_t others_upper;                        /* bound over what other processes have open;
                                                    INT64_MIN: nothing */
    uint64_t others_open;                        /* their open nodes */
    uint64_t others_nodes;                       /* nodes that they have processed */
} dmi_lead_search;

/* What the search asks of an exchange with other processes (mpi/). */
typedef struct dmi_lead_exchange_hooks {
    /* Begins an exchange for the search, and sends the question to all others.  `keeps`: they send
     * their state too, for a checkpoint. */
    dm_status (*ask)(const struct dm_lead_team *team, dmi_lead_search *search, bool keeps,
                     struct dmi_lead_exchange **out, dm_error *err);
    /* The root is processed: all search. */
    dm_status (*start)(struct dmi_lead_exchange *x, dm_error *err);
    /* Receives and sends whatever is due. */
    dm_status (*poll)(struct dmi_lead_exchange *x, dm_error *err);
    /* Tells all to stop and waits for their last reports. */
    dm_status (*stop)(struct dmi_lead_exchange *x, dm_error *err);
    /* Adds what the others did. */
    void (*count)(const struct dmi_lead_exchange *x, dmi_lead_counts *counts);
    /* Writes the open nodes of the others, as lists; returns how many lists. */
    int64_t (*write)(const struct dmi_lead_exchange *x, dmi_bytes *to);
    void (*free)(struct dmi_lead_exchange *x);
} dmi_lead_exchange_hooks;

/* The processes that search together.  Rank 0 asks dm_lead_new() with the team in its request; the
 * others wait for its questions (mpi/exchange.h). */
struct dm_lead_team {
    int rank, size; /* of this process: 0 .. size - 1; and how many there are */
    void *context;  /* for the functions */
    /* Sends a message without waiting for its reader.  Those to one rank stay in order. */
    dm_status (*send)(void *context, int to, const void *bytes, size_t size, dm_error *err);
    /* The next message that has come; *size is 0 if there is none.  The bytes stay until the next
     * call. */
    dm_status (*receive)(void *context, int *from, const void **bytes, size_t *size, dm_error *err);
    const dmi_lead_exchange_hooks *hooks;
};

typedef struct dmi_lead_worker {
    dmi_lead_search *search;
    int number;
    /* The open nodes of the subtree, deepest last; and the one being processed, as it was before.
     * Both under the lock of the search. */
    dmi_lead_node *stack[DMI_STACK];
    int stacked;
    dmi_lead_node *current;
    bool has_current;
    dmi_lead_counts counts; /* as of the last node; under the lock */
    const dmi_lead_problem *problem;
    dmi_lp lp;
    dmi_lp_dictionary saved; /* kept while branches are tried */
    dmi_separator separator;
    dmi_lead_bound bound;
    dmi_exact_reply solver;
    dmi_lead_opening found;
    unsigned char *fix; /* the sites as the linear program has them now */
    dmi_strategies strategies;
    double *multiplier, *x;
    double *centre; /* moving average of x */
    size_t multiplier_room;
    int64_t *coef;
    dmi_lead_slot *strategy;
    int64_t upper; /* of the subtree being searched; INT64_MIN: none */
    uint64_t nodes, cuts;
    dmi_arrays arrays;
} dmi_lead_worker;

typedef enum dmi_lead_verdict {
    DMI_DONE,   /* the node has nothing better */
    DMI_BRANCH, /* branch on the site returned */
    DMI_HALT    /* stopped, or failed: the node stays open */
} dmi_lead_verdict;

/* With `threads` workers. */
dm_status dmi_lead_search_init(dmi_lead_search *search, const dmi_lead_problem *problem,
                               int threads, dm_run *run, dm_error *err);
void dmi_lead_search_clear(dmi_lead_search *search);
/* The first worker processes the root, which is listed; false if the search is over. */
bool dmi_lead_search_root(dmi_lead_search *search);
/* Lets all workers search.  The warm start is made. */
dm_status dmi_lead_search_run(dmi_lead_search *search, dm_error *err);
/* Takes up to `count` of the listed nodes, at most DMI_STACK, every other one by their bounds;
 * returns how many. */
int dmi_lead_search_release(dmi_lead_search *search, int count, dmi_lead_node **out);
/* Writes all open nodes, for a restart. */
void dmi_lead_search_write(dmi_lead_search *search, dmi_bytes *to);
/* Keeps the opening if it is the best. */
void dmi_lead_search_offer(dmi_lead_search *search, const dmi_lead_opening *opening);
/* Reports, and in the first worker looks after exchange and checkpoint; false: stop. */
bool dmi_lead_search_go_on(dmi_lead_search *search, dmi_lead_worker *worker);
int64_t dmi_lead_search_upper(dmi_lead_search *search);          /* the bound over all open nodes */
dmi_lead_open dmi_lead_search_open(dmi_lead_search *search);     /* in this process */
dmi_lead_counts dmi_lead_search_counts(dmi_lead_search *search); /* of this process */

/* A child of the node with one more site decided; NULL: no memory. */
dmi_lead_node *dmi_lead_node_child(const dmi_lead_problem *problem, const dmi_lead_node *parent,
                                   int32_t site, int value);
static inline void dmi_lead_node_fix(dmi_lead_node *node, int32_t site, int value)
{
    assert(node->fix[site] == DMI_SITE_OPEN && node->open > 0);
    node->fix[site] = (unsigned char)value;
    node->open--;
    node->in += value == DMI_SITE_HELD;
}

/* Brings worker->counts up to date. */
static inline void dmi_lead_worker_count(dmi_lead_worker *worker)
{
    worker->counts = (dmi_lead_counts){
        .nodes = worker->nodes, .cuts = worker->cuts, .replies = worker->solver.replies};
}

void dmi_strategies_add(dmi_strategies *strategies, const dmi_lead_slot *strategy, int32_t slots);

/* Makes the warm start from the cuts and strategies of the first worker. */
dm_status dmi_warm_start_make(dmi_lead_search *search, dm_error *err);
void dmi_warm_start_clear(dmi_warm_start *start);
/* Forgets what the worker has learnt since the warm start. */
dm_status dmi_lead_worker_begin(dmi_lead_worker *worker, dm_error *err);

/* Of the random numbers of every subtree. */
static inline uint64_t dmi_lead_seed(const dmi_lead_problem *problem)
{
    return dm_rng_derive(problem->market->request->seed, 1);
}

/* Adds the budget and the number of new sites to the linear program, if they are limited; `coef` is
 * scratch for a row. */
dm_status dmi_lead_add_limits(const dmi_lead_problem *problem, dmi_lp *lp, int64_t *coef,
                              dm_error *err);

dm_status dmi_lead_worker_init(dmi_lead_worker *worker, dmi_lead_search *search, int number,
                               dm_error *err);
void dmi_lead_worker_clear(dmi_lead_worker *worker);
dmi_lead_verdict dmi_lead_node_work(dmi_lead_worker *worker, dmi_lead_node *node, int32_t *site,
                                    dm_error *err, dm_status *status);

/* Sets the bounds of the linear program to those of the node. */
void dmi_lead_node_enter(dmi_lead_worker *worker, const dmi_lead_node *node);
/* Computes the exact bound at the node from the multipliers of the linear program. */
dm_status dmi_lead_node_bound(dmi_lead_worker *worker, const dmi_lead_node *node, dm_error *err);

#endif
