/* hits.c - entries of candidates, packed; signatures of customers; a greedy choice of lists. */
#include "location/market/hits.h"

#include "base/base.h"
#include <assert.h>
#include <demesne/rng.h>
#include <stdlib.h>

bool dmi_hits_init(dmi_hits *hits, const uint32_t *entry, int64_t count)
{
    size_t bytes = 1, at = 0;
    for (int64_t i = 0; i < count; i++) {
        assert(i == 0 || entry[i] >= entry[i - 1]);
        bytes++;
        for (uint32_t more = entry[i] - (i ? entry[i - 1] : 0); more > 127; more >>= 7)
            bytes++;
    }
    uint8_t *byte = dmi_alloc(bytes, 1);
    if (!byte)
        return false;
    for (int64_t i = 0; i < count; i++) {
        uint32_t more = entry[i] - (i ? entry[i - 1] : 0);
        for (; more > 127; more >>= 7)
            byte[at++] = (uint8_t)(more | 128);
        byte[at++] = (uint8_t)more;
    }
    assert(at + 1 == bytes);
    *hits = (dmi_hits){.byte = byte, .count = count, .is_current = true};
    return true;
}

void dmi_candidates_clear(dmi_candidates *candidates)
{
    for (int32_t i = 0; candidates->hits && i < candidates->count; i++)
        free(candidates->hits[i].byte);
    free(candidates->hits);
    free(candidates->vertex);
    free(candidates->offset);
    *candidates = (dmi_candidates){0};
}

/* `sign` is 1 or -1; differences wrap around as sums do. */
static void add_to_signatures(dmi_signatures *s, dm_vertex vertex, const dmi_hits *f, int32_t sign)
{
    dm_rng rng;
    uint64_t key[2][2];
    dm_rng_init(&rng, dm_rng_derive(s->seed, (uint64_t)vertex));
    for (int k = 0; k < 4; k++)
        key[k / 2][k % 2] = (uint64_t)sign * dm_rng_next(&rng);
    const uint8_t *byte = f->byte;
    uint32_t entry = 0;
    for (int64_t e = 0; e < f->count; e++) {
        byte = dmi_hits_next(byte, &entry);
        dmi_signature *of = &s->of[entry / 2];
        of->word[0] += key[entry % 2][0];
        of->word[1] += key[entry % 2][1];
        of->reached[entry % 2] += sign;
        assert(of->reached[entry % 2] >= 0);
    }
}

void dmi_signatures_add(dmi_signatures *signatures, dm_vertex vertex, dmi_hits *hits)
{
    if (hits->is_signed || !hits->is_current)
        return;
    add_to_signatures(signatures, vertex, hits, 1);
    hits->is_signed = true;
}

void dmi_signatures_remove(dmi_signatures *signatures, dm_vertex vertex, dmi_hits *hits)
{
    if (!hits->is_signed)
        return;
    add_to_signatures(signatures, vertex, hits, -1);
    hits->is_signed = false;
}

dm_status dmi_hit_choice_init(dmi_hit_choice *choice, const dmi_customers *customers,
                              const dmi_hits *const *list, const int64_t *cost, int32_t lists,
                              dm_error *err)
{
    dmi_hit_choice c = {.customers = customers, .list = list, .cost = cost};
    c.have = dmi_calloc((size_t)customers->count + 1, 1);
    c.queue = (dmi_lazy_queue){
        .gain = dmi_alloc((size_t)lists, sizeof *c.queue.gain), .cost = cost, .least_cost = 1};
    bool has_room = c.have && c.queue.gain;
    for (int32_t i = 0; has_room && i < lists; i++) {
        c.queue.gain[i] = (double)list[i]->gain;
        has_room = dmi_lazy_queue_add(&c.queue, i);
    }
    if (has_room)
        *choice = c;
    else
        dmi_hit_choice_clear(&c);
    return has_room ? DM_OK : dmi_no_memory(err);
}

void dmi_hit_choice_clear(dmi_hit_choice *choice)
{
    free(choice->have);
    free(choice->queue.gain);
    dmi_heap_clear(&choice->queue.heap);
    *choice = (dmi_hit_choice){0};
}

/* What the list adds now; if `put`, it is chosen. */
static int64_t add_list(dmi_hit_choice *c, int32_t i, bool put)
{
    const dmi_hits *hits = c->list[i];
    const uint8_t *byte = hits->byte;
    uint32_t entry = 0;
    int64_t sum = 0;
    for (int64_t e = 0; e < hits->count; e++) {
        byte = dmi_hits_next(byte, &entry);
        unsigned char *have = &c->have[entry / 2], step = (unsigned char)(entry % 2 + 1);
        if (*have >= step)
            continue;
        const dmi_market_step *steps = dmi_customer_steps(c->customers, (int32_t)(entry / 2));
        sum += steps[entry % 2].gain - (*have ? steps[0].gain : 0);
        *have = put ? step : *have;
    }
    assert(sum >= 0);
    return sum;
}

static double look_at_list(void *context, int32_t i)
{
    return (double)add_list(context, i, false);
}

int32_t dmi_hit_choice_next(dmi_hit_choice *choice, int64_t left)
{
    int32_t i = dmi_lazy_queue_take(&choice->queue, left, look_at_list, choice);
    if (i < 0 || choice->queue.gain[i] <= 0)
        return -1;
    add_list(choice, i, true);
    return i;
}
