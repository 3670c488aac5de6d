/* human.h - a person at the terminal, or a script on a pipe. */
#ifndef HUMAN_H
#define HUMAN_H

#include "cli.h"

typedef enum human_wish {
    HUMAN_MOVE, /* `move` is filled and legal */
    HUMAN_UNDO,
    HUMAN_QUIT,
    HUMAN_GONE /* the input ended */
} human_wish;

/* Shows the board on `talk` and asks for this turn's stones until there is a wish. */
dm_status human_ask(cli_call *cli, FILE *talk, dm_position *position, dm_vertex *move,
                    human_wish *wish, dm_error *err);

#endif
