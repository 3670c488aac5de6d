/* cover_greedy.c - greedy choice of sets, then swaps.
 *
 * What a set adds only falls as others are chosen, so an old figure is an upper bound: only sets
 * whose figure is above the best so far are evaluated again (Minoux, Accelerated greedy algorithms,
 * 1978).  A swap replaces a chosen set by the best other one; it ends when a full round has changed
 * nothing.
 *
 * With a budget each choice adds most per cost.  Every prefix of the choices is also completed by
 * the one set that adds most and fits, and the best of these covers is taken: at least half of the
 * greatest weight if only the budget limits (Yaroslavtsev, Zhou, Avdiukhin, Bring your own
 * greedy+max, 2020).
 *
 * Cost: O(count sets) and the sets evaluated; a round of swaps at most O(count size).
 */
#include "location/cover/cover_greedy.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_PER_POLL = 1 << 20 };

typedef struct greedy_state {
    const dmi_subproblem *sub;
    const int32_t *pool; /* the sets to choose from */
    int32_t pool_count;
    const int64_t *value; /* of each item: its weight or its multiplier */
    int32_t *times;       /* chosen sets that hold each item */
    int64_t *whole;       /* weight of each set */
    int64_t *adds;        /* upper bound on what it would add */
    unsigned char *used;
    int32_t *chosen;
    int32_t count; /* of `chosen` */
    int64_t left;  /* of the budget */
    dm_run *run;
    int64_t unpolled; /* entries looked at since the run was polled */
    bool is_stopped;
} greedy_state;

/* What set s covers that no chosen set does. */
static int64_t added_by(const greedy_state *b, int32_t s)
{
    const dmi_subproblem *p = b->sub;
    int64_t sum = 0;
    for (int64_t at = p->first[s]; at < p->first[s + 1]; at++)
        sum += b->times[p->item[at]] == 0 ? b->value[p->item[at]] : 0;
    return sum;
}

static int64_t cost_of(const greedy_state *b, int32_t s)
{
    return b->sub->cost ? b->sub->cost[s] : 0;
}

static void put(greedy_state *b, int32_t s, int32_t change)
{
    const dmi_subproblem *p = b->sub;
    b->used[s] = change > 0;
    b->left -= change * cost_of(b, s);
    for (int64_t at = p->first[s]; at < p->first[s + 1]; at++)
        b->times[p->item[at]] += change;
}

/* The same, polling the run. */
static int64_t look_at(greedy_state *b, int32_t s)
{
    b->unpolled += b->sub->first[s + 1] - b->sub->first[s];
    if (b->unpolled > ENTRIES_PER_POLL) {
        b->unpolled = 0;
        b->is_stopped = b->is_stopped || !dmi_run_go_on(b->run, 0);
    }
    return added_by(b, s);
}

/* How to compare sets that could be chosen. */
typedef enum measure { BY_WEIGHT, PER_COST } measure;

/* Whether set s, which adds `adds`, is better than set `best` (-1: none), which adds `most`. */
static bool beats(const greedy_state *b, int64_t adds, int32_t s, int64_t most, int32_t best,
                  measure by)
{
    if (by == BY_WEIGHT || best < 0)
        return adds > most;
    dmi_wide here = (dmi_wide)adds * cost_of(b, best), there = (dmi_wide)most * cost_of(b, s);
    return here != there ? here > there : adds > most;
}

/* Without a budget: the unused set that adds most, and more than `most`; -1: none. A set adds at
 * most its figure + `slack`. If `learn`, the figures of evaluated sets are updated. */
static int32_t find_heaviest(greedy_state *b, int64_t most, int64_t slack, bool learn)
{
    const int32_t *pool = b->pool;
    int32_t best = -1, lead = pool[0];
    for (int32_t i = 0; i < b->pool_count; i++)
        lead = !b->used[pool[i]] && b->adds[pool[i]] > b->adds[lead] ? pool[i] : lead;
    for (int32_t i = -1; i < b->pool_count; i++) {
        int32_t s = i < 0 ? lead : pool[i]; /* the greatest figure rules out most others */
        if (b->used[s] || b->whole[s] <= most || b->adds[s] <= most - slack)
            continue;
        int64_t adds = look_at(b, s);
        if (learn)
            b->adds[s] = adds;
        if (adds > most) {
            most = adds;
            best = s;
        }
    }
    return best;
}

/* The unused set that fits and has the greatest figure; any set if there is none. */
static int32_t find_lead(const greedy_state *b, measure by)
{
    int32_t lead = b->pool[0];
    for (int32_t i = 1; i < b->pool_count; i++) {
        int32_t s = b->pool[i];
        if (!b->used[s] && cost_of(b, s) <= b->left &&
            beats(b, b->adds[s], s, b->adds[lead], lead, by))
            lead = s;
    }
    return lead;
}

/* The same with a budget: the best that fits. */
static int32_t find_best_that_fits(greedy_state *b, measure by, int64_t most, int64_t slack,
                                   bool learn)
{
    int32_t best = -1, lead = find_lead(b, by);
    for (int32_t i = -1; i < b->pool_count; i++) {
        int32_t s = i < 0 ? lead : b->pool[i];
        int64_t figure = b->adds[s] < b->whole[s] - slack ? b->adds[s] + slack : b->whole[s];
        if (b->used[s] || cost_of(b, s) > b->left || !beats(b, figure, s, most, best, by))
            continue;
        int64_t adds = look_at(b, s);
        if (learn)
            b->adds[s] = adds;
        if (beats(b, adds, s, most, best, by)) {
            most = adds;
            best = s;
        }
    }
    return best;
}

static int32_t find_best(greedy_state *b, measure by, int64_t most, int64_t slack, bool learn)
{
    return b->pool_count == 0 ? -1
           : b->sub->cost     ? find_best_that_fits(b, by, most, slack, learn)
                              : find_heaviest(b, most, slack, learn);
}

/* The figures before any set is chosen. */
static void weigh_pool(greedy_state *b, const int64_t *value)
{
    b->value = value;
    memset(b->times, 0, sizeof *b->times * (size_t)b->sub->items);
    for (int32_t i = 0; i < b->pool_count; i++) {
        int32_t s = b->pool[i];
        b->whole[s] = b->adds[s] = added_by(b, s);
    }
}

/* The figures by `value` with the sets that are chosen. */
static void weigh_again(greedy_state *b, const int64_t *value)
{
    weigh_pool(b, value);
    b->left = b->sub->budget;
    for (int32_t i = 0; i < b->count; i++)
        put(b, b->chosen[i], 1);
}

/* Chooses one more set; false if there is none that adds anything. Without a budget sets that add
 * nothing are chosen too. */
static bool choose_one(greedy_state *b, measure by)
{
    int32_t best = b->count < b->sub->count ? find_best(b, by, b->sub->cost ? 0 : -1, 0, true) : -1;
    if (best < 0)
        return false;
    b->chosen[b->count++] = best;
    put(b, best, 1);
    return true;
}

/* With a budget: cuts the choice at the place where a single set adds most to it, and adds that. */
static void choose_within_budget(greedy_state *b)
{
    int64_t so_far = 0, most = 0;
    int32_t kept = 0, last = -1;
    for (bool goes_on = true; goes_on;) {
        int32_t one = b->count < b->sub->count ? find_best(b, BY_WEIGHT, 0, 0, true) : -1;
        if (one >= 0 && so_far + b->adds[one] > most) {
            most = so_far + b->adds[one];
            kept = b->count;
            last = one;
        }
        goes_on = choose_one(b, PER_COST);
        so_far += goes_on ? b->adds[b->chosen[b->count - 1]] : 0;
    }
    while (b->count > kept)
        put(b, b->chosen[--b->count], -1);
    if (last < 0)
        return;
    b->chosen[b->count++] = last;
    weigh_again(b, b->value);
    while (choose_one(b, PER_COST))
        ;
}

static void choose_greedily(greedy_state *b)
{
    if (b->sub->cost)
        choose_within_budget(b);
    else
        while (choose_one(b, BY_WEIGHT))
            ;
}

/* Replaces chosen[i] by the best set; true if another is better. */
static bool swap_one(greedy_state *b, int32_t i)
{
    int32_t old = b->chosen[i];
    put(b, old, -1);
    int64_t loss = added_by(b, old);
    int32_t better = find_best(b, BY_WEIGHT, loss, loss, false);
    if (better >= 0) {
        for (int32_t k = 0; k < b->pool_count; k++) {
            int32_t s = b->pool[k];
            b->adds[s] = b->adds[s] < b->whole[s] - loss ? b->adds[s] + loss : b->whole[s];
        }
        b->adds[old] = loss;
        b->chosen[i] = better;
    }
    put(b, b->chosen[i], 1);
    return better >= 0;
}

static void swap_around(greedy_state *b)
{
    for (int32_t i = 0, idle = 0; idle < b->count && !b->is_stopped; i = (i + 1) % b->count)
        idle = swap_one(b, i) ? 0 : idle + 1;
}

static int64_t weight_of(const greedy_state *b)
{
    int64_t sum = b->sub->gained;
    for (int32_t j = 0; j < b->sub->items; j++)
        sum += b->times[j] ? b->sub->weight[j] : 0;
    return sum;
}

int64_t dmi_cover_greedy(const dmi_subproblem *sub, const int32_t *pool, int32_t pool_count,
                         const int64_t *value, bool swaps, dm_run *run, int32_t *chosen,
                         int32_t *count)
{
    size_t sets = (size_t)sub->sets, items = (size_t)sub->items;
    char *block = dmi_calloc(2 * sizeof(int64_t) * sets + sizeof(int32_t) * items + sets, 1);
    if (!block)
        return -1;
    greedy_state b = {
        .sub = sub, .pool = pool, .pool_count = pool_count, .chosen = chosen, .left = sub->budget};
    b.whole = (int64_t *)(void *)block;
    b.adds = b.whole + sets;
    b.times = (int32_t *)(void *)(b.adds + sets);
    b.used = (unsigned char *)(b.times + items);
    weigh_pool(&b, value);
    choose_greedily(&b);
    b.run = run; /* the choice itself is short */
    if (swaps && dmi_run_go_on(run, 0)) {
        weigh_again(&b, sub->weight);
        do
            swap_around(&b);
        while (!b.is_stopped && choose_one(&b, BY_WEIGHT));
    }
    *count = b.count;
    int64_t weight = weight_of(&b);
    free(block);
    return weight;
}
