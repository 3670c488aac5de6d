/* demand.c - the steps of the customers, and the limits of searches from candidates.
 *
 * White's site serves a customer with the sum w, Black's kept one with the sum b.  As a function of
 * the sum s of Black's best site, its share falls in steps at w - 1 (won) and w (tied); the gain is
 * that share minus the share at b.  Sums are whole numbers, so "less than w" means "at most w - 1".
 *
 * Limits.  Without a radius: a new site gains at u only if its sum there is at most w(u) and b(u).
 * Their minimum grows along an arc by at most its length, so a search can stop where its sum is
 * above it.
 *
 * With a radius R that minimum does not: behind v there may be vertices that the site which serves
 * v does not reach.  Let D(u) be the least sum of all sites that stand, whatever the radius.  A new
 * site c that gains at u has d(c,u) <= R, and d(c,u) <= d(r,u) + o(r) for every site r: if r serves
 * u because c's sum is no greater than r's, otherwise because d(r,u) > R.  So d(c,u) is at most
 * min(R, D(u)), which again grows by at most the length of an arc.
 *
 * On points and tables of pairs both hold too, as no search there passes a vertex.
 *
 * Source: Megiddo, Zemel, Hakimi, The maximum coverage location problem, 1983 (the medianoid as
 * maximum coverage).
 */
#include "location/market/demand.h"

#include "base/base.h"
#include <assert.h>
#include <demesne/graph.h>
#include <stdlib.h>

/* What one customer adds to the objective: Black minus White, or Black's score. */
static int64_t share(const dmi_standing *s, int64_t value, int64_t w, int64_t b)
{
    int32_t owner = dmi_owner_by_sums(w, b, s->ties, true);
    if (owner == DM_BLACK)
        return value;
    return owner == DM_WHITE && s->objective == DM_MAXIMIZE_VALUE ? -value : 0;
}

static int64_t most_gain(const dmi_market_customer *c)
{
    return c->step[1].gain > c->step[0].gain ? c->step[1].gain : c->step[0].gain;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Sets the customer and the limit of v and adds what they give. */
static void set_customer(dmi_demand *d, const dmi_standing *s, dm_vertex v)
{
    int64_t value = dm_value_of(s->value, v);
    int64_t w = s->side[DM_WHITE]->sum[v], b = s->side[DM_BLACK]->sum[v];
    bool served = w != DMI_NOT_SERVED;
    dmi_market_customer *c = &d->customer[v];
    *c = (dmi_market_customer){.step = {{-1, 0}, {-1, 0}},
                               .white = served ? w : -1,
                               .black = b != DMI_NOT_SERVED ? b : -1};
    int64_t before = share(s, value, w, b), tied = share(s, value, w, w) - before;
    dmi_market_step win = {.gain = value - before};
    win.reach = served ? w - 1 : s->has_radius ? s->radius + s->most_offset : INT64_MAX;
    int steps = 0;
    if (served && tied > 0)
        c->step[steps++] = (dmi_market_step){w, tied};
    if (win.gain > 0 && win.reach >= 0 && (steps == 0 || win.gain > c->step[0].gain))
        c->step[steps] = win;
    assert(c->step[1].reach < 0 ||
           (c->step[1].reach < c->step[0].reach && c->step[1].gain > c->step[0].gain));
    d->base += before;
    d->reachable += most_gain(c);
    d->limit[v] = s->least_sum ? s->least_sum[v] : least(w, b);
    if (s->has_radius)
        d->limit[v] = least(d->limit[v], s->radius);
}

static int64_t sum_or_none(int64_t sum)
{
    return sum < 0 ? DMI_NOT_SERVED : sum;
}

void dmi_demand_change(dmi_demand *demand, const dmi_standing *standing, dm_vertex v)
{
    const dmi_market_customer *old = &demand->customer[v];
    assert(!demand->is_joined);
    demand->base -= share(standing, dm_value_of(standing->value, v), sum_or_none(old->white),
                          sum_or_none(old->black));
    demand->reachable -= most_gain(old);
    set_customer(demand, standing, v);
}

/* Whether the same sites reach all customers of a strong component. */
static bool may_join(const dm_arena *arena)
{
    return dm_arena_graph(arena)->kind != DM_PAIRS;
}

/* Gives the first unlimited customer of every strong component the gains of all: the same sites
 * reach them. */
static dm_status join_unlimited(dmi_demand *d, const dmi_standing *s, dm_error *err)
{
    int32_t *component = dmi_alloc((size_t)d->n, sizeof *component), count;
    dm_vertex *first = dmi_alloc((size_t)d->n, sizeof *first);
    d->joined = dmi_alloc((size_t)d->n, sizeof *d->joined);
    dm_status status = component && first && d->joined
                           ? dm_strong_components(s->arena, component, &count, err)
                           : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < d->n; v++)
        first[v] = -1;
    for (dm_vertex i = 0; status == DM_OK && i < d->n; i++) {
        dm_vertex v = s->rank ? s->rank[i] : i, *one = &first[component[i]];
        dmi_market_step *step = &d->customer[v].step[0];
        if (step->reach != INT64_MAX)
            continue;
        if (*one < 0) {
            *one = v;
            continue;
        }
        d->customer[*one].step[0].gain += step->gain;
        *step = (dmi_market_step){-1, 0};
    }
    for (dm_vertex i = 0; status == DM_OK && i < d->n; i++) {
        dm_vertex v = s->rank ? s->rank[i] : i;
        d->joined[v] = d->limit[v] == INT64_MAX ? first[component[i]] : -1;
    }
    d->is_joined = true;
    if (dm_arena_is_directed(s->arena)) { /* a site may reach customers of other components */
        free(d->joined);
        d->joined = NULL;
    }
    free(component);
    free(first);
    return status;
}

dm_status dmi_demand_init(dmi_demand *demand, const dmi_standing *standing, dm_error *err)
{
    dmi_demand d = {.n = dm_arena_vertices(standing->arena)};
    bool is_unlimited = false;
    d.customer = dmi_alloc((size_t)d.n, sizeof *d.customer);
    d.limit = dmi_alloc((size_t)d.n, sizeof *d.limit);
    dm_status status = d.customer && d.limit ? DM_OK : dmi_no_memory(err);
    for (dm_vertex v = 0; status == DM_OK && v < d.n; v++) {
        set_customer(&d, standing, v);
        is_unlimited |= d.limit[v] == INT64_MAX;
    }
    if (status == DM_OK && is_unlimited && may_join(standing->arena))
        status = join_unlimited(&d, standing, err);
    if (status == DM_OK)
        *demand = d;
    else
        dmi_demand_clear(&d);
    return status;
}

void dmi_demand_clear(dmi_demand *demand)
{
    free(demand->customer);
    free(demand->limit);
    free(demand->joined);
    *demand = (dmi_demand){0};
}
