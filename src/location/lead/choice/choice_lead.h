/* choice_lead.h - White's best opening for every rule and objective, if Black answers best. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_LEAD_H
#define DMI_LOCATION_CHOICE_CHOICE_LEAD_H

#include "location/choice/choice_search.h"
#include <demesne/lead.h>

/* The sites that one side may open; of White's, then those that it may close.  Site s pulls on
 * customer v with pull[s * customers + v], in the customer's unit; under the nearest rule `key` is
 * the sum of distance and offset, twice, plus 1 for a site that is new where that decides ties. */
typedef struct dmi_lead_options {
    int32_t count, closable;
    dm_vertex *vertex;
    int64_t *cost;
    int32_t *place; /* in the list that it was given in */
    dmi_choice_site *site;
    double *pull;
    uint64_t *key;
    dmi_spacing spacing;
    bool has_spacing;
} dmi_lead_options;

/* What the sites of one side are to every customer. */
typedef struct dmi_lead_state {
    double *total;     /* pulls that compete */
    double *strongest; /* the strongest of them, if not all compete */
    uint64_t *key;     /* under the nearest rule: the least; UINT64_MAX: none reaches it */
} dmi_lead_state;

typedef struct dmi_choice_lead {
    const dm_arena *arena;
    const dm_lead_request *request;
    dmi_choice_goal goal; /* White's */
    dmi_choice_rule rule;
    int32_t customers;
    double *value, *outside;
    dmi_lead_options side[2];
    dmi_lead_state standing[2];
    int64_t saved;        /* what closing all closable sites saves */
    bool is_exact;        /* White opens exactly `count` sites */
    int32_t count, reply; /* at most, or exactly, so many */
    int32_t *every;       /* 0 .. customers - 1 */
    dmi_choice_row *row;  /* of Black's options */
    double *gain;         /* under the nearest rule: what they point into */
    dmi_choice_columns columns;
    int64_t replies; /* solved so far */
    dmi_arrays arrays;
} dmi_choice_lead;

static inline bool dmi_lead_divides(const dmi_choice_lead *lead)
{
    return dmi_rule_divides(lead->request->terms.rule);
}

/* Whether White may close its site i: where that can be of use. */
static inline bool dmi_lead_may_close(const dm_lead_request *q, int32_t i)
{
    bool is_of_use =
        q->has_budget || q->terms.has_spacing || q->terms.objective == DM_MAXIMIZE_PROFIT;
    return is_of_use && q->white.may_close && q->white.may_close[i];
}

/* Searches from all sites.  DM_TOO_LARGE: more than 1 GiB of pulls. */
dm_status dmi_choice_lead_init(dmi_choice_lead *lead, const dm_arena *arena,
                               const dm_lead_request *request, dm_run *run, dm_error *err);
void dmi_choice_lead_clear(dmi_choice_lead *lead);

dm_status dmi_lead_state_init(dmi_lead_state *state, const dmi_choice_lead *lead, dm_error *err);
void dmi_lead_state_clear(dmi_lead_state *state);
void dmi_lead_state_copy(const dmi_choice_lead *lead, const dmi_lead_state *from,
                         dmi_lead_state *to);
/* Adds option s of a side. */
void dmi_lead_state_add(const dmi_choice_lead *lead, dm_side side, int32_t s, dmi_lead_state *to);
/* What White maximizes, without costs. */
double dmi_lead_worth(const dmi_choice_lead *lead, const dmi_lead_state *white,
                      const dmi_lead_state *black);

/* Black's best answer to White's sites.  `closed` marks Black's options that White has taken; sets
 * that leave White with at most `enough` end the search.  The set's gain is what White loses;
 * *least: no answer leaves White less.  DM_STOPPED. */
dm_status dmi_choice_lead_reply(dmi_choice_lead *lead, const dmi_lead_state *white,
                                const bool *closed, double enough, dmi_choice_set *set,
                                double *least, dm_run *run, dm_error *err);

/* Whether a request is answered here. */
bool dmi_choice_leads(const dm_lead_request *request);
/* Answers it: what dm_lead_new() does. */
dm_status dmi_choice_lead_find(const dm_arena *arena, const dm_lead_request *request, dm_run *run,
                               dm_lead **out, dm_error *err);

#endif
