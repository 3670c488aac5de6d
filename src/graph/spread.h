/* spread.h - lowers the keys of vertices along arcs: a search that starts from any keys.
 *
 * Offer keys to some vertices, then run: afterwards no key is greater than that of another vertex
 * plus the length of an arc from there, as far as the keys offered improve on those before.
 */
#ifndef DMI_SPREAD_H
#define DMI_SPREAD_H

#include "base/heap.h"
#include <demesne/arena.h>

typedef struct dmi_spread {
    const dm_graph *graph; /* borrowed, as are the lists */
    int64_t *key;          /* of each vertex; INT64_MAX: none yet */
    int32_t *label;        /* travels with the key, the least among equal keys; NULL: no labels */
    int64_t bound;         /* greater keys are not given */
    const int64_t *limit;  /* the same of each vertex; NULL: none */
    dm_run *run;           /* stops the search; NULL: never */
    dmi_heap heap;         /* all zero before the first offer */
} dmi_spread;

/* Lowers the key of v to `key`, which is 0 or more, if that is less.  False: no memory. */
bool dmi_spread_offer(dmi_spread *spread, dm_vertex v, int64_t key, int32_t label);
/* The same for a site at v, which is also at the copy where those arrive who may not go on. */
bool dmi_spread_offer_site(dmi_spread *spread, dm_vertex v, int64_t key, int32_t label);
/* Spreads what was offered and frees the heap; DM_STOPPED: not to the end.  O(a log a) for a arcs
 * of vertices whose keys fall.
 */
dm_status dmi_spread_run(dmi_spread *spread, dm_error *err);

#endif
