/* lead_market.h - what every site of a lead is to every customer, as small numbers.
 *
 * Every site has a rank at every customer; smaller is nearer.  A customer of value v has two
 * halves, each worth v, so that (docs/algorithms/location.md, "The best lead")
 *
 *     White minus Black = sum of the halves won - sum of all v
 *
 * White's key at a half is the least of its standing sites' key and of rank + strict of the sites
 * it opens; Black's, the same at both halves, is the least of its standing sites' key and of the
 * ranks of the sites it opens.
 *
 *     White loses the half exactly if  Black's key < White's key.
 *
 * Only lead_market.c knows tie rules, radius and components.  Ranks that the standing sites make
 * useless are DMI_FAR, and customers with equal ranks and keys are one.
 */
#ifndef DMI_LOCATION_LEAD_LEAD_MARKET_H
#define DMI_LOCATION_LEAD_LEAD_MARKET_H

#include "location/lead/site_distances.h"

enum { DMI_FAR = 0xfffe }; /* rank of a site that does not reach the customer */

typedef struct dmi_lead_market {
    const dm_arena *arena;
    const dm_lead_request *request;
    dmi_lead_sites sites; /* borrowed */
    int32_t customers;
    int32_t split;    /* the first `split` customers have both halves, the others half 0 alone, of
                         twice the weight: their halves are always equal */
    size_t stride;    /* cells per row, a multiple of 512; those behind the last are DMI_FAR */
    uint16_t *rank;   /* sites x stride */
    uint16_t *own[2]; /* key of White's standing sites; DMI_FAR or DMI_FAR + 1: none */
    uint16_t *rival;  /* key of Black's standing sites; DMI_FAR: none */
    int strict[2];    /* of the halves */
    int64_t *weight;  /* of each half of a customer, divided by `unit` */
    int64_t unit;     /* value = base + unit * weight won */
    int64_t base;
    int64_t total; /* of all weights */
    dmi_arrays arrays;
} dmi_lead_market;

/* DM_TOO_LARGE if the board or the lists are. */
dm_status dmi_lead_market_check(const dm_arena *arena, const dmi_lead_sites *sites, dm_error *err);
/* Borrows the sites.  DM_STOPPED, DM_TOO_LARGE. */
dm_status dmi_lead_market_init(dmi_lead_market *market, const dm_arena *arena,
                               const dmi_lead_sites *sites, dm_run *run, dm_error *err);
void dmi_lead_market_clear(dmi_lead_market *market);
/* The same market with the sites that `take` marks alone; map[s] is the old number of site s.
 * Borrows everything but the ranks; `sites` becomes the list of the new one. */
dm_status dmi_lead_market_sample(const dmi_lead_market *market, const unsigned char *take,
                                 dmi_lead_sites *sites, int32_t *map, dmi_lead_market *out,
                                 dm_error *err);

static inline const uint16_t *dmi_lead_market_row(const dmi_lead_market *market, int32_t site)
{
    return market->rank + (size_t)site * market->stride;
}

static inline int64_t dmi_lead_value(const dmi_lead_market *market, int64_t won)
{
    return market->base + market->unit * won;
}

/* How many customers have this half. */
static inline int32_t dmi_lead_halves(const dmi_lead_market *market, int half)
{
    return half ? market->split : market->customers;
}

/* White's key of a site of this rank. */
static inline uint16_t dmi_lead_white_key(uint16_t rank, int strict)
{
    return rank == DMI_FAR ? DMI_FAR + 1 : (uint16_t)(rank + strict);
}

/* White's keys with these sites: those of half 0, then those of half 1. */
void dmi_lead_white_keys(const dmi_lead_market *market, const int32_t *white, int32_t count,
                         uint16_t *key);
/* The keys `to` if White opens one more site; may be `from`. */
void dmi_lead_white_add(const dmi_lead_market *market, int32_t site, const uint16_t *from,
                        uint16_t *to);
/* Black's keys with these sites, one per customer; -1 is none. */
void dmi_lead_black_keys(const dmi_lead_market *market, const int32_t *black, int32_t count,
                         uint16_t *key);
int64_t dmi_lead_weight_won(const dmi_lead_market *market, const uint16_t *white,
                            const uint16_t *black);

#endif
