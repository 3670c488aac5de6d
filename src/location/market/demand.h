/* demand.h - customers, and what a new site gains from each.
 *
 * A customer is a vertex.  The sites that stand give it a share of Black minus White; a new black
 * site raises that share in at most two steps, by its sum s of distance and offset:
 *
 *     gain   step[1].gain |----|
 *                         |    |
 *     gain   step[0].gain |    |----|            step[1].reach < step[0].reach
 *                         +----+----+---------> s
 */
#ifndef DMI_LOCATION_MARKET_DEMAND_H
#define DMI_LOCATION_MARKET_DEMAND_H

#include "location/market/nearest_site.h"

typedef struct dmi_market_step {
    int64_t reach; /* a site with at most this sum counts; -1: no such step */
    int64_t gain;  /* compared with no new site; positive, increasing from step to step */
} dmi_market_step;

typedef struct dmi_market_customer {
    dmi_market_step step[2]; /* the wider one first; a single step is step[0] */
    int64_t white;           /* sum of White's site that serves it, or -1 */
    int64_t black;           /* the same of Black's kept sites */
} dmi_market_customer;

/* What a customer gains from a new site with sum s (-1: no site serves it). */
static inline int64_t dmi_market_gain(const dmi_market_customer *customer, int64_t s)
{
    return s < 0                          ? 0
           : s <= customer->step[1].reach ? customer->step[1].gain
           : s <= customer->step[0].reach ? customer->step[0].gain
                                          : 0;
}

/* What the customers depend on; everything is borrowed. */
typedef struct dmi_standing {
    const dm_arena *arena;
    const dm_vertex *rank; /* vertex v of the board has the number rank[v] here; NULL: v */
    const int64_t *value;  /* of each vertex here; NULL: all 1 */
    dm_tie_rule ties;
    dm_objective objective; /* DM_MAXIMIZE_VALUE or _SHARE */
    bool has_radius;
    int64_t radius;
    int64_t most_offset;        /* no candidate has a greater one */
    const dmi_nearest *side[2]; /* of White's sites and Black's kept ones */
    const int64_t *least_sum;   /* of all sites, whatever the radius; NULL: as `side` says */
} dmi_standing;

/* The customers, one per vertex.  A search from a candidate starts with the key 0 if there is a
 * radius and with its offset otherwise.  It gains nothing at v if its key there is above limit[v],
 * nor behind v: limit[b] <= limit[a] + d(a, b), where d is the way of a search.  (On tables and
 * points the limits may be any, as no search passes v.)
 *
 * Without a radius every site in a component that no site reaches has all customers there: one of
 * them, joined[v], stands for all, and the limits of the component are INT64_MAX.  On a directed
 * board one customer stands for the others of its strong component, but sites elsewhere may reach
 * it too, so `joined` is NULL.  In a table of pairs none stands for others. */
typedef struct dmi_demand {
    dm_vertex n;
    dmi_market_customer *customer;
    int64_t *limit;
    bool is_joined;    /* some customers stand for others */
    dm_vertex *joined; /* of each vertex, or -1; NULL: no such component, or directed */
    int64_t base;      /* the objective without new sites */
    int64_t reachable; /* the sum of all gains: base + reachable bounds every reply */
} dmi_demand;

dm_status dmi_demand_init(dmi_demand *demand, const dmi_standing *standing, dm_error *err);
/* After a change of the sums at v.  Not if customers are joined, nor if no site reaches v. */
void dmi_demand_change(dmi_demand *demand, const dmi_standing *standing, dm_vertex v);
void dmi_demand_clear(dmi_demand *demand);

#endif
