/* question_reduce_check.c - solves a formula and its board and compares them; converts between
 * assignments and Black's stones. */
#include "question/questions.h"

#include <stdlib.h>
#include <string.h>

enum { SOLVED_VARIABLES = 10 }; /* of Theorem 4: ten take a second, sixteen far longer */

/* Black minus White with f->black on the board. */
static dm_status score_reduction(const reduce_found *f, int64_t *value, dm_error *err)
{
    const dm_terms terms = {.ties = DM_TIES_NEUTRAL};
    const dm_group groups[] = {
        {DM_WHITE, {.vertex = f->board->white, .count = f->board->white_count}},
        {DM_BLACK, {.vertex = f->black, .count = f->board->count}},
    };
    dm_dominance *d = NULL;
    dm_status status = dm_terms_dominance(f->board->arena, &terms, groups, 2, &d, err);
    if (status == DM_OK)
        *value = d->score[DM_BLACK] - d->score[DM_WHITE];
    dm_dominance_free(d);
    return status;
}

static dm_status satisfy_formula(dm_run *run, reduce_found *f, dm_error *err)
{
    bool satisfiable = false;
    dm_status status = dm_cnf_solve(f->formula, run, &satisfiable, f->assignment, err);
    if (status != DM_OK)
        return status;
    f->formula_wins = satisfiable ? YES : NO;
    f->has_assignment = satisfiable;
    if (!satisfiable)
        return DM_OK;
    int64_t value = 0;
    dm_sat_stones(f->board, f->assignment, f->black);
    f->has_black = true;
    status = score_reduction(f, &value, err);
    if (status == DM_OK && value != 1)
        status = answer_fail(err, DM_INTERNAL, "an assignment's stones are worth %lld, not 1",
                             (long long)value);
    f->has_bounds = status == DM_OK;
    f->lower = value;
    f->upper = dm_arena_vertices(f->board->arena);
    return status;
}

/* Takes bounds from the reply, and the assignment if Black wins. */
static dm_status take_reply(reduce_found *f, const dm_reply *reply, dm_error *err)
{
    if (!f->has_bounds || reply->value.whole > f->lower)
        f->lower = reply->value.whole;
    f->upper = reply->upper.whole;
    f->has_bounds = true;
    if (f->lower > f->upper)
        return answer_fail(err, DM_INTERNAL, "the reply is worth at most %lld, and %lld was found",
                           (long long)f->upper, (long long)f->lower);
    if (reply->value.whole <= 0)
        return DM_OK;
    memcpy(f->black, reply->black, (size_t)reply->count * sizeof *f->black);
    f->has_black = true;
    f->has_assignment = dm_sat_assignment(f->board, f->black, reply->count, f->assignment);
    if (!f->has_assignment || !dm_cnf_holds(f->formula, f->assignment))
        return answer_fail(err, DM_INTERNAL, "Black wins with stones that satisfy no formula");
    return DM_OK;
}

static dm_status check_sat(const asking *a, dm_run *run, reduce_found *f, dm_error *err)
{
    dm_status status = satisfy_formula(run, f, err);
    if (status != DM_OK)
        return status;
    const dm_reply_request ask = {
        .terms = {.ties = DM_TIES_NEUTRAL},
        .white = {.vertex = f->board->white, .count = f->board->white_count},
        .count = f->board->count,
        .threads = (int)a->threads,
        .seed = a->seed};
    dm_reply *reply = NULL;
    status = dm_reply_new(f->board->arena, &ask, run, &reply, err);
    dm_status taken = reply ? take_reply(f, reply, err) : DM_OK;
    dm_reply_free(reply);
    return taken == DM_OK ? status : taken;
}

static dm_status take_score(reduce_found *f, dm_error *err)
{
    int64_t value = 0;
    dm_status status = score_reduction(f, &value, err);
    f->has_bounds = status == DM_OK;
    f->lower = f->upper = value;
    return status;
}

/* The next literal of `1,-2,3`, which begins at *at; *at becomes NULL after the last. */
static bool next_literal(const char **at, long *out)
{
    char *end;
    *out = strtol(*at, &end, 10);
    bool is_good = end != *at && (!*end || *end == ',');
    *at = *end ? end + 1 : NULL;
    return is_good;
}

/* Takes a literal; false if the variable does not exist or has a value already. */
static bool take_literal(long literal, int32_t n, int32_t *assignment)
{
    if (literal < -n || literal > n || literal == 0)
        return false;
    int32_t *place = &assignment[labs(literal) - 1];
    bool is_free = *place == 0;
    *place = (int32_t)literal;
    return is_free;
}

/* Each variable once, in any order. */
static bool read_assignment(question_raw given, int32_t n, int32_t *assignment)
{
    int32_t found = 0;
    const json_t *item;
    size_t i;
    memset(assignment, 0, (size_t)n * sizeof *assignment);
    for (const char *at = given.text; at; found++) {
        long literal;
        if (!next_literal(&at, &literal) || !take_literal(literal, n, assignment))
            return false;
    }
    json_array_foreach(given.json, i, item)
    {
        found++;
        if (!json_is_integer(item) || !take_literal((long)json_integer_value(item), n, assignment))
            return false;
    }
    return found == n;
}

dm_status reduce_stones(asking *a, question_raw assignment, reduce_found *f, dm_error *err)
{
    int32_t n = f->formula->variables;
    if (!read_assignment(assignment, n, f->assignment))
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "%s%s%s: expected each of the variables 1..%d once, as 1,-2,3",
                         ask_label(a, "assignment"), assignment.text ? " " : "",
                         assignment.text ? assignment.text : "", n);
    dm_sat_stones(f->board, f->assignment, f->black);
    f->has_assignment = f->has_black = true;
    f->formula_wins = dm_cnf_holds(f->formula, f->assignment) ? YES : UNKNOWN;
    return take_score(f, err);
}

dm_status reduce_assignment(asking *a, question_raw black, reduce_found *f, dm_error *err)
{
    dm_vertex *list = NULL;
    int32_t count = 0;
    dm_status status = ask_vertices(a, f->board->arena, "black", black, &list, &count, err);
    if (status == DM_OK && count != f->board->count)
        status = answer_fail(err, DM_BAD_INPUT, "%s gives %lld stones; Black has %d",
                             ask_label(a, "black"), (long long)count, f->board->count);
    if (status == DM_OK) {
        memcpy(f->black, list, (size_t)count * sizeof *list);
        f->has_black = true;
        f->has_assignment = dm_sat_assignment(f->board, list, count, f->assignment);
        if (f->has_assignment && dm_cnf_holds(f->formula, f->assignment))
            f->formula_wins = YES;
        status = take_score(f, err);
    }
    free(list);
    return status;
}

static dm_status check_dnf(const asking *a, dm_run *run, reduce_found *f, dm_error *err)
{
    bool wins = false;
    dm_status status = dm_dnf_game(f->formula, run, &wins, err);
    if (status != DM_OK)
        return status;
    f->formula_wins = wins ? YES : NO;
    f->too_large = f->board->variables > SOLVED_VARIABLES && a->time < 0;
    if (f->too_large)
        return DM_OK;
    dm_rules rules = {0};
    dm_position *position = NULL;
    status = dm_rules_init(f->board->rounds, 1, DM_TIES_NEUTRAL, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(f->board->arena, &rules, &position, err);
    if (status == DM_OK) {
        const dm_solve_request ask = {
            .outcome_only = true, .no_line = true, .threads = (int)a->threads};
        dm_solver *solver = NULL;
        dm_solution *solution = NULL;
        status = dm_solver_new(NULL, &solver, err);
        if (status == DM_OK)
            status = dm_solve(solver, position, &ask, run, &solution, err);
        if (solution) {
            f->has_bounds = true;
            f->lower = solution->lower;
            f->upper = solution->upper;
        }
        dm_solution_free(solution);
        dm_solver_free(solver);
    }
    dm_position_free(position);
    dm_rules_clear(&rules);
    return status;
}

dm_status reduce_check(const asking *a, dm_run *run, reduce_found *f, dm_error *err)
{
    dm_status status = f->is_sat ? check_sat(a, run, f, err) : check_dnf(a, run, f, err);
    if (status != DM_OK)
        return status;
    /* both are proven, so they must agree */
    reduce_known board = reduce_board_wins(f);
    if (board == UNKNOWN || f->formula_wins == UNKNOWN || board == f->formula_wins)
        return DM_OK;
    return answer_fail(err, DM_INTERNAL,
                       "the board says %s and the formula %s: a bug worth reporting",
                       board == YES ? "yes" : "no", board == YES ? "no" : "yes");
}
