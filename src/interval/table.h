/* table.h - what follows a position of an attack, remembered, for one kind of numbers.
 *
 * Blue's stones can come in many orders.  Where Red's answer depends on the position alone, all
 * orders that meet in one position have the same games after it.  The key of a position is the sum
 * of two 64-bit mixtures of every stone's place and colour, so two positions share a key with odds
 * of 2^-128.  Buckets have two slots: the one with more games stays, the other takes what comes.
 */

typedef struct known {
    uint64_t key[2];
    uint64_t games, not_won, lost;
} known;

typedef struct table {
    known *slots; /* NULL: nothing is remembered */
    uint64_t mask;
} table;

static inline uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline void position_key(const board *b, uint64_t key[2])
{
    key[0] = key[1] = 0;
    for (int i = 0; i < b->count; i++) {
        uint64_t stone = 2 * num_word(b->at[i]) + (uint64_t)b->who[i];
        key[0] += mix(stone + UINT64_C(0x9e3779b97f4a7c15));
        key[1] += mix(~stone * UINT64_C(0xd1342543de82ef95));
    }
}

static inline bool same_key(const known *k, const uint64_t key[2])
{
    return k->games > 0 && k->key[0] == key[0] && k->key[1] == key[1];
}

static inline const known *table_find(const table *t, const uint64_t key[2])
{
    const known *slot = &t->slots[key[0] & t->mask & ~UINT64_C(1)];
    return same_key(slot, key) ? slot : same_key(slot + 1, key) ? slot + 1 : NULL;
}

static inline void table_keep(table *t, const known *new)
{
    known *slot = &t->slots[new->key[0] & t->mask & ~UINT64_C(1)];
    if (new->games >= slot->games)
        *slot = *new;
    else
        slot[1] = *new;
}
