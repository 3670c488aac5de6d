/* dominated_moves.h - vertices that are never better than another one. */
#ifndef DMI_DOMINATED_MOVES_H
#define DMI_DOMINATED_MOVES_H

#include "solve/search.h"

/* Of `count` free vertices, keeps those worth a stone of `side`, in order: a
 * dropped one has a neighbour among them that is at least as good.  Returns how many. */
int64_t dmi_drop_dominated(dmi_search *s, dm_side side, dm_vertex *vertices, int64_t count);
dmi_isolation dmi_isolation_of(const dmi_search *s, dm_side side, dm_vertex v);
/* Drops most candidates on isolated vertices.  Returns how many candidates stay. */
int64_t dmi_drop_isolated(dmi_candidate_move *candidates, int64_t count);

#endif
