/* lines_play.h - `demesne lines play`: a level at the terminal. */
#ifndef CLI_LINES_PLAY_H
#define CLI_LINES_PLAY_H

#include "cli.h"

int lines_play(cli_call *cli);

#endif
