/* table.c - see the header.
 *
 * An entry is four words: its key, each half crossed with a word of the answer,
 * and the answer.  Threads read and write words without locks; words of two
 * entries mixed by a race uncross to a key that nobody asks for, so a torn
 * entry is an unknown one (Hyatt and Mann 2002).
 *
 *      word 0   key.a ^ word 2        word 2   lower : 32, upper : 32
 *      word 1   key.b ^ word 3        word 3   best : 32, effort : 32
 */
#include "solve/table.h"

#include "base/base.h"
#include <stdatomic.h>
#include <stdlib.h>

enum { WAYS = 4, WORDS = 4 };

typedef struct entry {
    _Atomic uint64_t word[WORDS];
} entry;

/* An entry taken out of the table. */
typedef struct content {
    uint64_t word[WORDS];
} content;

struct dmi_table {
    entry *entries;
    uint64_t mask; /* buckets - 1 */
};

dm_status dmi_table_new(uint64_t bytes, dmi_table **out, dm_error *err)
{
    uint64_t buckets = 1;
    while (2 * buckets * WAYS * sizeof(entry) <= bytes)
        buckets *= 2;
    dmi_table *table = dmi_alloc(1, sizeof *table);
    entry *entries = dmi_calloc_huge(buckets * WAYS * sizeof *entries);
    if (!table || !entries) {
        free(table);
        free(entries);
        return dmi_no_memory(err);
    }
    *table = (dmi_table){entries, buckets - 1};
    *out = table;
    return DM_OK;
}

void dmi_table_free(dmi_table *table)
{
    if (!table)
        return;
    free(table->entries);
    free(table);
}

static entry *bucket_of(const dmi_table *table, dmi_key key)
{
    return table->entries + WAYS * (key.a & table->mask);
}

static content load(const entry *e)
{
    content c;
    for (int i = 0; i < WORDS; i++)
        c.word[i] = atomic_load_explicit(&e->word[i], memory_order_relaxed);
    return c;
}

static bool has_key(const content *c, dmi_key key)
{
    return (c->word[0] ^ c->word[2]) == key.a && (c->word[1] ^ c->word[3]) == key.b;
}

static uint32_t effort_of(const content *c)
{
    return (uint32_t)c->word[3];
}

void dmi_table_prefetch(const dmi_table *table, dmi_key key)
{
    __builtin_prefetch(bucket_of(table, key));
}

bool dmi_table_get(const dmi_table *table, dmi_key key, dmi_bounds *out)
{
    const entry *bucket = bucket_of(table, key);
    for (int i = 0; i < WAYS; i++) {
        content c = load(&bucket[i]);
        if (effort_of(&c) && has_key(&c, key)) {
            *out = (dmi_bounds){(int32_t)(c.word[2] >> 32), (int32_t)(uint32_t)c.word[2],
                                (int32_t)(c.word[3] >> 32)};
            return true;
        }
    }
    return false;
}

/* The entry of this key, else the one that was the cheapest to find. */
static entry *place_for(entry *bucket, dmi_key key)
{
    entry *cheapest = bucket;
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < WAYS; i++) {
        content c = load(&bucket[i]);
        if (has_key(&c, key))
            return &bucket[i];
        if (effort_of(&c) < least) {
            least = effort_of(&c);
            cheapest = &bucket[i];
        }
    }
    return cheapest;
}

void dmi_table_put(dmi_table *table, dmi_key key, const dmi_bounds *bounds, uint32_t effort)
{
    entry *e = place_for(bucket_of(table, key), key);
    uint64_t lower = (uint32_t)bounds->lower, upper = (uint32_t)bounds->upper;
    uint64_t values = lower << 32 | upper;
    uint64_t rest = (uint64_t)(uint32_t)bounds->best << 32 | (effort ? effort : 1);
    atomic_store_explicit(&e->word[0], key.a ^ values, memory_order_relaxed);
    atomic_store_explicit(&e->word[1], key.b ^ rest, memory_order_relaxed);
    atomic_store_explicit(&e->word[2], values, memory_order_relaxed);
    atomic_store_explicit(&e->word[3], rest, memory_order_relaxed);
}
