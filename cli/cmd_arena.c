/* cmd_arena.c - `demesne arena`: facts about a board; converts it. */
#include "answer/answer.h"
#include "cli.h"
#include "report.h"

#include <string.h>

typedef struct {
    const char *to, *format;
    bool all;
    int64_t rounds; /* 0: not asked about */
} own_options;

/* clang-format off */
static const question_field fields[] = {
    {.name = "to", .argument = "FILE", .type = Q_FILE,
     .writes = true, .at = offsetof(own_options, to),
     .help = "write the board to FILE, in the format that its ending names; - is standard output"},
    {.name = "format", .argument = "NAME", .type = Q_TEXT, .at = offsetof(own_options, format),
     .help = "the format of --to, whatever the ending"},
    {.name = "all", .type = Q_FLAG, .at = offsetof(own_options, all),
     .help = "diameter, medians and symmetry however long they take"},
    {.name = "rounds", .argument = "N", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(own_options, rounds),
     .help = "what is known of N rounds on a complete k-ary tree: key level, bound, who wins"},
    {0}};
/* clang-format on */

static dm_status answer(cli_call *cli, const ask_board *board, dm_error *err)
{
    const own_options *own = cli->ask.own;
    const answer_arena_wish wish = {.all = own->all, .rounds = (int32_t)own->rounds};
    report *r = report_new(cli, board);
    dm_status status = answer_arena(r, board->arena, &wish, board->run, err);
    if (status != DM_OK && status != DM_STOPPED) {
        report_free(r);
        return status;
    }
    if (own->to)
        report_string(r, "written", own->to);
    dm_status told = report_end(r, err);
    return told == DM_OK ? status : told;
}

/* One board, written and described; on standard output it stands alone. */
static dm_status convert(cli_call *cli, dm_error *err)
{
    const own_options *own = cli->ask.own;
    ask_board board = {.source = cli->operands[0], .begun = report_clock()};
    dm_arena *arena = NULL;
    dm_status status = cli_one_board(cli, board.source, &arena, err);
    if (status == DM_OK)
        status = cli_write_board(cli, arena, own->to, own->format, err);
    if (status == DM_OK && strcmp(own->to, "-") != 0) {
        board.arena = arena;
        status = cli_run_new(cli, &board.run, err);
        if (status == DM_OK)
            status = answer(cli, &board, err);
        cli_run_free(board.run);
    }
    dm_arena_free(arena);
    return status;
}

static int run(cli_call *cli)
{
    const own_options *own = cli->ask.own;
    if (own->format && !own->to) {
        cli_error("--format names the format of --to FILE, which is missing");
        return CLI_USAGE;
    }
    if (!own->to)
        return cli_each_board(cli, cli->operands[0], answer);
    dm_error err = {0};
    return cli_report_failure(cli, convert(cli, &err), &err);
}

static const char *const more[] = {
    "demesne arena petersen --json", "demesne arena road:1000 --seed 7 --to road.gr",
    "demesne arena tree:3,5 --rounds 4", "demesne arena grid:3x3 --to - --format edges", NULL};

static const question asked = {
    .name = "arena", .fields = fields, .size = sizeof(own_options), .common = Q_BOARD};

const cli_spec spec_arena = {
    .run = run,
    .question = &asked,
    .operands = {1, 1},
    .more = more,
    .about =
        "Diameter, radius and medians are those of the largest component: the greatest and the\n"
        "least eccentricity, and the vertices with the least value-weighted sum of distances.\n"
        "Symmetries are the renumberings that keep edges, lengths and values; an orbit is a set\n"
        "of vertices they take to each other.  On large boards these are left out (null in\n"
        "--json) unless --all is given.  In --json lengths count units of 10^-decimals.\n\n"
        "--rounds adds, for a complete k-ary tree in any numbering, the numbers of Teramoto,\n"
        "Demaine and Uehara (2011): the size bound and whether it holds, the key level h, alpha\n"
        "and the case of their Algorithm 2, the sizes T_i of subtrees, and what is promised under\n"
        "best play.  In --json: children, height, size_bound (null above 2^63), size_bound_holds,\n"
        "least_height, key_level, key_vertices, alpha, alpha_limit, case (null for one round),\n"
        "subtrees, promised (white, tie or null).\n\n"
        "--to takes one board.  A file of many boards gives one answer a board."};
