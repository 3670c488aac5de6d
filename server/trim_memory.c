/* trim_memory.c - settings of glibc's malloc; does nothing with others. */
#include "server/trim_memory.h"

#include <stdlib.h> /* defines __GLIBC__ */

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { LARGE_PIECE = 1 << 20 }; /* bytes */

void memory_configure(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, LARGE_PIECE);
    mallopt(M_TRIM_THRESHOLD, LARGE_PIECE);
#endif
}

void memory_trim(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
