/* playout_forms.h - the loops of playouts, in several forms.
 *
 * A vector has one cell per vertex: the class (graph/ranks.h) of a side's nearest stone, or
 * the largest number if there is none.  A cell has one or two bytes; vectors are a multiple
 * of 64 bytes long and aligned to 64 bytes.
 */
#ifndef DMI_GAME_PLAYOUT_FORMS_H
#define DMI_GAME_PLAYOUT_FORMS_H

#include <demesne/rules.h>
#include <stdbool.h>
#include <stdint.h>

/* For each vertex the vector of a stone on it. */
typedef struct dmi_rows {
    const char *cells;
    int64_t bytes; /* per row */
} dmi_rows;

/* Counts per vertex. */
typedef struct dmi_counts {
    uint8_t *reach[2];  /* how often this side is at least as near as the other */
    uint8_t *unreached; /* how often neither side reaches it */
} dmi_counts;

typedef struct dmi_playout_form {
    /* out = the minimum of base and the rows of `count` vertices */
    void (*merge)(const dmi_rows *rows, const uint16_t *vertices, int32_t count, const char *base,
                  char *out);
    /* Counts white[i] against black[j] for the first `pairs` of (0,1) (0,2) .. (1,0) (1,2) ..;
     * i and j are below `blocks` and differ. */
    void (*count)(const char *white, const char *black, int64_t bytes, int32_t blocks,
                  int32_t pairs, const dmi_counts *counts);
    /* Adds a stone to its side's vector at vertices where it is nearer than both sides. */
    void (*take)(const char *row, char *own, const char *other, int64_t bytes);
} dmi_playout_form;

/* For cells of one or two bytes. */
const dmi_playout_form *dmi_playout_portable(bool is_wide);
#if defined(__x86_64__)
const dmi_playout_form *dmi_playout_avx2(void); /* one byte */
const dmi_playout_form *dmi_playout_avx512(void);
#endif

#endif
