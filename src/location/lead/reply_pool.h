/* reply_pool.h - replies of Black's met so far; each bounds what any opening of White's keeps.
 *
 * For one reply every site of White's has a row of bits: the halves that White has with this site
 * alone, and those it has anyway.  What an opening keeps against the reply is at most the weight of
 * the union of its rows.  A site on the place of one of Black's has all halves that Black would
 * have won there.
 */
#ifndef DMI_LOCATION_LEAD_REPLY_POOL_H
#define DMI_LOCATION_LEAD_REPLY_POOL_H

#include "location/lead/bit_rows.h"
#include <assert.h>

typedef struct dmi_pool_reply {
    uint64_t *row;    /* per site of White's */
    int64_t *single;  /* weights of the rows */
    uint64_t *anyway; /* the halves that White has anyway */
    int64_t base;     /* their weight */
    uint64_t useful;  /* when it last refuted something */
    dmi_arrays arrays;
} dmi_pool_reply;

enum { DMI_LAST_REPLIES = 16 };

typedef struct dmi_lead_pool {
    const dmi_bits *bits; /* borrowed */
    int threads;
    dmi_pool_reply *reply;
    int32_t count, room;
    dmi_pool_reply part; /* the last one with some of its rows only */
    uint64_t clock;      /* of `useful` */
    int32_t *last;       /* the sites of the last replies added, in a ring of DMI_LAST_REPLIES */
    uint64_t added;      /* replies ever */
    uint16_t *key;       /* scratch: Black's keys */
    uint16_t *limit[2];
    dmi_arrays arrays;
} dmi_lead_pool;

dm_status dmi_lead_pool_init(dmi_lead_pool *pool, const dmi_bits *bits, int threads, dm_error *err);
void dmi_lead_pool_clear(dmi_lead_pool *pool);

/* Adds the reply; if the pool is full, the one that was useful longest ago goes.  With `only` it
 * has rows of the sites marked there and stays until the next such call.  *out: the new one. */
dm_status dmi_lead_pool_add(dmi_lead_pool *pool, const int32_t *black, const unsigned char *only,
                            dmi_pool_reply **out, dm_error *err);

/* The sites of the k-th last reply added; k is less than DMI_LAST_REPLIES and `added`. */
static inline const int32_t *dmi_lead_pool_last(const dmi_lead_pool *pool, uint64_t k)
{
    assert(k < DMI_LAST_REPLIES && k < pool->added);
    return pool->last +
           (pool->added - 1 - k) % DMI_LAST_REPLIES * (size_t)pool->bits->market->sites.reply;
}

#endif
