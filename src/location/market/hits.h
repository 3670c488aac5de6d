/* hits.h - what the searches from candidates have found, and what that says of the customers.
 *
 * A candidate gains from a customer in its wider or its inner step (demand.h).
 */
#ifndef DMI_LOCATION_MARKET_HITS_H
#define DMI_LOCATION_MARKET_HITS_H

#include "location/market/demand.h"
#include "search/lazy_greedy.h"

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

/* The customers of a market: what is gained from each. */
typedef struct dmi_customers {
    int32_t count;
    const dm_vertex *place; /* the vertex of each; NULL: its number */
    const dmi_market_customer *at;
} dmi_customers;

static inline const dmi_market_step *dmi_customer_steps(const dmi_customers *customers, int32_t c)
{
    return customers->at[customers->place ? customers->place[c] : c].step;
}

/* A greedy choice among lists of hits.  It needs no groups of customers, so it can be made before
 * all candidates are searched. */
typedef struct dmi_hit_choice {
    const dmi_customers *customers;
    const dmi_hits *const *list;
    const int64_t *cost; /* of each list; NULL: none costs anything */
    unsigned char *have; /* of each customer: the step in which it is gained + 1; 0: not */
    dmi_lazy_queue queue;
} dmi_hit_choice;

/* Everything is borrowed. */
dm_status dmi_hit_choice_init(dmi_hit_choice *choice, const dmi_customers *customers,
                              const dmi_hits *const *list, const int64_t *cost, int32_t lists,
                              dm_error *err);
void dmi_hit_choice_clear(dmi_hit_choice *choice);
/* Chooses the list that adds most, per cost if costs differ, and costs at most `left`.  -1: none
 * adds anything. */
int32_t dmi_hit_choice_next(dmi_hit_choice *choice, int64_t left);

#endif
