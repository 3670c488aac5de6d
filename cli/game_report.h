/* game_report.h - the answer of play and replay: one game. */
#ifndef GAME_REPORT_H
#define GAME_REPORT_H

#include "answer/answer.h"
#include "cli.h"

/* Reads the records that the operands name, or the part that was asked for, and calls `answer` for
 * each; its cli_call is a copy.  If there are several, a bad one does not stop the others.  Gives
 * the exit status. */
typedef dm_status game_answer_fn(cli_call *cli, const ask_board *board, const dm_record *record,
                                 dm_error *err);
int game_each_file(cli_call *cli, game_answer_fn *answer);

dm_status game_report(const cli_call *cli, const ask_board *board, const answer_played *game,
                      dm_error *err);

#endif
