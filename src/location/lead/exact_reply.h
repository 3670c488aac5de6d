/* exact_reply.h - Black's exact reply to one opening. */
#ifndef DMI_LOCATION_LEAD_EXACT_REPLY_H
#define DMI_LOCATION_LEAD_EXACT_REPLY_H

#include "location/lead/bit_cover.h"

/* Scratch; one per thread. */
typedef struct dmi_exact_reply {
    const dmi_lead_market *market; /* borrowed */
    const dmi_bits *bits;          /* for the union of a few rows; NULL: as maximum coverage */
    uint16_t *key;                 /* White's keys */
    unsigned char *is_held;        /* of each site: White holds it */
    int32_t *site;                 /* Black's free sites */
    /* Halves that White holds before the reply are numbered; the sets of the sites hold them. */
    int64_t *weight, *first;
    int32_t *number, *item, *chosen;
    /* Or they are bits; `limit`: a site of at most this rank wins the half from White. */
    uint16_t *limit[2];
    uint64_t *held, *none, *row;
    dmi_bit_cover cover;
    uint64_t replies; /* computed so far */
    dmi_arrays arrays;
} dmi_exact_reply;

/* `bits` may be NULL; they pay if many replies of few sites are asked for. */
dm_status dmi_exact_reply_init(dmi_exact_reply *reply, const dmi_lead_market *market,
                               const dmi_bits *bits, dm_error *err);
void dmi_exact_reply_clear(dmi_exact_reply *reply);

/* The weight that White keeps against the best reply, and that reply (`reply` sites; -1 for those
 * that White's choice does not leave).  After DM_STOPPED the reply is some reply, and `won` a lower
 * bound. */
dm_status dmi_exact_reply_run(dmi_exact_reply *reply, const int32_t *white, dm_run *run,
                              int32_t *black, int64_t *won, dm_error *err);

#endif
