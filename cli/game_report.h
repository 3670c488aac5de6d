/* game_report.h - the answer of play and replay: one game. */
#ifndef GAME_REPORT_H
#define GAME_REPORT_H

#include "cli.h"

/* Prints the game in `position`, played by `players` (by side). */
dm_status game_report(const cli_call *cli, const cli_board *board, dm_position *position,
                      const char *const players[2], dm_error *err);

#endif
