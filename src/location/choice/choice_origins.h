/* choice_origins.h - whom new sites take their demand from if customers divide. */
#ifndef DMI_LOCATION_CHOICE_CHOICE_ORIGINS_H
#define DMI_LOCATION_CHOICE_CHOICE_ORIGINS_H

#include <demesne/market.h>

/* What becomes of a site. */
typedef enum dmi_site_change { DMI_SITE_STAYS, DMI_SITE_OPENS, DMI_SITE_CLOSES } dmi_site_change;

/* The sites of `count` groups with one site each, and what becomes of them.  Of a customer, a new
 * site's part is taken from the others in proportion to what each loses, and from what was outside
 * or unreached.
 *
 *   before   receives what each site has without the new ones, 0 for these
 *   from     receives for every new site, in their order, `count` + 1 amounts: from[i] of site i,
 *            and the last of nobody
 *
 * Amounts are in the unit of the values.  DM_UNFINISHED; the outputs are then undefined.  One
 * search per site and a few more; memory of several numbers per vertex and thread. */
dm_status dmi_choice_origins(const dm_arena *arena, const dm_terms *terms, const dm_group *groups,
                             int32_t count, const dmi_site_change *change, int threads, dm_run *run,
                             double *before, double *from, dm_error *err);

#endif
