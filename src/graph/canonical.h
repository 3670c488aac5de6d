/* canonical.h - a numbering of vertices that makes isomorphic boards equal. */
#ifndef DMI_CANONICAL_H
#define DMI_CANONICAL_H

#include <demesne/arena.h>

enum { DMI_CANONICAL_LIMIT = 4096 }; /* vertices */

/* Fills `number[v]` with the canonical number of v; ignores lengths and values.  The numbering
 * depends on the version of nauty (dmi_canonical_version).  DM_TOO_LARGE above the limit. */
dm_status dmi_canonical_numbers(const dm_graph *board, dm_vertex *number, dm_error *err);

int64_t dmi_canonical_version(void);

#endif
