/* bucket.c - the parts of the bucket queue that are not in its inner loop. */
#include "base/bucket.h"

#include "base/base.h"
#include <stdlib.h>
#include <string.h>

int dmi_buckets_init(dmi_buckets *queue, uint32_t count)
{
    uint32_t size = 1;
    while (size < count)
        size *= 2;
    memset(queue, 0, sizeof *queue);
    queue->head = dmi_alloc(size, sizeof *queue->head);
    if (!queue->head)
        return 0;
    queue->mask = size - 1;
    dmi_buckets_reset(queue);
    return 1;
}

void dmi_buckets_clear(dmi_buckets *queue)
{
    free(queue->head);
    free(queue->pool);
    memset(queue, 0, sizeof *queue);
}

void dmi_buckets_reset(dmi_buckets *queue)
{
    memset(queue->head, 0xff, ((size_t)queue->mask + 1) * sizeof *queue->head);
    memset(&queue->filled, 0, sizeof queue->filled);
    queue->used = 0;
    queue->free = DMI_BUCKET_END;
}

int dmi_buckets_grow(dmi_buckets *queue, size_t more)
{
    size_t need = queue->used + more;
    return need < DMI_BUCKET_END &&
           dmi_reserve(&queue->pool, &queue->capacity, need, sizeof *queue->pool);
}
