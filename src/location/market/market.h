/* market.h - what a market remembers: its numbering, the sites that stand, the customers, and the
 * searches from the candidates.
 */
#ifndef DMI_LOCATION_MARKET_MARKET_H
#define DMI_LOCATION_MARKET_MARKET_H

#include "graph/bounded_search.h"
#include "location/market/clusters.h"
#include "location/market/demand.h"
#include "location/market/prices.h"
#include <demesne/reply.h>

/* The sites of one side, by number.  Closed sites leave gaps. */
typedef struct dmi_market_side {
    dm_vertex *vertex; /* in the market's numbering; -1: a gap */
    int64_t *offset;
    int32_t count;
    dmi_nearest nearest;
} dmi_market_side;

struct dm_market {
    const dm_arena *arena;
    dm_vertex n;

    /* Made before the first question. */
    dm_vertex *rank; /* vertex v of the board has the number rank[v] here; NULL: v */
    dm_graph own[2]; /* the graphs in that numbering */
    const dm_graph *from_site, *to_site; /* the arcs that a search from a site follows; turned */
    int64_t *own_value;
    const int64_t *value; /* in the market's numbering; NULL: all 1 */
    int32_t customers;    /* vertices with a value */
    int32_t *number;      /* of the customer at each vertex, or -1; NULL: the vertex */
    dm_vertex *place;     /* the vertex of each customer; NULL: its number */

    int64_t
        many_entries; /* of all candidates, for which clusters and runs pay; 0: the usual number */

    bool is_known; /* what follows belongs to the last question */
    dm_terms terms;
    dmi_market_side side[2];
    dmi_demand demand;
    dmi_candidates candidates;
    dmi_clusters clusters;     /* of the candidates last searched; none if that was short */
    dmi_prices prices;         /* the same */
    dmi_signatures signatures; /* of the customers */
    dmi_bounded_search search; /* for the searches from candidates; kept on sparse boards */
    bool has_search;
    dmi_coverage coverage;
    bool has_coverage; /* the lists fit the present candidates */
};

static inline dm_vertex dmi_market_vertex(const dm_market *market, dm_vertex v)
{
    return market->rank ? market->rank[v] : v;
}

static inline dmi_customers dmi_market_customers(const dm_market *market)
{
    return (dmi_customers){market->customers, market->place, market->demand.customer};
}

/* Takes the terms and the sites of a question, which must be checked, and updates the customers.
 * After a failure, or if the run stops (DM_UNFINISHED), the market knows nothing. */
dm_status dmi_market_update(dm_market *market, const dm_reply_request *request, dm_run *run,
                            dm_error *err);

/* What is to be chosen: `count` candidates; with costs at most so many within the budget. */
typedef struct dmi_market_ask {
    int32_t count;
    const int64_t *cost; /* of each candidate; NULL: no budget */
    int64_t budget;
} dmi_market_ask;

/* The lists of the candidates, which are vertices of the board, increasing, not occupied.  They
 * stay until the next question.  DM_TOO_LARGE if the customers reached, summed over the candidates,
 * are more than DMI_MOST_HITS.  After DM_STOPPED there are no lists; see
 * dmi_market_partial_answer(). */
dm_status dmi_market_coverage(dm_market *market, const dm_sites *candidates,
                              const dmi_market_ask *ask, int threads, dm_run *run,
                              const dmi_coverage **out, dm_error *err);

typedef struct dmi_market_partial {
    int32_t *chosen; /* numbers of candidates; room for ask->count */
    int32_t count;
    int64_t upper; /* no choice gains more */
} dmi_market_partial;

/* After dmi_market_coverage() was stopped: a choice and a bound from what the searches have found.
 */
dm_status dmi_market_partial_answer(const dm_market *market, const dmi_market_ask *ask,
                                    dmi_market_partial *out, dm_error *err);

/* A bound on what any choice gains, from clusters and prices; demand.reachable if there are none.
 */
dm_status dmi_market_bound(const dm_market *market, const dmi_market_ask *ask, int64_t *upper,
                           dm_error *err);

/* The number of candidates that can be chosen at most. */
dm_status dmi_market_most_sites(const dm_market *market, const dmi_market_ask *ask, int32_t *out,
                                dm_error *err);

/* Sums of values. */
typedef struct dmi_market_totals {
    int64_t score[2], tied, unreached;
} dmi_market_totals;

/* Scores the market with these black sites besides the kept ones.  Costs a pass over the
 * vertices, and a search of those where they gain. */
dm_status dmi_market_score(const dm_market *market, const dm_sites *black, dmi_market_totals *out,
                           dm_error *err);

/* What the customers depend on now, without `least_sum`. */
dmi_standing dmi_market_standing(const dm_market *market);

/* Whether the sites of the next question can be taken by dmi_market_change(). */
bool dmi_market_can_change(const dm_market *market, const dm_reply_request *request);
/* Closes and opens sites, updates the customers, and marks the candidates to be searched again.
 * `is_done` false, or a failure: the market has to start again. */
dm_status dmi_market_change(dm_market *market, const dm_reply_request *request, dm_run *run,
                            bool *is_done, dm_error *err);

#endif
