/* interval_command.h - what the commands of `demesne interval` share. */
#ifndef CLI_INTERVAL_H
#define CLI_INTERVAL_H

#include "print_report.h"
#include "question/questions.h"

int interval_play(cli_call *cli);
int interval_bridge(cli_call *cli);

/* Prints the circle or segment as text if it was asked for or `to` is a terminal. */
dm_status interval_show(const cli_call *cli, FILE *to, const dm_interval *game, bool asked,
                        dm_error *err);

/* A person's turn.  *left: they quit; *ended: the input ended. */
dm_status interval_person_turn(const cli_call *cli, FILE *talk, dm_interval *game, bool *left,
                               bool *ended, dm_error *err);

#endif
