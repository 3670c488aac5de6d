/* lazy_greedy.c - see the header.  Cost: a call of `best` per choice, and per item and round of
 * swaps. */
#include "search/lazy_greedy.h"

#include <assert.h>
#include <string.h>

static int32_t find_best(const dmi_greedy *g, bool per_cost, int64_t *gain)
{
    return g->count < g->limit ? g->hooks->best(g->context, per_cost, g->has_budget ? 0 : -1, gain)
                               : -1;
}

static dm_status choose_item(dmi_greedy *g, int32_t item, dm_error *err)
{
    assert(g->count < g->limit);
    g->chosen[g->count++] = item;
    return g->hooks->put(g->context, item, true, err);
}

/* Chooses by gain per cost; then cuts the choice off where a single item gains most, and ends with
 * that. */
static dm_status choose_within_budget(dmi_greedy *g, dm_error *err)
{
    int64_t so_far = 0, most = 0, gain;
    int32_t kept = 0, last = -1;
    dm_status status = DM_OK;
    for (int32_t item = 0; status == DM_OK && item >= 0;) {
        int32_t one = find_best(g, false, &gain);
        if (one >= 0 && so_far + gain > most) {
            most = so_far + gain;
            kept = g->count;
            last = one;
        }
        item = find_best(g, true, &gain);
        if (item >= 0) {
            so_far += gain;
            status = choose_item(g, item, err);
        }
    }
    if (status != DM_OK || last < 0)
        return status;
    while (status == DM_OK && g->count > kept)
        status = g->hooks->put(g->context, g->chosen[--g->count], false, err);
    if (status == DM_OK)
        status = choose_item(g, last, err);
    if (g->hooks->forget)
        g->hooks->forget(g->context);
    return status;
}

dm_status dmi_greedy_choose(dmi_greedy *greedy, dm_error *err)
{
    int64_t gain;
    dm_status status = greedy->has_budget ? choose_within_budget(greedy, err) : DM_OK;
    for (int32_t item; (status == DM_OK || status == DM_STOPPED) &&
                       (item = find_best(greedy, greedy->has_budget, &gain)) >= 0;) {
        dm_status put = choose_item(greedy, item, err);
        status = put == DM_OK ? status : put;
    }
    return status;
}

dm_status dmi_greedy_swap(dmi_greedy *greedy, dm_error *err)
{
    const dmi_greedy_hooks *hooks = greedy->hooks;
    dm_status status = DM_OK;
    for (int32_t i = 0, idle = 0; status == DM_OK && idle < greedy->count;
         i = (i + 1) % greedy->count) {
        int32_t *item = &greedy->chosen[i];
        status = hooks->put(greedy->context, *item, false, err);
        if (status != DM_OK)
            break;
        int64_t gain = 0, loss = hooks->gain(greedy->context, *item);
        int32_t better = hooks->best(greedy->context, false, loss, &gain);
        assert(better < 0 || gain > loss);
        idle = better >= 0 ? 0 : idle + 1;
        *item = better >= 0 ? better : *item;
        status = hooks->put(greedy->context, *item, true, err);
    }
    return status;
}

dm_status dmi_greedy_improve(dmi_greedy *greedy, dm_error *err)
{
    int64_t gain;
    int32_t more = 0;
    dm_status status = DM_OK;
    while (status == DM_OK && more >= 0) {
        status = dmi_greedy_swap(greedy, err);
        more = status == DM_OK ? find_best(greedy, false, &gain) : -1;
        if (more >= 0)
            status = choose_item(greedy, more, err);
    }
    return status;
}

/* Larger numbers have smaller keys: the bits of positive doubles are in their order. */
static uint64_t key_of(const dmi_lazy_queue *q, int32_t item)
{
    uint64_t bits;
    double number = q->gain[item];
    if (q->least_cost > 0)
        number /= (q->cost ? (double)q->cost[item] : 0) + q->least_cost;
    assert(number >= 0);
    memcpy(&bits, &number, sizeof bits);
    return ~bits;
}

bool dmi_lazy_queue_add(dmi_lazy_queue *queue, int32_t item)
{
    return dmi_heap_push(&queue->heap, key_of(queue, item), (uint32_t)item);
}

int32_t dmi_lazy_queue_take(dmi_lazy_queue *queue, int64_t left,
                            double (*look)(void *context, int32_t item), void *context)
{
    dmi_heap *heap = &queue->heap;
    while (heap->count > 0) {
        int32_t item = (int32_t)dmi_heap_pop(heap).item;
        if (queue->cost && queue->cost[item] > left)
            continue;
        queue->gain[item] = look(context, item);
        uint64_t key = key_of(queue, item);
        if (heap->count == 0 || key <= heap->entry[0].key)
            return item;
        dmi_heap_push(heap, key, (uint32_t)item); /* there is room: it was taken out */
    }
    return -1;
}
