/* wrap.h - an allocator that fails the k-th request, and counts what is not given back.
 *
 * The program is linked with --wrap for malloc, calloc, realloc, aligned_alloc and free, so
 * every call from the library and the test comes here; shared libraries keep their own.
 */
#ifndef FAULT_WRAP_H
#define FAULT_WRAP_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

/* From now on the k-th request fails, and only it; 0: none does. */
void fault_arm(int64_t k);
bool fault_fired(void);
/* Blocks given out since fault_arm() that were not freed. */
int64_t fault_live(void);

/* A path gives back all it took, whether it fails or not, and leaves outputs of failed
 * calls as they were. */
typedef dm_status fault_path(dm_error *err);

/* What a run with a failed request may end with besides DM_NO_MEMORY. */
enum {
    FAULT_NO_MEMORY = 0, /* nothing else */
    FAULT_COPES = 1,     /* DM_OK where it does without the block, or DM_UNSUPPORTED */
    FAULT_ANY_ERROR = 2  /* any error with a message: jansson calls a missing block bad syntax */
};

/* Runs `path` with the first request failing, then the second, and so on until none is left to
 * fail: every run ends as `endings` allow, the last with DM_OK, and none keeps a block. */
void fault_sweep(fault_path *path, int endings);

#endif
