/* lead_open_list.h - openings that no reply has refuted yet, with their bounds.
 *
 * An opening is `size` sites, increasing; openings with equal first sites are together.
 */
#ifndef DMI_LOCATION_LEAD_EXACT_LEAD_OPEN_LIST_H
#define DMI_LOCATION_LEAD_EXACT_LEAD_OPEN_LIST_H

#include "location/lead/lead_tile.h"
#include <stdatomic.h>

typedef struct dmi_open_list {
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
} dmi_open_list;

/* Makes room for `room` openings; DM_NO_MEMORY. */
dm_status dmi_open_list_init(dmi_open_list *list, const dmi_bits *bits, int32_t size, int threads,
                             int64_t room, dm_error *err);
void dmi_open_list_clear(dmi_open_list *list);

/* Adds what is left of a tile; there must be room. */
void dmi_open_list_add(dmi_open_list *list, const dmi_lead_tile *tile);
/* The largest bound, at least `least`. */
int64_t dmi_open_list_most(const dmi_open_list *list, int64_t least);
/* Lets the reply lower all bounds, and drops the openings that keep no more than `won`. */
void dmi_open_list_apply(dmi_open_list *list, const dmi_pool_reply *reply, int64_t won);
/* Marks the sites of all openings in `used`, which has an entry for each of `sites`. */
void dmi_open_list_mark(const dmi_open_list *list, unsigned char *used, int32_t sites);
/* Copies the opening of the largest bound that shares no site with opening `last` (-1: any).
 * Returns its number; -1: there is none. */
int64_t dmi_open_list_choose(const dmi_open_list *list, int64_t last, int32_t *white);

#endif
