/* table.c - see the header.
 *
 * An entry is four words: its key, each half crossed with a word of the answer,
 * and the answer.  Threads read and write words without locks; words of two
 * entries mixed by a race uncross to a key that nobody asks for, so a torn
 * entry is an unknown one (Hyatt and Mann 2002).
 *
 * Small games touch little memory: buckets are used from the front, twice as
 * many whenever half of the entries in use are filled.  Whoever doubles them
 * moves the entries that belong into the new half; until then they are unknown.
 *
 *      word 0   key.a ^ word 2        word 2   lower : 32, upper : 32
 *      word 1   key.b ^ word 3        word 3   best : 32, effort : 32
 */
#include "solve/table.h"

#include "base/base.h"
#include <stdatomic.h>
#include <stdlib.h>

/* Without witnesses a bucket is two lines of the cache. */
enum { WAYS = 4, WORDS = 4, LINE = 64, FIRST_BUCKETS = 1 << 14 };

typedef _Atomic uint64_t word; /* an entry is WORDS of them, then its witness */

/* An entry taken out of the table. */
typedef struct content {
    uint64_t word[WORDS];
} content;

struct dmi_table {
    void *memory;
    word *words; /* in it, where a line begins */
    size_t entry_words;
    uint64_t most;            /* buckets that there is room for, a power of 2 */
    _Atomic uint64_t buckets; /* in use, a power of 2 */
    _Atomic uint64_t filled;  /* entries */
};

dm_status dmi_table_new(uint64_t bytes, int32_t witness_words, dmi_table **out, dm_error *err)
{
    size_t entry_words = WORDS + (size_t)witness_words;
    uint64_t bucket_bytes = WAYS * entry_words * sizeof(word), buckets = 1;
    while (2 * buckets * bucket_bytes <= bytes)
        buckets *= 2;
    dmi_table *table = dmi_alloc(1, sizeof *table);
    char *memory = dmi_calloc_huge(buckets * bucket_bytes + LINE);
    if (!table || !memory) {
        free(table);
        free(memory);
        return dmi_no_memory(err);
    }
    table->memory = memory;
    table->words = (word *)(void *)(memory + (LINE - (uintptr_t)memory % LINE));
    table->entry_words = entry_words;
    table->most = buckets;
    atomic_init(&table->buckets, buckets < FIRST_BUCKETS ? buckets : FIRST_BUCKETS);
    atomic_init(&table->filled, 0);
    *out = table;
    return DM_OK;
}

void dmi_table_free(dmi_table *table)
{
    if (!table)
        return;
    free(table->memory);
    free(table);
}

int32_t dmi_table_witness_words(const dmi_table *table)
{
    return (int32_t)table->entry_words - WORDS;
}

static uint64_t buckets_in_use(const dmi_table *table)
{
    return atomic_load_explicit(&table->buckets, memory_order_relaxed);
}

static word *bucket_of(const dmi_table *table, dmi_key key, uint64_t buckets)
{
    return table->words + WAYS * (key.a & (buckets - 1)) * table->entry_words;
}

static content load(const word *entry)
{
    content c;
    for (int i = 0; i < WORDS; i++)
        c.word[i] = atomic_load_explicit(&entry[i], memory_order_relaxed);
    return c;
}

static bool is_witnessed(const dmi_table *table, const word *entry, const uint64_t *witness)
{
    for (size_t i = WORDS; i < table->entry_words; i++)
        if (atomic_load_explicit(&entry[i], memory_order_relaxed) != witness[i - WORDS])
            return false;
    return true;
}

static bool has_key(const content *c, dmi_key key)
{
    return (c->word[0] ^ c->word[2]) == key.a && (c->word[1] ^ c->word[3]) == key.b;
}

static uint32_t effort_of(const content *c)
{
    return (uint32_t)c->word[3];
}

/* Moves every entry of the lower half that belongs into the upper one. */
static void move_up(dmi_table *table, uint64_t half)
{
    size_t lower_words = (size_t)half * WAYS * table->entry_words;
    for (size_t at = 0; at < lower_words; at += table->entry_words) {
        word *from = table->words + at, *to = from + lower_words;
        content c = load(from);
        if (!effort_of(&c) || !((c.word[0] ^ c.word[2]) & half))
            continue;
        for (size_t i = 0; i < table->entry_words; i++) {
            uint64_t moved = atomic_exchange_explicit(&from[i], 0, memory_order_relaxed);
            atomic_store_explicit(&to[i], moved, memory_order_relaxed);
        }
    }
}

/* Counts a new entry; twice as many buckets, where there is room and half of the
 * entries are filled. */
static void grow(dmi_table *table)
{
    uint64_t filled = atomic_fetch_add_explicit(&table->filled, 1, memory_order_relaxed);
    uint64_t buckets = buckets_in_use(table);
    if (buckets < table->most && filled > buckets * WAYS / 2 &&
        atomic_compare_exchange_strong(&table->buckets, &buckets, 2 * buckets))
        move_up(table, buckets);
}

void dmi_table_prefetch(const dmi_table *table, dmi_key key)
{
    const word *bucket = bucket_of(table, key, buckets_in_use(table));
    __builtin_prefetch((const void *)(uintptr_t)bucket);
    __builtin_prefetch((const char *)(uintptr_t)bucket + LINE);
}

bool dmi_table_get(const dmi_table *table, dmi_key key, const uint64_t *witness, dmi_bounds *out)
{
    const word *entry = bucket_of(table, key, buckets_in_use(table));
    for (int way = 0; way < WAYS; way++, entry += table->entry_words) {
        content c = load(entry);
        if (effort_of(&c) && has_key(&c, key) && is_witnessed(table, entry, witness)) {
            *out = (dmi_bounds){(int32_t)(c.word[2] >> 32), (int32_t)(uint32_t)c.word[2],
                                (int32_t)(c.word[3] >> 32)};
            return true;
        }
    }
    return false;
}

/* The entry of this key, else the one that was the cheapest to find. */
static word *place_for(const dmi_table *table, dmi_key key)
{
    word *entry = bucket_of(table, key, buckets_in_use(table)), *cheapest = entry;
    uint32_t least = UINT32_MAX;
    for (int way = 0; way < WAYS; way++, entry += table->entry_words) {
        content c = load(entry);
        if (has_key(&c, key))
            return entry;
        if (effort_of(&c) < least) {
            least = effort_of(&c);
            cheapest = entry;
        }
    }
    return cheapest;
}

void dmi_table_put(dmi_table *table, dmi_key key, const uint64_t *witness, const dmi_bounds *bounds,
                   uint32_t effort)
{
    word *entry = place_for(table, key);
    uint64_t lower = (uint32_t)bounds->lower, upper = (uint32_t)bounds->upper;
    uint64_t values = lower << 32 | upper;
    uint64_t rest = (uint64_t)(uint32_t)bounds->best << 32 | (effort ? effort : 1);
    if (!atomic_load_explicit(&entry[WORDS - 1], memory_order_relaxed)) {
        grow(table);
        entry = place_for(table, key);
    }
    const uint64_t words[WORDS] = {key.a ^ values, key.b ^ rest, values, rest};
    for (size_t i = WORDS; i < table->entry_words; i++)
        atomic_store_explicit(&entry[i], witness[i - WORDS], memory_order_relaxed);
    for (size_t i = 0; i < WORDS; i++)
        atomic_store_explicit(&entry[i], words[i], memory_order_relaxed);
}
