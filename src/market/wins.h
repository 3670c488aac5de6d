/* wins.h - which candidates gain from which customers, as lists of a maximum coverage problem.
 *
 * Customers from which the same candidates gain the same are one group.  A group has up to two
 * items: what all of its candidates gain, and what those within the inner step gain besides.  Set i
 * has the items that a site on candidate i reaches.
 */
#ifndef DMI_WINS_H
#define DMI_WINS_H

#include "market/demand.h"
#include <demesne/run.h>

typedef struct dmi_wins {
    int32_t items, sets;
    int64_t *weight; /* of each item, positive */
    int64_t *first;  /* set s holds item[first[s] .. first[s+1]-1], increasing */
    int32_t *item;
} dmi_wins;

void dmi_wins_clear(dmi_wins *wins);

/* What a search from a candidate has found: 2 * customer, + 1 if the inner step is reached. */
typedef struct dmi_finds {
    uint32_t *entry;
    int64_t count;
    bool is_current; /* false: to be searched */
} dmi_finds;

typedef struct dmi_candidates {
    dm_vertex *vertex; /* increasing, in the board's numbering */
    int64_t *offset;
    dmi_finds *finds;
    int32_t count;
} dmi_candidates;

void dmi_candidates_clear(dmi_candidates *candidates);

#define DMI_MOST_WINS INT64_C(400000000) /* entries in all */

/* Customers for dmi_wins_init: what is gained from each. */
typedef struct dmi_customers {
    int32_t count;
    const dm_vertex *place; /* the vertex of each; NULL: its number */
    const dmi_market_customer *at;
} dmi_customers;

/* Groups the customers and makes the lists; candidates that were not searched get empty ones.
 * O(entries). */
dm_status dmi_wins_init(dmi_wins *wins, const dmi_customers *customers,
                        const dmi_candidates *candidates, dm_error *err);

#endif
