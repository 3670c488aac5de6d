/* memory.h - a server that runs for weeks gives back what it does not need. */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

/* For the whole process, before there are threads: large pieces go back to the system when they are
 * freed.  Left to itself malloc learns from the first large one to keep such pieces, one for every
 * thread's heap, for good. */
void memory_settle(void);

/* After much was taken in small pieces: what is free goes back, also between pieces in use. */
void memory_trim(void);

#endif
