/* evaluator_kernels.h - what the forms of the evaluator's inner loops share.
 *
 * A line is 64 bytes of distances: 64, 32, 16 or 8 vertices, depending on the width.
 * Padding is unreachable for both sides, so it counts for nobody.
 */
#ifndef DMI_GAME_EVALUATOR_KERNELS_H
#define DMI_GAME_EVALUATOR_KERNELS_H

#include "game/evaluator.h"

/* Who gets a vertex that both sides reach at the same distance. */
typedef enum dmi_favour { DMI_FAVOUR_NONE, DMI_FAVOUR_OWN, DMI_FAVOUR_OTHER } dmi_favour;

/* What all evaluations of one board share. */
typedef struct dmi_evaluator_board {
    dm_vertex n;
    int64_t lines;         /* per row */
    const int64_t *values; /* NULL: all 1 */
    const uint64_t *plane; /* plane[line * planes + k] has bit k of each value of the line */
    int planes;            /* 0: all values are 1 */
} dmi_evaluator_board;

/* Sums of values, for the side that moves and for the other. */
typedef struct dmi_tally {
    int64_t own, other;
} dmi_tally;

/* The vectors of the side that moves and of the other, and who gets ties. */
typedef struct dmi_contest {
    const dmi_evaluator_board *board;
    const void *own, *other;
    dmi_favour favour;
} dmi_contest;

/* The loops for one width of cell. */
typedef struct dmi_kernels {
    dmi_tally (*tally)(const dmi_contest *contest, const void *row);
    /* values[i] = own - other after a stone on vertices[i] */
    void (*tally_many)(const dmi_contest *contest, const dm_distances *table,
                       const dm_vertex *vertices, int32_t count, int64_t *values);
    /* out = min(own, row) */
    void (*merge)(const dmi_contest *contest, const void *row, void *out);
    /* out = row if it is less than both own and other, else own */
    void (*take)(const dmi_contest *contest, const void *row, void *out);
} dmi_kernels;

/* For cells of 1, 2, 4 or 8 bytes. */
const dmi_kernels *dmi_kernels_portable(int width);
#if defined(__x86_64__)
const dmi_kernels *dmi_kernels_avx2(int width);
const dmi_kernels *dmi_kernels_avx512(int width);
#endif

/* Which vertices of a line go to the side that moves and to the other, and
 * which are tied at a finite distance. */
typedef struct dmi_line {
    uint64_t own, other, tied;
} dmi_line;

static inline int dmi_width_index(int width)
{
    return width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3;
}

#endif
