/* mixed_strategy.c - an upper bound from a mixed strategy of Black, found by fictitious play.
 *
 * A catchment is a site of Black's with some customers near it.  White misses a customer of the
 * catchment unless it has a site as near as Black's, or on it.  Catchments of one layer share no
 * customers, and a strategy is any few catchments of one layer.  If Black mixes several strategies,
 * White's value is at most the mean of what they leave: a linear function of White's sites, whose
 * greatest value is that of a knapsack.  Strategies are found by playing: Black answers the mean of
 * White's choices so far with the best strategy, White the mean of those with the best choice.
 *
 * Whatever the strategies are, the bound is exact arithmetic on whole numbers.
 *
 * Cost: for each catchment a search from each of its customers; then the entries of all per step.
 *
 * Source: Brown, Iterative solution of games by fictitious play, 1951.
 */
#include "location/lead/early_bounds.h"

#include "base/sort.h"
#include "graph/bounded_search.h"
#include "location/market/nearest_site.h"
#include <assert.h>
#include <demesne/rng.h>
#include <stdlib.h>
#include <string.h>

enum { MORE = 4, LAYERS = 12, TRIES = 3, STEPS = 2000, PRICE_PARTS = 1000, SCORE_PARTS = 1024 };
#define MOST_VALUE (INT64_C(1) << 36) /* of all customers, times Black's sites */

typedef struct catchment {
    int32_t site, layer;
    int64_t weight;     /* of its customers */
    size_t first, last; /* its entries */
} catchment;

/* A site of White's that keeps customers of a catchment, and their weight. */
typedef struct entry {
    int32_t site;
    int64_t weight;
} entry;

typedef struct fictitious_play {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dm_run *run;
    dm_rng rng;
    dmi_nearest white;           /* White's standing sites */
    dmi_bounded_search to, from; /* from a site, and from a customer */
    int32_t *at;                 /* of each vertex: White's new site there, or -1 */
    int32_t *taken;              /* of each vertex: the last layer that has it, or -1 */
    int64_t *kept;               /* scratch: weight kept by each site of White's */
    int64_t reach;               /* that the last catchment needed */
    catchment *catchment;
    entry *entry;
    size_t catchments, catchment_room, entries, entry_room;
    int64_t *cost, budget; /* White's choice: costs at most the budget */
    int64_t *coef;         /* of each site of White's, summed over the strategies */
    double *chosen;        /* White's choices so far */
    dmi_keyed *order;      /* scratch */
    dmi_arrays arrays;
} fictitious_play;

/* About how many sites White can open. */
static int64_t usual_number(const dmi_lead_sites *sites)
{
    double cost = 0;
    int32_t count = 0;
    for (int32_t s = 0; s < sites->whites; s++)
        if (sites->site[s].vertex >= 0 && !sites->site[s].closable) {
            cost += (double)sites->site[s].cost;
            count++;
        }
    if (sites->budget == INT64_MAX || cost == 0 ||
        (double)sites->budget * count >= cost * (double)sites->opening)
        return sites->opening;
    return (int64_t)((double)sites->budget * count / cost) + 1;
}

bool dmi_lead_mixed_bound_pays(const dmi_lead_sites *sites)
{
    return usual_number(sites) >= (int64_t)MORE * sites->reply;
}

static int64_t value_at(const fictitious_play *b, dm_vertex v)
{
    return dm_value_of(dm_arena_values(b->arena), v);
}

/* Writes the entries of the catchment and clears `kept`; those of sites around its customers alone.
 */
static dm_status write_entries(fictitious_play *b, catchment *new, int32_t holder, dm_error *err)
{
    if (holder >= 0)
        b->kept[holder] = new->weight;
    new->first = b->entries;
    for (int32_t s = 0; s < b->sites->whites; s++) {
        if (b->kept[s] == 0)
            continue;
        if (!dmi_reserve(&b->entry, &b->entry_room, b->entries + 1, sizeof *b->entry))
            return dmi_no_memory(err);
        b->entry[b->entries++] = (entry){s, b->kept[s]};
        b->kept[s] = 0;
    }
    new->last = b->entries;
    return DM_OK;
}

/* Makes a catchment of up to `count` customers near the site, if at least half of them are free. */
static dm_status add_catchment(fictitious_play *b, int32_t site, int32_t layer, int32_t count,
                               dm_error *err)
{
    catchment new = {.site = site, .layer = layer};
    /* the vertices around the site, `count` of them; fewer if the rest is far away */
    dm_status status = DM_OK;
    dm_vertex last = 1;
    for (int64_t reach = b->reach; status == DM_OK; reach *= 2) {
        status = dmi_bounded_search_run(&b->to, b->sites->site[site].vertex, reach, err);
        if (b->to.count >= count || reach > DM_MAX_TOTAL / 2 || (b->to.count == last && last > 1))
            break;
        last = b->to.count;
    }
    if (status == DM_OK) {
        last = b->to.count < count ? b->to.count : count;
        b->reach = b->to.distance[b->to.found[last - 1]];
        b->reach = b->reach > 0 ? b->reach : 1;
        b->to.count = last;
    }
    int32_t free = 0; /* vertices that the layer does not have yet */
    for (dm_vertex i = 0; status == DM_OK && i < b->to.count; i++)
        free += b->taken[b->to.found[i]] != layer;
    if (status != DM_OK || 2 * free < b->to.count)
        return status;
    if (!dmi_reserve(&b->catchment, &b->catchment_room, b->catchments + 1, sizeof *b->catchment))
        return dmi_no_memory(err);
    /* its customers: the free ones found that White's standing sites do not keep */
    const dm_terms *terms = &b->sites->request->terms;
    int64_t offset = b->sites->site[site].offset;
    for (dm_vertex i = 0; i < b->to.count && status == DM_OK; i++) {
        dm_vertex v = b->to.found[i];
        int64_t distance = b->to.distance[v], sum = distance + offset;
        if (b->taken[v] == new.layer || value_at(b, v) == 0 || b->white.sum[v] <= sum ||
            (terms->has_radius && distance > terms->radius))
            continue;
        b->taken[v] = new.layer;
        new.weight += value_at(b, v);
        status = dmi_bounded_search_run(&b->from, v, sum, err);
        for (dm_vertex k = 0; k < b->from.count && status == DM_OK; k++) {
            dm_vertex u = b->from.found[k];
            int32_t s = b->at[u];
            if (s >= 0 && b->from.distance[u] + b->sites->site[s].offset <= sum)
                b->kept[s] += value_at(b, v);
        }
    }
    if (status == DM_OK)
        status = write_entries(b, &new, dmi_lead_holder(b->sites, site), err);
    if (status == DM_OK)
        b->catchment[b->catchments++] = new;
    return status;
}

/* Makes layers of catchments until there are enough or half of the seconds are over. */
static dm_status make_catchments(fictitious_play *b, double seconds, dm_error *err)
{
    const dmi_lead_sites *list = b->sites;
    dm_vertex n = dm_arena_vertices(b->arena);
    int64_t usual = usual_number(list) + 1, blacks = list->count - list->first_black;
    dm_status status = DM_OK;
    for (int32_t layer = 0; layer < LAYERS && status == DM_OK; layer++) {
        /* about half of the vertices that a site of White's has */
        int64_t count = (int64_t)n * (5 - layer % 3) / (8 * usual) + 2;
        int64_t tries = TRIES * (n / count + 1);
        for (int64_t k = 0; k < tries && status == DM_OK; k++) {
            int32_t site = list->first_black + (int32_t)dm_rng_below(&b->rng, (uint64_t)blacks);
            if (!dmi_run_go_on(b->run, 1) || dmi_run_seconds_left(b->run) < seconds / 2)
                status = dmi_stopped(b->run, err);
            int32_t holder = dmi_lead_holder(list, site);
            bool is_certain =
                holder < 0 || !list->site[holder].closable; /* whatever White closes */
            if (status == DM_OK && is_certain)
                status = add_catchment(b, site, layer, (int32_t)(count < n ? count : n), err);
        }
    }
    return status == DM_STOPPED || status == DM_UNFINISHED ? DM_OK : status;
}

/* The cost of the sites whose coefficient is above `price` times their cost. */
static int64_t cost_above(const fictitious_play *b, int64_t price)
{
    dmi_wide cost = 0;
    for (int32_t s = 0; s < b->sites->whites; s++)
        cost += (dmi_wide)price * b->cost[s] < b->coef[s] ? b->cost[s] : 0;
    return cost > b->budget ? b->budget + 1 : (int64_t)cost;
}

/* About the price of a unit of cost at which White's budget is just enough; starts from a guess. */
static int64_t find_price(const fictitious_play *b, int64_t guess)
{
    int64_t low = 0, high = guess > 1 ? guess : 1;
    while (high < INT64_MAX / 4 && cost_above(b, high) > b->budget) {
        low = high;
        high *= 2;
    }
    while (high - low > 1 && high - low > high / PRICE_PARTS) {
        int64_t middle = low + (high - low) / 2;
        if (cost_above(b, middle) > b->budget)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Fills in the best strategy against White's choices so far, the best few catchments of the best
 * layer; returns its size. */
static int32_t best_strategy(fictitious_play *b, double times, int32_t *strategy)
{
    double most = -1;
    int32_t best = 0;
    for (size_t from = 0, to; from < b->catchments; from = to) {
        double gain = 0;
        int32_t count = 0;
        for (to = from; to < b->catchments && b->catchment[to].layer == b->catchment[from].layer;
             to++) { /* what White misses if it plays the mean of its choices */
            const catchment *at = &b->catchment[to];
            double kept = 0;
            for (size_t e = at->first; e < at->last; e++)
                kept += (double)b->entry[e].weight * b->chosen[b->entry[e].site];
            double missed = (double)at->weight - (times > 0 ? kept / times : 0);
            b->order[count++] = (dmi_keyed){-(int64_t)(SCORE_PARTS * missed), (int32_t)to};
        }
        dmi_sort_keyed(b->order, count);
        count = count < b->sites->reply ? count : b->sites->reply;
        for (int32_t i = 0; i < count; i++)
            gain -= (double)b->order[i].key;
        if (gain <= most)
            continue;
        most = gain;
        best = count;
        for (int32_t i = 0; i < count; i++)
            strategy[i] = b->order[i].item;
    }
    return best;
}

/* Plays.  Later steps count more: the strategy of step k is in the mean k times. */
static void play(fictitious_play *b, int32_t *strategy, int64_t total, int64_t *upper)
{
    int64_t times = 0, weight = 0, price = 0;
    for (int32_t step = 1; step <= STEPS && dmi_run_go_on(b->run, 1); step++) {
        int32_t count = best_strategy(b, (double)times, strategy);
        times += step;
        for (int32_t i = 0; i < count; i++) {
            const catchment *at = &b->catchment[strategy[i]];
            weight += step * at->weight;
            for (size_t e = at->first; e < at->last; e++)
                b->coef[b->entry[e].site] += step * b->entry[e].weight;
        }
        price = find_price(b, price + price / step);
        dmi_wide kept =
            (dmi_wide)price * b->budget; /* at most; it holds for every price from 0 up */
        for (int32_t s = 0; s < b->sites->whites; s++) {
            dmi_wide more = b->coef[s] - (dmi_wide)price * b->cost[s];
            kept += more > 0 ? more : 0;
        }
        dmi_wide missed = 2 * (weight - kept);
        assert(count <= b->sites->reply && price >= 0);
        if (missed > 0) {
            int64_t bound = total - (int64_t)((missed + times - 1) / times);
            *upper = bound < *upper ? bound : *upper;
        }
        for (int32_t s = 0; s < b->sites->whites; s++)
            b->chosen[s] += (dmi_wide)price * b->cost[s] < b->coef[s] ? step : 0;
    }
}

/* White's choice is limited by the budget, or by the number of sites if that is tighter. */
static dm_status prepare_play(fictitious_play *b, dm_error *err)
{
    const dmi_lead_sites *list = b->sites;
    const dm_lead_request *r = list->request;
    size_t n = (size_t)dm_arena_vertices(b->arena), whites = (size_t)list->whites;
    bool by_number = usual_number(list) == list->opening;
    b->at = dmi_array(&b->arrays, n, sizeof *b->at);
    b->taken = dmi_array(&b->arrays, n, sizeof *b->taken);
    b->kept = dmi_array_zeroed(&b->arrays, whites, sizeof *b->kept);
    b->cost = dmi_array(&b->arrays, whites, sizeof *b->cost);
    b->coef = dmi_array_zeroed(&b->arrays, whites, sizeof *b->coef);
    b->chosen = dmi_array_zeroed(&b->arrays, whites, sizeof *b->chosen);
    if (dmi_arrays_check(&b->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    memset(b->at, -1, n * sizeof *b->at);
    memset(b->taken, -1, n * sizeof *b->taken);
    b->budget = by_number ? list->opening : list->budget;
    for (int32_t s = 0; s < list->whites; s++) {
        const dmi_lead_site *site = &list->site[s];
        b->cost[s] = by_number ? 1 : site->cost;
        if (site->vertex >= 0 && !site->closable)
            b->at[site->vertex] = s;
    }
    const dm_graph *to = dm_arena_reverse(b->arena), *from = dm_arena_graph(b->arena);
    dm_status status = dmi_nearest_init(&b->white, to, &r->white, &r->terms, NULL, err);
    if (status == DM_OK)
        status = dmi_bounded_search_init(&b->to, to, NULL, false, b->run, err);
    if (status == DM_OK)
        status = dmi_bounded_search_init(&b->from, from, NULL, false, b->run, err);
    return status;
}

dm_status dmi_lead_mixed_bound(const dm_arena *arena, const dmi_lead_sites *sites, double seconds,
                               dm_run *run, int64_t *upper, dm_error *err)
{
    fictitious_play b = {.arena = arena, .sites = sites, .reach = 1};
    int64_t total = dm_arena_total_value(arena);
    bool is_network =
        dm_arena_graph(arena)->kind == DM_NETWORK; /* searches find the nearest first */
    if (!is_network || total > MOST_VALUE / (sites->reply + 1) || sites->reply == 0)
        return DM_OK;
    dm_rng_init(&b.rng, sites->request->seed);
    dm_status status = dmi_run_part(run, seconds, &b.run, err);
    if (status != DM_OK)
        return status;
    status = prepare_play(&b, err);
    if (status == DM_OK)
        status = make_catchments(&b, seconds, err);
    if (status == DM_OK && b.catchments > 0) {
        b.order = dmi_array(&b.arrays, b.catchments, sizeof *b.order);
        int32_t *strategy = dmi_array(&b.arrays, (size_t)sites->reply, sizeof *strategy);
        status = dmi_arrays_check(&b.arrays, err);
        if (status == DM_OK)
            play(&b, strategy, total, upper);
    }
    dm_run_free(b.run);
    dmi_nearest_clear(&b.white);
    dmi_bounded_search_clear(&b.to);
    dmi_bounded_search_clear(&b.from);
    free(b.catchment);
    free(b.entry);
    dmi_arrays_free(&b.arrays);
    return status == DM_STOPPED || status == DM_UNFINISHED ? DM_OK : status;
}
