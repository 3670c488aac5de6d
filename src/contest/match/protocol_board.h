/* contest/protocol_board.h - the board of an `arena` command: reads it line by line, writes it. */
#ifndef DMI_CONTEST_MATCH_PROTOCOL_BOARD_H
#define DMI_CONTEST_MATCH_PROTOCOL_BOARD_H

#include "format/output.h"

typedef struct dmi_protocol_board dmi_protocol_board;

/* n values and m edges follow. */
dm_status dmi_protocol_board_new(int64_t n, int64_t m, dmi_protocol_board **out, dm_error *err);
void dmi_protocol_board_free(dmi_protocol_board *board);
/* Takes the next line, without leading blanks; true if it was the last. */
bool dmi_protocol_board_take(dmi_protocol_board *board, const char *line);
/* The board, or the error of its first bad line.  Takes `board`. */
dm_status dmi_protocol_board_finish(dmi_protocol_board *board, dm_arena **out, dm_error *err);

/* Writes the command with its lines. */
void dmi_protocol_board_write(const dm_arena *arena, dmi_output *out);

#endif
