/* cmd_solve.c - `demesne solve`: the exact value of a game, with a line that reaches it. */
#include "cli.h"

static dm_status print_solution(cli_call *cli, const ask_board *board, void *found, report *r,
                                dm_error *err)
{
    const solve_fields *own = cli->ask.own;
    const solve_found *f = found;
    int32_t count;
    const dm_stone *stones = dm_position_stones(f->position, &count);
    bool has_line = !own->outcome && dm_position_is_over(f->position);
    dm_status status = report_end(r, err);
    if (status == DM_OK && has_line && cli_wants_picture(cli, board->arena, own->draw))
        status =
            cli_show(stdout, board->arena, stones, count, (dm_tie_rule)cli->ask.ties, false, err);
    return status;
}

static const char *const more[] = {
    "demesne solve tree:2,3 --rounds 2 --moves --json",
    "demesne solve grid:4x4 --rounds 2 --per-turn 2 --outcome",
    "demesne solve path:9 --rounds 3 --white 4 --black 3 --to-move white",
    "demesne solve petersen --rounds 2 --certificate proof.jsonl", NULL};

const cli_spec spec_solve = {
    .question = &question_solve,
    .print = print_solution,
    .operands = {1, 1},
    .more = more,
    .about =
        "The value is White's score minus Black's if both play perfectly; the line is one such\n"
        "game.  If stopped by --time or Ctrl-C it gives the best bounds and line so far, with\n"
        "status 3.\n\n"
        "With --white and --black the game starts from these stones, which count as placed in the\n"
        "turns of the game: White k, Black k, White k, ..; --order W0,B4,.. gives another order,\n"
        "which matters for --ties earlier.  Their numbers must occur in the game, unless\n"
        "--to-move gives the side to move: then that side places\n"
        "stones up to the next multiple of k, turns alternate, and once a side has all its\n"
        "stones the other places the rest of its own in one turn.\n\n"
        "With --threads N, N threads search together.  A file of many boards gives one answer\n"
        "per board, in order; N boards are solved at a time and share one table of --memory.\n\n"
        "--certificate FILE writes strategies that prove the value: White's guarantees at least\n"
        "this value, Black's at most; with --outcome only the winner's."};
