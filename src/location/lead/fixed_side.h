/* fixed_side.h - what new sites of one side win if all sites of the other side are known.
 *
 * Every customer has a few items (market/demand.h): a new site wins an item if its sum of
 * distance and offset is at most the item's reach.  White minus Black, or for Black's new sites
 * Black minus White, is `base` plus the weight of the items won.  Sets of items are rows of bits.
 */
#ifndef DMI_LOCATION_LEAD_FIXED_SIDE_H
#define DMI_LOCATION_LEAD_FIXED_SIDE_H

#include "graph/bounded_search.h"
#include "graph/shortest_paths.h"
#include "location/lead/bit_rows.h"
#include "location/market/demand.h"

enum { DMI_FIXED_ITEMS = 3 };

/* Sites with their offsets. */
typedef struct dmi_lead_standing {
    dm_vertex *vertex;
    int64_t *offset;
    int32_t count;
} dmi_lead_standing;

typedef struct dmi_lead_fixed_side {
    const dm_arena *arena;
    const dmi_lead_sites *sites;
    dm_side side; /* that opens new sites */
    dm_vertex n;
    dmi_lead_standing stands[2]; /* of the other side, with its new sites last, and of this one */
    int32_t *given;              /* the other side's new sites */
    int32_t given_count, given_first; /* stands[0].vertex[given_first + i] is that of given[i] */
    dmi_nearest nearest[2];           /* of `stands` */
    int64_t base, total;              /* `total`: of all weights */
    int32_t items;
    dm_vertex *at;          /* of each item: its customer */
    int64_t *reach;         /* of each item: the greatest sum that wins it */
    dmi_lead_market market; /* its customers are the items; nothing else is set */
    dmi_bits bits;
    int32_t *item[DMI_FIXED_ITEMS]; /* of each vertex: its items, or -1 */
    int64_t *limit;                 /* a search for items stops where its key is above this */
    dmi_bounded_search search;
    dmi_paths paths;
    dm_vertex *from; /* scratch: where a search starts */
    int64_t *other;  /* scratch: sums of a site of the other side */
    dmi_arrays arrays;
} dmi_lead_fixed_side;

/* `given` are new sites of the other side; empty ones and, if they are Black's, those on a place
 * where White has a site that it may close are left out.  If Black answers, White keeps of the
 * sites that it may close those that are given; if White answers, all of them. */
dm_status dmi_lead_fixed_side_init(dmi_lead_fixed_side *fixed, const dm_arena *arena,
                                   const dmi_lead_sites *sites, dm_side side, const int32_t *given,
                                   int32_t count, dm_error *err);
void dmi_lead_fixed_side_clear(dmi_lead_fixed_side *fixed);

/* The items that at least one of the sites wins. */
dm_status dmi_lead_fixed_side_row(dmi_lead_fixed_side *fixed, const int32_t *site, int32_t count,
                                  uint64_t *row, dm_error *err);
/* The items for which White needs the site that holds the place of given[i], which is Black's: the
 * items that it wins, and the customers of that place except those that Black wins at the best
 * `other` site, a near one.  Any answer of White's wins at most the union of its sites' rows. */
dm_status dmi_lead_fixed_side_holder_row(dmi_lead_fixed_side *fixed, int32_t i, uint64_t *row,
                                         dm_error *err);

/* Whether a site is of the side, new and not empty. */
bool dmi_lead_fixed_side_is_new(const dmi_lead_sites *sites, dm_side side, int32_t site);

#endif
