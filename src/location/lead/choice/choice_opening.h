/* choice_opening.h - an opening of White's that is made site by site, and what is known of
 * openings.
 */
#ifndef DMI_LOCATION_LEAD_CHOICE_CHOICE_OPENING_H
#define DMI_LOCATION_LEAD_CHOICE_CHOICE_OPENING_H

#include "location/lead/choice/choice_lead.h"

/* An answer of Black's. */
typedef struct dmi_lead_answer {
    int32_t *site, count;
    dmi_lead_state state;
} dmi_lead_answer;

/* The present opening, the answers found, and the best opening. */
typedef struct dmi_opening_search {
    dmi_choice_lead *lead;
    dm_run *run;
    dmi_lead_answer *pool; /* those that refuted an opening last first */
    size_t pools, room;
    int32_t *twin;         /* of White's options: Black's on the same vertex, or -1 */
    dmi_lead_state *level; /* White's sites with the first 0, 1, .. chosen */
    dmi_lead_state trial;  /* scratch */
    int32_t *chosen, count, news;
    int64_t cost;
    int32_t *excluded; /* of White's places: by how many of the chosen */
    bool *closed;      /* Black's options that White has taken */
    int32_t *best, bests, *black, blacks;
    double worth;          /* that the best opening guarantees; -INFINITY: there is none */
    double upper;          /* of what any opening guarantees, if not all were looked at */
    double tolerance;      /* a better opening guarantees more than this above the best */
    double openings, done; /* in all, and looked at */
    dmi_choice_set answer; /* scratch */
    dmi_arrays arrays;
} dmi_opening_search;

dm_status dmi_openings_init(dmi_opening_search *search, dmi_choice_lead *lead, dm_run *run,
                            dm_error *err);
void dmi_openings_clear(dmi_opening_search *search);

/* Whether option w is a new site, not one that may be closed. */
bool dmi_opening_is_new(const dmi_opening_search *search, int32_t w);
/* Whether w may be added. */
bool dmi_opening_fits(const dmi_opening_search *search, int32_t w);
void dmi_opening_push(dmi_opening_search *search, int32_t w);
void dmi_opening_pop(dmi_opening_search *search);
void dmi_opening_set(dmi_opening_search *search, const int32_t *chosen, int32_t count);
/* Whether it has as many sites as are asked for. */
bool dmi_opening_is_complete(const dmi_opening_search *search);
/* What the chosen sites cost White; 0 unless profits are maximized. */
double dmi_opening_price(const dmi_opening_search *search);
static inline double dmi_opening_cutoff(const dmi_opening_search *search)
{
    return search->worth + search->tolerance;
}

/* Writes the best opening with its answer, scores and bounds. `is_done`: all were looked at. */
dm_status dmi_opening_answer(dmi_opening_search *search, bool is_done, dm_lead *lead,
                             dm_error *err);

#endif
