/* cmd_arena.c - `demesne arena`: facts about a board; converts it. */
#include "cli.h"

#include <string.h>

static dm_status print_arena(cli_call *cli, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const arena_fields *own = cli->ask.own;
    (void)found;
    dm_status status =
        own->to ? cli_write_board(cli, board->arena, own->to, own->format, err) : DM_OK;
    if (status == DM_OK && !(own->to && strcmp(own->to, "-") == 0))
        return report_end(r, err);
    report_free(r);
    return status;
}

static const char *const more[] = {
    "demesne arena petersen --json", "demesne arena road:1000 --seed 7 --to road.gr",
    "demesne arena tree:3,5 --rounds 4", "demesne arena grid:3x3 --to - --format edges", NULL};

const cli_spec spec_arena = {
    .question = &question_arena,
    .print = print_arena,
    .operands = {1, 1},
    .more = more,
    .about =
        "Diameter, radius and medians are those of the largest component: the greatest and the\n"
        "least eccentricity, and the vertices with the least value-weighted sum of distances.\n"
        "Symmetries are the renumberings that keep edges, lengths and values; an orbit is a set\n"
        "of vertices that they map to each other.  On large boards these are left out (null in\n"
        "--json) unless --all is given.  In --json lengths count units of 10^-decimals.\n\n"
        "--rounds adds, for a complete k-ary tree numbered in any way, the numbers of Teramoto,\n"
        "Demaine and Uehara (2011): the size bound and whether it holds, the key level h, alpha\n"
        "and the case of their Algorithm 2, the sizes T_i of subtrees, Proposition 2, and what "
        "the\n"
        "theorems promise.  In --json: children, height, size_bound (null above 2^63),\n"
        "size_bound_holds, least_height, key_level, key_vertices, alpha, alpha_limit,\n"
        "above_key_level (vertices), case (null for one round), subtrees, promised (white, tie or\n"
        "null).\n\n"
        "--to takes one board.  A file of many boards gives one answer per board."};
