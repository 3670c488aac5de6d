/* unrefuted_openings.h - openings that no reply has refuted yet, with their bounds.
 *
 * An opening is `size` sites, increasing; openings with equal first sites are together.
 */
#ifndef DMI_LOCATION_LEAD_UNREFUTED_OPENINGS_H
#define DMI_LOCATION_LEAD_UNREFUTED_OPENINGS_H

#include "location/lead/opening_tile.h"
#include <stdatomic.h>

typedef struct dmi_unrefuted {
    const dmi_bits *bits; /* borrowed */
    int32_t size;
    int threads;
    uint16_t *site; /* `size` per opening */
    int64_t *bound;
    int64_t count, room;
    const dmi_pool_reply *reply; /* being applied to the list, with the weight to beat */
    int64_t won;
    atomic_llong piece;
    int64_t *left; /* openings left of each piece */
    uint64_t *row; /* scratch of each thread: the union of the first sites */
    dmi_arrays arrays;
} dmi_unrefuted;

/* Makes room for `room` openings; DM_NO_MEMORY. */
dm_status dmi_unrefuted_init(dmi_unrefuted *list, const dmi_bits *bits, int32_t size, int threads,
                             int64_t room, dm_error *err);
void dmi_unrefuted_clear(dmi_unrefuted *list);

/* Adds what is left of a tile; there must be room. */
void dmi_unrefuted_add(dmi_unrefuted *list, const dmi_lead_tile *tile);
/* The largest bound, at least `least`. */
int64_t dmi_unrefuted_most(const dmi_unrefuted *list, int64_t least);
/* Lets the reply lower all bounds, and drops the openings that keep no more than `won`. */
void dmi_unrefuted_apply(dmi_unrefuted *list, const dmi_pool_reply *reply, int64_t won);
/* Marks the sites of all openings in `used`, which has an entry for each of `sites`. */
void dmi_unrefuted_mark(const dmi_unrefuted *list, unsigned char *used, int32_t sites);
/* Copies the opening of the largest bound that shares no site with opening `last` (-1: any).
 * Returns its number; -1: there is none. */
int64_t dmi_unrefuted_choose(const dmi_unrefuted *list, int64_t last, int32_t *white);

#endif
