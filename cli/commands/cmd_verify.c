/* cmd_verify.c - `demesne verify`: checks a certificate, using only the rules. */
#include "cli.h"

const cli_spec spec_verify = {
    .question = &question_verify,
    .operands = {1, 1},
    .about =
        "The strategies in the file are played against every choice of the opponent: each\n"
        "position must have an answer, each answer must be legal, and each final position must\n"
        "keep the bound.  The solver's code is not used.  A certificate that proves less than it\n"
        "claims, or has positions that cannot occur, is refused; the message names the position."};
