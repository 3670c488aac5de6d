/* pool.c - a list of chunks, each filled from its start; chunks double in size up to a limit.
 *
 * Invariant: chunks before `current` are never used again, those after it are empty.
 */
#include "base/pool.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>

#define SMALLEST ((size_t)1 << 16)
#define LARGEST  ((size_t)1 << 26)
#define ALIGN    _Alignof(max_align_t)

struct dmi_chunk {
    dmi_chunk *next;
    size_t size, used;
    max_align_t bytes[];
};

static size_t round_up(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* Adds a chunk with room for `bytes` after the current one. */
static dmi_chunk *add_chunk(dmi_pool *pool, size_t bytes)
{
    size_t size = pool->current ? 2 * pool->current->size : SMALLEST;
    size = size < LARGEST ? size : LARGEST;
    size = size < bytes ? bytes : size;
    dmi_chunk *chunk = dmi_alloc(1, sizeof *chunk + size);
    if (!chunk)
        return NULL;
    *chunk = (dmi_chunk){.next = pool->current ? pool->current->next : NULL, .size = size};
    if (pool->current)
        pool->current->next = chunk;
    else
        pool->first = chunk;
    return chunk;
}

void *dmi_pool_take(dmi_pool *pool, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2) / size)
        return NULL;
    size_t bytes = round_up(count * size);
    dmi_chunk *chunk = pool->current;
    while (chunk && chunk->size - chunk->used < bytes)
        chunk = chunk->next;
    if (!chunk && !(chunk = add_chunk(pool, bytes)))
        return NULL;
    pool->current = chunk;
    assert(chunk->used + bytes <= chunk->size && chunk->used % ALIGN == 0);
    void *piece = (char *)chunk->bytes + chunk->used;
    chunk->used += bytes;
    return piece;
}

void dmi_pool_shrink(dmi_pool *pool, void *piece, size_t count, size_t size)
{
    assert(pool->current && (char *)piece >= (char *)pool->current->bytes);
    assert((char *)piece + round_up(count * size) <=
           (char *)pool->current->bytes + pool->current->used);
    pool->current->used =
        (size_t)((char *)piece - (char *)pool->current->bytes) + round_up(count * size);
}

void dmi_pool_reset(dmi_pool *pool)
{
    for (dmi_chunk *chunk = pool->first; chunk; chunk = chunk->next)
        chunk->used = 0;
    pool->current = pool->first;
}

void dmi_pool_clear(dmi_pool *pool)
{
    while (pool->first) {
        dmi_chunk *next = pool->first->next;
        free(pool->first);
        pool->first = next;
    }
    pool->current = NULL;
}
