/* contest/protocol_board.h - the board of an `arena` command, line by line. */
#ifndef DMI_PROTOCOL_BOARD_H
#define DMI_PROTOCOL_BOARD_H

#include <demesne/arena.h>

typedef struct dmi_protocol_board dmi_protocol_board;

/* n values and m edges are to come. */
dm_status dmi_protocol_board_new(int64_t n, int64_t m, dmi_protocol_board **out, dm_error *err);
void dmi_protocol_board_free(dmi_protocol_board *block);
/* Takes the next line, without blanks before it; true once it was the last. */
bool dmi_protocol_board_take(dmi_protocol_board *block, const char *line);
/* The board, or what was wrong with its first bad line.  Takes `block`. */
dm_status dmi_protocol_board_finish(dmi_protocol_board *block, dm_arena **out, dm_error *err);

#endif
