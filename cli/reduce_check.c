/* reduce_check.c - solves a formula and its board and compares them; converts between assignments
 * and Black's stones. */
#include "reduce.h"

#include <stdlib.h>
#include <string.h>

enum { SOLVED_VARIABLES = 10 }; /* of Theorem 4: ten take a second, sixteen far longer */

void finding_clear(finding *f)
{
    free(f->assignment);
    free(f->black);
    *f = (finding){0};
}

dm_status finding_init(const dm_formula *formula, const dm_reduction *board, dm_run *run,
                       finding *out, dm_error *err)
{
    size_t room = (size_t)board->variables + 1;
    finding f = {.formula = formula, .board = board, .run = run, .formula_wins = UNKNOWN};
    f.assignment = malloc(room * sizeof *f.assignment);
    f.black = malloc(room * sizeof *f.black);
    if (!f.assignment || !f.black) {
        finding_clear(&f);
        return answer_fail(err, DM_NO_MEMORY, "no memory for %d variables", board->variables);
    }
    *out = f;
    return DM_OK;
}

answer_known finding_board_wins(const finding *f)
{
    if (!f->has_bounds)
        return UNKNOWN;
    return f->lower > 0 ? YES : f->upper <= 0 ? NO : UNKNOWN;
}

/* Both are proven, so they must agree. */
static dm_status compare(const finding *f, dm_error *err)
{
    answer_known board = finding_board_wins(f);
    if (board == UNKNOWN || f->formula_wins == UNKNOWN || board == f->formula_wins)
        return DM_OK;
    return answer_fail(err, DM_INTERNAL,
                       "the board says %s and the formula %s: a bug worth reporting",
                       board == YES ? "yes" : "no", board == YES ? "no" : "yes");
}

/* Black minus White with f->black on the board. */
static dm_status score(const finding *f, int64_t *value, dm_error *err)
{
    const dm_terms terms = {.ties = DM_TIES_NEUTRAL};
    dm_dominance *d = NULL;
    dm_status status =
        dm_terms_dominance(f->board->arena, &terms, f->board->white, f->board->white_count,
                           f->black, f->board->count, &d, err);
    if (status == DM_OK)
        *value = d->score[DM_BLACK] - d->score[DM_WHITE];
    dm_dominance_free(d);
    return status;
}

static dm_status satisfy(finding *f, dm_error *err)
{
    bool satisfiable = false;
    dm_status status = dm_cnf_solve(f->formula, f->run, &satisfiable, f->assignment, err);
    if (status != DM_OK)
        return status;
    f->formula_wins = satisfiable ? YES : NO;
    f->has_assignment = satisfiable;
    if (!satisfiable)
        return DM_OK;
    int64_t value = 0;
    dm_sat_stones(f->board, f->assignment, f->black);
    f->has_black = true;
    status = score(f, &value, err);
    if (status == DM_OK && value != 1)
        status = answer_fail(err, DM_INTERNAL, "an assignment's stones are worth %lld, not 1",
                             (long long)value);
    f->has_bounds = status == DM_OK;
    f->lower = value;
    f->upper = dm_arena_vertices(f->board->arena);
    return status;
}

/* Takes bounds from the reply, and the assignment if Black wins. */
static dm_status take_reply(finding *f, const dm_reply *reply, dm_error *err)
{
    if (!f->has_bounds || -reply->value > f->lower)
        f->lower = -reply->value;
    f->upper = -reply->lower;
    f->has_bounds = true;
    if (f->lower > f->upper)
        return answer_fail(err, DM_INTERNAL, "the reply is worth at most %lld, and %lld was found",
                           (long long)f->upper, (long long)f->lower);
    if (reply->value >= 0)
        return DM_OK;
    memcpy(f->black, reply->black, (size_t)reply->count * sizeof *f->black);
    f->has_black = true;
    f->has_assignment = dm_sat_assignment(f->board, f->black, reply->count, f->assignment);
    if (!f->has_assignment || !dm_cnf_holds(f->formula, f->assignment))
        return answer_fail(err, DM_INTERNAL, "Black wins with stones that satisfy no formula");
    return DM_OK;
}

static dm_status answer_board(const cli_call *cli, finding *f, dm_error *err)
{
    const dm_reply_request ask = {.terms = {.ties = DM_TIES_NEUTRAL},
                                  .white = f->board->white,
                                  .white_count = f->board->white_count,
                                  .count = f->board->count,
                                  .threads = (int)cli->ask.threads,
                                  .seed = cli->ask.seed};
    dm_reply *reply = NULL;
    dm_status status = dm_reply_new(f->board->arena, &ask, f->run, &reply, err);
    dm_status taken = reply ? take_reply(f, reply, err) : DM_OK;
    dm_reply_free(reply);
    return taken == DM_OK ? status : taken;
}

dm_status check_sat(const cli_call *cli, finding *f, dm_error *err)
{
    dm_status status = satisfy(f, err);
    if (status == DM_OK)
        status = answer_board(cli, f, err);
    if (status != DM_OK)
        return status;
    return compare(f, err);
}

static dm_status take_score(finding *f, dm_error *err)
{
    int64_t value = 0;
    dm_status status = score(f, &value, err);
    f->has_bounds = status == DM_OK;
    f->lower = f->upper = value;
    return status;
}

/* `1,-2,3`: each variable once, in any order. */
static bool read_assignment(const char *text, const finding *f, int32_t *assignment)
{
    int32_t n = f->formula->variables, found = 0;
    memset(assignment, 0, (size_t)n * sizeof *assignment);
    for (const char *at = text; at; found++) {
        char *end;
        long literal = strtol(at, &end, 10);
        long v = labs(literal);
        if (end == at || (*end && *end != ',') || v < 1 || v > n || assignment[v - 1])
            return false;
        assignment[v - 1] = (int32_t)literal;
        at = *end ? end + 1 : NULL;
    }
    return found == n;
}

dm_status stones_of(cli_call *cli, const char *assignment, finding *f, dm_error *err)
{
    if (!read_assignment(assignment, f, f->assignment)) {
        cli->ask.wrong_words = true;
        return answer_fail(err, DM_BAD_ARGUMENT,
                           "--assignment %s; expected each of the variables 1..%d once, as 1,-2,3",
                           assignment, f->formula->variables);
    }
    dm_sat_stones(f->board, f->assignment, f->black);
    f->has_assignment = f->has_black = true;
    f->formula_wins = dm_cnf_holds(f->formula, f->assignment) ? YES : UNKNOWN;
    return take_score(f, err);
}

dm_status assignment_of(cli_call *cli, const char *black, finding *f, dm_error *err)
{
    dm_vertex *list = NULL;
    int32_t count = 0;
    dm_status status = ask_vertices(&cli->ask, f->board->arena, "black",
                                    (question_raw){.text = black}, &list, &count, err);
    if (status == DM_OK && count != f->board->count)
        status = answer_fail(err, DM_BAD_ARGUMENT, "--black gives %lld stones; Black has %d",
                             (long long)count, f->board->count);
    if (status == DM_OK) {
        memcpy(f->black, list, (size_t)count * sizeof *list);
        f->has_black = true;
        f->has_assignment = dm_sat_assignment(f->board, list, (int32_t)count, f->assignment);
        if (f->has_assignment && dm_cnf_holds(f->formula, f->assignment))
            f->formula_wins = YES;
        status = take_score(f, err);
    }
    free(list);
    return status;
}

static dm_status solve_position(const cli_call *cli, finding *f, const dm_position *position,
                                dm_error *err)
{
    const dm_solve_request ask = {
        .outcome_only = true, .no_line = true, .threads = (int)cli->ask.threads};
    dm_solver *solver = NULL;
    dm_solution *solution = NULL;
    dm_status status = dm_solver_new(NULL, &solver, err);
    if (status == DM_OK)
        status = dm_solve(solver, position, &ask, f->run, &solution, err);
    if (solution) {
        f->has_bounds = true;
        f->lower = solution->lower;
        f->upper = solution->upper;
    }
    dm_solution_free(solution);
    dm_solver_free(solver);
    return status;
}

static dm_status solve_board(const cli_call *cli, finding *f, dm_error *err)
{
    dm_rules rules = {0};
    dm_position *position = NULL;
    dm_status status = dm_rules_init(f->board->rounds, 1, DM_TIES_NEUTRAL, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(f->board->arena, &rules, &position, err);
    if (status == DM_OK)
        status = solve_position(cli, f, position, err);
    dm_position_free(position);
    dm_rules_clear(&rules);
    return status;
}

dm_status check_dnf(const cli_call *cli, finding *f, dm_error *err)
{
    bool wins = false;
    dm_status status = dm_dnf_game(f->formula, f->run, &wins, err);
    if (status != DM_OK)
        return status;
    f->formula_wins = wins ? YES : NO;
    f->too_large = f->board->variables > SOLVED_VARIABLES && cli->ask.time < 0;
    if (!f->too_large)
        status = solve_board(cli, f, err);
    return status == DM_OK ? compare(f, err) : status;
}
