/* cover_greedy.c - greedy, then swaps.
 *
 * What a set adds only falls as others are chosen, so an old figure is an upper
 * bound: the set with the greatest figure is looked at again, and taken when it
 * still leads (Minoux, Accelerated greedy algorithms, 1978).  A swap takes one
 * chosen set away and puts the best set in its place; swaps go round until a full
 * round has brought nothing.
 *
 * Cost: O(count sets) and the sets looked at; a round of swaps O(count size) at
 * most, less by the figures.
 */
#include "oneround/cover_greedy.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

typedef struct bench {
    const dmi_subproblem *part;
    const int32_t *pool; /* the sets to choose from */
    int32_t pool_count;
    const int64_t *value; /* of each item: its weight or its price */
    int32_t *times;       /* chosen sets that hold each item */
    int64_t *whole;       /* weight of each set */
    int64_t *adds;        /* at most this much would it add */
    unsigned char *used;
} bench;

/* What set s covers that nobody does. */
static int64_t added_by(const bench *b, int32_t s)
{
    const dmi_subproblem *p = b->part;
    int64_t sum = 0;
    for (int64_t at = p->first[s]; at < p->first[s + 1]; at++)
        sum += b->times[p->item[at]] == 0 ? b->value[p->item[at]] : 0;
    return sum;
}

static void put(bench *b, int32_t s, int32_t change)
{
    const dmi_subproblem *p = b->part;
    b->used[s] = change > 0;
    for (int64_t at = p->first[s]; at < p->first[s + 1]; at++)
        b->times[p->item[at]] += change;
}

/* The unused set that adds most, and more than `most`; -1: none.  What a set adds is at most its
 * figure and `slack`; figures of the sets looked at become true where `learn`. */
static int32_t find_best(bench *b, int64_t most, int64_t slack, bool learn)
{
    int32_t best = -1, lead = b->pool[0];
    for (int32_t i = 0; i < b->pool_count; i++)
        lead = !b->used[b->pool[i]] && b->adds[b->pool[i]] > b->adds[lead] ? b->pool[i] : lead;
    for (int32_t i = -1; i < b->pool_count; i++) { /* the leading figure spares the most looks */
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

/* Figures to begin with: nothing is chosen. */
static void weigh_pool(bench *b, const int64_t *value)
{
    b->value = value;
    memset(b->times, 0, sizeof *b->times * (size_t)b->part->items);
    for (int32_t i = 0; i < b->pool_count; i++) {
        int32_t s = b->pool[i];
        b->whole[s] = b->adds[s] = added_by(b, s);
    }
}

static void be_greedy(bench *b, int32_t *chosen)
{
    for (int32_t i = 0; i < b->part->count; i++) {
        chosen[i] = find_best(b, -1, 0, true);
        put(b, chosen[i], 1);
    }
}

/* Puts the best set in place of chosen[i]; true where another is better. */
static bool swap_one(bench *b, int32_t *chosen, int32_t i)
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

static void swap_around(bench *b, int32_t *chosen)
{
    int32_t count = b->part->count;
    for (int32_t i = 0, still = 0; still < count; i = (i + 1) % count)
        still = swap_one(b, chosen, i) ? 0 : still + 1;
}

static int64_t weight_of(const bench *b)
{
    int64_t sum = b->part->gained;
    for (int32_t j = 0; j < b->part->items; j++)
        sum += b->times[j] ? b->part->weight[j] : 0;
    return sum;
}

int64_t dmi_cover_greedy(const dmi_subproblem *part, const int32_t *pool, int32_t pool_count,
                         const int64_t *value, bool swaps, int32_t *chosen)
{
    size_t sets = (size_t)part->sets, items = (size_t)part->items;
    char *block = dmi_calloc(2 * sizeof(int64_t) * sets + sizeof(int32_t) * items + sets, 1);
    if (!block)
        return -1;
    bench b = {.part = part, .pool = pool, .pool_count = pool_count};
    b.whole = (int64_t *)(void *)block;
    b.adds = b.whole + sets;
    b.times = (int32_t *)(void *)(b.adds + sets);
    b.used = (unsigned char *)(b.times + items);
    weigh_pool(&b, value);
    be_greedy(&b, chosen);
    if (swaps) {
        weigh_pool(&b, part->weight);
        for (int32_t i = 0; i < part->count; i++)
            put(&b, chosen[i], 1);
        swap_around(&b, chosen);
    }
    int64_t weight = weight_of(&b);
    free(block);
    return weight;
}
