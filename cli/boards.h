/* boards.h - shared by the two loops over boards (boards.c, stream.c). */
#ifndef BOARDS_H
#define BOARDS_H

#include "cli.h"

/* Prints what was changed to make the input a board, and what else is `said`, which it clears. */
void boards_note(const cli_call *cli, const char *source, const dm_arena *arena, ask_notes *said);
/* ask_prepare(); the board is then *arena, and out->arena is NULL. */
dm_status boards_prepare(const cli_call *cli, dm_arena **arena, ask_notes *notes, ask_prepared *out,
                         dm_error *err);
/* dm_boards_open(), and the first boards_next(): a signal ends the tool at once, as there is no
 * result yet.  `check_later` as in dm_read_options. */
dm_status boards_begin(const cli_call *cli, const char *source, bool check_later, dm_boards **out,
                       dm_error *err);

/* Which boards of a source are answered: those whose index is `part` modulo `parts`. */
typedef struct boards_part {
    int32_t part, parts;
    int64_t next; /* the index of the board to be read next */
} boards_part;

/* Reads the next board of the part, and its index.  The others are skipped, also bad ones. */
dm_status boards_next(boards_part *part, dm_boards *boards, int64_t *index, dm_arena **out,
                      dm_error *err);
/* Reports a board's failure and keeps the graver exit status in *worst.  False if no board follows:
 * DM_END, a source of one board, or a failure that is not the board's. */
bool boards_finish(const cli_call *cli, const ask_board *board, dm_status status,
                   const dm_error *failure, int *worst);

#endif
