/* reply_problem.h - a reply as a problem: the candidates, and what a new black stone gains.
 *
 * Only src/location/market/ knows tie rules, kept stones, offsets and the radius.
 */
#ifndef DMI_LOCATION_REPLY_REPLY_PROBLEM_H
#define DMI_LOCATION_REPLY_REPLY_PROBLEM_H

#include "location/market/market.h"
#include <demesne/reply.h>

typedef struct dmi_reply_problem {
    const dm_arena *arena; /* borrowed */
    dm_market *market;     /* borrowed; it has taken the request; NULL at first */
    dm_vertex n;
    const dmi_market_customer *customer; /* one per vertex of the board, for methods tree, slides */
    dmi_market_customer *own_customer;   /* those, if the market has another numbering */
    int64_t base;                        /* Black minus White without new stones */
    int64_t reachable;    /* the sum of all gains: base + reachable bounds every reply */
    int32_t count;        /* new stones to place, at most `candidate_count` */
    dm_vertex *candidate; /* the free ones, increasing */
    int64_t *offset;      /* of each candidate */
    int64_t *cost;        /* the same */
    int32_t *place;       /* the same: in the request's list, or its vertex if there is none */
    dm_vertex candidate_count;
    bool has_budget; /* at most `count` stones that cost together at most `budget` */
    int64_t budget;
} dmi_reply_problem;

/* Checks the request and lists the candidates alone, for any rule; O(n). */
dm_status dmi_reply_problem_start(const dm_arena *arena, const dm_reply_request *request,
                                  dmi_reply_problem *out, dm_error *err);
/* Checks the request, gives it to the market and lists the candidates. */
dm_status dmi_reply_problem_init(dm_market *market, const dm_reply_request *request, dm_run *run,
                                 dmi_reply_problem *out, dm_error *err);
/* Fills `customer`. */
dm_status dmi_reply_problem_customers(dmi_reply_problem *problem, dm_error *err);
void dmi_reply_problem_clear(dmi_reply_problem *problem);

/* What a reply method returns; dm_reply_new() scores and sorts it. */
typedef struct dmi_reply_result {
    dm_vertex *chosen; /* room for problem->count */
    int32_t count;     /* of `chosen`: problem->count; less only with a budget */
    int64_t upper;     /* bounds Black minus White; INT64_MAX: no bound of its own */
    bool proven;
    uint64_t nodes;
    bool has_claim; /* as in dm_reply */
    int64_t claim, combinations;
    int64_t *optima_first; /* if asked for: as in dm_reply; new, freed by the caller */
    dm_vertex *optima;
    int64_t optima_count;
    bool optima_complete;
    dm_reply_table *table; /* method slides: fills it; or NULL */
    int64_t table_limit;   /* of its entries */
} dmi_reply_result;

/* After DM_STOPPED `chosen` holds the best reply so far. */
typedef dm_status dmi_reply_fn(const dmi_reply_problem *problem, const dm_reply_request *request,
                               dm_run *run, dmi_reply_result *result, dm_error *err);

dmi_reply_fn dmi_reply_tree, dmi_reply_slides, dmi_reply_slides_printed, dmi_reply_naive,
    dmi_reply_exact, dmi_reply_local, dmi_reply_greedy;

/* Methods for trees alone, which know neither budgets nor offsets. */
static inline bool dmi_is_tree_method(dm_reply_method method)
{
    return method == DM_REPLY_TREE || method == DM_REPLY_SLIDES ||
           method == DM_REPLY_SLIDES_PRINTED || method == DM_REPLY_NAIVE;
}

#endif
