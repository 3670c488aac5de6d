/* cover_greedy.c - greedy choice of sets, then swaps.
 *
 * What a set adds only falls as others are chosen, so an old figure is an upper bound: only sets
 * whose figure is above the best so far are evaluated again (Minoux, Accelerated greedy algorithms,
 * 1978).  A swap replaces a chosen set by the best other one; it ends when a full round has changed
 * nothing.
 *
 * Cost: O(count sets) and the sets evaluated; a round of swaps at most O(count size).
 */
#include "oneround/cover_greedy.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

typedef struct greedy_state {
    const dmi_subproblem *sub;
    const int32_t *pool; /* the sets to choose from */
    int32_t pool_count;
    const int64_t *value; /* of each item: its weight or its multiplier */
    int32_t *times;       /* chosen sets that hold each item */
    int64_t *whole;       /* weight of each set */
    int64_t *adds;        /* upper bound on what it would add */
    unsigned char *used;
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

static void put(greedy_state *b, int32_t s, int32_t change)
{
    const dmi_subproblem *p = b->sub;
    b->used[s] = change > 0;
    for (int64_t at = p->first[s]; at < p->first[s + 1]; at++)
        b->times[p->item[at]] += change;
}

/* The unused set that adds most, and more than `most`; -1: none. A set adds at most its figure +
 * `slack`. If `learn`, the figures of evaluated sets are updated. */
static int32_t find_best(greedy_state *b, int64_t most, int64_t slack, bool learn)
{
    int32_t best = -1, lead = b->pool[0];
    for (int32_t i = 0; i < b->pool_count; i++)
        lead = !b->used[b->pool[i]] && b->adds[b->pool[i]] > b->adds[lead] ? b->pool[i] : lead;
    for (int32_t i = -1; i < b->pool_count;
         i++) { /* the greatest figure first: it rules out most others */
        int32_t s = i < 0 ? lead : b->pool[i];
        if (b->used[s] || b->whole[s] <= most || b->adds[s] <= most - slack)
            continue;
        int64_t adds = added_by(b, s);
        if (learn)
            b->adds[s] = adds;
        if (adds > most) {
            most = adds;
            best = s;
        }
    }
    return best;
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

static void choose_greedily(greedy_state *b, int32_t *chosen)
{
    for (int32_t i = 0; i < b->sub->count; i++) {
        chosen[i] = find_best(b, -1, 0, true);
        put(b, chosen[i], 1);
    }
}

/* Replaces chosen[i] by the best set; true if another is better. */
static bool swap_one(greedy_state *b, int32_t *chosen, int32_t i)
{
    put(b, chosen[i], -1);
    int64_t loss = added_by(b, chosen[i]);
    int32_t better = find_best(b, loss, loss, false);
    if (better >= 0) {
        for (int32_t k = 0; k < b->pool_count; k++) {
            int32_t s = b->pool[k];
            b->adds[s] = b->adds[s] < b->whole[s] - loss ? b->adds[s] + loss : b->whole[s];
        }
        b->adds[chosen[i]] = loss;
        chosen[i] = better;
    }
    put(b, chosen[i], 1);
    return better >= 0;
}

static void swap_around(greedy_state *b, int32_t *chosen)
{
    int32_t count = b->sub->count;
    for (int32_t i = 0, idle = 0; idle < count; i = (i + 1) % count)
        idle = swap_one(b, chosen, i) ? 0 : idle + 1;
}

static int64_t weight_of(const greedy_state *b)
{
    int64_t sum = b->sub->gained;
    for (int32_t j = 0; j < b->sub->items; j++)
        sum += b->times[j] ? b->sub->weight[j] : 0;
    return sum;
}

int64_t dmi_cover_greedy(const dmi_subproblem *sub, const int32_t *pool, int32_t pool_count,
                         const int64_t *value, bool swaps, int32_t *chosen)
{
    size_t sets = (size_t)sub->sets, items = (size_t)sub->items;
    char *block = dmi_calloc(2 * sizeof(int64_t) * sets + sizeof(int32_t) * items + sets, 1);
    if (!block)
        return -1;
    greedy_state b = {.sub = sub, .pool = pool, .pool_count = pool_count};
    b.whole = (int64_t *)(void *)block;
    b.adds = b.whole + sets;
    b.times = (int32_t *)(void *)(b.adds + sets);
    b.used = (unsigned char *)(b.times + items);
    weigh_pool(&b, value);
    choose_greedily(&b, chosen);
    if (swaps) {
        weigh_pool(&b, sub->weight);
        for (int32_t i = 0; i < sub->count; i++)
            put(&b, chosen[i], 1);
        swap_around(&b, chosen);
    }
    int64_t weight = weight_of(&b);
    free(block);
    return weight;
}
