/* cover_subproblem.h - a coverage problem after some sets were chosen and others excluded.
 *
 * It has the items not covered yet, the free sets, and how many of them to choose.  It owns all its
 * data, so any thread can search it.
 */
#ifndef DMI_LOCATION_COVER_COVER_SUBPROBLEM_H
#define DMI_LOCATION_COVER_COVER_SUBPROBLEM_H

#include "location/cover/cover.h"
#include <stddef.h>

typedef struct dmi_subproblem {
    int32_t items, sets, count; /* `count` sets are left to choose; with a budget at most */
    int64_t gained;             /* weight that every choice has already */
    int64_t upper;              /* no cover of this subproblem weighs more */
    int64_t *weight;            /* of each item */
    int64_t *multiplier;        /* multiplier of each item, 0 .. weight << shift */
    int64_t *first;             /* set s holds item[first[s] .. first[s+1]-1], increasing */
    int32_t *item;              /* NULL: `run` has them */
    dmi_item_run *run;          /* of a large problem: the same entries as runs of items */
    int64_t *cost;              /* of each set, at most `budget`; NULL: no budget */
    int64_t budget;             /* that is left */
    int64_t price;   /* of a unit of cost in weight, in units of 2^-dmi_budget_bits(budget) */
    int32_t *number; /* number of each set in the whole problem */
    int32_t *chosen;
    int32_t chosen_count;
    int shift;        /* multipliers count units of 2^-shift */
    double step_size; /* of the next step of the multipliers */
    bool is_averaged; /* steps are taken by the volume algorithm */
    int64_t order;    /* among the open subproblems: larger ones were listed later */
} dmi_subproblem;

typedef enum dmi_cover_choice { DMI_SET_FREE = 0, DMI_SET_IN, DMI_SET_OUT } dmi_cover_choice;

/* Binary digits of a budget; a price has as many after the point. */
static inline int dmi_budget_bits(int64_t budget)
{
    int bits = 0;
    while (bits < 62 && budget >> bits)
        bits++;
    return bits;
}

/* Scratch for reductions. */
typedef struct dmi_reducer {
    bool keep_dominated;     /* all covers are wanted, not just one of the heaviest */
    dm_run *run;             /* once it stops, reductions that can be left out are; may be NULL */
    unsigned char *decision; /* of each set, for the next call of dmi_reducer_apply() */
    unsigned char *covered;
    int64_t *set_first, *item_first; /* items by free set, free sets by item */
    int32_t *set_item, *item_set;
    int32_t *leader; /* of each item: the first one in the same sets, or -1 */
    uint64_t *hash;  /* of each item's sets */
    int32_t *slot;   /* a hash table of items */
    uint32_t slot_mask;
    uint64_t *mark; /* a bitset of `words` words per set: its items, folded */
    int32_t words, most_words;
    int32_t room_items, room_sets; /* what the block has room for */
    int64_t room_size;
    void *block;
} dmi_reducer;

/* For subproblems of at most so many sets. */
bool dmi_reducer_init(dmi_reducer *reducer, int32_t sets);
void dmi_reducer_clear(dmi_reducer *reducer);

/* Items in the sets that are not OUT, summed over the sets. */
int64_t dmi_subproblem_entries(const dmi_subproblem *sub, const unsigned char *decision);
/* The whole problem, not reduced; its lists are those of `cover`. NULL: no memory. */
dmi_subproblem *dmi_subproblem_whole(const dmi_cover *cover, int64_t total, int shift);
/* Lays out the arrays of a subproblem with so many entries, of `item` or of `run`, in one block
 * that begins with room for it; the caller fills them and copies it there.  NULL: no memory. */
dmi_subproblem *dmi_subproblem_new(dmi_subproblem *layout, size_t items, size_t runs,
                                   bool has_cost);
/* What the sets that are IN leave of the budget; free sets that cost more become OUT. */
int64_t dmi_subproblem_pay(const dmi_subproblem *sub, unsigned char *decision);
/* Makes the subproblem that follows from `decision`, in runs, not reduced (cover_runs.c). Resets
 * `decision`. NULL: no memory. */
dmi_subproblem *dmi_subproblem_as_runs(const dmi_subproblem *from, unsigned char *decision);

/* Makes the subproblem of `from` that follows from `decision`: sets that are IN are chosen, sets
 * that are OUT removed; unless keep_dominated, a set within another that costs no more is
 * removed too. Sets that cost more than the rest of the budget are removed. Resets `decision`.
 * NULL: no memory. */
dmi_subproblem *dmi_reducer_apply(dmi_reducer *f, const dmi_subproblem *from);

#endif
