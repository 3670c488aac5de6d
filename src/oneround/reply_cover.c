/* reply_cover.c - builds the lists of a maximum coverage problem from the customers.
 *
 * A candidate reaches a customer's step if it is within the step's reach, so one search from the
 * customer finds the entries of both steps.  They come customer by customer and are then sorted by
 * candidate:
 *
 *     customer 5: {2 7}   customer 6: {2}    becomes    candidate 2: {5 6}   candidate 7: {5}
 *
 * Cost: one search per customer, O(entries).
 */
#include "oneround/reply_cover.h"

#include "base/base.h"
#include "oneround/bounded_search.h"
#include <demesne/graph.h>
#include <stdlib.h>

/* Gives the first unlimited customer of every component the gains of all. */
static void join_unlimited(dmi_reply_customer *customer, dm_vertex n, const int32_t *component,
                           dm_vertex *first)
{
    for (dm_vertex v = 0; v < n; v++)
        first[component[v]] = -1;
    for (dm_vertex v = 0; v < n; v++) {
        dmi_reply_step *step = &customer[v].step[0];
        if (step->reach != INT64_MAX)
            continue;
        dm_vertex *one = &first[component[v]];
        if (*one < 0) {
            *one = v;
            continue;
        }
        customer[*one].step[0].gain += step->gain;
        *step = (dmi_reply_step){-1, 0};
    }
}

static dm_status join(const dmi_reply_problem *problem, dmi_reply_customer *customer, dm_error *err)
{
    int32_t *component = dmi_alloc((size_t)problem->n, sizeof *component), count;
    dm_vertex *first = dmi_alloc((size_t)problem->n, sizeof *first);
    dm_status status = component && first ? dm_components(problem->arena, component, &count, err)
                                          : dmi_no_memory(err);
    if (status == DM_OK)
        join_unlimited(customer, problem->n, component, first);
    free(component);
    free(first);
    return status;
}

/* A vertex that White does not reach is limited by the greatest reach of all. The minimum of
 * that and the distance to White still satisfies the condition on limits. */
dm_status dmi_reply_demand_init(dmi_reply_demand *demand, const dmi_reply_problem *problem,
                                dm_error *err)
{
    dmi_reply_demand d = {.customer = dmi_alloc((size_t)problem->n, sizeof *d.customer),
                          .limit = dmi_alloc((size_t)problem->n, sizeof *d.limit)};
    dm_status status = d.customer && d.limit ? DM_OK : dmi_no_memory(err);
    int64_t most = 0;
    for (dm_vertex v = 0; status == DM_OK && v < problem->n; v++) {
        int64_t reach = problem->customer[v].step[0].reach;
        d.customer[v] = problem->customer[v];
        most = reach > most ? reach : most;
    }
    for (dm_vertex v = 0; status == DM_OK && v < problem->n; v++) {
        int64_t white = problem->customer[v].white;
        d.limit[v] = white >= 0 && white < most ? white : most;
    }
    if (status == DM_OK && most == INT64_MAX)
        status = join(problem, d.customer, err);
    if (status == DM_OK)
        *demand = d;
    else
        dmi_reply_demand_clear(&d);
    return status;
}

void dmi_reply_demand_clear(dmi_reply_demand *demand)
{
    free(demand->customer);
    free(demand->limit);
    *demand = (dmi_reply_demand){0};
}

/* The lists, item by item. */
typedef struct item_lists {
    dmi_bounded_search search;
    int32_t *number;       /* candidate number of each vertex, or -1 */
    int64_t *weight, *end; /* weight of each item; where its list ends */
    int32_t *set;
    size_t capacity;
    int32_t items;
    int64_t entries;
} item_lists;

/* Adds one item: the candidates found within `reach`. */
static dm_status add_item(item_lists *d, int64_t reach, int64_t weight, dm_error *err)
{
    int64_t start = d->entries;
    if (start + d->search.count > DMI_MOST_ENTRIES)
        return dmi_fail(
            err, DM_TOO_LARGE,
            "more than %lld pairs of a candidate and a customer in reach; methods greedy "
            "and local store none",
            (long long)DMI_MOST_ENTRIES);
    if (!dmi_reserve(&d->set, &d->capacity, (size_t)(start + d->search.count), sizeof *d->set))
        return dmi_no_memory(err);
    for (dm_vertex i = 0; i < d->search.count && d->search.distance[d->search.found[i]] <= reach;
         i++) {
        d->set[d->entries] = d->number[d->search.found[i]];
        d->entries += d->number[d->search.found[i]] >= 0;
    }
    if (d->entries == start)
        return DM_OK;
    d->weight[d->items] = weight;
    d->end[d->items++] = d->entries;
    return DM_OK;
}

static dm_status add_customer(item_lists *d, const dmi_reply_customer *c, dm_vertex v,
                              dm_error *err)
{
    if (c->step[0].reach < 0)
        return DM_OK;
    dm_status status = dmi_bounded_search_run(&d->search, v, c->step[0].reach, err);
    if (status == DM_OK)
        status = add_item(d, c->step[0].reach, c->step[0].gain, err);
    if (status == DM_OK && c->step[1].reach >= 0)
        status = add_item(d, c->step[1].reach, c->step[1].gain - c->step[0].gain, err);
    return status;
}

static dm_status list_items(item_lists *d, const dmi_reply_problem *problem, dm_run *run,
                            dm_error *err)
{
    dmi_reply_demand demand = {0};
    dm_status status = dmi_reply_demand_init(&demand, problem, err);
    if (status == DM_OK)
        status = dmi_bounded_search_init(&d->search, dm_arena_graph(problem->arena), demand.limit,
                                         false, err);
    for (dm_vertex v = 0; status == DM_OK && v < problem->n; v++)
        d->number[v] = -1;
    for (dm_vertex i = 0; status == DM_OK && i < problem->candidate_count; i++)
        d->number[problem->candidate[i]] = i;
    for (dm_vertex v = 0; status == DM_OK && v < problem->n; v++) {
        status = add_customer(d, &demand.customer[v], v, err);
        if (status == DM_OK &&
            !dmi_run_report(run, 1, "customers", (uint64_t)v + 1, (uint64_t)problem->n, NULL))
            status = dmi_stopped(run, err);
    }
    dmi_reply_demand_clear(&demand);
    return status;
}

/* Sorts the entries by set. */
static dm_status sort_by_set(const item_lists *d, const dmi_reply_problem *problem,
                             dmi_reply_cover *lists, dm_error *err)
{
    int32_t sets = problem->candidate_count;
    lists->first = dmi_calloc((size_t)sets + 2, sizeof *lists->first);
    lists->item = dmi_alloc((size_t)d->entries, sizeof *lists->item);
    if (!lists->first || !lists->item)
        return dmi_no_memory(err);
    int64_t *begin = lists->first + 1;
    for (int64_t at = 0; at < d->entries; at++)
        begin[d->set[at] + 1]++;
    for (int32_t s = 0; s < sets; s++)
        begin[s + 1] += begin[s];
    int64_t at = 0;
    for (int32_t j = 0; j < d->items; j++)
        for (; at < d->end[j]; at++)
            lists->item[begin[d->set[at]]++] = j;
    lists->cover = (dmi_cover){.items = d->items,
                               .sets = sets,
                               .weight = lists->weight,
                               .first = lists->first,
                               .item = lists->item,
                               .count = problem->count};
    return DM_OK;
}

dm_status dmi_reply_cover_init(dmi_reply_cover *lists, const dmi_reply_problem *problem,
                               dm_run *run, dm_error *err)
{
    dmi_reply_cover made = {0};
    item_lists d = {0};
    d.number = dmi_alloc((size_t)problem->n, sizeof *d.number);
    d.weight = dmi_alloc(2 * (size_t)problem->n, sizeof *d.weight);
    d.end = dmi_alloc(2 * (size_t)problem->n, sizeof *d.end);
    dm_status status =
        d.number && d.weight && d.end ? list_items(&d, problem, run, err) : dmi_no_memory(err);
    made.weight = d.weight;
    if (status == DM_OK)
        status = sort_by_set(&d, problem, &made, err);
    dmi_bounded_search_clear(&d.search);
    free(d.number);
    free(d.end);
    free(d.set);
    if (status == DM_OK)
        *lists = made;
    else
        dmi_reply_cover_clear(&made);
    return status;
}

void dmi_reply_cover_clear(dmi_reply_cover *lists)
{
    free(lists->weight);
    free(lists->first);
    free(lists->item);
    *lists = (dmi_reply_cover){0};
}
