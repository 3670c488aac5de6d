/* bucket.h - a priority queue of 32-bit items: a ring of buckets.  No key may exceed the least one
 * by the ring's size or more.
 *
 * Bucket k is at k modulo the ring's size.  The items of a bucket are linked
 * through one pool; freed entries are reused first, so the part of the pool in
 * use stays small and in cache.
 *
 *     head  [ . 3 . . ]      pool 3 -> 1 -> 0      spare 2, 4, 5, ...
 */
#ifndef DMI_BUCKET_H
#define DMI_BUCKET_H

#include "base/bitset.h"
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dmi_bucket_entry {
    uint32_t item;
    uint32_t next;
} dmi_bucket_entry;

typedef struct dmi_buckets {
    uint32_t *head; /* one per bucket; DMI_BUCKET_END: empty */
    uint32_t mask;  /* the ring's size minus one; the size is a power of two */
    dmi_bucket_entry *pool;
    uint32_t *spare; /* entries not in use, taken from the end */
    size_t spare_count, capacity;
    dmi_bitset filled;
} dmi_buckets;

#define DMI_BUCKET_END UINT32_MAX

/* A ring of at least `count` buckets, at most DMI_BITSET_LIMIT.  False: no memory. */
bool dmi_buckets_init(dmi_buckets *queue, uint32_t count);
void dmi_buckets_clear(dmi_buckets *queue);
void dmi_buckets_reset(dmi_buckets *queue); /* drops all items */
bool dmi_buckets_grow(dmi_buckets *queue, size_t more);

/* Room for `more` pushes.  False: no memory. */
static inline bool dmi_buckets_reserve(dmi_buckets *queue, size_t more)
{
    return queue->spare_count >= more || dmi_buckets_grow(queue, more);
}

/* Room must have been reserved. */
static inline void dmi_buckets_push(dmi_buckets *queue, uint64_t key, uint32_t item)
{
    assert(queue->spare_count > 0);
    uint32_t at = (uint32_t)key & queue->mask;
    uint32_t entry = queue->spare[--queue->spare_count];
    queue->pool[entry] = (dmi_bucket_entry){item, queue->head[at]};
    if (queue->head[at] == DMI_BUCKET_END)
        dmi_bitset_add(&queue->filled, at);
    queue->head[at] = entry;
}

/* Takes one item out of bucket `key`; false if it is empty. */
static inline bool dmi_buckets_pop(dmi_buckets *queue, uint64_t key, uint32_t *item)
{
    uint32_t at = (uint32_t)key & queue->mask;
    uint32_t entry = queue->head[at];
    if (entry == DMI_BUCKET_END) {
        dmi_bitset_remove(&queue->filled, at);
        return false;
    }
    assert(entry < queue->capacity);
    assert(queue->spare_count < queue->capacity);
    *item = queue->pool[entry].item;
    queue->head[at] = queue->pool[entry].next;
    queue->spare[queue->spare_count++] = entry;
    return true;
}

/* The first filled bucket at or after `*key`; false if all are empty. */
static inline bool dmi_buckets_next(const dmi_buckets *queue, uint64_t *key)
{
    uint32_t at = (uint32_t)*key & queue->mask;
    int32_t found = dmi_bitset_next(&queue->filled, at);
    if (found < 0)
        found = dmi_bitset_next(&queue->filled, 0);
    if (found < 0)
        return false;
    *key += ((uint32_t)found - at) & queue->mask;
    return true;
}

#endif
