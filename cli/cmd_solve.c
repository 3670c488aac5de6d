/* cmd_solve.c - `demesne solve`: the exact value of a game, with a line that reaches it. */
#include "answer/answer.h"
#include "cli.h"
#include "report.h"

#include <stdlib.h>

typedef struct {
    cli_setup setup;
    bool moves, outcome, draw, paranoid;
    int64_t memory, certificate_limit;
    const char *certificate;
} own_options;

enum { DEFAULT_MEMORY = 256 << 20, LEAST_MEMORY = 1 << 20, CERTIFICATE_LIMIT = 1000000 };

static const own_options defaults = {.setup = {.per_turn = 1, .to_move = -1},
                                     .memory = DEFAULT_MEMORY,
                                     .certificate_limit = CERTIFICATE_LIMIT};

/* clang-format off */
static const cli_option options[] = {
    {.name = "rounds", .argument = "N", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .required = true, .at = offsetof(own_options, setup.rounds), .help = "turns each player has"},
    {.name = "per-turn", .argument = "K", .type = CLI_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(own_options, setup.per_turn), .help = "stones placed in a turn (default 1)"},
    {.name = "white", .argument = "V,..", .type = CLI_TEXT,
     .at = offsetof(own_options, setup.white), .help = "stones of White that lie already"},
    {.name = "black", .argument = "V,..", .type = CLI_TEXT,
     .at = offsetof(own_options, setup.black), .help = "stones of Black that lie already"},
    {.name = "to-move", .argument = "SIDE", .type = CLI_CHOICE, .choices = "white|black",
     .at = offsetof(own_options, setup.to_move),
     .help = "whose turn it is (default: as the stones given say)"},
    {.name = "moves", .type = CLI_FLAG, .at = offsetof(own_options, moves),
     .help = "the exact value of every legal move as well"},
    {.name = "outcome", .type = CLI_FLAG, .at = offsetof(own_options, outcome),
     .help = "only who wins, with bounds on the value; cheaper"},
    {.name = "memory", .argument = "SIZE", .type = CLI_SIZE, .low = LEAST_MEMORY,
     .high = INT64_C(1) << 44, .at = offsetof(own_options, memory),
     .help = "of the table of positions, all threads together (default 256M)"},
    {.name = "paranoid", .type = CLI_FLAG, .at = offsetof(own_options, paranoid),
     .help = "compare whole positions where keys of them would do; much slower"},
    {.name = "certificate", .argument = "FILE", .type = CLI_FILE, .writes = true,
     .at = offsetof(own_options, certificate),
     .help = "write a proof of what was found: for every move of the opponent the answer; "
             "`demesne verify` checks it"},
    {.name = "certificate-limit", .argument = "N", .type = CLI_COUNT, .low = 1,
     .at = offsetof(own_options, certificate_limit),
     .help = "the most positions that it may need (default 1000000); more is refused at once"},
    {.name = "draw", .type = CLI_FLAG, .at = offsetof(own_options, draw),
     .help = "the end of the best line as text, also where the output is no terminal"},
    {0}};
/* clang-format on */

/* What one board's search found. */
typedef struct {
    dm_position *position; /* the line is played on it before it is told */
    dm_solution *solution;
    bool complete; /* the solver came to its end */
    bool has_proof;
    int32_t strategy_count;
    dm_strategy *strategies[2]; /* for --certificate: White's, Black's, or both */
} answer;

static void drop(void *found)
{
    answer *a = found;
    if (!a)
        return;
    for (int32_t i = 0; i < a->strategy_count; i++)
        dm_strategy_free(a->strategies[i]);
    dm_solution_free(a->solution);
    dm_position_free(a->position);
    free(a);
}

/* --- Finding ------------------------------------------------------------------ */

/* One solver for all workers; paranoid games each have a table of their own. */
static dm_status start(const cli_call *cli, int64_t workers, void **shared, dm_error *err)
{
    const own_options *own = cli->own;
    int64_t memory = own->paranoid ? own->memory / workers : own->memory;
    const dm_solver_settings settings = {.memory = memory > LEAST_MEMORY ? memory : LEAST_MEMORY,
                                         .paranoid = own->paranoid};
    dm_solver *solver = NULL;
    dm_status status = dm_solver_new(&settings, &solver, err);
    if (status == DM_OK)
        *shared = solver;
    return status;
}

static void stop(void *shared)
{
    dm_solver_free(shared);
}

/* Refuses, before any work, a certificate that may become too large. */
static dm_status check_certificate(cli_call *cli, const cli_board *board, const answer *a,
                                   dm_error *err)
{
    const own_options *own = cli->own;
    if (board->many) {
        cli->wrong_line = true;
        return cli_fail(err, DM_BAD_ARGUMENT, "%s: --certificate needs a source with one board",
                        board->source);
    }
    double positions =
        dm_strategy_estimate(a->position, DM_WHITE) + dm_strategy_estimate(a->position, DM_BLACK);
    if (positions <= (double)own->certificate_limit)
        return DM_OK;
    return cli_fail(err, DM_TOO_LARGE,
                    "the certificate may need %.3g positions; the limit is %lld "
                    "(--certificate-limit N raises it)",
                    positions, (long long)own->certificate_limit);
}

/* A strategy for each bound that matters: both for a value or a tie, the winner's for an outcome.
 */
static dm_status find_strategies(const cli_call *cli, const cli_board *board, dm_solver *solver,
                                 answer *a, dm_error *err)
{
    const own_options *own = cli->own;
    const dm_solution *s = a->solution;
    const bool wanted[2] = {!own->outcome || s->lower >= 0, !own->outcome || s->upper <= 0};
    dm_status status = DM_OK;
    for (int side = DM_WHITE; side <= DM_BLACK && status == DM_OK; side++) {
        if (!wanted[side])
            continue;
        status = dm_solve_strategy(solver, a->position, (dm_side)side,
                                   side == DM_WHITE ? s->lower : s->upper, own->certificate_limit,
                                   board->run, &a->strategies[a->strategy_count], err);
        a->strategy_count += status == DM_OK;
    }
    a->has_proof = status == DM_OK;
    return status;
}

static dm_status find(cli_call *cli, const cli_board *board, dm_solver *solver, answer *a,
                      dm_error *err)
{
    const own_options *own = cli->own;
    const dm_solve_request request = {
        .outcome_only = own->outcome,
        .moves = own->moves,
        .threads = board->many ? 1 : (int)cli->threads, /* of many boards each has one */
    };
    dm_status status = cli_position(cli, board->arena, &own->setup, &a->position, err);
    if (status == DM_OK && own->certificate)
        status = check_certificate(cli, board, a, err);
    if (status == DM_OK)
        status = dm_solve(solver, a->position, &request, board->run, &a->solution, err);
    a->complete = status == DM_OK;
    if (status == DM_OK && own->certificate)
        status = find_strategies(cli, board, solver, a, err);
    return status;
}

static dm_status work(cli_call *cli, const cli_board *board, void *shared, void **found,
                      dm_error *err)
{
    answer *a = calloc(1, sizeof *a);
    if (!a)
        return cli_fail(err, DM_NO_MEMORY, "no memory for the answer");
    dm_status status = find(cli, board, shared, a, err);
    if (a->solution)
        *found = a;
    else
        drop(a);
    return status;
}

/* --- Telling ------------------------------------------------------------------ */

/* Before the line is played: the proof starts where the game does. */
static dm_status write_certificate(const cli_call *cli, const cli_board *board, const answer *a,
                                   dm_error *err)
{
    const own_options *own = cli->own;
    const dm_strategy *const strategies[2] = {a->strategies[0], a->strategies[1]};
    return dm_certificate_write(a->position, board->source, cli->seed, strategies,
                                a->strategy_count, own->certificate, err);
}

static void add_certificate(const cli_call *cli, const answer *a, report *r)
{
    const own_options *own = cli->own;
    int64_t positions = 0;
    for (int32_t i = 0; i < a->strategy_count; i++)
        positions += a->strategies[i]->count;
    report_string(r, "certificate", own->certificate);
    report_count(r, "positions", positions);
}

static dm_status tell(const cli_call *cli, const cli_board *board, void *found, dm_error *err)
{
    const own_options *own = cli->own;
    answer *a = found;
    const answer_solved solved = {.rounds = own->setup.rounds,
                                  .per_turn = own->setup.per_turn,
                                  .to_move_given = own->setup.to_move >= 0,
                                  .outcome = own->outcome,
                                  .moves = own->moves,
                                  .complete = a->complete,
                                  .position = a->position,
                                  .solution = a->solution};
    report *r = report_new(cli, board);
    dm_status status = a->has_proof ? write_certificate(cli, board, a, err) : DM_OK;
    if (status == DM_OK)
        status = answer_solve(r, &solved, err);
    if (status != DM_OK) {
        report_free(r);
        return status;
    }
    if (a->has_proof)
        add_certificate(cli, a, r);
    status = report_end(r, err);
    bool has_line = !own->outcome && dm_position_is_over(a->position);
    if (status == DM_OK && has_line && cli_wants_picture(cli, board->arena, own->draw)) {
        int32_t count;
        const dm_stone *stones = dm_position_stones(a->position, &count);
        status = cli_show(stdout, board->arena, stones, count, (dm_tie_rule)cli->ties, false, err);
    }
    return status;
}

static int run(cli_call *cli)
{
    static const cli_worker worker = {start, stop, work, tell, drop};
    return cli_stream_boards(cli, cli->operands[0], &worker);
}

static const char *const more[] = {
    "demesne solve tree:2,3 --rounds 2 --moves --json",
    "demesne solve grid:4x4 --rounds 2 --per-turn 2 --outcome",
    "demesne solve path:9 --rounds 3 --white 4 --black 3 --to-move white",
    "demesne solve petersen --rounds 2 --certificate proof.jsonl", NULL};

const cli_spec spec_solve = {
    .run = run,
    .options = options,
    .size = sizeof(own_options),
    .defaults = &defaults,
    .operands = {1, 1},
    .more = more,
    .about =
        "The value is White's score minus Black's when both play as well as can be; the line is\n"
        "one such game.  Stopped by --time or Ctrl-C it gives the bounds proven so far, and\n"
        "status 3.\n\n"
        "With --white and --black the game goes on from there; stones count as placed in the\n"
        "order W1,B1,W2,B2,.., leftovers last.  Their numbers must arise in the game (White k,\n"
        "Black k, White k, ..), unless --to-move says whose turn it is: then that side\n"
        "completes its turn to the next multiple of k, turns alternate, and once a side has\n"
        "all its stones the other places those it has left in one turn.\n\n"
        "--threads N search together.  A file of many boards gives one answer a board, in\n"
        "order, and N boards are solved at a time, with one table of --memory for all.\n\n"
        "--certificate FILE writes strategies that prove the value: White's keeps at least it,\n"
        "Black's at most; with --outcome the winner's alone."};
