/* memory.c - arrays with checked sizes. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/base.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static int checked_product(size_t count, size_t size, size_t *bytes)
{
    if (size && count > (size_t)PTRDIFF_MAX / size)
        return 0;
    *bytes = count * size;
    if (!*bytes)
        *bytes = 1;
    return 1;
}

void *dmi_alloc(size_t count, size_t size)
{
    size_t bytes;
    return checked_product(count, size, &bytes) ? malloc(bytes) : NULL;
}

void *dmi_calloc(size_t count, size_t size)
{
    size_t bytes;
    return checked_product(count, size, &bytes) ? calloc(1, bytes) : NULL;
}

void *dmi_realloc(void *memory, size_t count, size_t size)
{
    size_t bytes;
    return checked_product(count, size, &bytes) ? realloc(memory, bytes) : NULL;
}

void *dmi_alloc_aligned(size_t bytes)
{
    if (bytes > (size_t)PTRDIFF_MAX - 64)
        return NULL;
    size_t rounded = (bytes + 63) & ~(size_t)63;
    return aligned_alloc(64, rounded ? rounded : 64);
}

/* Stands before each array of a dmi_arrays. */
typedef union heading {
    void *before; /* the heading of the array made before it */
    max_align_t aligned;
} heading;

static void *arrays_add(dmi_arrays *arrays, heading *made)
{
    arrays->failed |= !made;
    if (!made)
        return NULL;
    made->before = arrays->last;
    arrays->last = made;
    return made + 1;
}

void *dmi_array(dmi_arrays *arrays, size_t count, size_t size)
{
    size_t bytes;
    bool fits =
        checked_product(count, size, &bytes) && bytes <= (size_t)PTRDIFF_MAX - sizeof(heading);
    return arrays_add(arrays, fits ? malloc(sizeof(heading) + bytes) : NULL);
}

void *dmi_array_zeroed(dmi_arrays *arrays, size_t count, size_t size)
{
    size_t bytes;
    bool fits =
        checked_product(count, size, &bytes) && bytes <= (size_t)PTRDIFF_MAX - sizeof(heading);
    return arrays_add(arrays, fits ? calloc(1, sizeof(heading) + bytes) : NULL);
}

void dmi_arrays_free(dmi_arrays *arrays)
{
    for (heading *at = arrays->last, *before; at; at = before) {
        before = at->before;
        free(at);
    }
    *arrays = (dmi_arrays){0};
}

dm_status dmi_arrays_check(dmi_arrays *arrays, dm_error *err)
{
    if (!arrays->failed)
        return DM_OK;
    dmi_arrays_free(arrays);
    return dmi_no_memory(err);
}

char *dmi_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = dmi_alloc(size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

int dmi_reserve(void *items_address, size_t *capacity, size_t need, size_t size)
{
    assert(size > 0);
    if (need <= *capacity)
        return 1;
    size_t wanted = *capacity ? *capacity : 16;
    while (wanted < need)
        wanted = wanted > (size_t)PTRDIFF_MAX / 2 ? need : wanted + wanted / 2 + 1;
    void *old;
    memcpy(&old, items_address, sizeof old);
    void *grown = dmi_realloc(old, wanted, size);
    if (!grown)
        return 0;
    memcpy(items_address, &grown, sizeof grown);
    assert(wanted >= need);
    *capacity = wanted;
    return 1;
}

void dm_free(void *memory)
{
    free(memory);
}

void *dmi_calloc_huge(size_t bytes)
{
    const uintptr_t page = 4096;
    char *memory = dmi_calloc(bytes, 1); /* untouched pages cost nothing */
    if (memory && bytes > 4 * page) {
        uintptr_t first = ((uintptr_t)memory + page - 1) & ~(page - 1);
        uintptr_t last = ((uintptr_t)memory + bytes) & ~(page - 1);
        madvise(memory + (first - (uintptr_t)memory), last - first, MADV_HUGEPAGE);
    }
    return memory;
}
