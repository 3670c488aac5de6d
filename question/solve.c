/* solve.c - the exact value of a game, with a line that reaches it. */
#include "question/questions.h"

#include "answer/answer.h"

#include <stdlib.h>

enum { CERTIFICATE_LIMIT = 1000000, LIMIT_ASKED = 100000 };

/* clang-format off */
#define GAME_FIELDS                                                                                \
    {.name = "rounds", .type = Q_COUNT, .argument = "N", .low = 1, .high = INT32_MAX,              \
     .required = true, .at = offsetof(solve_fields, rounds), .help = "turns per player"},          \
    {.name = "per_turn", .type = Q_COUNT, .argument = "K", .low = 1, .high = INT32_MAX,            \
     .standard = 1, .at = offsetof(solve_fields, per_turn), .help = "stones placed per turn"},     \
    QUESTION_STONES(solve_fields),                                                                 \
    {.name = "to_move", .type = Q_CHOICE, .argument = "SIDE", .choices = "white|black",            \
     .standard = -1, .at = offsetof(solve_fields, to_move),                                        \
     .help = "whose turn it is (default: follows from the stones given)"}

static const question_field fields[] = {
    GAME_FIELDS,
    {.name = "moves", .type = Q_FLAG, .at = offsetof(solve_fields, moves),
     .help = "the exact value of every legal move as well"},
    {.name = "outcome", .type = Q_FLAG, .at = offsetof(solve_fields, outcome),
     .help = "only who wins, with bounds on the value; cheaper"},
    QUESTION_MEMORY(solve_fields),
    {.name = "compare_positions", .type = Q_FLAG, .in = Q_LOCAL, .at = offsetof(solve_fields, compare_positions),
     .help = "compare whole positions instead of their keys; much slower"},
    {.name = "certificate", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(solve_fields, certificate),
     .help = "write a proof of the result: an answer to every move of the opponent; "
             "`demesne verify` checks it"},
    {.name = "prove", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(solve_fields, prove),
     .help = "add a certificate, the text that `verify` checks"},
    {.name = "certificate_limit", .type = Q_COUNT, .in = Q_LOCAL, .argument = "N", .low = 1,
     .standard = CERTIFICATE_LIMIT, .at = offsetof(solve_fields, certificate_limit),
     .help = "the most positions that the proof may need; more is refused at once"},
    {.name = "draw", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(solve_fields, draw),
     .help = "show the end of the best line as text, even if the output is not a terminal"},
    {0}};

static const question_field moves_fields[] = {
    GAME_FIELDS,
    {.name = "part", .type = Q_TEXT, .in = Q_JSON_ONLY, .at = offsetof(solve_fields, part),
     .help = "as `I/M`, only part I of M parts of the moves, counted from 0: several processes share the work"},
    {0}};
/* clang-format on */

static void clear(void *found)
{
    solve_found *f = found;
    for (int32_t i = 0; i < f->strategy_count; i++)
        dm_strategy_free(f->strategies[i]);
    dm_solution_free(f->solution);
    dm_position_free(f->position);
}

/* One solver for all workers; games that compare positions each have a table of their own. */
static dm_status start(const asking *a, int64_t workers, void **shared, dm_error *err)
{
    const solve_fields *own = a->own;
    int64_t whole = a->memory_limit ? a->memory_limit : own->memory;
    int64_t memory = own->compare_positions ? whole / workers : whole;
    const dm_solver_settings settings = {.memory = memory > LEAST_MEMORY ? memory : LEAST_MEMORY,
                                         .compare_positions = own->compare_positions};
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

static bool wants_proof(const asking *a)
{
    const solve_fields *own = a->own;
    return own->certificate || own->prove;
}

/* Positions of a certificate. */
static int64_t proof_limit(const asking *a)
{
    const solve_fields *own = a->own;
    return a->by_words ? own->certificate_limit : LIMIT_ASKED;
}

/* Refuses, before any work, a certificate that may become too large. */
static dm_status check_certificate(asking *a, const ask_board *board, const solve_found *f,
                                   dm_error *err)
{
    if (board->many)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: --certificate needs a source with one board",
                         board->source);
    double positions =
        dm_strategy_estimate(f->position, DM_WHITE) + dm_strategy_estimate(f->position, DM_BLACK);
    if (positions <= (double)proof_limit(a))
        return DM_OK;
    return answer_fail(err, DM_TOO_LARGE,
                       "the certificate may need %.3g positions; the limit is %lld%s", positions,
                       (long long)proof_limit(a),
                       a->by_words ? " (--certificate-limit N raises it)" : "");
}

/* A strategy for each bound that matters: both for a value or a tie, the winner's for an outcome.
 */
static dm_status find_strategies(const asking *a, const ask_board *board, dm_solver *solver,
                                 solve_found *f, dm_error *err)
{
    const solve_fields *own = a->own;
    const dm_solution *s = f->solution;
    const bool wanted[2] = {!own->outcome || s->lower >= 0, !own->outcome || s->upper <= 0};
    dm_status status = DM_OK;
    for (int side = DM_WHITE; side <= DM_BLACK && status == DM_OK; side++) {
        if (!wanted[side])
            continue;
        status = dm_solve_strategy(solver, f->position, (dm_side)side,
                                   side == DM_WHITE ? s->lower : s->upper, proof_limit(a),
                                   board->run, &f->strategies[f->strategy_count], err);
        f->strategy_count += status == DM_OK;
    }
    f->has_proof = status == DM_OK;
    return status;
}

static bool wants_moves(const asking *a)
{
    const solve_fields *own = a->own;
    return own->moves || a->about == &question_moves;
}

static dm_status read_position(asking *a, const ask_board *board, dm_position **out, dm_error *err)
{
    const solve_fields *own = a->own;
    dm_stone *stones = NULL;
    dm_setup setup = {.rounds = own->rounds,
                      .per_turn = own->per_turn,
                      .to_move = own->to_move,
                      .ties = (dm_tie_rule)a->ties};
    dm_status status =
        ask_ordered_stones(a, board->arena, &own->stones, &stones, &setup.stone_count, err);
    setup.stones = stones;
    if (status == DM_OK)
        status = dm_position_resume(board->arena, &setup, out, err);
    free(stones);
    return status;
}

static dm_status find(asking *a, const ask_board *board, void *solver, void *found, dm_error *err)
{
    const solve_fields *own = a->own;
    solve_found *f = found;
    dm_solve_request request = {
        .outcome_only = own->outcome,
        .moves = wants_moves(a),
        .repeatable = board->many, /* whichever part of the boards is asked for */
        .threads = board->many ? 1 : (int)a->threads, /* of many boards each has one */
        .grace = 0.1,
    };
    dm_status status = read_position(a, board, &f->position, err);
    if (status == DM_OK && own->part) {
        a->part = own->part;
        status = ask_part(a, &request.part, &request.parts, err);
    }
    if (status == DM_OK && wants_proof(a))
        status = check_certificate(a, board, f, err);
    if (status == DM_OK)
        status = dm_solve(solver, f->position, &request, board->run, &f->solution, err);
    f->complete = status == DM_OK;
    a->answered = f->solution; /* even if there is no certificate */
    if (status == DM_OK && wants_proof(a))
        status = find_strategies(a, board, solver, f, err);
    return status;
}

/* Writes the certificate to its file, or gives its text.  Before the line is played: the proof
 * starts where the game does. */
static dm_status write_certificate(const asking *a, const ask_board *board, const solve_found *f,
                                   char **text, dm_error *err)
{
    const solve_fields *own = a->own;
    const dm_strategy *const strategies[2] = {f->strategies[0], f->strategies[1]};
    return own->certificate ? dm_certificate_write(f->position, board->source, a->seed, strategies,
                                                   f->strategy_count, own->certificate, err)
                            : dm_certificate_text(f->position, board->source, a->seed, strategies,
                                                  f->strategy_count, text, err);
}

static void add_certificate(const asking *a, const solve_found *f, const char *text, report *r)
{
    const solve_fields *own = a->own;
    int64_t positions = 0;
    for (int32_t i = 0; i < f->strategy_count; i++)
        positions += f->strategies[i]->count;
    report_string(r, "certificate", own->certificate ? own->certificate : text);
    report_count(r, "positions", positions);
}

static dm_status tell(const asking *a, const ask_board *board, void *found, report *r,
                      dm_error *err)
{
    const solve_fields *own = a->own;
    solve_found *f = found;
    const answer_solved solved = {.rounds = own->rounds,
                                  .per_turn = own->per_turn,
                                  .to_move_given = own->to_move >= 0,
                                  .outcome = own->outcome,
                                  .moves = wants_moves(a),
                                  .complete = f->complete,
                                  .position = f->position,
                                  .solution = f->solution};
    char *text = NULL;
    dm_status status = f->has_proof ? write_certificate(a, board, f, &text, err) : DM_OK;
    if (status == DM_OK)
        status = answer_solve(r, &solved, err);
    if (status == DM_OK && f->has_proof)
        add_certificate(a, f, text, r);
    dm_free(text);
    return status;
}

const question question_solve = {.name = "solve",
                                 .fields = fields,
                                 .common = Q_BOARD | Q_LONG,
                                 .start = start,
                                 .stop = stop,
                                 QUESTION_PARTS(solve)};

const question question_moves = {.name = "moves",
                                 .fields = moves_fields,
                                 .common = Q_BOARD | Q_LONG,
                                 .start = start,
                                 .stop = stop,
                                 QUESTION_PARTS(solve)};
