/* lazy_greedy.h - greedy choice and swaps, for gains that only fall as others are chosen.
 *
 * Such gains are submodular.  Greedy choice then gains at least 1 - 1/e of the most that any choice
 * of as many items gains (Nemhauser, Wolsey, Fisher, 1978); and what an item gained earlier bounds
 * what it gains now, so that most items need not be looked at again (Minoux, Accelerated greedy
 * algorithms for maximizing submodular set functions, 1978).
 */
#ifndef DMI_SEARCH_LAZY_GREEDY_H
#define DMI_SEARCH_LAZY_GREEDY_H

#include "base/heap.h"

/* How a choice asks about its items; `context` is the user's. */
typedef struct dmi_greedy_hooks {
    /* The item that gains most (or most per cost) of those that are not chosen and that the budget
     * allows, if it gains more than `least`; -1: there is none.  *gain: what it gains. */
    int32_t (*best)(void *context, bool per_cost, int64_t least, int64_t *gain);
    /* What the item gains now. */
    int64_t (*gain)(void *context, int32_t item);
    /* Adds the item to the choice, or takes it out.  After DM_STOPPED gains may be old. */
    dm_status (*put)(void *context, int32_t item, bool is_in, dm_error *err);
    /* Items have been taken out that stay out: old gains are no bounds any more.  May be NULL. */
    void (*forget)(void *context);
} dmi_greedy_hooks;

typedef struct dmi_greedy {
    const dmi_greedy_hooks *hooks;
    void *context;
    int32_t limit;   /* items to choose, at most */
    bool has_budget; /* then no item is chosen that gains nothing */
    int32_t *chosen; /* room for `limit`; the caller's */
    int32_t count;
} dmi_greedy;

/* Chooses items until there is none to choose.  Without a budget each gains most.  With one each
 * gains most per cost, until an item that gains most makes the best end: at least half of the most
 * that the budget allows, if only the budget limits (Yaroslavtsev, Zhou, Avdiukhin, Bring your own
 * greedy+max: near-optimal 1/2-approximations for submodular knapsack, 2020); then more that fit.
 * DM_STOPPED: chosen by old gains. */
dm_status dmi_greedy_choose(dmi_greedy *greedy, dm_error *err);
/* Swaps single items for better ones and adds one that fits, until a full round has changed
 * nothing.  DM_STOPPED. */
dm_status dmi_greedy_improve(dmi_greedy *greedy, dm_error *err);
/* The swaps alone. */
dm_status dmi_greedy_swap(dmi_greedy *greedy, dm_error *err);

/* Items by their old gains, those first that gained most (or most per cost). */
typedef struct dmi_lazy_queue {
    double *gain;        /* of each item, when it was last looked at; the caller's */
    const int64_t *cost; /* of each item; NULL: none costs anything */
    double least_cost;   /* is added to each cost before a gain is divided by it; 0: it is not */
    dmi_heap heap;
} dmi_lazy_queue;

/* Puts the item in, with its entry of `gain`.  False: no memory. */
bool dmi_lazy_queue_add(dmi_lazy_queue *queue, int32_t item);
/* Takes the best item out; -1: there is none.  `look` tells what an item gains now.  Items that
 * cost more than `left` are dropped. */
int32_t dmi_lazy_queue_take(dmi_lazy_queue *queue, int64_t left,
                            double (*look)(void *context, int32_t item), void *context);

#endif
