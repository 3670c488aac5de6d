/* transposition_table.c - a table without locks that grows with the game.
 *
 * An entry is two words: half of its key, XORed with the answer, and the
 * answer.  Threads read and write words without locks.  If a race mixes words of
 * two entries, they give a key that nobody looks up, so such an entry counts as
 * unknown (Hyatt and Mann 2002).
 *
 *      word 0   key.b ^ word 1
 *      word 1   lower : 24, upper : 24, more : 11, effort : 5
 *
 * Small games use little memory: the table starts with few buckets and doubles
 * them whenever three quarters of their entries are filled.  The thread that
 * doubles them moves the entries that belong into the new half.  `more` decides
 * which: the bits of key.a above those that choose one of the first buckets.
 * Until they are moved they are unknown.
 */
#include "solve/transposition_table.h"

#include "base/base.h"
#include <stdatomic.h>
#include <stdlib.h>

enum { WAYS = 4, WORDS = 2, LINE = 64, FIRST_BITS = 14, MORE_BITS = 11, EFFORT_BITS = 5 };

/* The range of stored bounds; LOWEST as a lower bound and HIGHEST as an upper one mean none. */
enum { LOWEST = -(1 << 23), HIGHEST = (1 << 23) - 1 };

typedef _Atomic uint64_t word; /* an entry is WORDS words, then its witness */

/* An entry as read from the table. */
typedef struct content {
    uint64_t key, answer;
} content;

struct dmi_transpositions {
    void *memory;
    word *words; /* `memory` aligned to a cache line: without witnesses a bucket is a line */
    size_t entry_words;
    int first_bits;           /* 2^first_bits buckets are used at first */
    uint64_t most;            /* buckets that fit into the memory, a power of 2 */
    _Atomic uint64_t buckets; /* in use, a power of 2 */
    char padding[LINE];       /* keeps `filled`, often written, off the line of `buckets` */
    _Atomic uint64_t filled;  /* entries */
};

static int log_of(uint64_t power)
{
    return 63 - __builtin_clzll(power);
}

dm_status dmi_transpositions_new(uint64_t bytes, int32_t witness_words, dmi_transpositions **out,
                                 dm_error *err)
{
    size_t entry_words = WORDS + (size_t)witness_words;
    uint64_t bucket_bytes = WAYS * entry_words * sizeof(word), buckets = 1;
    while (2 * buckets * bucket_bytes <= bytes)
        buckets *= 2;
    dmi_transpositions *table = dmi_alloc(1, sizeof *table);
    char *memory = dmi_calloc_huge(buckets * bucket_bytes + LINE);
    if (!table || !memory) {
        free(table);
        free(memory);
        return dmi_no_memory(err);
    }
    int bits = log_of(buckets);
    table->memory = memory;
    table->words = (word *)(void *)(memory + (LINE - (uintptr_t)memory % LINE));
    table->entry_words = entry_words;
    table->most = buckets;
    table->first_bits = bits < FIRST_BITS               ? bits
                        : bits - MORE_BITS > FIRST_BITS ? bits - MORE_BITS
                                                        : FIRST_BITS;
    atomic_init(&table->buckets, UINT64_C(1) << table->first_bits);
    atomic_init(&table->filled, 0);
    *out = table;
    return DM_OK;
}

void dmi_transpositions_free(dmi_transpositions *table)
{
    if (!table)
        return;
    free(table->memory);
    free(table);
}

int32_t dmi_transpositions_witness_words(const dmi_transpositions *table)
{
    return (int32_t)table->entry_words - WORDS;
}

static uint64_t buckets_in_use(const dmi_transpositions *table)
{
    return atomic_load_explicit(&table->buckets, memory_order_relaxed);
}

static word *bucket_of(const dmi_transpositions *table, dmi_key key, uint64_t buckets)
{
    return table->words + WAYS * (key.a & (buckets - 1)) * table->entry_words;
}

static content load_entry(const word *entry)
{
    uint64_t crossed = atomic_load_explicit(&entry[0], memory_order_relaxed);
    uint64_t answer = atomic_load_explicit(&entry[1], memory_order_relaxed);
    return (content){crossed ^ answer, answer};
}

static bool is_witnessed(const dmi_transpositions *table, const word *entry,
                         const uint64_t *witness)
{
    for (size_t i = WORDS; i < table->entry_words; i++)
        if (atomic_load_explicit(&entry[i], memory_order_relaxed) != witness[i - WORDS])
            return false;
    return true;
}

/* 0: the entry is empty. */
static unsigned effort_of(const content *c)
{
    return (unsigned)c->answer & ((1u << EFFORT_BITS) - 1);
}

static uint64_t more_of(const content *c)
{
    return c->answer >> EFFORT_BITS & ((1u << MORE_BITS) - 1);
}

static uint64_t more_for(const dmi_transpositions *table, dmi_key key)
{
    return key.a >> table->first_bits & ((1u << MORE_BITS) - 1);
}

static bool has_key(const dmi_transpositions *table, const content *c, dmi_key key)
{
    return c->key == key.b && more_of(c) == more_for(table, key);
}

void dmi_transpositions_prefetch(const dmi_transpositions *table, dmi_key key)
{
    __builtin_prefetch((const void *)(uintptr_t)bucket_of(table, key, buckets_in_use(table)));
}

bool dmi_transpositions_get(const dmi_transpositions *table, dmi_key key, const uint64_t *witness,
                            dmi_solve_bounds *out)
{
    const word *entry = bucket_of(table, key, buckets_in_use(table));
    for (int way = 0; way < WAYS; way++, entry += table->entry_words) {
        content c = load_entry(entry);
        if (c.key == key.b && effort_of(&c) && has_key(table, &c, key) &&
            is_witnessed(table, entry, witness)) {
            dmi_solve_bounds bounds = DMI_SOLVE_BOUNDS_NONE;
            int64_t lower = (int64_t)(c.answer >> 40) + LOWEST;
            int64_t upper = (int64_t)(c.answer >> 16 & 0xffffff) + LOWEST;
            if (lower > LOWEST)
                bounds.lower = lower;
            if (upper < HIGHEST)
                bounds.upper = upper;
            *out = bounds;
            return true;
        }
    }
    return false;
}

/* The entry of this key, or else the one of least effort. */
static word *place_for(const dmi_transpositions *table, dmi_key key)
{
    word *entry = bucket_of(table, key, buckets_in_use(table)), *cheapest = entry;
    unsigned least = UINT32_MAX;
    for (int way = 0; way < WAYS; way++, entry += table->entry_words) {
        content c = load_entry(entry);
        if (has_key(table, &c, key))
            return entry;
        if (effort_of(&c) < least) {
            least = effort_of(&c);
            cheapest = entry;
        }
    }
    return cheapest;
}

static uint64_t packed_bound(int64_t bound)
{
    int64_t kept = bound < LOWEST ? LOWEST : bound > HIGHEST ? HIGHEST : bound;
    return (uint64_t)(kept - LOWEST);
}

void dmi_transpositions_put(dmi_transpositions *table, dmi_key key, const uint64_t *witness,
                            const dmi_solve_bounds *bounds, uint32_t effort)
{
    word *entry = place_for(table, key);
    uint64_t width = effort ? (uint64_t)log_of(effort) + 1 : 1;
    uint64_t answer = packed_bound(bounds->lower) << 40 | packed_bound(bounds->upper) << 16 |
                      more_for(table, key) << EFFORT_BITS | (width < 31 ? width : 31);
    content old = load_entry(entry);
    if (!effort_of(&old)) {
        /* Counts a new entry; doubles the buckets if three quarters of the entries are filled and
         * memory allows. */
        uint64_t filled = atomic_fetch_add_explicit(&table->filled, 1, memory_order_relaxed);
        uint64_t buckets = buckets_in_use(table);
        if (buckets < table->most && filled > buckets * WAYS / 4 * 3 &&
            atomic_compare_exchange_strong(&table->buckets, &buckets, 2 * buckets)) {
            /* Moves entries of the lower half that belong into the upper half. */
            size_t lower_words = (size_t)buckets * WAYS * table->entry_words;
            uint64_t bit = buckets >> table->first_bits;
            for (size_t at = 0; at < lower_words; at += table->entry_words) {
                word *from = table->words + at, *to = from + lower_words;
                content c = load_entry(from);
                if (!effort_of(&c) || !(more_of(&c) & bit))
                    continue;
                for (size_t i = 0; i < table->entry_words; i++) {
                    uint64_t moved = atomic_exchange_explicit(&from[i], 0, memory_order_relaxed);
                    atomic_store_explicit(&to[i], moved, memory_order_relaxed);
                }
            }
        }
        entry = place_for(table, key);
    }
    for (size_t i = WORDS; i < table->entry_words; i++)
        atomic_store_explicit(&entry[i], witness[i - WORDS], memory_order_relaxed);
    atomic_store_explicit(&entry[0], key.b ^ answer, memory_order_relaxed);
    atomic_store_explicit(&entry[1], answer, memory_order_relaxed);
}
