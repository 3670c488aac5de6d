/* cover_subproblem.h - what is left of a cover when some sets are chosen and others given up.
 *
 * A part is a cover of its own: the items still open, the sets still free and
 * how many of them to take.  Branching makes smaller parts of one, so a part
 * can be searched by whoever has it.
 */
#ifndef DMI_COVER_SUBPROBLEM_H
#define DMI_COVER_SUBPROBLEM_H

#include "oneround/cover.h"

typedef struct dmi_subproblem {
    int32_t items, sets, count; /* `count` sets are still to be chosen */
    int64_t gained;             /* weight that every choice within this part has */
    int64_t upper;              /* no cover within it weighs more */
    int64_t *weight;            /* of each item */
    int64_t *price;             /* ... and its multiplier, 0 .. weight << shift */
    int64_t *first;             /* set s holds item[first[s] .. first[s+1]-1], increasing */
    int32_t *item;
    int32_t *name; /* of each set in the whole problem */
    int32_t *chosen;
    int32_t chosen_count;
    int shift;                   /* prices count units of 2^-shift */
    double pace;                 /* of its next price step */
    struct dmi_subproblem *next; /* among the open ones */
} dmi_subproblem;

typedef enum dmi_cover_choice { DMI_FREE = 0, DMI_IN, DMI_OUT } dmi_cover_choice;

/* Scratch to make parts with, for parts no larger than the first. */
typedef struct dmi_reducer {
    bool keep_dominated; /* every cover counts, not one of the heaviest alone */
    unsigned char *fate; /* one a set: what the next part makes of it */
    unsigned char *covered;
    int64_t *set_first, *item_first; /* open items by set, free sets by item */
    int32_t *set_item, *item_set;
    int32_t *leader; /* of each item: the first one that the same sets hold, or -1 */
    uint64_t *hash;  /* of each item's sets */
    int32_t *slot;   /* a hash table of items */
    uint32_t slot_mask;
    uint64_t *mark; /* `words` a set: the items it holds, folded */
    int32_t words, most_words;
    void *block;
} dmi_reducer;

/* Room for parts of this size. */
bool dmi_reducer_init(dmi_reducer *forge, int32_t items, int32_t sets, int64_t size);
void dmi_reducer_clear(dmi_reducer *forge);

/* The part of `from` with the sets of fate IN chosen and those of fate OUT gone; among equals and
 * subsets one set stays, unless all are kept.  Forgets the fates.  NULL: no memory. */
dmi_subproblem *dmi_reducer_apply(dmi_reducer *forge, const dmi_subproblem *from);

#endif
