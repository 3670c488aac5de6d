/* allocator.c - see wrap.h.  Live blocks are in a fixed table by address, because free() also gets
 * memory that was allocated before, or by the C library. */
#include "fault/wrap.h"

#include <stddef.h>
#include <string.h>

enum { SLOTS = 1 << 16 }; /* far more than any path here uses at once */

static int64_t countdown;
static bool fired;
static bool armed;
static int64_t live;
static void *slot[SLOTS];

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

void fault_arm(int64_t k)
{
    memset(slot, 0, sizeof slot);
    countdown = k;
    live = 0;
    fired = false;
    armed = true;
}

bool fault_fired(void)
{
    armed = false;
    return fired;
}

int64_t fault_live(void)
{
    return live;
}

/* The slot of `memory`, or the free one for it. */
static void **find(const void *memory)
{
    size_t at = ((uintptr_t)memory >> 4) * 2654435761u % SLOTS;
    void **hole = NULL;
    for (size_t i = 0; i < SLOTS && slot[at]; i++, at = (at + 1) % SLOTS)
        if (slot[at] == memory)
            return &slot[at];
        else if (slot[at] == &slot[0] && !hole) /* a deleted slot */
            hole = &slot[at];
    return hole ? hole : &slot[at];
}

static void *note(void *memory)
{
    if (armed && memory) {
        *find(memory) = memory;
        live++;
    }
    return memory;
}

static void forget(const void *memory)
{
    void **at = find(memory);
    if (memory && *at == memory) {
        *at = &slot[0];
        live--;
    }
}

static bool fails(void)
{
    if (!armed || countdown == 0 || --countdown > 0)
        return false;
    fired = true;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : note(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : note(__real_calloc(count, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : note(__real_aligned_alloc(alignment, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (fails())
        return NULL;
    forget(memory);
    return note(__real_realloc(memory, size));
}

void __wrap_free(void *memory)
{
    forget(memory);
    __real_free(memory);
}
