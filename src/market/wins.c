/* wins.c - searches from the candidates, and groups of customers.
 *
 * A search from candidate c visits the vertices v with d(c,v) <= limit[v], which is at most the
 * distance from v to White.  Nothing behind another vertex v is gained: for u behind it, d(c,u) =
 * d(c,v) + d(v,u) > limit[v] + d(v,u) >= limit[u].  So a search costs what it finds.
 *
 * The customers start as one group, and each candidate divides every group into those that it
 * wins, ties and does not reach (partition refinement: Paige and Tarjan, Three partition refinement
 * algorithms, 1987).  In the end two customers are in one group if and only if every candidate
 * treats them alike.
 *
 * Cost: the searches, and O(found) for the groups.
 */
#include "market/wins.h"

#include "base/base.h"
#include "base/sort.h"
#include "graph/bounded_search.h"
#include "graph/csr.h"
#include "graph/renumber.h"
#include <demesne/crew.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LOST = 0 }; /* the group of the customers that no candidate gains from */

/* What one thread has found: 2 * customer, + 1 if the inner step is reached. */
typedef struct finder {
    dmi_bounded_search search;
    uint32_t *entry;
    size_t capacity;
    int64_t count;
} finder;

typedef struct span {
    int worker;
    int64_t start, end;
} span;

typedef struct wins_search {
    const dmi_demand *demand;
    const dm_vertex *candidate;
    int32_t count;
    int32_t customers;
    int32_t *number;  /* of the customer at each vertex, or -1 */
    dm_vertex *place; /* of each customer */
    finder *finder;
    int finders;
    span *span; /* of each candidate: where its entries are */
    _Atomic int32_t next, done;
    _Atomic int64_t found;
    pthread_mutex_t lock;
    dm_status status;
    dm_error error;
    dm_run *run;
} wins_search;

static dm_status number_customers(wins_search *s, dm_error *err)
{
    const dmi_demand *d = s->demand;
    s->number = dmi_alloc((size_t)d->n, sizeof *s->number);
    s->place = dmi_alloc((size_t)d->n, sizeof *s->place);
    if (!s->number || !s->place)
        return dmi_no_memory(err);
    for (dm_vertex v = 0; v < d->n; v++) {
        bool gains = d->customer[v].step[0].reach >= 0;
        s->number[v] = gains ? s->customers : -1;
        s->place[s->customers] = v;
        s->customers += gains;
    }
    return DM_OK;
}

static void add_entry(const wins_search *s, finder *f, dm_vertex v, int64_t distance)
{
    const dmi_market_customer *c = &s->demand->customer[v];
    f->entry[f->count] = 2 * (uint32_t)s->number[v] + (distance <= c->step[1].reach);
    f->count += distance <= c->step[0].reach;
}

/* Finds the customers of one candidate. */
static dm_status find(wins_search *s, finder *f, dm_vertex c, dm_error *err)
{
    const dmi_demand *d = s->demand;
    bool is_alone = d->joined && d->limit[c] == INT64_MAX; /* White does not reach its component */
    dm_status status =
        is_alone ? DM_OK : dmi_bounded_search_within(&f->search, c, 0, d->limit, err);
    if (status != DM_OK)
        return status;
    int64_t most = is_alone ? 1 : f->search.count;
    if (atomic_fetch_add(&s->found, most) + most > DMI_MOST_WINS)
        return dmi_fail(err, DM_TOO_LARGE,
                        "more than %lld pairs of a candidate and a customer in reach; methods "
                        "greedy and local store none",
                        (long long)DMI_MOST_WINS);
    if (!dmi_reserve(&f->entry, &f->capacity, (size_t)(f->count + most) + 1, sizeof *f->entry))
        return dmi_no_memory(err);
    if (is_alone && d->joined[c] >= 0)
        add_entry(s, f, d->joined[c], 0);
    for (dm_vertex i = 0; !is_alone && i < f->search.count; i++)
        add_entry(s, f, f->search.found[i], f->search.distance[f->search.found[i]]);
    return DM_OK;
}

static void give_up(wins_search *s, dm_status status, const dm_error *err)
{
    pthread_mutex_lock(&s->lock);
    if (s->status == DM_OK) {
        s->status = status;
        s->error = *err;
    }
    pthread_mutex_unlock(&s->lock);
    atomic_store(&s->next, s->count);
}

static void search_candidates(void *context, int worker)
{
    wins_search *s = context;
    finder *f = &s->finder[worker];
    int32_t i;
    while ((i = atomic_fetch_add(&s->next, 1)) < s->count) {
        dm_error err = {0};
        s->span[i] = (span){worker, f->count, f->count};
        dm_status status = find(s, f, s->candidate[i], &err);
        s->span[i].end = f->count;
        uint64_t done = (uint64_t)atomic_fetch_add(&s->done, 1) + 1;
        if (status == DM_OK &&
            !dmi_run_report(s->run, 1, "candidates", done, (uint64_t)s->count, NULL))
            status = dmi_stopped(s->run, &err);
        if (status != DM_OK) {
            give_up(s, status, &err);
            return;
        }
    }
}

static dm_status search_all(wins_search *s, const dm_graph *graph, dm_error *err)
{
    s->finder = dmi_calloc((size_t)s->finders, sizeof *s->finder);
    s->span = dmi_calloc((size_t)s->count, sizeof *s->span);
    dm_status status = s->finder && s->span ? DM_OK : dmi_no_memory(err);
    for (int i = 0; status == DM_OK && i < s->finders; i++)
        status = i == 0 ? dmi_bounded_search_init(&s->finder[0].search, graph, s->demand->limit,
                                                  true, err)
                        : dmi_bounded_search_share(&s->finder[i].search, &s->finder[0].search, err);
    if (status != DM_OK)
        return status;
    pthread_mutex_init(&s->lock, NULL);
    dm_crew_run(s->finders, search_candidates, s);
    pthread_mutex_destroy(&s->lock);
    for (int i = s->finders; i-- > 0;) /* those that share the arcs first */
        dmi_bounded_search_clear(&s->finder[i].search);
    if (s->status != DM_OK && err)
        *err = s->error;
    return s->status;
}

static void wins_search_clear(wins_search *s)
{
    for (int i = s->finders; s->finder && i-- > 0;) {
        dmi_bounded_search_clear(&s->finder[i].search);
        free(s->finder[i].entry);
    }
    free(s->finder);
    free(s->span);
    free(s->number);
    free(s->place);
}

/* A partition of the customers.  An entry 2g or 2g + 1 of `part` is where the customers of group g
 * that the present candidate ties or wins go; it holds if `seen` is that candidate. */
typedef struct partition {
    int32_t *group; /* of each customer */
    int32_t *size;  /* of each group */
    int32_t *part, *seen;
    int32_t *unused; /* numbers of empty groups */
    int32_t unused_count;
    int32_t *emptied; /* by the present candidate: not to be used again before the next */
    dmi_arrays arrays;
} partition;

/* While a candidate divides the groups, each group and its parts have numbers: at most three per
 * customer. */
static dm_status partition_init(partition *p, int32_t customers, dm_error *err)
{
    size_t groups = 2 * (size_t)customers + 2;
    p->group = dmi_array_zeroed(&p->arrays, (size_t)customers + 1, sizeof *p->group);
    p->size = dmi_array_zeroed(&p->arrays, groups, sizeof *p->size);
    p->part = dmi_array(&p->arrays, 2 * groups, sizeof *p->part);
    p->seen = dmi_array(&p->arrays, 2 * groups, sizeof *p->seen);
    p->unused = dmi_array(&p->arrays, groups, sizeof *p->unused);
    p->emptied = dmi_array(&p->arrays, groups, sizeof *p->emptied);
    dm_status status = dmi_arrays_check(&p->arrays, err);
    if (status != DM_OK)
        return status;
    for (size_t i = 0; i < 2 * groups; i++)
        p->seen[i] = -1;
    for (size_t g = groups; g-- > 1;)
        p->unused[p->unused_count++] = (int32_t)g;
    p->size[LOST] = customers;
    return DM_OK;
}

/* Divides the groups by what candidate `number` finds. */
static void divide(partition *p, const uint32_t *entry, int64_t count, int32_t number)
{
    int32_t emptied = 0;
    for (int64_t i = 0; i < count; i++) {
        int32_t customer = (int32_t)(entry[i] / 2), old = p->group[customer];
        size_t key = 2 * (size_t)old + entry[i] % 2;
        if (p->seen[key] != number) {
            p->seen[key] = number;
            p->part[key] = p->unused[--p->unused_count];
        }
        p->group[customer] = p->part[key];
        p->size[p->part[key]]++;
        if (--p->size[old] == 0 && old != LOST)
            p->emptied[emptied++] = old;
    }
    while (emptied > 0)
        p->unused[p->unused_count++] = p->emptied[--emptied];
}

static const uint32_t *entries_of(const wins_search *s, int32_t i, int64_t *count)
{
    *count = s->span[i].end - s->span[i].start;
    return s->finder[s->span[i].worker].entry + s->span[i].start;
}

/* Adds up the weights: p->part[2g] and p->part[2g + 1] become the items of group g.  Returns the
 * number of items, some of which may weigh nothing. */
static int32_t add_weights(const wins_search *s, partition *p, int64_t *weight)
{
    int32_t items = 0;
    for (size_t g = 0; g < 2 * (size_t)s->customers + 2; g++)
        p->part[2 * g] = -1;
    for (int32_t i = 0; i < s->customers; i++) {
        const dmi_market_step *step = s->demand->customer[s->place[i]].step;
        int32_t *part = p->part + 2 * (size_t)p->group[i];
        if (p->group[i] == LOST)
            continue;
        if (part[0] < 0) {
            part[0] = items++;
            part[1] = items++;
        }
        weight[part[0]] += step[0].gain;
        weight[part[1]] += step[1].reach >= 0 ? step[1].gain - step[0].gain : 0;
    }
    return items;
}

static dm_status make_items(const wins_search *s, partition *p, dmi_wins *w, dm_error *err)
{
    int32_t *number = p->size; /* of the items that weigh something */
    w->weight = dmi_calloc(2 * (size_t)s->customers + 1, sizeof *w->weight);
    if (!w->weight)
        return dmi_no_memory(err);
    int32_t items = add_weights(s, p, w->weight);
    for (int32_t j = 0; j < items; j++) {
        number[j] = w->items;
        w->weight[w->items] = w->weight[j];
        w->items += w->weight[j] > 0;
    }
    for (size_t g = 0; g < 2 * (size_t)s->customers + 2; g++)
        for (size_t k = 2; k-- > 0 && p->part[2 * g] >= 0;)
            p->part[2 * g + k] = number[p->part[2 * g + k]];
    return DM_OK;
}

/* Sorts a list of different items below `items`: long ones by a bitset, all of it 0 before and
 * after. */
static void sort_items(int32_t *item, int64_t count, int32_t items, uint64_t *bit)
{
    int64_t words = items / 64 + 1, at = 0;
    if (words > 16 * count) {
        dmi_sort_int32(item, count);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        bit[item[i] / 64] |= UINT64_C(1) << item[i] % 64;
    for (int64_t w = 0; w < words; w++)
        for (; bit[w]; bit[w] &= bit[w] - 1)
            item[at++] = (int32_t)(64 * w) + __builtin_ctzll(bit[w]);
}

/* Adds the items of one candidate, each once. */
static int64_t list_items(partition *p, const uint32_t *entry, int64_t count, int32_t number,
                          int32_t *item)
{
    int64_t items = 0;
    for (int64_t i = 0; i < count; i++) {
        int32_t g = p->group[entry[i] / 2];
        if (p->seen[g] == number)
            continue;
        p->seen[g] = number;
        item[items++] = p->part[2 * (size_t)g];
        item[items] = p->part[2 * (size_t)g + 1];
        items += entry[i] % 2;
    }
    return items;
}

/* Adds the list of the next set. */
static dm_status add_set(const wins_search *s, partition *p, dmi_wins *w, size_t *capacity,
                         uint64_t *bit, dm_error *err)
{
    int64_t count, start = w->first[w->sets];
    const uint32_t *entry = entries_of(s, w->sets, &count);
    if (!dmi_reserve(&w->item, capacity, (size_t)(start + 2 * count + 1), sizeof *w->item))
        return dmi_no_memory(err);
    int64_t items = list_items(p, entry, count, w->sets, w->item + start);
    sort_items(w->item + start, items, w->items, bit);
    w->first[++w->sets] = start + items;
    return DM_OK;
}

static dm_status make_sets(const wins_search *s, partition *p, dmi_wins *w, dm_error *err)
{
    size_t capacity = 0;
    uint64_t *bit = dmi_calloc((size_t)w->items / 64 + 1, sizeof *bit);
    w->first = dmi_calloc((size_t)s->count + 1, sizeof *w->first);
    dm_status status = bit && w->first ? DM_OK : dmi_no_memory(err);
    for (int32_t g = 0; g < 2 * s->customers + 2; g++)
        p->seen[g] = -1;
    while (status == DM_OK && w->sets < s->count)
        status = add_set(s, p, w, &capacity, bit, err);
    free(bit);
    return status;
}

static dm_status make_lists(const wins_search *s, dmi_wins *w, dm_error *err)
{
    partition p = {0};
    dm_status status = partition_init(&p, s->customers, err);
    for (int32_t i = 0; status == DM_OK && i < s->count; i++) {
        int64_t count;
        const uint32_t *entry = entries_of(s, i, &count);
        divide(&p, entry, count, i);
    }
    if (status == DM_OK)
        status = make_items(s, &p, w, err);
    if (status == DM_OK)
        status = make_sets(s, &p, w, err);
    dmi_arrays_free(&p.arrays);
    return status;
}

static dm_status find_wins(wins_search *s, const dm_graph *graph, dmi_wins *wins, dm_error *err)
{
    dmi_wins made = {0};
    dm_status status = number_customers(s, err);
    if (status == DM_OK)
        status = search_all(s, graph, err);
    dm_status listed = status == DM_OK || status == DM_STOPPED ? make_lists(s, &made, err) : status;
    wins_search_clear(s);
    if (listed != DM_OK) {
        dmi_wins_clear(&made);
        return listed;
    }
    *wins = made;
    return status;
}

/* The same in a numbering that has neighbours close together in memory. */
static dm_status find_wins_renumbered(const wins_search *s, const dm_arena *arena, dmi_wins *wins,
                                      dm_error *err)
{
    wins_search renumbered = *s;
    dm_vertex *rank = NULL, *candidate = dmi_alloc((size_t)s->count, sizeof *candidate);
    dm_graph graph = {0};
    dmi_demand demand = {0};
    dm_status status = candidate ? dmi_graph_renumber(dm_arena_reverse(arena),
                                                      dm_arena_places(arena), &rank, &graph, err)
                                 : dmi_no_memory(err);
    if (status == DM_OK)
        status = dmi_demand_permute(s->demand, rank, &demand, err);
    for (int32_t i = 0; status == DM_OK && i < s->count; i++)
        candidate[i] = rank[s->candidate[i]];
    renumbered.demand = &demand;
    renumbered.candidate = candidate;
    if (status == DM_OK)
        status = find_wins(&renumbered, &graph, wins, err);
    dmi_demand_clear(&demand);
    dmi_graph_clear(&graph);
    free(candidate);
    free(rank);
    return status;
}

dm_status dmi_wins_init(dmi_wins *wins, const dm_arena *arena, const dmi_demand *demand,
                        const dm_vertex *candidate, int32_t count, int threads, dm_run *run,
                        dm_error *err)
{
    const dm_graph *graph = dm_arena_reverse(arena);
    wins_search s = {.demand = demand,
                     .candidate = candidate,
                     .count = count,
                     .finders = threads > 1 ? threads : 1,
                     .run = run};
    return dmi_order_is_poor(graph) ? find_wins_renumbered(&s, arena, wins, err)
                                    : find_wins(&s, graph, wins, err);
}

void dmi_wins_clear(dmi_wins *wins)
{
    free(wins->weight);
    free(wins->first);
    free(wins->item);
    *wins = (dmi_wins){0};
}
