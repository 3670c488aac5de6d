/* heap.h - a binary heap of (key, item) pairs, least key first. */
#ifndef DMI_HEAP_H
#define DMI_HEAP_H

#include "base/base.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct dmi_heap_entry {
    uint64_t key;
    uint32_t item;
} dmi_heap_entry;

/* All zero: empty.  Freed by dmi_heap_clear. */
typedef struct dmi_heap {
    dmi_heap_entry *entry;
    size_t count, capacity;
} dmi_heap;

static inline void dmi_heap_clear(dmi_heap *heap)
{
    free(heap->entry);
    *heap = (dmi_heap){0};
}

/* False (nothing changed): no memory. */
static inline bool dmi_heap_push(dmi_heap *heap, uint64_t key, uint32_t item)
{
    if (heap->count == heap->capacity &&
        !dmi_reserve(&heap->entry, &heap->capacity, heap->count + 1, sizeof *heap->entry))
        return false;
    size_t at = heap->count++;
    while (at > 0 && heap->entry[(at - 1) / 2].key > key) {
        heap->entry[at] = heap->entry[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    assert(heap->count <= heap->capacity);
    heap->entry[at] = (dmi_heap_entry){key, item};
    return true;
}

/* The heap must not be empty. */
static inline dmi_heap_entry dmi_heap_pop(dmi_heap *heap)
{
    assert(heap->count > 0);
    dmi_heap_entry least = heap->entry[0];
    dmi_heap_entry moving = heap->entry[--heap->count];
    size_t at = 0;
    for (size_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && heap->entry[child + 1].key < heap->entry[child].key)
            child++;
        if (heap->entry[child].key >= moving.key)
            break;
        heap->entry[at] = heap->entry[child];
        at = child;
    }
    heap->entry[at] = moving;
    return least;
}

#endif
