/* print_report.h - answers on standard output (answer/report.h has the fields).
 *
 *     report *r = report_new(cli, board);
 *     report_count(r, "white_score", 7);
 *     return report_end(r, err);
 */
#ifndef REPORT_H
#define REPORT_H

#include "answer/report.h"
#include "cli.h"

/* JSON or text, as the call asks.  `board` NULL: no common fields. */
report *report_new(const cli_call *cli, const ask_board *board);
/* Sets `seconds`, prints on stdout and frees. */
dm_status report_end(report *r, dm_error *err);
/* The line {"error":...,"board":i} of a stream. */
dm_status report_bad_board(int64_t index, const char *message, dm_error *err);

#endif
