/* game_report.h - the answer of play and replay: one game. */
#ifndef GAME_REPORT_H
#define GAME_REPORT_H

#include "cli.h"

/* A game as its answer tells it. */
typedef struct game_told {
    dm_position *position;
    const char *players[2];        /* by side */
    const dm_match_result *played; /* of a game just played: clocks and faults; or NULL */
    bool shows_clocks;             /* in text too */
} game_told;

/* Reads the record that the operand names and lets `answer` tell of it; gives the exit status. */
typedef dm_status game_answer_fn(cli_call *cli, const dm_record *record, double begun,
                                 dm_error *err);
int game_of_file(cli_call *cli, game_answer_fn *answer);

dm_status game_report(const cli_call *cli, const cli_board *board, const game_told *game,
                      dm_error *err);

#endif
