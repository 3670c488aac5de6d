/* print_round.h - what score, reply and lead share: the end of a round as a table and as a picture.
 */
#ifndef ONEROUND_H
#define ONEROUND_H

#include "answer/answer.h"
#include "print_report.h"
#include "question/questions.h"

/* Prints and frees `r` (only frees it if the table goes to standard output), then draws and writes
 * the files that were asked for.  `caption` is under a picture; NULL: none. */
dm_status round_print(const cli_call *cli, const ask_board *board, const round_fields *given,
                      const answer_market *market, const char *caption, report *r, dm_error *err);

#endif
