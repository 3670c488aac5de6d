/* dominance.h - a dominance while it is filled in, by the game's search and the market's. */
#ifndef DMI_DOMINANCE_H
#define DMI_DOMINANCE_H

#include <assert.h>
#include <demesne/dominance.h>

/* With scores of 0 for the players, and room for the sites that have the vertices; freed by
 * dm_dominance_free().  NULL: no memory. */
dm_dominance *dmi_dominance_alloc(dm_vertex n, int32_t players, bool has_sites);

/* Gives v, which is worth `value`, to its owner: a player, DM_TIED or DM_UNREACHED. */
static inline void dmi_dominance_give(dm_dominance *d, dm_vertex v, int32_t owner, int64_t value)
{
    assert(v >= 0 && v < d->n && owner < d->players);
    d->owner[v] = owner;
    *(owner >= 0 ? &d->score[owner] : owner == DM_TIED ? &d->tied : &d->unreached) += value;
}

#endif
