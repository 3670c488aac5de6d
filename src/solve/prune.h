/* prune.h - vertices that are never better than another one. */
#ifndef DMI_PRUNE_H
#define DMI_PRUNE_H

#include "solve/search.h"

/* Keeps, of `count` free vertices, those worth a stone of `side`, in their
 * order; some best one stays.  Returns how many. */
int64_t dmi_prune(dmi_search *s, dm_side side, dm_vertex *vertices, int64_t count);

#endif
