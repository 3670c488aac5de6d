/* question_solve.c - the exact value of a game, with a line that reaches it. */
#include "question/questions.h"

#include <assert.h>
#include <stdlib.h>

enum { CERTIFICATE_LIMIT = 1000000, LIMIT_ASKED = 100000 };

/* clang-format off */
#define GAME_FIELDS                                                                                \
    {.name = "rounds", .type = Q_COUNT, .argument = "N", .low = 1, .high = INT32_MAX,              \
     .required = true, .at = offsetof(solve_fields, rounds), .help = "turns per player"},          \
    {.name = "per_turn", .type = Q_COUNT, .argument = "K", .low = 1, .high = INT32_MAX,            \
     .standard = 1, .at = offsetof(solve_fields, per_turn), .help = "stones placed per turn"},     \
    QUESTION_STONES(solve_fields),                                                                 \
    {.name = "to_move", .type = Q_CHOICE, .argument = "SIDE", .choices = choice_side,            \
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

static void solve_clear(void *found)
{
    solve_found *f = found;
    for (int32_t i = 0; i < f->strategy_count; i++)
        dm_strategy_free(f->strategies[i]);
    dm_solution_free(f->solution);
    dm_position_free(f->position);
}

/* One solver for all workers; games that compare positions each have a table of their own. */
static dm_status solve_start(const asking *a, int64_t workers, void **shared, dm_error *err)
{
    const solve_fields *own = a->own;
    int64_t whole = a->memory_limit ? a->memory_limit : own->memory;
    int64_t memory = own->compare_positions ? whole / workers : whole;
    const dm_solver_settings settings = {.memory = memory > LEAST_MEMORY ? memory : LEAST_MEMORY,
                                         .compare_positions = own->compare_positions};
    dm_solver *solver = NULL;
    assert(workers > 0);
    dm_status status = dm_solver_new(&settings, &solver, err);
    if (status == DM_OK)
        *shared = solver;
    return status;
}

static void solve_stop(void *shared)
{
    dm_solver_free(shared);
}

/* Refuses, before any work, a certificate that may need more than `limit` positions. */
static dm_status check_certificate(asking *a, const ask_board *board, const dm_position *position,
                                   int64_t limit, dm_error *err)
{
    if (board->many)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: --certificate needs a source with one board",
                         board->source);
    double positions =
        dm_strategy_estimate(position, DM_WHITE) + dm_strategy_estimate(position, DM_BLACK);
    if (positions <= (double)limit)
        return DM_OK;
    return answer_fail(err, DM_TOO_LARGE,
                       "the certificate may need %.3g positions; the limit is %lld%s", positions,
                       (long long)limit, a->by_words ? " (--certificate-limit N raises it)" : "");
}

static dm_status solve_find(asking *a, const ask_board *board, void *solver, void *found,
                            dm_error *err)
{
    const solve_fields *own = a->own;
    solve_found *f = found;
    bool wants_proof = own->certificate || own->prove;
    int64_t limit = a->by_words ? own->certificate_limit : LIMIT_ASKED; /* of the proof */
    f->has_moves = own->moves || a->about == &question_moves;
    dm_solve_request request = {
        .outcome_only = own->outcome,
        .moves = f->has_moves,
        .repeatable = board->many, /* whichever part of the boards is asked for */
        .threads = board->many ? 1 : (int)a->threads, /* of many boards each has one */
        .grace = 0.1,
    };
    const dm_setup setup = {
        .rounds = own->rounds, .per_turn = own->per_turn, .to_move = own->to_move};
    dm_status status = ask_position(a, board->arena, &own->stones, setup, &f->position, err);
    if (status == DM_OK && own->part) {
        a->part = own->part;
        status = ask_part(a, &request.part, &request.parts, err);
    }
    if (status == DM_OK && wants_proof)
        status = check_certificate(a, board, f->position, limit, err);
    if (status == DM_OK)
        status = dm_solve(solver, f->position, &request, board->run, &f->solution, err);
    f->complete = status == DM_OK;
    a->answered = f->solution; /* even if there is no certificate */
    if (status != DM_OK || !wants_proof)
        return status;
    /* a strategy for each bound that matters: both for a value or a tie, the winner's for an
     * outcome */
    const dm_solution *s = f->solution;
    const bool wanted[2] = {!own->outcome || s->lower >= 0, !own->outcome || s->upper <= 0};
    assert(s->lower <= s->upper);
    for (int side = DM_WHITE; side <= DM_BLACK && status == DM_OK; side++) {
        if (!wanted[side])
            continue;
        status = dm_solve_strategy(solver, f->position, (dm_side)side,
                                   side == DM_WHITE ? s->lower : s->upper, limit, board->run,
                                   &f->strategies[f->strategy_count], err);
        f->strategy_count += status == DM_OK;
    }
    f->has_proof = status == DM_OK;
    return status;
}

/* Rounds, stones that were given, and the side to move. */
static void report_setup(report *r, const asking *a, const dm_position *position)
{
    const solve_fields *own = a->own;
    int32_t count;
    const dm_stone *stones = dm_position_stones(position, &count);
    report_count(r, "rounds", own->rounds);
    report_count(r, "per_turn", own->per_turn);
    if (count == 0 && own->to_move < 0)
        return;
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
    if (!dm_position_is_over(position))
        report_string(r, "to_move", dm_side_name(dm_position_to_move(position)));
}

/* The turns after those that were given; as text "W 4, B 2 3". */
static void report_best_line(report *r, const dm_position *position, int32_t turns_given)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);
    const dm_rules *rules = dm_position_rules(position);
    int32_t count;
    const dm_stone *stone = dm_position_stones(position, &count);
    assert(turns_given >= 0 && turns_given <= dm_position_turns_made(position));
    report_json(r, "line", report_moves(position, turns_given));
    for (int32_t i = 0; line && i < dm_position_turns_made(position); i++) {
        const int32_t stones = rules->turns[i].stones;
        if (i >= turns_given)
            fprintf(line, "%s%c", i > turns_given ? ", " : "",
                    rules->turns[i].side == DM_WHITE ? 'W' : 'B');
        for (int32_t j = 0; i >= turns_given && j < stones; j++)
            fprintf(line, " %d", stone[j].vertex);
        stone += stones;
    }
    if (line && fclose(line) == 0)
        report_row(r, "line", "%s", text);
    free(text);
}

static void report_valued_moves(report *r, const solve_found *f)
{
    const dm_solution *s = f->solution;
    json_t *list = json_array();
    assert(f->solution->move_count >= 0);
    for (int32_t i = 0; i < s->move_count; i++) {
        json_t *move = report_list(s->moves + (ptrdiff_t)i * s->move_stones, s->move_stones);
        report_append(
            &list, json_pack("{s:o, s:I}", "move", move, "value", (json_int_t)s->move_values[i]));
    }
    report_json(r, "moves", list);
    if (!f->complete)
        report_flag(r, "moves_complete", false);
    for (int32_t i = 0; !report_is_json(r) && i < s->move_count; i++) {
        char label[64] = "move";
        size_t used = 4;
        for (int32_t j = 0; j < s->move_stones && used < sizeof label - 12; j++)
            used += (size_t)snprintf(label + used, sizeof label - used, " %d",
                                     s->moves[i * s->move_stones + j]);
        report_row(r, label, "%lld%s", (long long)s->move_values[i],
                   s->lower == s->upper && s->move_values[i] == s->lower ? "  best" : "");
    }
}

static dm_status solve_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const solve_fields *own = a->own;
    solve_found *f = found;
    const dm_solution *s = f->solution;
    const dm_strategy *const strategies[2] = {f->strategies[0], f->strategies[1]};
    int32_t turns_given = dm_position_turns_made(f->position);
    char *text = NULL;
    dm_status status = DM_OK;
    /* before the line is played: the proof starts where the game does */
    if (f->has_proof && own->certificate)
        status = dm_certificate_write(f->position, board->source, a->seed, strategies,
                                      f->strategy_count, own->certificate, err);
    else if (f->has_proof)
        status = dm_certificate_text(f->position, board->source, a->seed, strategies,
                                     f->strategy_count, &text, err);
    if (status == DM_OK) {
        report_setup(r, a, f->position);
        /* plays the solution's line; DM_INTERNAL if it is not legal */
        assert(f->solution && f->position);
        for (int32_t i = 0; i < s->line_count && status == DM_OK;) {
            int32_t stones = dm_position_stones_to_place(f->position);
            status = dm_position_make(f->position, s->line + i, stones, err);
            i += stones;
        }
        status = status == DM_OK || status == DM_NO_MEMORY ? status : DM_INTERNAL;
    }
    if (status != DM_OK) {
        dm_free(text);
        return status;
    }
    bool is_exact = s->lower == s->upper;
    if (is_exact)
        report_count(r, "value", s->lower);
    report_winner(r, s->lower, s->upper);
    if (!is_exact || own->outcome || !f->complete) {
        report_count(r, "lower", s->lower);
        report_count(r, "upper", s->upper);
    }
    if (!own->outcome && (s->line_count > 0 || dm_position_is_over(f->position)))
        report_best_line(r, f->position, turns_given);
    report_count(r, "nodes", (int64_t)s->nodes);
    report_flag(r, "proven", s->proven);
    if (f->has_moves)
        report_valued_moves(r, f);
    if (f->has_proof) {
        int64_t positions = 0;
        for (int32_t i = 0; i < f->strategy_count; i++)
            positions += f->strategies[i]->count;
        report_string(r, "certificate", own->certificate ? own->certificate : text);
        report_count(r, "positions", positions);
    }
    dm_free(text);
    return DM_OK;
}

const question question_solve = {.name = "solve",
                                 .fields = fields,
                                 .common = Q_BOARD | Q_LONG,
                                 .start = solve_start,
                                 .stop = solve_stop,
                                 QUESTION_PARTS(solve)};

const question question_moves = {.name = "moves",
                                 .fields = moves_fields,
                                 .common = Q_BOARD | Q_LONG,
                                 .start = solve_start,
                                 .stop = solve_stop,
                                 QUESTION_PARTS(solve)};
