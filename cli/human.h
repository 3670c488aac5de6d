/* human.h - a person at the terminal, or a script on a pipe. */
#ifndef HUMAN_H
#define HUMAN_H

#include "cli.h"

typedef enum human_choice {
    HUMAN_MOVE, /* `move` is filled and legal */
    HUMAN_UNDO,
    HUMAN_QUIT,
    HUMAN_INPUT_ENDED
} human_choice;

/* Shows the board on `talk` and asks until the person has chosen. */
dm_status human_ask(cli_call *cli, FILE *talk, dm_position *position, dm_vertex *move,
                    human_choice *choice, dm_error *err);

#endif
