/* choice_sites.h - sites of an answer in the form in which they were given, and their scores. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_SITES_H
#define DMI_LOCATION_CHOICE_CHOICE_SITES_H

#include "base/base.h"
#include <demesne/reply.h>

/* A list that is made site by site; {0} to start with. */
typedef struct dmi_site_list {
    dm_vertex *vertex;
    int64_t *offset;
    double *attraction, *beta;
    dm_sites sites; /* what it has; borrowed from here */
} dmi_site_list;

/* Adds site i of `from`; `most` is the most sites it will have.  False: no memory. */
bool dmi_site_list_add(dmi_site_list *list, dmi_arrays *arrays, int32_t most, const dm_sites *from,
                       int32_t i);

/* What the two sides get, by the rule of the terms. */
typedef struct dmi_choice_totals {
    dm_amount score[2], tied, unreached, value; /* value: Black minus White */
    double outside;
} dmi_choice_totals;

/* Scores the groups, which may meet. */
dm_status dmi_choice_totals_of(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                               int count, int threads, dmi_choice_totals *out, dm_error *err);

#endif
