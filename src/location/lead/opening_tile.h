/* opening_tile.h - openings that differ in their last site, bounded by replies of the pool.
 *
 *     prefix 0:  a b | c d e ...        the last sites still possible, each with its bound
 *     prefix 1:  a c | d e f ...
 *
 * The rows of a block of last sites stay in the cache while all prefixes of the tile use them.
 */
#ifndef DMI_LOCATION_LEAD_OPENING_TILE_H
#define DMI_LOCATION_LEAD_OPENING_TILE_H

#include "location/lead/reply_pool.h"

enum { DMI_TILE = 32 }; /* prefixes */

typedef struct dmi_lead_tile {
    const dmi_bits *bits; /* borrowed */
    int32_t size;         /* sites per prefix */
    int32_t count;        /* prefixes */
    int32_t *prefix;      /* DMI_TILE x size */
    dmi_bit_list list[DMI_TILE];
    int32_t *opening; /* scratch: prefix and last site */
    uint64_t *row;    /* of each prefix, against the reply being applied */
    int64_t *sum;
    int32_t *order; /* of the pool's replies, the most recently useful first */
    int32_t ordered;
    dmi_arrays arrays;
} dmi_lead_tile;

dm_status dmi_lead_tile_init(dmi_lead_tile *tile, const dmi_lead_pool *pool, dm_error *err);
void dmi_lead_tile_clear(dmi_lead_tile *tile);

/* Adds a prefix with all last sites from `from` on that White may add. */
void dmi_lead_tile_add(dmi_lead_tile *tile, const int32_t *prefix, int32_t from);
/* Drops the openings that the reply holds to `floor`; returns how many are left. */
int64_t dmi_lead_tile_apply(dmi_lead_tile *tile, const dmi_pool_reply *reply, int64_t floor);
/* Applies the replies of the pool until nothing is left; returns the last reply that was needed, or
 * NULL if something is left. */
dmi_pool_reply *dmi_lead_tile_refute(dmi_lead_tile *tile, const dmi_lead_pool *pool, int64_t floor);

#endif
