/* disjoint_replies.h - a bound on all openings, from replies that share no site.
 *
 * An opening of p sites leaves out all sites of at least one of p + 1 such replies.  So no opening
 * keeps more than White's best answer to one of them does.
 */
#ifndef DMI_LOCATION_LEAD_DISJOINT_REPLIES_H
#define DMI_LOCATION_LEAD_DISJOINT_REPLIES_H

#include "location/lead/bit_cover.h"
#include "location/lead/reply_pool.h"

typedef struct dmi_lead_family {
    const dmi_lead_sites *sites; /* borrowed */
    dmi_bit_cover cover;
    int32_t *black; /* the replies' sites */
    int32_t *list;  /* scratch: White's sites that Black does not hold */
    int32_t count;  /* replies; one more than an opening has sites: complete */
    int64_t most;   /* what White's best answers to them keep */
    dmi_arrays arrays;
} dmi_lead_family;

dm_status dmi_lead_family_init(dmi_lead_family *family, const dmi_bits *bits,
                               const dmi_lead_sites *sites, dm_error *err);
void dmi_lead_family_clear(dmi_lead_family *family);

/* Takes the reply with these sites, unless the family is complete or has one of them.  Returns the
 * bound; INT64_MAX: not known yet. */
int64_t dmi_lead_family_add(dmi_lead_family *family, const dmi_pool_reply *reply,
                            const int32_t *black, dm_run *run);

#endif
