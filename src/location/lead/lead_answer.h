/* lead_answer.h - Black's exact reply to one opening, on rows of bits. */
#ifndef DMI_LOCATION_LEAD_LEAD_ANSWER_H
#define DMI_LOCATION_LEAD_LEAD_ANSWER_H

#include "location/lead/bit_cover.h"

/* Scratch; one per thread. */
typedef struct dmi_lead_answerer {
    const dmi_bits *bits; /* borrowed */
    uint16_t *key[2];     /* White's keys of the two halves */
    uint16_t *limit[2];   /* a site of at most this rank wins the half from White */
    uint64_t *held;       /* halves that White has before the reply */
    uint64_t *none;       /* no halves */
    uint64_t *row;        /* per site of Black's: the halves it would win */
    int32_t *list;        /* sites that are free */
    dmi_bit_cover cover;
    uint64_t replies;
    dmi_arrays arrays;
} dmi_lead_answerer;

dm_status dmi_lead_answerer_init(dmi_lead_answerer *answerer, const dmi_bits *bits, dm_error *err);
void dmi_lead_answerer_clear(dmi_lead_answerer *answerer);

/* The weight that White keeps against the best reply, and that reply (`reply` sites; -1 for those
 * that White's choice does not leave).  After DM_STOPPED the reply is some reply, and `won` the
 * least that White can be left with. */
dm_status dmi_lead_answerer_run(dmi_lead_answerer *answerer, const int32_t *white, dm_run *run,
                                int32_t *black, int64_t *won, dm_error *err);

#endif
