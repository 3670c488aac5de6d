/* pool.h - memory taken piece by piece and given back all at once.
 *
 * A piece lies in a chunk, behind the one taken before it.  A reset keeps the chunks,
 * so that work done block by block asks the system for memory in its first block only.
 */
#ifndef DMI_POOL_H
#define DMI_POOL_H

#include <stddef.h>

typedef struct dmi_chunk dmi_chunk;

/* Zero is an empty pool. */
typedef struct dmi_pool {
    dmi_chunk *first, *current;
} dmi_pool;

/* count * size bytes, aligned for anything, unset; NULL if there is no memory. */
void *dmi_pool_take(dmi_pool *pool, size_t count, size_t size);
/* Makes the piece taken last smaller: count * size bytes of it stay. */
void dmi_pool_shrink(dmi_pool *pool, void *piece, size_t count, size_t size);
void dmi_pool_reset(dmi_pool *pool);
void dmi_pool_clear(dmi_pool *pool);

#endif
