/* cover_lagrangian.h - an upper bound on a part, and the sets that it decides. */
#ifndef DMI_COVER_LAGRANGIAN_H
#define DMI_COVER_LAGRANGIAN_H

#include "oneround/cover_subproblem.h"

__extension__ typedef __int128 dmi_wide; /* the worths of many sets together */

/* Scratch to price parts with, for parts no larger than the first. */
typedef struct dmi_lagrangian {
    int64_t *worth;        /* of each set: the prices of its items */
    int64_t *best;         /* the prices with the least bound so far */
    int32_t *order;        /* sets, the `count` worthiest first */
    int32_t *times;        /* how many of those hold each item */
    float *lean;           /* where each price goes: the late directions, the last most */
    dmi_wide bound, least; /* at the present prices, and the least so far; scaled */
    void *block;
} dmi_lagrangian;

bool dmi_lagrangian_init(dmi_lagrangian *pricer, int32_t items, int32_t sets);
void dmi_lagrangian_clear(dmi_lagrangian *pricer);

/* Prices to begin with. */
void dmi_lagrangian_start(dmi_subproblem *part);
/* Begins with a part: needs 0 < count < sets. */
void dmi_lagrangian_begin(dmi_lagrangian *pricer, const dmi_subproblem *part);
/* Bounds the part at its present prices; true where that is the best bound so far, and then
 * part->upper may have come down.  Gives the weight of the `count` worthiest sets in `found`. */
bool dmi_lagrangian_bound(dmi_lagrangian *pricer, dmi_subproblem *part, int64_t *found);
/* At the bound just made: decides each set without which, or with which, no cover weighs
 * `wanted`. */
void dmi_lagrangian_decide(const dmi_lagrangian *pricer, const dmi_subproblem *part, int64_t wanted,
                           unsigned char *fate);
/* Moves the prices `pace` (0..2) of the way that would bring the bound down to `wanted` were it
 * linear.  False where none moves. */
bool dmi_lagrangian_move(dmi_lagrangian *pricer, dmi_subproblem *part, int64_t wanted, double pace);
/* Back to the prices of the best bound. */
void dmi_lagrangian_settle(const dmi_lagrangian *pricer, dmi_subproblem *part);
/* Brings the `count` worthiest sets to the front of the order. */
void dmi_lagrangian_select(dmi_lagrangian *pricer, const dmi_subproblem *part, int32_t count);

#endif
