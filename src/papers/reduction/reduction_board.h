/* reduction_board.h - builds the board of a reduction.
 *
 * The first failure is kept and later calls do nothing, so that the code of a construction reads
 * like the paper.
 */
#ifndef DMI_PAPERS_REDUCTION_REDUCTION_BOARD_H
#define DMI_PAPERS_REDUCTION_REDUCTION_BOARD_H

#include "base/base.h"
#include <demesne/reduce.h>

typedef struct dmi_reduction_board {
    dm_builder *builder;
    dm_status status;
    dm_error *err;
} dmi_reduction_board;

/* Starts a board of that many vertices; DM_TOO_LARGE above DM_REDUCTION_MAX. */
void dmi_reduction_board_open(dmi_reduction_board *board, int64_t vertices, dm_error *err);
void dmi_reduction_board_edge(dmi_reduction_board *board, int64_t u, int64_t v);
/* Places a vertex; `format` is its name. */
void dmi_reduction_board_vertex(dmi_reduction_board *board, int64_t v, double x, double y,
                                const char *format, ...) DMI_PRINTF(5, 6);
/* Vertices first .. first+count-1 are pendants of vertex `hub`, named p1, p2, .. from vertex `p1`
 * on. They are placed on an arc around (x, y), `spread` radians wide, its middle in direction
 * `towards` (0: right, counterclockwise). */
typedef struct dmi_pendants {
    int64_t hub, first, count, p1;
    double x, y, radius, towards, spread;
} dmi_pendants;
void dmi_reduction_board_pendants(dmi_reduction_board *board, const dmi_pendants *pendants);

/* Ends the board: returns a reduction with room for `white_count` stones, or the first failure. */
dm_status dmi_reduction_board_finish(dmi_reduction_board *board, const char *title,
                                     int32_t white_count, dm_reduction **out);

/* DM_OK, or DM_BAD_ARGUMENT if a literal is negated (formula.c). */
dm_status dmi_formula_is_positive(const dm_formula *formula, dm_error *err);

#endif
