/* largest.h - the largest part of a board in which every vertex reaches every other. */
#ifndef DMI_LARGEST_H
#define DMI_LARGEST_H

#include <demesne/arena.h>

/* If the board falls into several such parts, a remark counts them.  With `drop` *board becomes the
 * largest one (of equal ones that with the lowest vertex); its vertices keep their order. */
dm_status dmi_arena_settle_parts(dm_arena **board, bool drop, dm_error *err);

#endif
