/* table.c - see the header.  An entry is 32 bytes, a bucket two cache lines. */
#include "solve/table.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

enum { WAYS = 4 };

typedef struct entry {
    dmi_key key;
    int32_t lower, upper;
    int32_t best;
    uint32_t effort; /* 0: empty */
} entry;

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

void dmi_table_prefetch(const dmi_table *table, dmi_key key)
{
    __builtin_prefetch(bucket_of(table, key));
}

bool dmi_table_get(const dmi_table *table, dmi_key key, dmi_bounds *out)
{
    const entry *bucket = bucket_of(table, key);
    for (int i = 0; i < WAYS; i++)
        if (bucket[i].effort && dmi_key_equal(bucket[i].key, key)) {
            *out = (dmi_bounds){bucket[i].lower, bucket[i].upper, bucket[i].best};
            return true;
        }
    return false;
}

void dmi_table_put(dmi_table *table, dmi_key key, const dmi_bounds *bounds, uint32_t effort)
{
    entry *bucket = bucket_of(table, key);
    entry *victim = bucket;
    for (int i = 0; i < WAYS; i++) {
        if (dmi_key_equal(bucket[i].key, key)) {
            victim = &bucket[i];
            break;
        }
        if (bucket[i].effort < victim->effort)
            victim = &bucket[i];
    }
    *victim = (entry){key, (int32_t)bounds->lower, (int32_t)bounds->upper, bounds->best,
                      effort ? effort : 1};
}
