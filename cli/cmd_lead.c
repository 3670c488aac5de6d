/* cmd_lead.c - `demesne lead`: White's best stones where Black answers as well as can be. */
#include "oneround.h"

#include <stdlib.h>

typedef struct {
    int64_t count, reply;
    int method; /* a dm_lead_method */
    round_options round;
} own_options;

/* clang-format off */
static const cli_option options[] = {
    {.name = "count", .argument = "P", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .required = true, .at = offsetof(own_options, count), .help = "stones that White places"},
    {.name = "reply", .argument = "R", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(own_options, reply), .help = "stones that Black answers with (default: P)"},
    {.name = "method", .argument = "NAME", .type = CLI_CHOICE,
     .choices = "auto|exact|enumerate|local", /* as dm_lead_method */
     .at = offsetof(own_options, method), .help = "how to look for it (--help lists the ways)"},
    ROUND_OPTIONS(own_options),
    {0}};
/* clang-format on */

/* What was asked about one board, and what was found. */
typedef struct {
    dm_terms terms;
    dm_lead *lead;
} answer;

static void drop(void *found)
{
    answer *a = found;
    if (!a)
        return;
    round_clear_terms(&a->terms);
    dm_lead_free(a->lead);
    free(a);
}

static dm_status find(cli_call *cli, const cli_board *board, answer *a, dm_error *err)
{
    const own_options *own = cli->own;
    dm_status status = round_read_terms(cli, board, &own->round, &a->terms, err);
    if (status != DM_OK)
        return status;
    const dm_lead_request request = {
        .terms = a->terms,
        .count = (int32_t)own->count,
        .reply = (int32_t)(own->reply ? own->reply : own->count),
        .method = (dm_lead_method)own->method,
        .threads = board->many ? 1 : (int)cli->threads, /* of many boards each has one */
        .seed = cli->seed,
    };
    status = dm_lead_new(board->arena, &request, board->run, &a->lead, err);
    if (status == DM_STOPPED && a->lead && a->lead->proven)
        status = DM_OK; /* the bounds met as it stopped */
    return status;
}

static dm_status work(cli_call *cli, const cli_board *board, void *kept, void **found,
                      dm_error *err)
{
    (void)kept;
    answer *a = calloc(1, sizeof *a);
    if (!a)
        return cli_fail(err, DM_NO_MEMORY, "no memory for the answer");
    dm_status status = find(cli, board, a, err);
    if (a->lead)
        *found = a;
    else
        drop(a);
    return status;
}

static void make_caption(const dm_arena *arena, const dm_lead *lead, char *out, size_t size)
{
    char white[160], black[160];
    answer_spell(arena, lead->white, lead->count, white, sizeof white);
    answer_spell(arena, lead->black, lead->reply, black, sizeof black);
    snprintf(out, size, "%s: %s; Black answers %s",
             lead->proven ? "White's best opening" : "An opening of White's", white, black);
}

static dm_status tell(const cli_call *cli, const cli_board *board, void *found, dm_error *err)
{
    const own_options *own = cli->own;
    const answer *a = found;
    const dm_lead *lead = a->lead;
    char caption[400];
    make_caption(board->arena, lead, caption, sizeof caption);
    const round_stones stones = {
        .white = lead->white,
        .white_count = lead->count,
        .black = lead->black,
        .black_count = lead->reply,
        .caption = caption,
    };
    report *r = report_new(cli, board);
    answer_lead(r, board->arena, lead);
    return round_tell(cli, board, &own->round, &a->terms, &stones, r, err);
}

static int run(cli_call *cli)
{
    static const cli_worker worker = {.work = work, .tell = tell, .drop = drop};
    return cli_stream_boards(cli, cli->operands[0], &worker);
}

static const char *const more[] = {"demesne lead grid:6x6 --count 2 --reply 3 --json",
                                   "demesne lead tree:2,3 --count 2 --ties white --draw",
                                   "demesne lead euclid:50 --count 3 --ties white -o opening.svg",
                                   NULL};

const cli_spec spec_lead = {
    .run = run,
    .options = options,
    .size = sizeof(own_options),
    .operands = {1, 1},
    .more = more,
    .about =
        "White places --count stones, Black answers with --reply stones, and every vertex goes to\n"
        "the nearer stone.  `value` is White's score minus Black's; `black` is a best answer.\n"
        "Stopped by --time or Ctrl-C it gives the best opening found, bounds on the value, and\n"
        "status 3.  --candidates and --forbid hold for both players.\n\n"
        "Methods:\n"
        "  auto: exact\n"
        "  exact: branch and cut, proven\n"
        "  enumerate: every set of White's, refuted by answers met before; proven, slow and "
        "simple\n"
        "  local: swaps one stone after another; unproven"};
