/* choice_rule.h - the rule by which customers divide among sites, as data.
 *
 * Every rule gives a site at a distance from a customer a weight, and the customer divides in
 * proportion to the weights.  Weights are handled by their logarithm, the utility, so that none is
 * too large or too small:
 *
 *     huff     log A - beta log max(d, floor)
 *     logit    a - beta d
 */
#ifndef DMI_LOCATION_CHOICE_CHOICE_RULE_H
#define DMI_LOCATION_CHOICE_CHOICE_RULE_H

#include <demesne/reply.h>
#include <math.h>

typedef struct dmi_choice_rule {
    dm_rule rule; /* DM_HUFF or DM_LOGIT */
    double beta;
    double unit;                 /* what the board's unit of length is as it is typed */
    double floor;                /* huff, as typed */
    int64_t radius;              /* -1: none */
    double outside;              /* the utility of the outside option; -INFINITY: there is none */
    int32_t choices;             /* the sites of a side that compete; INT32_MAX: all */
    const double *customer_beta; /* of each vertex; NULL: 1; borrowed */
} dmi_choice_rule;

/* A site as customers see it. */
typedef struct dmi_choice_site {
    dm_vertex vertex;
    int32_t side;      /* 0 or 1 */
    int32_t number;    /* the caller's */
    double attraction; /* huff: its logarithm */
    double beta;       /* times the rule's */
    int64_t offset;
} dmi_choice_site;

/* Of the site to a customer at v, at `distance`. */
static inline double dmi_choice_utility(const dmi_choice_rule *rule, const dmi_choice_site *site,
                                        dm_vertex v, int64_t distance)
{
    double beta = rule->beta * site->beta * (rule->customer_beta ? rule->customer_beta[v] : 1);
    double typed = (double)(distance + site->offset) * rule->unit;
    if (rule->rule == DM_LOGIT)
        return site->attraction - beta * typed;
    return site->attraction - beta * log(typed > rule->floor ? typed : rule->floor);
}

/* Whether customers divide, so that sites are not to be merged and amounts are real. */
static inline bool dmi_rule_divides(dm_rule rule)
{
    return rule != DM_NEAREST;
}

/* DM_BAD_ARGUMENT if a term is out of range. */
dm_status dmi_choice_rule_init(dmi_choice_rule *rule, const dm_arena *arena, const dm_terms *terms,
                               dm_error *err);

/* Site i of the list, numbered i.  DM_BAD_ARGUMENT: its attraction or beta is out of range, or it
 * has an offset under DM_HUFF. */
dm_status dmi_choice_site_init(dmi_choice_site *site, const dm_sites *sites, int32_t i,
                               dm_side side, dm_rule rule, dm_error *err);

/* The sites of all groups, numbered in their order; new.  Also DM_BAD_VERTEX: out of range or
 * named twice. */
dm_status dmi_choice_sites(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                           int group_count, dmi_choice_site **out, int32_t *count, dm_error *err);

#endif
