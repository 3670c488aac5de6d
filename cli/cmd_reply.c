/* cmd_reply.c - `demesne reply`: Black's best further stones once White's are placed. */
#include "oneround.h"

static dm_status print(cli_call *cli, const ask_board *board, void *found, report *r, dm_error *err)
{
    const reply_fields *own = cli->ask.own;
    const reply_found *f = found;
    const dm_reply *reply = f->reply;
    char list[160], caption[240];
    answer_spell(board->arena, reply->black, reply->count, list, sizeof list);
    snprintf(caption, sizeof caption, "%s: %s",
             reply->proven ? "Black's best reply" : "A reply of Black's", list);
    const round_end end = {
        .group = {{DM_WHITE, f->white},
                  {DM_BLACK, f->kept},
                  {DM_BLACK, {.vertex = reply->black, .count = reply->count}}},
        .word = {"white", "kept", "black"},
        .groups = 3,
        .caption = caption,
    };
    return round_print(cli, board, &own->round, &f->terms, &end, r, err);
}

static const char *const more[] = {
    "demesne reply grid:5x5 --white 12 --count 2 --all --json",
    "demesne reply tree:2,4 --white 0,3 --black 5 --count 2 --draw",
    "demesne reply road:300 --white 10,200 --count 2 --radius 3000 -o market.svg --csv market.csv",
    NULL};

const cli_spec spec_reply = {
    .question = &question_reply,
    .print = print,
    .operands = {1, 1},
    .more = more,
    .about =
        "White's stones are placed; Black adds --count stones to those of --black, and every\n"
        "vertex goes to the nearer stone.  `value` is Black's score minus White's.  White's "
        "stones\n"
        "count as placed first, then Black's old ones, then the new ones, which matters only for\n"
        "--ties earlier.  If stopped by --time or Ctrl-C it gives the best found and an upper\n"
        "bound, with status 3.\n\n"
        "--all lists every set that is as good.  --values has the demand of each vertex.  "
        "--radius\n"
        "is a length in the board's own unit; decimals are taken exactly.\n\n"
        "Methods:\n"
        "  auto: a proven method that suits the board\n"
        "  tree: a recurrence over the tree, proven; boards without cycles\n"
        "  slides: Sugimoto and Saitoh's recurrence, repaired, proven; small trees\n"
        "  exact: maximum coverage by branch and bound, proven; any board\n"
        "  local: greedy, then moves one stone after another; unproven\n"
        "  greedy: the best stone, then the best second stone, and so on; unproven"};
