/* cover_greedy.c - greedy choice of sets, then swaps.
 *
 * What a set adds only falls as others are chosen, so an old figure is an upper bound: only sets
 * whose figure is above the best so far are evaluated again (lazy_greedy.h).  While a set is taken
 * out for a swap, the others add at most what it adds more.
 *
 * With runs, what a set adds is a difference of sums over the items that no chosen set has, which
 * are added up again once the choice has changed.
 *
 * Cost: O(count sets) and the sets evaluated; a round of swaps at most O(count size).
 */
#include "location/cover/cover_search.h"

#include "base/base.h"
#include "search/lazy_greedy.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_PER_POLL = 1 << 20 };

typedef struct cover_choice {
    const dmi_subproblem *sub;
    const int32_t *pool; /* the sets to choose from */
    int32_t pool_count;
    const int64_t *value; /* of each item: its weight or its multiplier */
    int32_t *times;       /* chosen sets that hold each item */
    int64_t *before;      /* with runs: the value before each item that no chosen set holds */
    bool is_old;          /* the choice has changed since */
    int64_t *whole;       /* weight of each set */
    int64_t *adds;        /* upper bound on what it would add, less `slack` */
    unsigned char *used;
    int64_t left;  /* of the budget */
    int32_t out;   /* the set that is taken out for a swap; -1: none */
    int64_t slack; /* what that set adds; 0: none is out */
    bool is_swapping;
    dm_run *run;      /* polled while swapping */
    int64_t unpolled; /* entries looked at since the run was polled */
    bool is_stopped;
    dmi_greedy greedy;
} cover_choice;

static void add_up(cover_choice *b)
{
    for (int32_t j = 0; j < b->sub->items; j++)
        b->before[j + 1] = b->before[j] + (b->times[j] == 0 ? b->value[j] : 0);
    b->is_old = false;
}

/* What set s covers that no chosen set does. */
static int64_t added_by(void *context, int32_t s)
{
    cover_choice *b = context;
    const dmi_subproblem *p = b->sub;
    int64_t sum = 0;
    if (p->run && b->is_old)
        add_up(b);
    for (int64_t at = p->first[s]; p->run && at < p->first[s + 1]; at++)
        sum += b->before[p->run[at].end] - b->before[p->run[at].from];
    for (int64_t at = p->first[s]; !p->run && at < p->first[s + 1]; at++)
        sum += b->times[p->item[at]] == 0 ? b->value[p->item[at]] : 0;
    assert(sum >= 0 && (b->whole[s] == 0 || sum <= b->whole[s]));
    return sum;
}

static int64_t cost_of(const cover_choice *b, int32_t s)
{
    return b->sub->cost ? b->sub->cost[s] : 0;
}

/* The same, polling the run; while sets are chosen, not swapped, the figure is kept. */
static int64_t look_at(cover_choice *b, int32_t s)
{
    b->unpolled += b->sub->first[s + 1] - b->sub->first[s];
    if (b->is_swapping && b->unpolled > ENTRIES_PER_POLL) {
        b->unpolled = 0;
        b->is_stopped = b->is_stopped || !dmi_run_go_on(b->run, 0);
    }
    int64_t adds = added_by(b, s);
    if (b->out < 0)
        b->adds[s] = adds;
    return adds;
}

/* Whether set s, which adds `adds`, is better than set `best` (-1: none), which adds `most`. */
static bool beats(const cover_choice *b, int64_t adds, int32_t s, int64_t most, int32_t best,
                  bool per_cost)
{
    if (!per_cost || best < 0)
        return adds > most;
    dmi_wide here = (dmi_wide)adds * cost_of(b, best), there = (dmi_wide)most * cost_of(b, s);
    return here != there ? here > there : adds > most;
}

/* Without a budget: the unused set that adds most.  The greatest figure comes first, as it rules
 * out most others. */
static int32_t find_heaviest(void *context, bool per_cost, int64_t least, int64_t *gain)
{
    cover_choice *b = context;
    const int32_t *pool = b->pool;
    int32_t best = -1, lead = b->pool_count ? pool[0] : -1;
    int64_t most = least;
    (void)per_cost;
    for (int32_t i = 0; i < b->pool_count; i++)
        lead = !b->used[pool[i]] && b->adds[pool[i]] > b->adds[lead] ? pool[i] : lead;
    for (int32_t i = lead < 0 ? 0 : -1; i < b->pool_count; i++) {
        int32_t s = i < 0 ? lead : pool[i];
        if (b->used[s] || b->whole[s] <= most || b->adds[s] <= most - b->slack)
            continue;
        int64_t adds = look_at(b, s);
        if (adds > most) {
            most = adds;
            best = s;
        }
    }
    *gain = most;
    return best;
}

/* With a budget: the best unused set that fits. */
static int32_t find_best_that_fits(void *context, bool per_cost, int64_t least, int64_t *gain)
{
    cover_choice *b = context;
    const int32_t *pool = b->pool;
    int32_t best = -1, lead = b->pool_count ? pool[0] : -1;
    int64_t most = least;
    for (int32_t i = 1; i < b->pool_count; i++) {
        int32_t s = pool[i];
        if (!b->used[s] && cost_of(b, s) <= b->left &&
            beats(b, b->adds[s], s, b->adds[lead], lead, per_cost))
            lead = s;
    }
    for (int32_t i = lead < 0 ? 0 : -1; i < b->pool_count; i++) {
        int32_t s = i < 0 ? lead : pool[i];
        int64_t figure = b->adds[s] < b->whole[s] - b->slack ? b->adds[s] + b->slack : b->whole[s];
        if (b->used[s] || cost_of(b, s) > b->left || !beats(b, figure, s, most, best, per_cost))
            continue;
        int64_t adds = look_at(b, s);
        if (beats(b, adds, s, most, best, per_cost)) {
            most = adds;
            best = s;
        }
    }
    *gain = most;
    return best;
}

static dm_status put_set(void *context, int32_t s, bool is_in, dm_error *err)
{
    cover_choice *b = context;
    const dmi_subproblem *p = b->sub;
    int32_t change = is_in ? 1 : -1;
    (void)err;
    assert(b->used[s] != is_in);
    b->used[s] = is_in;
    b->left -= change * cost_of(b, s);
    assert(!p->cost || b->left >= 0);
    b->is_old = true;
    for (int64_t at = p->first[s]; at < p->first[s + 1]; at++) {
        dmi_item_run r = dmi_item_run_at(p->run, p->item, at);
        for (int32_t j = r.from; j < r.end; j++)
            b->times[j] += change;
    }
    if (!b->is_swapping)
        return DM_OK;
    if (!is_in) {
        b->out = s;
        b->slack = added_by(b, s);
        return DM_OK;
    }
    if (b->out >= 0 && s != b->out) { /* a swap: what the figures lack becomes a part of them */
        for (int32_t k = 0; k < b->pool_count; k++) {
            int32_t one = b->pool[k];
            bool is_below = b->adds[one] < b->whole[one] - b->slack;
            b->adds[one] = is_below ? b->adds[one] + b->slack : b->whole[one];
        }
        b->adds[b->out] = b->slack;
    }
    b->out = -1;
    b->slack = 0;
    return b->is_stopped ? DM_STOPPED : DM_OK;
}

/* The figures by b->value before any set is chosen; then the chosen ones again. */
static void weigh_pool(void *context)
{
    cover_choice *b = context;
    memset(b->times, 0, sizeof *b->times * (size_t)b->sub->items);
    b->left = b->sub->budget;
    b->is_old = true;
    for (int32_t i = 0; i < b->pool_count; i++) {
        int32_t s = b->pool[i];
        b->whole[s] = 0;
        b->whole[s] = b->adds[s] = added_by(b, s);
        b->used[s] = 0;
    }
    for (int32_t i = 0; i < b->greedy.count; i++)
        put_set(b, b->greedy.chosen[i], true, NULL);
}

int64_t dmi_cover_greedy(const dmi_subproblem *sub, const int32_t *pool, int32_t pool_count,
                         const int64_t *value, bool swaps, dm_run *run, int32_t *chosen,
                         int32_t *count)
{
    static const dmi_greedy_hooks hooks[2] = {
        {.best = find_heaviest, .gain = added_by, .put = put_set},
        {.best = find_best_that_fits, .gain = added_by, .put = put_set, .forget = weigh_pool}};
    size_t sets = (size_t)sub->sets, items = (size_t)sub->items, sums = sub->run ? items + 1 : 0;
    size_t wide = sizeof(int64_t) * (2 * sets + sums);
    char *block = dmi_calloc(wide + sizeof(int32_t) * items + sets, 1);
    if (!block)
        return -1;
    assert(sub->cost || sub->count <= pool_count);
    cover_choice b = {
        .sub = sub, .pool = pool, .pool_count = pool_count, .value = value, .out = -1, .run = run};
    b.whole = (int64_t *)(void *)block;
    b.adds = b.whole + sets;
    b.before = b.adds + sets;
    b.times = (int32_t *)(void *)(b.before + sums);
    b.used = (unsigned char *)(b.times + items);
    b.greedy = (dmi_greedy){.hooks = &hooks[sub->cost != NULL],
                            .context = &b,
                            .limit = sub->count,
                            .has_budget = sub->cost != NULL,
                            .chosen = chosen};
    weigh_pool(&b);
    dmi_greedy_choose(&b.greedy, NULL); /* short: it does not poll the run */
    if (swaps && dmi_run_go_on(run, 0)) {
        b.value = sub->weight;
        weigh_pool(&b);
        b.is_swapping = true;
        dmi_greedy_improve(&b.greedy, NULL);
    }
    *count = b.greedy.count;
    int64_t weight = sub->gained;
    for (int32_t j = 0; j < sub->items; j++)
        weight += b.times[j] ? sub->weight[j] : 0;
    free(block);
    return weight;
}
