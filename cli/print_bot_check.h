/* print_bot_check.h - `demesne bot --check`. */
#ifndef BOT_CHECK_H
#define BOT_CHECK_H

#include "cli.h"

/* Checks the program that the operand names and prints what is wrong with it; gives the exit
 * status. */
int bot_check(cli_call *cli, const dm_match_settings *settings);

#endif
