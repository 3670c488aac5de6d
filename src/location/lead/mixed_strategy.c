/* mixed_strategy.c - Black draws his plan by lot, so White cannot be near all of it.
 *
 * A spot is a site of Black's with some customers near it.  White misses a customer of the spot
 * unless it has a site as near as the spot's, or on it.  Spots of one layer share no customers, and
 * a plan is any few spots of one layer.  With several plans, each as often as we like, White's
 * value is at most the mean of what the plans leave: a linear function of White's sites, whose
 * greatest value is that of a knapsack.  Plans are found by playing: Black answers the mean of
 * White's choices so far with the best plan, White the mean of the plans with the best choice.
 *
 * Whatever the plans are, the bound is exact arithmetic on whole numbers.
 *
 * Cost: for each spot a search from each of its customers; then the entries of all spots per step.
 *
 * Source: Brown, Iterative solution of games by fictitious play, 1951.
 */
#include "location/lead/early_bounds.h"

#include "base/sort.h"
#include "graph/bounded_search.h"
#include "location/market/nearest_site.h"
#include <demesne/rng.h>
#include <stdlib.h>
#include <string.h>

enum { MORE = 4, LAYERS = 12, TRIES = 3, STEPS = 2000, PRICE_PARTS = 1000, SCORE_PARTS = 1024 };
#define MOST_VALUE (INT64_C(1) << 36) /* of all customers, times Black's sites */

typedef struct spot {
    int32_t site, layer;
    int64_t weight;     /* of its customers */
    size_t first, last; /* its entries */
} spot;

/* A site of White's that keeps customers of a spot, and their weight. */
typedef struct entry {
    int32_t site;
    int64_t weight;
} entry;

typedef struct bounding {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dm_run *run;
    dm_rng rng;
    dmi_nearest white;           /* White's standing sites */
    dmi_bounded_search to, from; /* from a site, and from a customer */
    int32_t *at;                 /* of each vertex: White's new site there, or -1 */
    int32_t *taken;              /* of each vertex: the last layer that has it, or -1 */
    int64_t *kept;               /* scratch: weight kept by each site of White's */
    int64_t reach;               /* that the last spot needed */
    spot *spot;
    entry *entry;
    size_t spots, spot_room, entries, entry_room;
    int64_t *cost, budget; /* White's choice: costs at most the budget */
    int64_t *coef;         /* of each site of White's, summed over the plans */
    double *chosen;        /* White's choices so far */
    dmi_keyed *order;      /* scratch */
    dmi_arrays arrays;
} bounding;

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

static int64_t value_at(const bounding *b, dm_vertex v)
{
    return dm_value_of(dm_arena_values(b->arena), v);
}

/* Searches from a vertex until `count` vertices are found; fewer if the rest is far away. */
static dm_status search_near(bounding *b, dm_vertex v, int32_t count, dm_error *err)
{
    dm_status status = DM_OK;
    dm_vertex last = 1;
    for (int64_t reach = b->reach; status == DM_OK; reach *= 2) {
        status = dmi_bounded_search_run(&b->to, v, reach, err);
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
    return status;
}

/* Adds what White's sites keep of customer v, whom the spot's site has with this sum. */
static dm_status add_customer(bounding *b, dm_vertex v, int64_t sum, dm_error *err)
{
    const dmi_lead_site *site = b->sites->site;
    dm_status status = dmi_bounded_search_run(&b->from, v, sum, err);
    for (dm_vertex i = 0; i < b->from.count && status == DM_OK; i++) {
        dm_vertex u = b->from.found[i];
        int32_t s = b->at[u];
        if (s >= 0 && b->from.distance[u] + site[s].offset <= sum)
            b->kept[s] += value_at(b, v);
    }
    return status;
}

/* Writes the entries of the spot and clears `kept`; those of sites around its customers alone. */
static dm_status write_entries(bounding *b, spot *new, int32_t holder, dm_error *err)
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

/* How many of the vertices last searched the layer does not have yet. */
static int32_t count_free(const bounding *b, int32_t layer)
{
    int32_t free = 0;
    for (dm_vertex i = 0; i < b->to.count; i++)
        free += b->taken[b->to.found[i]] != layer;
    return free;
}

/* Gives the spot the free customers among the vertices last searched that White's standing sites do
 * not keep. */
static dm_status take_customers(bounding *b, spot *new, dm_error *err)
{
    const dm_terms *terms = &b->sites->request->terms;
    int64_t offset = b->sites->site[new->site].offset;
    dm_status status = DM_OK;
    for (dm_vertex i = 0; i < b->to.count && status == DM_OK; i++) {
        dm_vertex v = b->to.found[i];
        int64_t distance = b->to.distance[v], sum = distance + offset;
        if (b->taken[v] == new->layer || value_at(b, v) == 0 || b->white.sum[v] <= sum ||
            (terms->has_radius && distance > terms->radius))
            continue;
        b->taken[v] = new->layer;
        new->weight += value_at(b, v);
        status = add_customer(b, v, sum, err);
    }
    return status;
}

/* Makes a spot of up to `count` customers near the site, if at least half of them are free. */
static dm_status add_spot(bounding *b, int32_t site, int32_t layer, int32_t count, dm_error *err)
{
    spot new = {.site = site, .layer = layer};
    dm_status status = search_near(b, b->sites->site[site].vertex, count, err);
    if (status != DM_OK || 2 * count_free(b, layer) < b->to.count)
        return status;
    if (!dmi_reserve(&b->spot, &b->spot_room, b->spots + 1, sizeof *b->spot))
        return dmi_no_memory(err);
    status = take_customers(b, &new, err);
    if (status == DM_OK)
        status = write_entries(b, &new, dmi_lead_holder(b->sites, site), err);
    if (status == DM_OK)
        b->spot[b->spots++] = new;
    return status;
}

/* Whether Black may open the site whatever White closes. */
static bool is_certain(const bounding *b, int32_t site)
{
    int32_t holder = dmi_lead_holder(b->sites, site);
    return holder < 0 || !b->sites->site[holder].closable;
}

/* Makes layers of spots until there are enough or half of the seconds are over. */
static dm_status make_spots(bounding *b, double seconds, dm_error *err)
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
            else if (is_certain(b, site))
                status = add_spot(b, site, layer, (int32_t)(count < n ? count : n), err);
        }
    }
    return status == DM_STOPPED || status == DM_UNFINISHED ? DM_OK : status;
}

/* The cost of the sites whose coefficient is above `price` times their cost. */
static int64_t cost_above(const bounding *b, int64_t price)
{
    dmi_wide cost = 0;
    for (int32_t s = 0; s < b->sites->whites; s++)
        cost += (dmi_wide)price * b->cost[s] < b->coef[s] ? b->cost[s] : 0;
    return cost > b->budget ? b->budget + 1 : (int64_t)cost;
}

/* About the price of a unit of cost at which White's budget is just enough; starts from a guess. */
static int64_t find_price(const bounding *b, int64_t guess)
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

/* An upper bound on what White's sites keep together; it holds for every price from 0 up. */
static dmi_wide most_kept(const bounding *b, int64_t price)
{
    dmi_wide sum = (dmi_wide)price * b->budget;
    for (int32_t s = 0; s < b->sites->whites; s++) {
        dmi_wide more = b->coef[s] - (dmi_wide)price * b->cost[s];
        sum += more > 0 ? more : 0;
    }
    return sum;
}

/* What White misses of the spot if it plays the mean of its choices. */
static double missed_at(const bounding *b, const spot *at, double times)
{
    double kept = 0;
    for (size_t e = at->first; e < at->last; e++)
        kept += (double)b->entry[e].weight * b->chosen[b->entry[e].site];
    return (double)at->weight - (times > 0 ? kept / times : 0);
}

/* Fills in the best plan against White's choices so far, the best few spots of the best layer;
 * returns its size. */
static int32_t best_plan(bounding *b, double times, int32_t *plan)
{
    double most = -1;
    int32_t best = 0;
    for (size_t from = 0, to; from < b->spots; from = to) {
        double gain = 0;
        int32_t count = 0;
        for (to = from; to < b->spots && b->spot[to].layer == b->spot[from].layer; to++)
            b->order[count++] = (dmi_keyed){
                -(int64_t)(SCORE_PARTS * missed_at(b, &b->spot[to], times)), (int32_t)to};
        dmi_sort_keyed(b->order, count);
        count = count < b->sites->reply ? count : b->sites->reply;
        for (int32_t i = 0; i < count; i++)
            gain -= (double)b->order[i].key;
        if (gain <= most)
            continue;
        most = gain;
        best = count;
        for (int32_t i = 0; i < count; i++)
            plan[i] = b->order[i].item;
    }
    return best;
}

/* Adds the plan `times` times to the sums; returns the weight of its spots, so many times. */
static int64_t add_plan(bounding *b, const int32_t *plan, int32_t count, int32_t times)
{
    int64_t weight = 0;
    for (int32_t i = 0; i < count; i++) {
        const spot *at = &b->spot[plan[i]];
        weight += times * at->weight;
        for (size_t e = at->first; e < at->last; e++)
            b->coef[b->entry[e].site] += times * b->entry[e].weight;
    }
    return weight;
}

/* Plays.  Later steps count more: the plan of step k is in the mean k times. */
static void play(bounding *b, int32_t *plan, int64_t total, int64_t *upper)
{
    int64_t times = 0, weight = 0, price = 0;
    for (int32_t step = 1; step <= STEPS && dmi_run_go_on(b->run, 1); step++) {
        int32_t count = best_plan(b, (double)times, plan);
        times += step;
        weight += add_plan(b, plan, count, step);
        price = find_price(b, price + price / step);
        dmi_wide missed = 2 * (weight - most_kept(b, price));
        if (missed > 0) {
            int64_t bound = total - (int64_t)((missed + times - 1) / times);
            *upper = bound < *upper ? bound : *upper;
        }
        for (int32_t s = 0; s < b->sites->whites; s++)
            b->chosen[s] += (dmi_wide)price * b->cost[s] < b->coef[s] ? step : 0;
    }
}

/* White's choice is limited by the budget, or by the number of sites if that is tighter. */
static void write_costs(bounding *b)
{
    const dmi_lead_sites *list = b->sites;
    bool by_number = usual_number(list) == list->opening;
    b->budget = by_number ? list->opening : list->budget;
    for (int32_t s = 0; s < list->whites; s++)
        b->cost[s] = by_number ? 1 : list->site[s].cost;
    for (int32_t s = 0; s < list->whites; s++)
        if (list->site[s].vertex >= 0 && !list->site[s].closable)
            b->at[list->site[s].vertex] = s;
}

static dm_status prepare(bounding *b, dm_error *err)
{
    size_t n = (size_t)dm_arena_vertices(b->arena), whites = (size_t)b->sites->whites;
    const dm_lead_request *r = b->sites->request;
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
    write_costs(b);
    const dm_graph *to = dm_arena_reverse(b->arena), *from = dm_arena_graph(b->arena);
    dm_status status = dmi_nearest_init(&b->white, to, &r->white, &r->terms, NULL, err);
    if (status == DM_OK)
        status = dmi_bounded_search_init(&b->to, to, NULL, false, b->run, err);
    if (status == DM_OK)
        status = dmi_bounded_search_init(&b->from, from, NULL, false, b->run, err);
    return status;
}

static dm_status find(bounding *b, double seconds, int64_t *upper, dm_error *err)
{
    dm_status status = prepare(b, err);
    if (status == DM_OK)
        status = make_spots(b, seconds, err);
    if (status == DM_STOPPED || status == DM_UNFINISHED || (status == DM_OK && b->spots == 0))
        return DM_OK;
    if (status != DM_OK)
        return status;
    b->order = dmi_array(&b->arrays, b->spots, sizeof *b->order);
    int32_t *plan = dmi_array(&b->arrays, (size_t)b->sites->reply, sizeof *plan);
    if (dmi_arrays_check(&b->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    play(b, plan, dm_arena_total_value(b->arena), upper);
    return DM_OK;
}

dm_status dmi_lead_mixed_bound(const dm_arena *arena, const dmi_lead_sites *sites, double seconds,
                               dm_run *run, int64_t *upper, dm_error *err)
{
    bounding b = {.arena = arena, .sites = sites, .reach = 1};
    if (dm_arena_total_value(arena) > MOST_VALUE / (sites->reply + 1) || sites->reply == 0)
        return DM_OK;
    dm_rng_init(&b.rng, sites->request->seed);
    dm_status status = dm_run_new(&b.run, err);
    if (status != DM_OK)
        return status;
    dmi_run_follow(b.run, run);
    dm_run_set_progress(b.run, NULL, NULL, 0);
    dm_run_set_deadline(b.run, seconds);
    status = find(&b, seconds, upper, err);
    dm_run_free(b.run);
    dmi_nearest_clear(&b.white);
    dmi_bounded_search_clear(&b.to);
    dmi_bounded_search_clear(&b.from);
    free(b.spot);
    free(b.entry);
    dmi_arrays_free(&b.arrays);
    return status;
}
