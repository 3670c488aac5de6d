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

/* What a search from a candidate has found.  An entry is 2 * customer, + 1 if the inner step is
 * reached.  The entries are increasing and stored as differences, each in bytes of seven bits, the
 * lowest first; bit 7 says that another byte follows.  Most differences take one byte. */
typedef struct dmi_finds {
    uint8_t *byte;
    int64_t count;   /* of entries */
    bool is_current; /* false: to be searched */
} dmi_finds;

/* Takes `count` increasing entries.  False: no memory. */
bool dmi_finds_init(dmi_finds *finds, const uint32_t *entry, int64_t count);
/* Reads the next entry; `entry` is the one before, 0 at the start. */
static inline const uint8_t *dmi_finds_next(const uint8_t *byte, uint32_t *entry)
{
    uint32_t more = *byte & 127;
    for (int shift = 7; *byte++ & 128; shift += 7)
        more |= (uint32_t)(*byte & 127) << shift;
    *entry += more;
    return byte;
}

typedef struct dmi_candidates {
    dm_vertex *vertex; /* increasing, in the board's numbering */
    int64_t *offset;
    dmi_finds *finds;
    int32_t count;
} dmi_candidates;

void dmi_candidates_clear(dmi_candidates *candidates);

#define DMI_MOST_WINS INT64_C(1000000000) /* entries in all, and items in all lists */

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
