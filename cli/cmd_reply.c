/* cmd_reply.c - `demesne reply`: Black's best further stones once White's lie. */
#include "oneround.h"

#include <stdlib.h>

typedef struct {
    const char *white, *black;
    int64_t count, all_limit;
    int method; /* a dm_reply_method */
    bool all;
    round_options round;
} own_options;

enum { ALL_LIMIT = 10000 };

static const own_options defaults = {.all_limit = ALL_LIMIT};

static const char about[] =
    "White's stones lie; Black adds --count stones to those of --black, and every vertex goes to\n"
    "the nearer stone.  `value` is Black's score minus White's.  White's stones count as placed\n"
    "first, then Black's old ones, then the new ones, which matters to --ties earlier alone.\n"
    "Stopped by --time or Ctrl-C it gives the best found, an upper bound, and status 3.\n\n"
    "--all lists every set that is as good.  --values has the demand of each vertex.  --radius\n"
    "is a length of the board's own unit; decimals are taken exactly.\n\n"
    "Methods:\n"
    "  auto: a proven method that suits the board\n"
    "  tree: a recurrence over the tree, proven, on boards without cycles, any lengths\n"
    "  slides: Sugimoto and Saitoh's recurrence, repaired, proven: small trees, equal lengths\n"
    "  exact: maximum coverage by branch and bound, proven, on any board\n"
    "  local: greedy, then swaps of one stone while they gain; unproven\n"
    "  greedy: the best stone, then the next best beside it, and so on; unproven";

/* clang-format off */
static const cli_option options[] = {
    {.name = "white", .argument = "V,..", .type = CLI_TEXT, .required = true,
     .at = offsetof(own_options, white),
     .help = "White's stones: vertices, counted from 0, or their names; may be empty"},
    {.name = "count", .argument = "K", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .required = true, .at = offsetof(own_options, count), .help = "stones that Black adds"},
    {.name = "black", .argument = "V,..", .type = CLI_TEXT, .at = offsetof(own_options, black),
     .help = "stones that Black has already, and keeps"},
    {.name = "all", .type = CLI_FLAG, .at = offsetof(own_options, all),
     .help = "every best set, and how many there are"},
    {.name = "all-limit", .argument = "N", .type = CLI_COUNT, .low = 1,
     .at = offsetof(own_options, all_limit),
     .help = "the most sets that --all lists (default 10000)"},
    {.name = "method", .argument = "NAME", .type = CLI_CHOICE, 
     .choices = "auto|tree|slides|exact|local|greedy", /* as dm_reply_method */
     .at = offsetof(own_options, method), .help = "how to look for it (--help lists the ways)"},
    ROUND_OPTIONS(own_options),
    {0}};
/* clang-format on */

/* What was asked about one board, and what was found. */
typedef struct {
    dm_terms terms;
    dm_vertex *white, *kept;
    int64_t white_count, kept_count;
    dm_reply *reply;
} answer;

static void drop(void *found)
{
    answer *a = found;
    if (!a)
        return;
    round_clear_terms(&a->terms);
    free(a->white);
    free(a->kept);
    dm_reply_free(a->reply);
    free(a);
}

/* --- Finding -------------------------------------------------------------------------- */

/* A best reply is at least one set: none listed means that the method lists none. */
static dm_status check_all(cli_call *cli, answer *a, dm_error *err)
{
    if (a->reply->optima_count > 0)
        return DM_OK;
    const char *name = dm_reply_method_name(a->reply->method);
    dm_reply_free(a->reply);
    a->reply = NULL;
    cli->wrong_line = true;
    return cli_fail(err, DM_UNSUPPORTED,
                    "--method %s finds one set; --all needs a method that finds every best one",
                    name);
}

static dm_status find(cli_call *cli, const cli_board *board, answer *a, dm_error *err)
{
    const own_options *own = cli->own;
    dm_status status =
        cli_vertices(cli, board->arena, "--white", own->white, &a->white, &a->white_count, err);
    if (status == DM_OK)
        status =
            cli_vertices(cli, board->arena, "--black", own->black, &a->kept, &a->kept_count, err);
    if (status == DM_OK)
        status = round_read_terms(cli, board, &own->round, &a->terms, err);
    if (status != DM_OK)
        return status;
    const dm_reply_request request = {
        .terms = a->terms,
        .white = a->white,
        .white_count = (int32_t)a->white_count,
        .kept = a->kept,
        .kept_count = (int32_t)a->kept_count,
        .count = (int32_t)own->count,
        .method = (dm_reply_method)own->method,
        .optima_limit = own->all ? own->all_limit : 0,
        .threads = board->many ? 1 : (int)cli->threads, /* of many boards each has one */
        .seed = cli->seed,
    };
    status = dm_reply_new(board->arena, &request, board->run, &a->reply, err);
    if (status == DM_STOPPED && a->reply && a->reply->proven && !own->all)
        status = DM_OK; /* the bound was met as it stopped */
    return status == DM_OK && own->all ? check_all(cli, a, err) : status;
}

static dm_status work(cli_call *cli, const cli_board *board, void *kept, void **found,
                      dm_error *err)
{
    (void)kept;
    answer *a = calloc(1, sizeof *a);
    if (!a)
        return cli_fail(err, DM_NO_MEMORY, "no memory for the answer");
    dm_status status = find(cli, board, a, err);
    if (a->reply)
        *found = a;
    else
        drop(a);
    return status;
}

/* --- Telling -------------------------------------------------------------------------- */

static dm_status tell(const cli_call *cli, const cli_board *board, void *found, dm_error *err)
{
    const own_options *own = cli->own;
    const answer *a = found;
    const dm_reply *reply = a->reply;
    char list[160], caption[240];
    answer_spell(board->arena, reply->black, reply->count, list, sizeof list);
    snprintf(caption, sizeof caption, "%s: %s",
             reply->proven ? "Black's best reply" : "A reply of Black's", list);
    const round_stones stones = {
        .white = a->white,
        .white_count = (int32_t)a->white_count,
        .kept = a->kept,
        .kept_count = (int32_t)a->kept_count,
        .black = reply->black,
        .black_count = reply->count,
        .caption = caption,
    };
    report *r = report_new(cli, board);
    answer_reply(r, &(answer_replied){.arena = board->arena,
                                      .white = a->white,
                                      .white_count = a->white_count,
                                      .kept = a->kept,
                                      .kept_count = a->kept_count,
                                      .reply = reply,
                                      .all_limit = own->all ? own->all_limit : 0});
    return round_tell(cli, board, &own->round, &a->terms, &stones, r, err);
}

static int run(cli_call *cli)
{
    static const cli_worker worker = {.work = work, .tell = tell, .drop = drop};
    return cli_stream_boards(cli, cli->operands[0], &worker);
}

static const char *const more[] = {
    "demesne reply grid:5x5 --white 12 --count 2 --all --json",
    "demesne reply tree:2,4 --white 0,3 --black 5 --count 2 --draw",
    "demesne reply road:300 --white 10,200 --count 2 --radius 3000 -o market.svg --csv market.csv",
    NULL};

const cli_spec spec_reply = {.run = run,
                             .options = options,
                             .size = sizeof(own_options),
                             .defaults = &defaults,
                             .operands = {1, 1},
                             .more = more,
                             .about = about};
