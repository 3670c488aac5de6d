/* position_table_impl.h - the results of positions that an attack has searched.
 *
 * Blue can place the same stones in many orders.  If Red's answer depends only on the position, all
 * orders that reach a position have the same games after it.  The key of a position is the sum
 * of two 64-bit hashes of every stone's place and colour, so two positions share a key with
 * probability 2^-128.  Buckets have two slots: the first keeps the entry with more games, the
 * second the latest of the others.
 */
#ifndef DMI_INTERVAL_PLAY_POSITION_TABLE_IMPL_H
#define DMI_INTERVAL_PLAY_POSITION_TABLE_IMPL_H

#include "interval/board_impl.h"

typedef struct known {
    uint64_t key[2];
    int64_t games, not_won, lost;
} known;

typedef struct table {
    known *slots; /* NULL: no table */
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

#endif
