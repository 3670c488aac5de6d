/* game_report.h - the answer of play and replay: one game. */
#ifndef GAME_REPORT_H
#define GAME_REPORT_H

#include "answer/answer.h"
#include "cli.h"

/* Reads the record that the operand names and calls `answer`; gives the exit status. */
typedef dm_status game_answer_fn(cli_call *cli, const dm_record *record, double begun,
                                 dm_error *err);
int game_of_file(cli_call *cli, game_answer_fn *answer);

dm_status game_report(const cli_call *cli, const ask_board *board, const answer_played *game,
                      dm_error *err);

#endif
