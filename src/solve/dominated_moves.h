/* dominated_moves.h - vertices that are never better than another one. */
#ifndef DMI_DOMINATED_MOVES_H
#define DMI_DOMINATED_MOVES_H

#include "solve/search.h"

/* Keeps, of `count` free vertices, those worth a stone of `side`, in their
 * order: one that is left out has a neighbour among the others that is as good.
 * Returns how many. */
int64_t dmi_drop_dominated(dmi_search *s, dm_side side, dm_vertex *vertices, int64_t count);
dmi_standing dmi_standing_of(const dmi_search *s, dm_side side, dm_vertex v);
/* Of the candidates on vertices alone few stay.  Returns how many there are in all. */
int64_t dmi_drop_alone(dmi_candidate_move *candidates, int64_t count);

#endif
