/* wrap.h - an allocator that fails the k-th request, and counts blocks that are not freed
 * (allocator.c), and a sweep over all requests of a path (wrap.c).
 *
 * The program, or the Python extension, is linked with --wrap for malloc, calloc, realloc,
 * aligned_alloc and free, so every call from the library and the test comes here; shared libraries
 * keep their own.
 */
#ifndef FAULT_WRAP_H
#define FAULT_WRAP_H

#include <demesne/status.h>
#include <stdbool.h>
#include <stdint.h>

/* From now on only the k-th request fails; 0: none does. */
void fault_arm(int64_t k);
bool fault_fired(void);
/* From now on the first request from the k-th on fails that comes from a new place: from a chain of
 * calls whose requests have failed fewer than `times` times since fault_forget_places(). */
void fault_arm_new(int64_t k, int times);
void fault_forget_places(void);
/* The number of the request that failed. */
int64_t fault_fired_at(void);
/* Blocks allocated since fault_arm() and not freed. */
int64_t fault_live(void);

/* A path frees all it took, whether it fails or not, and leaves the outputs of failed calls
 * unchanged. */
typedef dm_status fault_path(dm_error *err);

/* How a run with a failed request may end besides DM_NO_MEMORY. */
enum {
    FAULT_NO_MEMORY = 0, /* nothing else */
    FAULT_COPES = 1,     /* DM_OK if it can do without the block, or DM_UNSUPPORTED */
    FAULT_ANY_ERROR =
        2, /* any error with a message: jansson reports a missing block as bad syntax */
    FAULT_KNOWN_PLACES =
        4 /* as the sweep before: places that failed there often do not fail again */
};

/* Runs `path` with the first request failing, then the second, and so on until none is left, but
 * for those of a place that has failed often (the long mode has all): every run ends as `endings`
 * allows, the last with DM_OK, and all blocks are freed. */
void fault_sweep(fault_path *path, int endings);

#endif
