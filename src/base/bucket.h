/* bucket.h - a ring of buckets of 32-bit items: a queue for keys that never lie
 * further ahead of the least one than the ring is long.
 *
 * Bucket k lives at k modulo the ring's size.  Items of a bucket are linked
 * through one pool, whose freed entries are used again first, so the part of
 * the pool in use stays small and warm.
 *
 *     head  [ . 3 . . ]      pool 3 -> 1 -> 0
 */
#ifndef DMI_BUCKET_H
#define DMI_BUCKET_H

#include "base/bitset.h"
#include <stddef.h>
#include <stdint.h>

typedef struct dmi_bucket_entry {
    uint32_t item;
    uint32_t next;
} dmi_bucket_entry;

typedef struct dmi_buckets {
    uint32_t *head; /* one a bucket, DMI_BUCKET_END where it is empty */
    uint32_t mask;  /* the ring's size, a power of two, less one */
    dmi_bucket_entry *pool;
    size_t capacity;
    size_t used;   /* entries ever taken from the pool */
    uint32_t free; /* first of the entries given back */
    dmi_bitset filled;
} dmi_buckets;

#define DMI_BUCKET_END UINT32_MAX

/* A ring of at least `count` buckets, at most DMI_BITSET_LIMIT.  False: no memory. */
int dmi_buckets_init(dmi_buckets *queue, uint32_t count);
void dmi_buckets_clear(dmi_buckets *queue);
void dmi_buckets_reset(dmi_buckets *queue); /* drops all items */
int dmi_buckets_grow(dmi_buckets *queue, size_t more);

/* Room for `more` pushes.  False: no memory. */
static inline int dmi_buckets_reserve(dmi_buckets *queue, size_t more)
{
    return queue->capacity - queue->used >= more || dmi_buckets_grow(queue, more);
}

/* Room must have been reserved. */
static inline void dmi_buckets_push(dmi_buckets *queue, uint64_t key, uint32_t item)
{
    uint32_t at = (uint32_t)key & queue->mask;
    uint32_t entry = queue->free;
    if (entry == DMI_BUCKET_END)
        entry = (uint32_t)queue->used++;
    else
        queue->free = queue->pool[entry].next;
    queue->pool[entry] = (dmi_bucket_entry){item, queue->head[at]};
    queue->head[at] = entry;
    dmi_bitset_add(&queue->filled, at);
}

/* Takes one item out of bucket `key`; false where it is empty. */
static inline int dmi_buckets_pop(dmi_buckets *queue, uint64_t key, uint32_t *item)
{
    uint32_t at = (uint32_t)key & queue->mask;
    uint32_t entry = queue->head[at];
    if (entry == DMI_BUCKET_END) {
        dmi_bitset_remove(&queue->filled, at);
        return 0;
    }
    *item = queue->pool[entry].item;
    queue->head[at] = queue->pool[entry].next;
    queue->pool[entry].next = queue->free;
    queue->free = entry;
    return 1;
}

/* The first filled bucket at or after `*key`; false where all are empty. */
static inline int dmi_buckets_next(const dmi_buckets *queue, uint64_t *key)
{
    uint32_t at = (uint32_t)*key & queue->mask;
    int32_t found = dmi_bitset_next(&queue->filled, at);
    if (found < 0)
        found = dmi_bitset_next(&queue->filled, 0);
    if (found < 0)
        return 0;
    *key += ((uint32_t)found - at) & queue->mask;
    return 1;
}

#endif
