/* move_board.h - a level from which sites were removed and whose pieces are cut: who reaches what
 * before any site is added.
 *
 * A piece that is cut k times falls into k + 1 stubs, numbered from its end a.  The first is a dead
 * end at a, the last one at b, and nothing reaches those between.
 *
 *      a ----|  |------|  |---- b      stubs 0, 1, 2
 */
#ifndef DMI_LINES_SETS_MOVE_BOARD_H
#define DMI_LINES_SETS_MOVE_BOARD_H

#include "base/heap.h"
#include "lines/diagram/line_position.h"

/* A vertex that a site at an end of a piece would reach no later than anybody else. */
typedef struct dmi_near_vertex {
    int32_t vertex;
    int64_t far; /* its distance from the end */
} dmi_near_vertex;

typedef struct dmi_near_row {
    dmi_near_vertex *near; /* NULL: not known */
    int32_t count;
} dmi_near_row;

/* What a vertex was before a cut. */
typedef struct dmi_reach_before {
    int32_t vertex;
    dmi_reach reach;
} dmi_reach_before;

/* One cut that can be taken back. */
typedef struct dmi_cut_frame {
    int32_t piece;
    size_t first; /* of its vertices in the log */
    dmi_wide held[DM_MAX_LINE_PLAYERS];
} dmi_cut_frame;

typedef struct dmi_move_board {
    dm_level *level; /* without the removed sites */
    dm_line_ask ask;
    dmi_line_position position; /* of the uncut level; its scale is even */
    uint8_t *cuts;              /* of every piece */
    dmi_reach *reach;           /* without the pieces that are cut */
    dmi_wide *held;             /* by player: what pieces that are not cut give */
    dmi_near_row *row;          /* by vertex; forgotten when a piece is cut */
    bool has_rows;              /* some row is known */
    int64_t *far;               /* scratch; DMI_NEVER between calls */
    dmi_heap heap;
    dmi_cut_frame *frame; /* cuts in their order */
    int32_t frame_count;
    dmi_reach_before *log; /* vertices behind each cut, as they were */
    size_t log_count, log_room;
    uint32_t *vertex_mark, *piece_mark, mark; /* marked in the search at hand */
    int32_t *near_pieces;                     /* scratch: those at vertices behind a cut */
    int32_t *near_vertices, near_count;       /* scratch: of a row */
    dmi_arrays arrays;
} dmi_move_board;

/* The level keeps the sites whose `removed` is false.  DM_TOO_LARGE if sums need more than 61 bits.
 */
dm_status dmi_move_board_init(const dm_level *level, const dm_line_ask *ask, const bool *removed,
                              dmi_move_board *out, dm_error *err);
void dmi_move_board_clear(dmi_move_board *board);
/* Cuts one more piece, at most DMI_MOST_PLACES in all; only what lies behind it is computed again.
 */
dm_status dmi_move_board_cut(dmi_move_board *board, int32_t piece, dm_error *err);
/* Takes the last cut back. */
void dmi_move_board_uncut(dmi_move_board *board);
/* The most that cuts at the best places of the pieces that are cut can give: over each opponent,
 * and as the player's own payoff. */
void dmi_move_board_leads(const dmi_move_board *board, dmi_wide *lead);
/* The vertices near v; NULL: no memory. */
const dmi_near_row *dmi_move_board_row(dmi_move_board *board, int32_t v);
/* Forgets the rows. */
void dmi_move_board_forget(dmi_move_board *board);

#endif
