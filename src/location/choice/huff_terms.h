/* huff_terms.h - the terms and sites of a round under the Huff rule, checked. */
#ifndef DMI_LOCATION_CHOICE_HUFF_TERMS_H
#define DMI_LOCATION_CHOICE_HUFF_TERMS_H

#include "location/choice/pulls.h"
#include <demesne/reply.h>

/* DM_BAD_ARGUMENT if beta, floor or radius is out of range. */
dm_status dmi_huff_rule(const dm_terms *terms, dmi_pull_rule *out, dm_error *err);

/* DM_BAD_ARGUMENT if an attraction is out of range or a site has an offset. */
dm_status dmi_huff_check_sites(const dm_sites *sites, dm_error *err);

static inline double dmi_huff_attraction(const dm_sites *sites, int32_t i)
{
    return sites->attraction ? sites->attraction[i] : 1;
}

/* The sites of all groups, numbered in their order; new.  Also DM_BAD_VERTEX: out of range or
 * named twice. */
dm_status dmi_huff_sites(const dm_arena *arena, const dm_group *groups, int group_count,
                         bool may_meet, dmi_pull_site **out, int32_t *count, dm_error *err);

#endif
