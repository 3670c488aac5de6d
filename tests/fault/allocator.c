/* allocator.c - see wrap.h.  Live blocks are in a fixed table by address, because free() also gets
 * memory that was allocated before, or by the C library.  Slots of earlier rounds count as free, so
 * that arming does not clear the table; a block that is freed lets the ones after it move up, so
 * that searches stay short. */
#include "fault/wrap.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOT_BITS = 16,
    SLOTS = 1 << SLOT_BITS, /* far more than any path here uses at once */
    CALLS = 12,             /* of a chain that are compared */
    FRAME = 1 << 16,        /* the most bytes of a frame */
    EVERY = 31              /* of the requests of known places, this one fails all the same */
};

static int64_t first_to_fail; /* 0: none */
static int64_t requests;
static int most_times; /* a place fails; 0: places do not matter */
static uint8_t times_failed[SLOTS];
static bool fired;
static bool armed;
static int64_t live;
static uint32_t round_now = 1;
static struct {
    void *memory;
    uint32_t round;
} slot[SLOTS];

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
    fault_arm_new(k, 0);
}

void fault_arm_new(int64_t k, int times)
{
    round_now++;
    first_to_fail = k;
    most_times = times;
    requests = 0;
    live = 0;
    fired = false;
    armed = true;
}

bool fault_fired(void)
{
    armed = false;
    return fired;
}

int64_t fault_fired_at(void)
{
    return requests;
}

void fault_forget_places(void)
{
    memset(times_failed, 0, sizeof times_failed);
}

int64_t fault_live(void)
{
    return live;
}

static bool is_used(size_t at)
{
    return slot[at].round == round_now;
}

/* Where the search for `memory` begins. */
static size_t home(const void *memory)
{
    return (size_t)((uint64_t)(uintptr_t)memory * UINT64_C(0x9E3779B97F4A7C15) >> (64 - SLOT_BITS));
}

/* The slot of `memory`, or the free one for it. */
static size_t find(const void *memory)
{
    size_t at = home(memory);
    while (is_used(at) && slot[at].memory != memory)
        at = (at + 1) % SLOTS;
    return at;
}

static void *note(void *memory)
{
    if (armed && memory) {
        size_t at = find(memory);
        if (++live == SLOTS) /* the search for a free slot would not end */
            abort();
        slot[at].memory = memory;
        slot[at].round = round_now;
    }
    return memory;
}

static void forget(const void *memory)
{
    size_t hole = find(memory);
    if (!memory || !is_used(hole))
        return;
    live--;
    for (size_t at = (hole + 1) % SLOTS; is_used(at); at = (at + 1) % SLOTS)
        if ((at - home(slot[at].memory)) % SLOTS >= (at - hole) % SLOTS) {
            slot[hole] = slot[at];
            hole = at;
        }
    slot[hole].round = 0;
}

/* The number of the chain of calls that leads here, by the saved frame pointers.  Libraries may use
 * that register for something else, which ends the chain. */
__attribute__((no_sanitize("all"))) static size_t place(void)
{
    uint64_t hash = 0;
    const uintptr_t *frame = __builtin_frame_address(0);
    for (int i = 0; i < CALLS; i++) {
        hash = (hash ^ frame[1]) * UINT64_C(0x9E3779B97F4A7C15);
        uintptr_t distance = frame[0] - (uintptr_t)frame;
        if (distance == 0 || distance > FRAME || distance % sizeof *frame)
            break;
        frame += distance / sizeof *frame;
    }
    return (size_t)(hash >> (64 - SLOT_BITS));
}

static bool is_new_place(void)
{
    size_t here = place();
    if (times_failed[here] >= most_times && requests % EVERY)
        return false;
    if (times_failed[here] < most_times)
        times_failed[here]++;
    return true;
}

static bool fails(void)
{
    if (!armed || fired || !first_to_fail || ++requests < first_to_fail)
        return false;
    fired = !most_times || is_new_place();
    return fired;
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
