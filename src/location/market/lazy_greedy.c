/* lazy_greedy.c - greedy choice with old figures as upper bounds.
 *
 * What a set adds only falls as others are chosen, so a set whose figure is old is evaluated again
 * only when it comes first (Minoux, Accelerated greedy algorithms, 1978).
 */
#include "location/market/lazy_greedy.h"

#include <string.h>

/* Sets that add more per cost have smaller keys: the bits of positive doubles are in their order.
 */
static uint64_t key_of(const dmi_choice *c, int32_t set)
{
    double cost = (double)c->set[set].cost, ratio = (double)c->adds[set] / (cost + 1);
    uint64_t bits;
    memcpy(&bits, &ratio, sizeof bits);
    return ~bits;
}

dm_status dmi_choice_init(dmi_choice *choice, const dmi_customers *customers,
                          const dmi_choice_set *set, int32_t sets, dm_error *err)
{
    dmi_choice c = {.customers = customers, .set = set};
    c.have = dmi_calloc((size_t)customers->count + 1, 1);
    c.adds = dmi_alloc((size_t)sets, sizeof *c.adds);
    c.round = dmi_calloc((size_t)sets, sizeof *c.round);
    bool has_room = c.have && c.adds && c.round;
    for (int32_t s = 0; has_room && s < sets; s++) {
        c.adds[s] = set[s].hits->gain;
        has_room = dmi_heap_push(&c.heap, key_of(&c, s), (uint32_t)s);
    }
    if (has_room)
        *choice = c;
    else
        dmi_choice_clear(&c);
    return has_room ? DM_OK : dmi_no_memory(err);
}

void dmi_choice_clear(dmi_choice *choice)
{
    free(choice->have);
    free(choice->adds);
    free(choice->round);
    dmi_heap_clear(&choice->heap);
    *choice = (dmi_choice){0};
}

static const dmi_market_step *steps_of(const dmi_customers *customers, uint32_t customer)
{
    return customers->at[customers->place ? customers->place[customer] : (dm_vertex)customer].step;
}

/* What the set adds now; if `put`, it is chosen. */
static int64_t add(dmi_choice *c, int32_t set, bool put)
{
    const dmi_hits *f = c->set[set].hits;
    const uint8_t *byte = f->byte;
    uint32_t entry = 0;
    int64_t sum = 0;
    for (int64_t e = 0; e < f->count; e++) {
        byte = dmi_hits_next(byte, &entry);
        unsigned char *have = &c->have[entry / 2], step = (unsigned char)(entry % 2 + 1);
        if (*have >= step)
            continue;
        const dmi_market_step *steps = steps_of(c->customers, entry / 2);
        sum += steps[entry % 2].gain - (*have ? steps[0].gain : 0);
        *have = put ? step : *have;
    }
    return sum;
}

/* Takes the set that adds most and fits out of the heap; -1: none adds anything. */
static int32_t take_best(dmi_choice *c, int64_t left)
{
    while (c->heap.count) {
        int32_t set = (int32_t)dmi_heap_pop(&c->heap).item;
        if (c->set[set].cost > left || c->adds[set] <= 0)
            continue;
        if (c->round[set] == c->chosen)
            return set;
        c->adds[set] = add(c, set, false);
        c->round[set] = c->chosen;
        dmi_heap_push(&c->heap, key_of(c, set), (uint32_t)set); /* there is room */
    }
    return -1;
}

int32_t dmi_choice_next(dmi_choice *choice, int64_t left)
{
    int32_t set = take_best(choice, left);
    if (set < 0)
        return -1;
    choice->gain += add(choice, set, true);
    choice->chosen++;
    return set;
}
