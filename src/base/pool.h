/* pool.h - memory taken piece by piece and freed all at once.
 *
 * Pieces follow each other in a chunk.  A reset keeps the chunks, so that work done block by block
 * asks the system for memory in its first block only.
 */
#ifndef DMI_POOL_H
#define DMI_POOL_H

#include <stddef.h>

typedef struct dmi_chunk dmi_chunk;

/* Zero is an empty pool. */
typedef struct dmi_pool {
    dmi_chunk *first, *current;
} dmi_pool;

/* count * size bytes, aligned for any type, unset; NULL if memory runs out. */
void *dmi_pool_take(dmi_pool *pool, size_t count, size_t size);
/* Shrinks the piece taken last to count * size bytes. */
void dmi_pool_shrink(dmi_pool *pool, void *piece, size_t count, size_t size);
void dmi_pool_reset(dmi_pool *pool);
void dmi_pool_clear(dmi_pool *pool);

#endif
