/* demand.h - customers, and what a new site gains from each at every distance.
 *
 * A customer is a vertex.  The sites that stand give it a share of Black minus White; a new black
 * site at distance d raises that share in at most two steps:
 *
 *     gain   step[1].gain |----|
 *                         |    |
 *     gain   step[0].gain |    |----|            step[1].reach < step[0].reach
 *                         +----+----+---------> d
 */
#ifndef DMI_DEMAND_H
#define DMI_DEMAND_H

#include <demesne/arena.h>

typedef struct dmi_market_step {
    int64_t reach; /* a site at most this far away counts; -1: no such step */
    int64_t gain;  /* compared with no new site; positive, increasing from step to step */
} dmi_market_step;

typedef struct dmi_market_customer {
    dmi_market_step step[2]; /* the wider one first; a single step is step[0] */
    int64_t white;           /* distance to White's nearest site within the radius, or -1 */
    int64_t black;           /* the same of Black's kept sites */
} dmi_market_customer;

/* What a customer gains from a new site at distance d (-1: no site). */
static inline int64_t dmi_market_gain(const dmi_market_customer *customer, int64_t d)
{
    return d < 0                          ? 0
           : d <= customer->step[1].reach ? customer->step[1].gain
           : d <= customer->step[0].reach ? customer->step[0].gain
                                          : 0;
}

/* The customers, one per vertex.  No site farther than limit[v] from v changes anything at v, and
 * limit[a] <= limit[b] + d(a, b), where d is the way of a customer at a, as bounded_search.h needs
 * it.  Without a radius every site in a component that White does not reach has all customers
 * there: one of them, joined[v], stands for all, and the limits of the component are INT64_MAX.  On
 * a directed board one customer stands for the others of its strong component, but sites elsewhere
 * may reach it too, so `joined` is NULL. */
typedef struct dmi_demand {
    dm_vertex n;
    dmi_market_customer *customer;
    int64_t *limit;
    dm_vertex *joined; /* of each vertex, or -1; NULL: no such component, or directed */
} dmi_demand;

dm_status dmi_demand_init(dmi_demand *demand, const dm_arena *arena,
                          const dmi_market_customer *customers, dm_error *err);
/* The same demand where vertex v has the number rank[v]. */
dm_status dmi_demand_permute(const dmi_demand *demand, const dm_vertex *rank, dmi_demand *out,
                             dm_error *err);
void dmi_demand_clear(dmi_demand *demand);

#endif
