/* cmd_lead.c - `demesne lead`: White's best stones if Black replies as well as possible. */
#include "cli.h"

static dm_status print_lead(cli_call *cli, const ask_board *board, void *found, report *r,
                            dm_error *err)
{
    const lead_fields *own = cli->ask.own;
    const lead_found *f = found;
    const dm_lead *lead = f->lead;
    char caption[400];
    char white[160], black[160];
    answer_spell(&f->round.market, DM_WHITE, lead->white, lead->count, white, sizeof white);
    answer_spell(&f->round.market, DM_BLACK, lead->black, lead->reply, black, sizeof black);
    bool has_us = f->round.market.is_described; /* shops, not stones */
    snprintf(caption, sizeof caption, "%s: %s; %s %s",
             lead->proven ? has_us ? "The best new sites" : "White's best opening"
             : has_us     ? "Good new sites"
                          : "An opening of White's",
             white, has_us ? "the rival replies" : "Black replies", black);
    return round_print(cli, board, &own->round, &f->round.market, caption, r, err);
}

static const char *const more[] = {"demesne lead grid:6x6 --count 2 --reply 3 --json",
                                   "demesne lead tree:2,3 --count 2 --ties white --draw",
                                   "demesne lead euclid:50 --count 3 --ties white -o opening.svg",
                                   NULL};

const cli_spec spec_lead = {
    .question = &question_lead,
    .print = print_lead,
    .operands = {1, 1},
    .more = more,
    .about =
        "White opens --count sites, Black replies with --reply sites, and every vertex goes to\n"
        "the nearer site.  `value` is White's score minus Black's; `black` is a best reply.\n"
        "If stopped by --time or Ctrl-C it gives the best opening found and bounds on the value,\n"
        "with status 3.  --candidates and --forbid apply to both players, unless\n"
        "--rival-candidates says where Black may open.\n\n"
        "--white and --black are sites that stand already.  A row of --white @FILE with `close` "
        "not\n"
        "0 may be closed, which gives its `cost` back to the --budget.  For --ties earlier the\n"
        "order is old White, old Black, new White, new Black.\n\n"
        "With --rule huff or logit customers divide (`demesne reply --help`).  Black answers so "
        "that\n"
        "what White maximizes (--maximize) is least; `lower` and `upper` bound that.  These "
        "rules,\n"
        "--maximize share and profit, --spacing, --shared and --reply-budget are for the methods\n"
        "enumerate and local; auto is then enumerate up to 20 million openings, else local.\n\n"
        "With --checkpoint FILE a search that was stopped, or killed, goes on where it was, also\n"
        "with another number of threads.  `mpirun -n N demesne-mpi lead ..` takes the same "
        "options\n"
        "and searches with N processes, on one machine or many (docs/CLUSTER.md).\n\n"
        "Methods:\n"
        "  auto: enumerate for up to three sites, else exact\n"
        "  exact: branch and cut, proven\n"
        "  enumerate: goes through all sets of White's sites; the replies found so far rule out\n"
        "    most of them; proven, the fastest for up to three sites\n"
        "  local: moves one stone after another; unproven"};
