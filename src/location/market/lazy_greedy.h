/* lazy_greedy.h - greedy choice among lists of customers, as searches find them.
 *
 * Needs no groups, so it can answer before all candidates are searched.
 */
#ifndef DMI_LOCATION_MARKET_LAZY_GREEDY_H
#define DMI_LOCATION_MARKET_LAZY_GREEDY_H

#include "base/heap.h"
#include "location/market/coverage_sets.h"

typedef struct dmi_choice_set {
    const dmi_hits *hits;
    int64_t cost;
} dmi_choice_set;

typedef struct dmi_choice {
    const dmi_customers *customers;
    const dmi_choice_set *set;
    int64_t gain;        /* of the sets chosen */
    unsigned char *have; /* of each customer: the step in which it is gained + 1; 0: not */
    int64_t *adds;       /* of each set: what it adds, or has added before others were chosen */
    int32_t *round;      /* of each set: sets chosen when that was found */
    int32_t chosen;
    dmi_heap heap; /* of sets that are left, those first that may add most per cost */
} dmi_choice;

/* Everything is borrowed. */
dm_status dmi_choice_init(dmi_choice *choice, const dmi_customers *customers,
                          const dmi_choice_set *set, int32_t sets, dm_error *err);
void dmi_choice_clear(dmi_choice *choice);

/* Chooses the set that adds most, per cost if costs differ, and costs at most `left`.  -1: none
 * adds anything. */
int32_t dmi_choice_next(dmi_choice *choice, int64_t left);

#endif
