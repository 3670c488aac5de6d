/* cmd_reduce.c - `demesne reduce`: turns a formula into a board that decides it. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static dm_status draw_reduction(cli_call *cli, const reduce_found *f, dm_error *err)
{
    const reduce_fields *own = cli->ask.own;
    const dm_reduction *board = f->board;
    enum { NAMED = 250 }; /* vertices; with more, names would overlap */
    const dm_picture picture = {
        .seed = cli->ask.seed,
        .hide_numbers = true,
        .labels = dm_arena_vertices(board->arena) <= NAMED ? DM_LABELS_VERTICES : DM_LABELS_AUTO};
    int32_t black = f->has_black ? board->count : 0, played = f->play.stone_count;
    dm_stone *stones =
        malloc(((size_t)board->white_count + (size_t)black + (size_t)played + 1) * sizeof *stones);
    if (!stones)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the stones");
    for (int32_t i = 0; i < board->white_count; i++)
        stones[i] = (dm_stone){board->white[i], DM_WHITE};
    for (int32_t i = 0; i < black; i++)
        stones[board->white_count + i] = (dm_stone){f->black[i], DM_BLACK};
    for (int32_t i = 0; i < played; i++)
        stones[board->white_count + black + i] =
            (dm_stone){f->play.stones[i], i % 2 ? DM_BLACK : DM_WHITE};
    dm_status status = dm_draw_file(board->arena, stones, board->white_count + black + played,
                                    DM_TIES_NEUTRAL, &picture, own->output, err);
    free(stones);
    if (status == DM_BAD_ARGUMENT)
        cli->ask.wrong_words = true;
    return status;
}

/* The files come first, because the answer names them. */
static dm_status print_reduction(cli_call *cli, const ask_board *board, void *found, report *r,
                                 dm_error *err)
{
    const reduce_fields *own = cli->ask.own;
    const reduce_found *f = found;
    dm_status status = DM_OK;
    (void)board;
    if (own->to)
        status = cli_write_board(cli, f->board->arena, own->to, own->format, err);
    if (status == DM_OK && own->output)
        status = draw_reduction(cli, f, err);
    if (status == DM_OK && !(own->to && strcmp(own->to, "-") == 0))
        return report_end(r, err);
    report_free(r);
    return status;
}

static const cli_spec spec_sat = {
    .print = print_reduction,
    .question = &question_reduce_sat,
    .operands = {1, 1},
    .more =
        (const char *const[]){"demesne reduce sat no.cnf --check",
                              "demesne reduce sat figure3.cnf --problem 2 --assignment 1,2,-3,4",
                              "demesne reduce sat figure3.cnf --to board.json -o board.svg", NULL},
    .about =
        "FILE is DIMACS CNF.  White holds u and Black adds one stone per variable: Black can\n"
        "win if and only if the formula can be satisfied.  --problem 2 gives White as many\n"
        "stones as Black has.  --check asks CaDiCaL about the formula and `reply` about the\n"
        "board; the winning stones give an assignment.\n\n"
        "Vertices have the paper's names (u, x1+, y1.2, c3', p4), which formats with names\n"
        "keep.  If stopped by --time or Ctrl-C, --check reports what it knows, with status 3."};

static const cli_spec spec_dnf = {
    .run = formula_play,
    .print = print_reduction,
    .question = &question_reduce_dnf,
    .operands = {1, 1},
    .about =
        "FILE is a positive DNF: one disjunct per line, as variable numbers from 1 (`#`\n"
        "comments; `variables N` first if some do not occur).  Two players choose variables\n"
        "in turn, and the first wins with all of one disjunct; White wins the board's game\n"
        "of n/2 + 1 rounds if and only if the first player wins that.  --check solves the\n"
        "formula game, and the board if it is small; with --time it tries any.\n\n"
        "--play plays the formula game: the engine takes a variable that wins if there is one,\n"
        "and of these, or if none does, one that stands in most and in the shortest disjuncts\n"
        "that can still be completed.  A person types variables (or hint, undo, quit), or gives\n"
        "those taken so far as --moves.  White is the first player: after u2 and u1 each\n"
        "variable is a stone on its vertex, and White wins the board if and only if the first\n"
        "player completes a disjunct."};

static const cli_command verbs[] = {
    {"reduce sat", "FILE.cnf [--problem 1|2] [--check] [--to FILE]",
     "a CNF formula: Black can win the board if and only if it can be satisfied",
     "demesne reduce sat figure3.cnf", &spec_sat},
    {"reduce dnf", "FILE [--check] [--play] [--to FILE]",
     "a positive DNF: White wins the board if and only if the first player wins the formula",
     "demesne reduce dnf figure4.dnf --check", &spec_dnf},
    {0}};

const cli_spec spec_reduce = {
    .verbs = verbs,
    .about = "The proofs of Teramoto, Demaine and Uehara that the game is hard, as programs."};
