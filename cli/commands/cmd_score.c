/* cmd_score.c - `demesne score`: who owns what. */
#include "cli.h"

static dm_status print_score(cli_call *cli, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const score_fields *own = cli->ask.own;
    const score_found *f = found;
    return round_print(cli, board, &own->round, &f->round.market, NULL, r, err);
}

static const char *const more[] = {
    "demesne score grid:5x5 --white 12 --black 0,24 --draw",
    "demesne score cycle:6 --white 0 --black 2 --ties earlier --json",
    "demesne score road:300 --white 10,200 --black 50 --radius 3000 -o market.svg --csv market.csv",
    NULL};

const cli_spec spec_score = {
    .question = &question_score,
    .print = print_score,
    .operands = {1, 1},
    .more = more,
    .about =
        "Every vertex goes to the player with the nearest site.  A vertex equally near to both\n"
        "is tied, and --ties decides who gets it; one that no site reaches is nobody's.  Sites\n"
        "count as placed in the order W1,B1,W2,B2,.., leftovers last, with --per-turn K in turns "
        "of\n"
        "K, with --order as it lists them; this matters only for --ties earlier.  A file of many "
        "boards gives one answer per board.\n\n"
        "--customers says where demand is; --white @FILE reads sites from a table, with a column\n"
        "`brand` the share of each brand is shown.  docs/FORMATS.md describes the tables.\n\n"
        "In --json `owner` has one letter per vertex: W, B, . tied, - unreached; `board` counts\n"
        "the boards of such a file from 0, and a bad one gives {\"error\":..,\"board\":i}."};
