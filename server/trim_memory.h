/* trim_memory.h - keeps the memory of a server that runs for weeks small. */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

/* Makes free() return large blocks to the system; call before threads start.  By default glibc
 * keeps such blocks after the first, in every thread's heap, for good. */
void memory_configure(void);

/* Returns free memory to the system; call after many small allocations. */
void memory_trim(void);

#endif
