/* answering.h - how failures of boards, or of other parts of an input, end a command. */
#ifndef ANSWERING_H
#define ANSWERING_H

#include "cli.h"

/* Reports a board's failure and keeps the graver exit status in *worst.  False if no board follows:
 * DM_END, a source of one board, or a failure that is not the board's. */
bool board_finish(const cli_call *cli, const ask_board *board, dm_status status,
                  const dm_error *failure, int *worst);

#endif
