/* separation.h - inequalities that bound what White wins, each from a strategy for Black.
 *
 * A strategy is `reply` pairs (site, other): Black opens the site, or the other one if White holds
 * the site.  For every strategy and every opening x (docs/algorithms/location.md, "The best lead"):
 *
 *     weight won  <=  constant + sum of coef[s] * x[s]
 */
#ifndef DMI_LOCATION_LEAD_EXACT_SEPARATION_H
#define DMI_LOCATION_LEAD_EXACT_SEPARATION_H

#include "base/base.h"
#include "location/lead/lead_problem.h"
#include <demesne/rng.h>

typedef struct dmi_lead_slot {
    int32_t site, other; /* other: -1 if there is none */
} dmi_lead_slot;

typedef struct dmi_lead_gain {
    int32_t site, item;
    float full, plain;
} dmi_lead_gain;

/* Gains of slots at a fractional opening, and the search for a good strategy there; one per thread.
 * The gain of a slot at an item is the weight that White misses for certain. */
typedef struct dmi_separator {
    const dmi_lead_problem *problem;
    const double *x; /* borrowed, the opening of the last dmi_separator_start(), with 0 for the
                        sites that are Black's alone */
    /* Entry e of site s, first[s] <= e < first[s+1], is its gain at an item if the site itself
     * counts for White (plain), and if not (full). */
    int32_t *first, *at;
    int32_t *second; /* of each site: where its entries of half 1 begin */
    float *plain, *full;
    float *most;   /* of each site: the sum of its full gains */
    bool *is_free; /* of each site: White holds no part of its place, so plain and full are equal */
    float *certain; /* of each item: gained without any slot, because no site reaches it */
    /* scratch */
    dmi_lead_gain *seen;
    size_t room, seen_room;
    float *have, *near, *bonus;
    int32_t *owner;
    dm_rng rng;
    dmi_arrays arrays;
} dmi_separator;

dm_status dmi_separator_init(dmi_separator *separator, const dmi_lead_problem *problem,
                             uint64_t seed, dm_error *err);
void dmi_separator_clear(dmi_separator *separator);

/* The strategy to open these stones; -1: none. */
void dmi_strategy_of(const dmi_lead_problem *problem, const int32_t *black,
                     dmi_lead_slot *strategy);
/* Computes all gains at x, which must stay until the next call. */
dm_status dmi_separator_start(dmi_separator *separator, const double *x, dm_error *err);
/* The strategy's total gain at x: White's weight is at most total - gain. */
double dmi_strategy_gain(dmi_separator *separator, const dmi_lead_slot *strategy);
/* Builds a strategy slot by slot, each the best (or a random one of the better ones). */
void dmi_strategy_greedy(dmi_separator *separator, bool at_random, dmi_lead_slot *strategy);
/* Replaces slots while that gains; returns the gain. */
double dmi_strategy_improve(dmi_separator *separator, dmi_lead_slot *strategy);
/* The strategy's inequality, tightest at x; chooses `other` of slots for which it makes no
 * difference at x. */
void dmi_strategy_row(dmi_separator *separator, dmi_lead_slot *strategy, int64_t *coef,
                      int64_t *constant);

#endif
