/* bit_cover.h - the heaviest union of a few rows of bits. */
#ifndef DMI_LOCATION_LEAD_BIT_COVER_H
#define DMI_LOCATION_LEAD_BIT_COVER_H

#include "location/lead/bit_rows.h"

/* Scratch for unions of `count` of up to `rows` rows; one per thread. */
typedef struct dmi_bit_cover {
    const dmi_bits *bits; /* borrowed */
    int32_t count;
    const uint64_t *row; /* of the search going on: row + k * words is row k */
    int32_t *order;      /* per depth: rows by what they add, the most first */
    int64_t *added;      /* per depth, in that order */
    uint64_t *covered;   /* per depth: the union so far */
    int32_t *chosen;     /* the rows of the path */
    size_t room;
    struct dmi_bit_pick *pick; /* scratch for sorting */
    int32_t *best;             /* the heaviest union: `count` rows, or fewer if there are no more */
    int32_t best_count;
    int64_t weight; /* of it */
    dm_run *run;
    bool stopped;
    dmi_arrays arrays;
} dmi_bit_cover;

dm_status dmi_bit_cover_init(dmi_bit_cover *cover, const dmi_bits *bits, int32_t rows,
                             int32_t count, dm_error *err);
void dmi_bit_cover_clear(dmi_bit_cover *cover);

/* Finds the rows of the list whose union with `start` weighs most.  False: stopped, and the best
 * is only the best found. */
bool dmi_bit_cover_run(dmi_bit_cover *cover, const uint64_t *row, const int32_t *list,
                       int32_t listed, const uint64_t *start, dm_run *run);

/* The same as maximum coverage (cover.h), for unions of many rows.  `chosen` receives
 * *chosen_count rows, and *upper is a bound on the weight of any such union, also after DM_STOPPED.
 * `cost` of each listed row; NULL: there is no budget. */
dm_status dmi_bit_cover_as_sets(const dmi_bits *bits, const uint64_t *row, const int32_t *list,
                                int32_t listed, int32_t count, const int64_t *cost, int64_t budget,
                                dm_run *run, int32_t *chosen, int32_t *chosen_count, int64_t *upper,
                                dm_error *err);

#endif
