/* lead_sites.h - the places where either side may open a site, in one list.
 *
 *     0 ........ first_black ........ whites ........ count
 *     |  White's alone  |  of both       |  Black's alone  |
 *
 * A place where the two sides would have different offsets is two sites that are `twin` of each
 * other.  Under a budget the standing sites that White may close are among White's own, and White
 * "opens" those it keeps; empty sites, which reach nobody, stand for stones that are not placed.
 * So White always chooses exactly `choose` of its sites.
 */
#ifndef DMI_LOCATION_LEAD_LEAD_SITES_H
#define DMI_LOCATION_LEAD_LEAD_SITES_H

#include "base/base.h"
#include <demesne/lead.h>

typedef struct dmi_lead_site {
    dm_vertex vertex; /* -1: an empty site */
    int32_t twin; /* the other side's site on this vertex: this one if it is of both; -1: none */
    int64_t offset, cost;
    bool closable; /* stands already */
} dmi_lead_site;

typedef struct dmi_lead_sites {
    const dm_lead_request *request; /* borrowed */
    dmi_lead_site *site;
    int32_t count, whites, first_black;
    int32_t choose;  /* of White's sites; at most `opening` of them new ones */
    int32_t opening; /* the most new sites of White's */
    int32_t reply;   /* the most sites of Black's */
    int32_t closable;
    int64_t budget; /* for new and for kept closable sites; INT64_MAX: none */
} dmi_lead_sites;

/* Checks the request.  DM_BAD_VERTEX, DM_BAD_ARGUMENT, DM_TOO_LARGE, DM_UNSUPPORTED. */
dm_status dmi_lead_sites_init(dmi_lead_sites *sites, const dm_arena *arena,
                              const dm_lead_request *request, dm_error *err);
void dmi_lead_sites_clear(dmi_lead_sites *sites);

/* The sites that `take` marks, and those that stand or are empty; map[s] is the old number of s. */
dm_status dmi_lead_sites_sample(const dmi_lead_sites *sites, const unsigned char *take,
                                dmi_lead_sites *out, int32_t *map, dm_error *err);

/* Whether White may hold these `choose` sites: within the budget and the limit of new sites. */
bool dmi_lead_sites_allow(const dmi_lead_sites *sites, const int32_t *white);

/* White's site that keeps Black from opening `black`, or -1. */
static inline int32_t dmi_lead_holder(const dmi_lead_sites *sites, int32_t black)
{
    return sites->site[black].twin;
}

#endif
