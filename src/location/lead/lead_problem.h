/* lead_problem.h - the market of a lead as items that White wins or loses, with the sites that are
 * near each: for branch and cut.
 *
 * An item is a half of a customer (lead_market.h):
 *
 *     value = base + unit * weight of the items won
 *
 * The white key of an item is the least key of White's stones there, the black key that of Black's.
 *
 *     White loses the item exactly if  black key < white key.
 */
#ifndef DMI_LOCATION_LEAD_LEAD_PROBLEM_H
#define DMI_LOCATION_LEAD_LEAD_PROBLEM_H

#include "location/lead/lead_market.h"

typedef struct dmi_lead_item {
    int32_t customer; /* in the market, and its row of `order` */
    uint16_t strict;  /* 1: Black wins it at equal rank */
    uint16_t own;     /* white key of the standing sites; DMI_FAR or, lost, DMI_FAR + 1: none */
} dmi_lead_item;

typedef struct dmi_lead_problem {
    const dmi_lead_market *market; /* borrowed */
    const dmi_lead_sites *list;    /* its sites */
    int32_t count, reply;          /* numbers of White's and Black's stones */
    int32_t sites;                 /* White's are the first `whites`, Black's those from */
    int32_t whites, first_black;   /* `first_black` on */
    bool is_shared;                /* all are of both */
    int32_t items, customers;
    dmi_lead_item *item;
    uint16_t *rival; /* of each item: black key of the standing sites; DMI_FAR: none */
    int64_t *weight; /* of each item */
    int64_t *first;  /* order[first[c] .. first[c+1]-1]: the sites that reach customer c, by rank */
    int32_t *order;
    int64_t total; /* of all weights */
    dmi_arrays arrays;
} dmi_lead_problem;

dm_status dmi_lead_problem_init(dmi_lead_problem *problem, const dmi_lead_market *market,
                                dm_run *run, dm_error *err);
void dmi_lead_problem_clear(dmi_lead_problem *problem);

#endif
