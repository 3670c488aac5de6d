/* demand.c - limits of the searches between customers and sites. */
#include "market/demand.h"

#include "base/base.h"
#include <demesne/graph.h>
#include <stdlib.h>

/* Gives the first unlimited customer of every strong component the gains of all: the same sites
 * reach them. */
static void join_unlimited(dmi_demand *d, const int32_t *component, dm_vertex *first)
{
    for (dm_vertex v = 0; v < d->n; v++)
        first[component[v]] = -1;
    for (dm_vertex v = 0; v < d->n; v++) {
        dmi_market_step *step = &d->customer[v].step[0];
        if (step->reach != INT64_MAX)
            continue;
        dm_vertex *one = &first[component[v]];
        if (*one < 0) {
            *one = v;
            continue;
        }
        d->customer[*one].step[0].gain += step->gain;
        *step = (dmi_market_step){-1, 0};
    }
    for (dm_vertex v = 0; v < d->n; v++)
        d->joined[v] = d->limit[v] == INT64_MAX ? first[component[v]] : -1;
}

static dm_status join(dmi_demand *d, const dm_arena *arena, dm_error *err)
{
    bool directed = dm_arena_is_directed(arena);
    int32_t *component = dmi_alloc((size_t)d->n, sizeof *component), count;
    dm_vertex *first = dmi_alloc((size_t)d->n, sizeof *first);
    d->joined = dmi_alloc((size_t)d->n, sizeof *d->joined);
    dm_status status = component && first && d->joined
                           ? dm_strong_components(arena, component, &count, err)
                           : dmi_no_memory(err);
    if (status == DM_OK)
        join_unlimited(d, component, first);
    if (directed) { /* a site may reach customers of other components */
        free(d->joined);
        d->joined = NULL;
    }
    free(component);
    free(first);
    return status;
}

static bool make_room(dmi_demand *d, bool joins)
{
    size_t n = (size_t)d->n;
    d->customer = dmi_alloc(n, sizeof *d->customer);
    d->limit = dmi_alloc(n, sizeof *d->limit);
    d->joined = joins ? dmi_alloc(n, sizeof *d->joined) : NULL;
    return d->customer && d->limit && (d->joined || !joins);
}

/* A vertex that White does not reach is limited by the greatest reach of all.  The minimum of that
 * and the distance to White still satisfies the condition on limits. */
dm_status dmi_demand_init(dmi_demand *demand, const dm_arena *arena,
                          const dmi_market_customer *customers, dm_error *err)
{
    dmi_demand d = {.n = dm_arena_vertices(arena)};
    dm_status status = make_room(&d, false) ? DM_OK : dmi_no_memory(err);
    int64_t most = 0;
    for (dm_vertex v = 0; status == DM_OK && v < d.n; v++) {
        d.customer[v] = customers[v];
        most = customers[v].step[0].reach > most ? customers[v].step[0].reach : most;
    }
    for (dm_vertex v = 0; status == DM_OK && v < d.n; v++) {
        int64_t white = customers[v].white;
        d.limit[v] = white >= 0 && white < most ? white : most;
    }
    if (status == DM_OK && most == INT64_MAX)
        status = join(&d, arena, err);
    if (status == DM_OK)
        *demand = d;
    else
        dmi_demand_clear(&d);
    return status;
}

dm_status dmi_demand_permute(const dmi_demand *demand, const dm_vertex *rank, dmi_demand *out,
                             dm_error *err)
{
    dmi_demand d = {.n = demand->n};
    if (!make_room(&d, demand->joined != NULL)) {
        dmi_demand_clear(&d);
        return dmi_no_memory(err);
    }
    for (dm_vertex v = 0; v < d.n; v++) {
        d.customer[rank[v]] = demand->customer[v];
        d.limit[rank[v]] = demand->limit[v];
        if (d.joined)
            d.joined[rank[v]] = demand->joined[v] < 0 ? -1 : rank[demand->joined[v]];
    }
    *out = d;
    return DM_OK;
}

void dmi_demand_clear(dmi_demand *demand)
{
    free(demand->customer);
    free(demand->limit);
    free(demand->joined);
    *demand = (dmi_demand){0};
}
