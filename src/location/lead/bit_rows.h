/* bit_rows.h - sets of half customers as rows of bits, and their weights.
 *
 *     row   [ half 0 of all customers, padding | half 1 of the split ones, padding ]
 *
 * Each part is padded to blocks of 512 bits; padding is never set.  A row is `words` words of 64
 * bits.  Weights are added up in planes: the bits of `mask` weigh `times` each.
 */
#ifndef DMI_LOCATION_LEAD_BIT_ROWS_H
#define DMI_LOCATION_LEAD_BIT_ROWS_H

#include "location/lead/lead_market.h"

enum { DMI_BLOCK_WORDS = 8 };

typedef struct dmi_bit_plane {
    int32_t block;
    bool whole; /* the mask is the whole block */
    int64_t times;
    uint64_t mask[DMI_BLOCK_WORDS];
} dmi_bit_plane;

/* What the loops below need to know of a market. */
typedef struct dmi_bits {
    const dmi_lead_market *market; /* borrowed */
    size_t words;
    size_t half[2];       /* words of the two parts */
    dmi_bit_plane *plane; /* in the order of their blocks */
    int32_t planes;
    bool uniform; /* every bit weighs `times` */
    int64_t times;
    const struct dmi_bit_form *form; /* the loops for this machine */
    dmi_arrays arrays;
} dmi_bits;

/* The sites of a list that are left while replies lower the bounds of sets. */
typedef struct dmi_bit_list {
    int32_t *site;
    int64_t *bound;
    int32_t count;
} dmi_bit_list;

typedef struct dmi_bit_form {
    /* Sets the bits of the customers whose rank is at most `limit`. */
    void (*compare)(const uint16_t *rank, const uint16_t *limit, size_t words, uint64_t *out);
    /* The weight of a | b. */
    int64_t (*weigh)(const dmi_bits *bits, const uint64_t *a, const uint64_t *b);
    /* The list's entries from `from` to `to` - 1: lowers each bound to the weight of a | its row,
     * and moves those above `floor` to place `at` and on; returns the place behind them.
     * a | row weighs at most sum + single[site]. */
    int32_t (*refute)(const dmi_bits *bits, const uint64_t *a, const uint64_t *rows, int64_t sum,
                      const int64_t *single, int64_t floor, dmi_bit_list *list, int32_t from,
                      int32_t to, int32_t at);
} dmi_bit_form;

enum { DMI_BIT_FORMS = 3 };

/* The forms that this machine can run, the fastest last; returns how many. */
int dmi_bit_forms(const dmi_bit_form *out[DMI_BIT_FORMS]);

dm_status dmi_bits_init(dmi_bits *bits, const dmi_lead_market *market, dm_error *err);
void dmi_bits_clear(dmi_bits *bits);

/* Sets the bits of both halves: rank at most limit[half]. The limits have `stride` cells. */
static inline void dmi_bits_compare(const dmi_bits *bits, const uint16_t *rank,
                                    uint16_t *const limit[2], uint64_t *row)
{
    bits->form->compare(rank, limit[0], bits->half[0], row);
    bits->form->compare(rank, limit[1], bits->half[1], row + bits->half[0]);
}

static inline int64_t dmi_bits_weigh(const dmi_bits *bits, const uint64_t *a, const uint64_t *b)
{
    return bits->form->weigh(bits, a, b);
}

/* Sets the bit of a customer's half. */
static inline void dmi_bits_set(const dmi_bits *bits, uint64_t *row, int half, int32_t customer)
{
    row[(half ? bits->half[0] : 0) + (size_t)customer / 64] |= UINT64_C(1) << customer % 64;
}

#endif
