/* hits.h - what the searches from candidates have found, and what that says of the customers.
 *
 * A candidate gains from a customer in its wider or its inner step (demand.h).
 */
#ifndef DMI_LOCATION_MARKET_HITS_H
#define DMI_LOCATION_MARKET_HITS_H

#include <demesne/arena.h>
#include <stdbool.h>
#include <stdint.h>

/* What a search from a candidate has found.  An entry is 2 * customer, + 1 if the inner step is
 * reached.  The entries are increasing and stored as differences, each in bytes of seven bits, the
 * lowest first; bit 7 says that another byte follows.  Most differences take one byte. */
typedef struct dmi_hits {
    uint8_t *byte;
    int64_t count;   /* of entries */
    int64_t gain;    /* of all of them */
    int64_t price;   /* what they earn (prices.h) while the market has prices */
    bool is_current; /* false: to be searched */
    bool is_signed;  /* the signatures have it */
} dmi_hits;

/* Takes `count` increasing entries.  False: no memory. */
bool dmi_hits_init(dmi_hits *hits, const uint32_t *entry, int64_t count);
/* Reads the next entry; `entry` is the one before, 0 at the start. */
static inline const uint8_t *dmi_hits_next(const uint8_t *byte, uint32_t *entry)
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
    dmi_hits *hits;
    int32_t count;
} dmi_candidates;

void dmi_candidates_clear(dmi_candidates *candidates);

/* Every candidate has two random numbers of 128 bits, for its two steps.  The signature of a
 * customer is the sum of those of the candidates that gain from it: customers from which the same
 * candidates gain alike have equal signatures, and others do with a chance of 2^-128. */
typedef struct dmi_signature {
    uint64_t word[2];
    int32_t reached[2]; /* candidates that gain, in each step */
} dmi_signature;

/* Kept between questions; {0} to start with. */
typedef struct dmi_signatures {
    dmi_signature *of; /* each customer; NULL: none yet */
    uint64_t seed;
} dmi_signatures;

/* Signs what candidate `vertex` gains, or takes it out again. */
void dmi_signatures_add(dmi_signatures *signatures, dm_vertex vertex, dmi_hits *hits);
void dmi_signatures_remove(dmi_signatures *signatures, dm_vertex vertex, dmi_hits *hits);

#endif
