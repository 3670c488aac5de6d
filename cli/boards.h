/* boards.h - what the two loops over boards share (boards.c, stream.c). */
#ifndef BOARDS_H
#define BOARDS_H

#include "cli.h"

/* Notes on stderr what was changed to make the input a board, and how many vertices --values does
 * not name. */
void boards_note(const cli_call *cli, const char *source, const dm_arena *arena, dm_vertex unnamed);
/* With --values: replaces *arena by one with these values and counts the vertices that the file
 * does not name. */
dm_status boards_values(const cli_call *cli, dm_arena **arena, dm_vertex *unnamed, dm_error *err);
/* dm_boards_open() and the first dm_boards_next(): as nothing was found yet, a signal ends the tool
 * at once. */
dm_status boards_begin(const cli_call *cli, const char *source, dm_boards **out, dm_error *err);
dm_status boards_read_first(dm_boards *boards, dm_arena **out, dm_error *err);
/* Takes note of how a board went: says what was wrong with it and keeps the graver exit status in
 * *worst.  False where the stream ends here: DM_END, a source of one board, or a failure that is
 * not the board's. */
bool boards_settle(const cli_call *cli, const ask_board *board, dm_status status,
                   const dm_error *failure, int *worst);

#endif
