/* bucket.c - the parts of the bucket queue that are not in its inner loop. */
#include "base/bucket.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool dmi_buckets_init(dmi_buckets *queue, uint32_t count)
{
    assert(count <= DMI_BITSET_LIMIT);
    uint32_t size = 1;
    while (size < count)
        size *= 2;
    memset(queue, 0, sizeof *queue);
    queue->head = dmi_alloc(size, sizeof *queue->head);
    if (!queue->head)
        return false;
    queue->mask = size - 1;
    dmi_buckets_reset(queue);
    return true;
}

void dmi_buckets_clear(dmi_buckets *queue)
{
    free(queue->head);
    free(queue->pool);
    free(queue->spare);
    memset(queue, 0, sizeof *queue);
}

/* Makes entries from..capacity-1 spare; the least will be taken first. */
static void add_spare(dmi_buckets *queue, size_t from)
{
    for (size_t entry = queue->capacity; entry-- > from;)
        queue->spare[queue->spare_count++] = (uint32_t)entry;
}

void dmi_buckets_reset(dmi_buckets *queue)
{
    memset(queue->head, 0xff, ((size_t)queue->mask + 1) * sizeof *queue->head);
    memset(&queue->filled, 0, sizeof queue->filled);
    queue->spare_count = 0;
    add_spare(queue, 0);
}

bool dmi_buckets_grow(dmi_buckets *queue, size_t more)
{
    size_t old = queue->capacity;
    size_t capacity = old + (more > old / 2 ? more : old / 2) + 64;
    if (capacity >= DMI_BUCKET_END)
        return false;
    dmi_bucket_entry *pool = dmi_realloc(queue->pool, capacity, sizeof *pool);
    if (pool)
        queue->pool = pool;
    uint32_t *spare = dmi_realloc(queue->spare, capacity, sizeof *spare);
    if (spare)
        queue->spare = spare;
    if (!pool || !spare)
        return false;
    queue->capacity = capacity;
    assert(queue->spare_count <= queue->capacity);
    add_spare(queue, old);
    return true;
}
