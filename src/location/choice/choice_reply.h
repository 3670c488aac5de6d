/* choice_reply.h - a reply as a problem of choosing sites, for every rule and objective. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_REPLY_H
#define DMI_LOCATION_CHOICE_CHOICE_REPLY_H

#include "location/choice/choice_search.h"

typedef struct dmi_choice_reply {
    const dm_arena *arena;           /* borrowed, */
    const dm_reply_request *request; /* the same */
    dmi_choice_goal goal;
    dmi_reply_problem asked; /* the free candidates */
    dm_sites fixed;          /* Black's sites that cannot be closed */
    int32_t closable;
    double own_score;  /* of the fixed sites alone, if customers divide */
    int64_t saved;     /* what closing all closable sites saves */
    dm_vertex *vertex; /* of each candidate, closable sites last */
    int32_t *place;    /* of each candidate: in the list that it was given in */
    int64_t *cost;
    double *price;
    dmi_choice_site *site;
    int32_t *number; /* of the customer at each vertex, or -1 */
    double *weight, *start, *strongest;
    dmi_choice_rows rows;
    dmi_spacing spacing;
    dmi_choice_problem problem;
    dmi_arrays arrays;
} dmi_choice_reply;

/* DM_STOPPED: rows are missing.  DM_UNFINISHED: not even the standing sites were added up. */
dm_status dmi_choice_reply_init(dmi_choice_reply *reply, const dm_arena *arena,
                                const dm_reply_request *request, dm_run *run, dm_error *err);
void dmi_choice_reply_clear(dmi_choice_reply *reply);

/* What a set has to gain to reach the target; -INFINITY: there is none. */
double dmi_choice_need(const dmi_choice_reply *reply);

/* The cheapest set that reaches the target, or the fewest sites.  Without one set->gain is
 * -INFINITY, and *upper bounds what any set gains.  *is_proven: none is cheaper, or none reaches
 * it.  DM_STOPPED. */
dm_status dmi_choice_target(dmi_choice_reply *reply, dmi_choice_set *set, double *upper,
                            int64_t *nodes, bool *is_proven, dm_run *run, dm_error *err);

/* Whether a request is answered here, not by src/location/cover/. */
bool dmi_choice_takes(const dm_reply_request *request);
/* Answers it: what dm_reply_new() does. */
dm_status dmi_choice_reply_find(const dm_arena *arena, const dm_reply_request *request, dm_run *run,
                                dm_reply **out, dm_error *err);

#endif
