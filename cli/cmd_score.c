/* cmd_score.c - `demesne score`: who owns what. */
#include "answer/answer.h"
#include "cli.h"
#include "report.h"

#include <stdlib.h>

typedef struct {
    const char *white, *black;
    bool draw;
} own_options;

/* clang-format off */
static const cli_option options[] = {
    {.name = "white", .argument = "V,..", .type = CLI_TEXT, .at = offsetof(own_options, white),
     .help = "White's stones: vertices, counted from 0, or their names; may be empty"},
    {.name = "black", .argument = "V,..", .type = CLI_TEXT, .at = offsetof(own_options, black),
     .help = "Black's stones"},
    {.name = "draw", .type = CLI_FLAG, .at = offsetof(own_options, draw),
     .help = "the board as text below the scores, also where the output is no terminal"},
    {0}};
/* clang-format on */

static dm_status answer(cli_call *cli, const cli_board *board, dm_error *err)
{
    const own_options *own = cli->own;
    dm_stone *stones = NULL;
    dm_dominance *dominance = NULL;
    int64_t count = 0;
    dm_tie_rule ties = (dm_tie_rule)cli->ties;
    dm_status status = cli_stones(cli, board->arena, own->white, own->black, &stones, &count, err);
    if (status == DM_OK)
        status = dm_dominance_new(board->arena, stones, count, ties, &dominance, err);
    if (status == DM_OK) {
        report *r = report_new(cli, board);
        answer_score(r, stones, count, dominance);
        status = report_end(r, err);
    }
    if (status == DM_OK && cli_wants_picture(cli, board->arena, own->draw))
        status = cli_show(stdout, board->arena, stones, count, ties, false, err);
    dm_dominance_free(dominance);
    free(stones);
    return status;
}

static int run(cli_call *cli)
{
    return cli_each_board(cli, cli->operands[0], answer);
}

static const char *const more[] = {
    "demesne score grid:5x5 --white 12 --black 0,24 --draw",
    "demesne score cycle:6 --white 0 --black 2 --ties earlier --json", NULL};

const cli_spec spec_score = {
    .run = run,
    .options = options,
    .size = sizeof(own_options),
    .operands = {1, 1},
    .more = more,
    .about =
        "Every vertex goes to the player with the nearest stone.  One that is equally near to\n"
        "both is a tie, which --ties decides; one that no stone reaches is nobody's.  Stones\n"
        "count as placed in the order W1,B1,W2,B2,.., leftovers last, which matters to\n"
        "--ties earlier alone.  A file of many boards gives one answer a board.\n\n"
        "In --json `owner` has a letter a vertex: W, B, . tied, - unreached; `board` counts the\n"
        "boards of such a file from 0, and a bad one gives {\"error\":..,\"board\":i}."};
