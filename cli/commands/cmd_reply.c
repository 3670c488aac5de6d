/* cmd_reply.c - `demesne reply`: Black's best further stones once White's are placed. */
#include "cli.h"

#include <stdlib.h>

static dm_status print_reply(cli_call *cli, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const reply_fields *own = cli->ask.own;
    const reply_found *f = found;
    const dm_reply *reply = f->reply;
    char list[160], caption[240];
    answer_spell(&f->round.market, DM_BLACK, reply->black, reply->count, list, sizeof list);
    bool has_us = f->round.market.is_described; /* shops, not stones */
    snprintf(caption, sizeof caption, "%s: %s",
             reply->proven ? has_us ? "The best new sites" : "Black's best reply"
             : has_us      ? "Good new sites"
                           : "A reply of Black's",
             list);
    if (own->table) {
        char *path = cli_board_path(own->table, board);
        dm_status status = path ? cli_write_file(path, reply_write_table, f->table, err)
                                : answer_fail(err, DM_NO_MEMORY, "out of memory");
        free(path);
        if (status != DM_OK) {
            report_free(r);
            return status;
        }
    }
    return round_print(cli, board, &own->round, &f->round.market, caption, r, err);
}

static const char *const more[] = {
    "demesne reply grid:5x5 --white 12 --count 2 --all --json",
    "demesne reply tree:2,4 --white 0,3 --black 5 --count 2 --draw",
    "demesne reply road:300 --white 10,200 --count 2 --radius 3000 -o market.svg --csv market.csv",
    "demesne reply grid:9x9 --white 40 --count 2 --rule huff --beta 1.5",
    "demesne reply grid:9x9 --white 40 --target-share 0.6 --spacing 3",
    NULL};

const cli_spec spec_reply = {
    .question = &question_reply,
    .print = print_reply,
    .operands = {1, 1},
    .more = more,
    .about =
        "White's sites stand; Black adds --count sites to those of --black, and every vertex goes\n"
        "to the nearer site.  `value` is Black's score minus White's.  White's sites count as\n"
        "opened first, then Black's old ones, then the new ones, which matters only for --ties\n"
        "earlier.  If stopped by --time or Ctrl-C it gives the best found and an upper bound, "
        "with\n"
        "status 3.\n\n"
        "--all lists every set that is as good.  --customers says where demand is, --candidates\n"
        "where sites may open and at what cost; with --budget the costs together are at most B.\n"
        "Candidates on occupied vertices are skipped with a note.  --radius is a length in the\n"
        "board's own unit, on a map in metres or seconds; decimals are taken exactly.  On a map\n"
        "places may be given by lon and lat.  docs/FORMATS.md describes the tables.\n\n"
        "--rule huff and logit: customers divide among the sites by weights A max(d, floor)^-beta\n"
        "or exp(a - beta d), a and A being the column `attraction`; `proven` then means within\n"
        "10^-6.  docs/MARKET.md has the objectives and limits, and the usual names of problems.\n\n"
        "Methods:\n"
        "  auto: a proven method that suits the board\n"
        "  tree: a recurrence over the tree, proven; boards without cycles\n"
        "  slides: Sugimoto and Saitoh's recurrence, repaired, proven; small trees\n"
        "  exact: maximum coverage by branch and bound, proven; any board\n"
        "  local: greedy, then moves one stone after another; unproven\n"
        "  greedy: the best stone, then the best second stone, and so on; unproven\n"
        "  slides:printed: the recurrence as the slides print it, which is wrong: `claim` is what "
        "it\n"
        "    computes; see docs/ERRATA.md\n"
        "  naive: the best of the subtrees added up, which the slides refute; `claim`"};
