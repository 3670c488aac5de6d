/* lead_problem.h - finding a lead as a problem: items that White wins or loses.
 *
 * A customer of value v is two items of weight v, one for each half of "White minus Black"
 * (docs/ALGORITHMS.md, "The best lead"):
 *
 *     value = sum of the weights of the items won - sum of all v
 *
 * Every site has a rank at every item; smaller is nearer.  The white key is the least rank of
 * White's stones, plus 1 if the item is strict; `none` if no white stone reaches it.  The black key
 * is the least rank of Black's stones, DMI_FAR if there is none.
 *
 *     White loses the item exactly if  black key < white key.
 *
 * Only lead_problem.c knows tie rules, radius and components.
 */
#ifndef DMI_LEAD_PROBLEM_H
#define DMI_LEAD_PROBLEM_H

#include "base/base.h"
#include <demesne/graph.h>
#include <demesne/lead.h>
#include <stddef.h>

enum { DMI_FAR = 0xfffe }; /* rank of a site that does not reach the item */

typedef struct dmi_lead_item {
    int32_t customer; /* its row of `order` */
    uint16_t strict;  /* 1: Black wins it at equal rank */
    uint16_t none;    /* white key without a stone: DMI_FAR; DMI_FAR + 1: lost in any case */
    int64_t weight;
} dmi_lead_item;

typedef struct dmi_lead_problem {
    const dm_arena *arena; /* borrowed */
    const dm_lead_request *request;
    int32_t count, reply; /* numbers of White's and Black's stones */
    int32_t sites, items, customers;
    dm_vertex *vertex; /* of each site, increasing */
    dmi_lead_item *item;
    uint16_t *rank;   /* sites x items */
    int32_t *order;   /* customers x sites: the sites that reach it, by rank */
    int32_t *reached; /* numbers of these */
    int64_t unit;     /* value = base + unit * weight won */
    int64_t base;
    int64_t total; /* of all weights */
    dmi_arrays arrays;
} dmi_lead_problem;

/* Checks the request; `table` is not needed afterwards. */
dm_status dmi_lead_problem_init(const dm_arena *arena, const dm_lead_request *request,
                                const dm_distances *table, dm_run *run, dmi_lead_problem *out,
                                dm_error *err);
void dmi_lead_problem_clear(dmi_lead_problem *problem);

/* Checks and sorts the candidates: distinct, on the board, enough for both. *vertex is new. */
dm_status dmi_lead_sites(const dm_arena *arena, const dm_lead_request *request, dm_vertex **vertex,
                         int32_t *sites, dm_error *err);

static inline const uint16_t *dmi_lead_ranks(const dmi_lead_problem *problem, int32_t site)
{
    return problem->rank + (size_t)site * (size_t)problem->items;
}

static inline uint16_t dmi_lead_white_key(const dmi_lead_item *item, uint16_t rank)
{
    return rank == DMI_FAR ? item->none : (uint16_t)(rank + item->strict);
}

static inline int64_t dmi_lead_value(const dmi_lead_problem *problem, int64_t won)
{
    return problem->base + problem->unit * won;
}

/* Keys of a set of stones, one per item. */
void dmi_lead_white_keys(const dmi_lead_problem *problem, const int32_t *white, int32_t count,
                         uint16_t *key);
void dmi_lead_black_keys(const dmi_lead_problem *problem, const int32_t *black, int32_t count,
                         uint16_t *key);
int64_t dmi_lead_weight_won(const dmi_lead_problem *problem, const uint16_t *white,
                            const uint16_t *black);

#endif
