/* question_reduce.c - a formula becomes a board that decides it. */
#include "question/questions.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_FORMULA = 200000 }; /* letters, in JSON */

/* In the order of REDUCE_ENGINE, REDUCE_HUMAN. */
QUESTION_CHOICE(choice_formula_player, "engine", "human")

/* clang-format off */
#define FORMULA_FIELDS                                                                             \
    {.name = "file", .place = 1, .type = Q_FILE, .argument = "FILE", .required = true,             \
     .at = offsetof(reduce_fields, file), .help = "the formula"},                                  \
    {.name = "formula", .type = Q_TEXT, .in = Q_JSON_ONLY, .required = true,                       \
     .most_asked = LONGEST_FORMULA, .at = offsetof(reduce_fields, formula),                        \
     .help = "the formula, as the text of a file"},                                                \
    {.name = "check", .type = Q_FLAG, .in = Q_LOCAL, .at = offsetof(reduce_fields, check),         \
     .help = "solve the formula and the board and compare"}
#define BOARD_FIELDS                                                                               \
    {.name = "board", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(reduce_fields, board),     \
     .help = "add the board, as `board` takes it"},                                                \
    {.name = "to", .type = Q_FILE, .argument = "FILE", .writes = true,                             \
     .at = offsetof(reduce_fields, to),                                                            \
     .help = "write the board to FILE, in the format of its ending; - is standard output"},        \
    {.name = "format", .type = Q_TEXT, .in = Q_WORDS_ONLY, .argument = "NAME",                     \
     .at = offsetof(reduce_fields, format), .help = "the format of --to, whatever the ending"},    \
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,          \
     .endings = QUESTION_PICTURES, .at = offsetof(reduce_fields, output),                          \
     .help = "draw the board, with the stones that are known, as FILE.svg, .png or .pdf"}

static const question_field sat_fields[] = {
    FORMULA_FIELDS,
    {.name = "problem", .type = Q_COUNT, .argument = "N", .low = 1, .high = 2, .standard = 1,
     .at = offsetof(reduce_fields, problem),
     .help = "1: White holds only u; 2: White has as many stones as Black"},
    {.name = "assignment", .type = Q_LIST, .argument = "L,..",
     .at = offsetof(reduce_fields, assignment),
     .json_help = "Black's stones for this assignment, literals such as [1,-2,3]",
     .help = "Black's stones for this assignment, literals such as 1,-2,3"},
    {.name = "black", .type = Q_VERTICES, .argument = "V,..", .at = offsetof(reduce_fields, black),
     .help = "the assignment that these stones of Black mean"},
    BOARD_FIELDS, {0}};

static const question_field dnf_fields[] = {
    FORMULA_FIELDS,
    {.name = "play", .type = Q_FLAG, .at = offsetof(reduce_fields, plays),
     .help = "play the formula game: two take variables in turn, and the stones of Theorem 4 lie on the board"},
    {.name = "moves", .type = Q_LIST, .argument = "X,..", .at = offsetof(reduce_fields, moves),
     .json_help = "with play: the variables taken so far, in turn, such as [6,8]",
     .help = "with --play: the variables taken so far, in turn, such as 6,8"},
    {.name = "first", .type = Q_CHOICE, .argument = "WHO", .choices = choice_formula_player,
     .at = offsetof(reduce_fields, player[0]), .help = "with --play: who is the first player"},
    {.name = "second", .type = Q_CHOICE, .argument = "WHO", .choices = choice_formula_player,
     .at = offsetof(reduce_fields, player[1]), .help = "with --play: who is the second player"},
    {.name = "turns", .type = Q_COUNT, .argument = "N", .high = 1000, .standard = 1000,
     .at = offsetof(reduce_fields, turns), .help = "with --play: the most variables that engines take now"},
    BOARD_FIELDS, {0}};
/* clang-format on */

static bool is_given(question_raw raw)
{
    return raw.text || raw.json;
}

static dm_status check_reduce_fields(asking *a, dm_error *err)
{
    const reduce_fields *own = a->own;
    if (own->check + is_given(own->assignment) + is_given(own->black) > 1)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         a->by_words ? "--check, --assignment and --black exclude each other"
                                     : "'assignment' and 'black' exclude each other");
    if (own->check && own->plays)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "--check and --play exclude each other");
    if (!own->plays && (is_given(own->moves) || own->player[0] || own->player[1]))
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s is for %s",
                         ask_label(a, is_given(own->moves) ? "moves"
                                      : own->player[0]     ? "first"
                                                           : "second"),
                         a->by_words ? "--play" : "'play'");
    if (own->format && !own->to)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "--format names the format of --to FILE, which is missing");
    return DM_OK;
}

static dm_status read_formula(const asking *a, bool is_sat, dm_formula **out, dm_error *err)
{
    const reduce_fields *own = a->own;
    const char *text = own->formula;
    if (a->by_words)
        return is_sat ? dm_cnf_read(own->file, out, err) : dm_dnf_read(own->file, out, err);
    return is_sat ? dm_cnf_read_memory("formula", text, strlen(text), out, err)
                  : dm_dnf_read_memory("formula", text, strlen(text), out, err);
}

static dm_status make_board(const asking *a, reduce_found *f, dm_error *err)
{
    const reduce_fields *own = a->own;
    dm_error why = {0};
    double m = f->formula->clause_count, n = f->formula->variables;
    double vertices = f->is_sat ? 10 * n + 2 * m - 1 : 2 * n * n + 7 * n + m + 2;
    if (a->level_limit && vertices > (double)a->level_limit)
        return answer_fail(err, DM_TOO_LARGE,
                           "the formula's board would have about %.0f vertices; the limit is %lld",
                           vertices, (long long)a->level_limit);
    dm_status status = f->is_sat ? dm_reduce_sat(f->formula, (int)own->problem, &f->board, &why)
                                 : dm_reduce_dnf(f->formula, &f->board, &why);
    if (status != DM_OK)
        return a->by_words ? answer_fail(err, status, "%.200s: %s", own->file, why.message)
                           : answer_fail(err, status, "%s", why.message);
    size_t capacity = (size_t)f->board->variables + 1;
    f->assignment = malloc(capacity * sizeof *f->assignment);
    f->black = malloc(capacity * sizeof *f->black);
    if (!f->assignment || !f->black)
        return answer_fail(err, DM_NO_MEMORY, "no memory for %d variables", f->board->variables);
    return DM_OK;
}

static dm_status reduce_find(asking *a, const ask_board *board, void *shared, void *found,
                             dm_error *err)
{
    const reduce_fields *own = a->own;
    reduce_found *f = found;
    (void)shared;
    f->is_sat = a->about == &question_reduce_sat;
    f->problem = own->problem;
    f->formula_wins = UNKNOWN;
    dm_status status = check_reduce_fields(a, err);
    if (status == DM_OK)
        status = read_formula(a, f->is_sat, &f->formula, err);
    if (status == DM_OK)
        status = make_board(a, f, err);
    if (status == DM_OK && is_given(own->assignment))
        status = reduce_stones(a, own->assignment, f, err);
    else if (status == DM_OK && is_given(own->black))
        status = reduce_assignment(a, own->black, f, err);
    else if (status == DM_OK && own->check)
        status = reduce_check(a, board->run, f, err);
    else if (status == DM_OK && own->plays)
        status = reduce_play_game(a, board->run, f, err);
    return status == DM_UNFINISHED && !own->plays ? DM_STOPPED : status; /* the board is there */
}

reduce_known reduce_board_wins(const reduce_found *f)
{
    if (!f->has_bounds)
        return UNKNOWN;
    return f->lower > 0 ? YES : f->upper <= 0 ? NO : UNKNOWN;
}

/* "yes", "no", or if unknown null in JSON and words in text. */
static void report_known(report *r, const char *key, reduce_known known, const char *otherwise)
{
    if (known != UNKNOWN) {
        report_flag(r, key, known == YES);
        return;
    }
    report_json(r, key, json_null());
    report_row(r, key, "%s", otherwise);
}

/* Vertices by number in JSON and by name in text. */
static void report_named(report *r, const char *key, const dm_arena *arena, const dm_vertex *list,
                         int32_t count)
{
    enum { SHOWN = 24 };
    char text[SHOWN * 16] = "";
    size_t used = 0;
    if (report_is_json(r)) {
        report_vertices(r, key, list, count);
        return;
    }
    for (int32_t i = 0; i < count && i < SHOWN && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? "," : "",
                                 dm_arena_name(arena, list[i]));
    report_row(r, key, "%s%s", text, count > SHOWN ? ",.." : "");
}

/* The value of the game, or bounds; `sign` is 1 if it counts for White. */
static void report_reduced_value(report *r, const reduce_found *f, int sign)
{
    bool settled = f->has_bounds && (f->lower == f->upper || f->lower > 0 || f->upper < 0);
    int64_t value = f->lower == f->upper || f->lower > 0 ? f->lower : f->upper;
    if (f->has_bounds && f->lower == f->upper) {
        report_json(r, "value", json_integer(f->lower));
        report_row(r, "value", "%lld (%s)", (long long)f->lower,
                   sign > 0 ? "White minus Black" : "Black minus White");
    } else if (f->has_bounds) {
        report_count(r, "lower", f->lower);
        report_count(r, "upper", f->upper);
    }
    report_json(r, "outcome", settled ? json_string(report_outcome(sign * value)) : json_null());
    if (settled)
        report_row(r, "outcome", "%s", report_verdict(sign * value));
}

static void report_assignment(report *r, const reduce_found *f)
{
    if (f->has_assignment)
        report_vertices(r, "assignment", f->assignment, f->formula->variables);
    else
        report_json(r, "assignment", json_null());
    if (f->has_black)
        report_named(r, "black", f->board->arena, f->black, f->board->count);
}

static void report_reduction(report *r, const reduce_found *f)
{
    const dm_reduction *board = f->board;
    report_count(r, "variables", f->formula->variables);
    if (!f->is_sat && f->formula->variables % 2)
        report_row(r, "added", "one variable without effect: the game needs an even number");
    report_count(r, f->is_sat ? "clauses" : "disjuncts", board->clauses);
    if (f->is_sat) {
        report_count(r, "problem", f->problem);
        report_named(r, "white", board->arena, board->white, board->white_count);
        report_count(r, "count", board->count);
    } else {
        report_count(r, "rounds", board->rounds);
    }
    if (!report_is_json(r))
        return;
    json_t *names = json_array();
    for (dm_vertex v = 0; v < dm_arena_vertices(board->arena); v++)
        report_append(&names, json_string(dm_arena_name(board->arena, v)));
    report_json(r, "names", names);
}

static dm_status reduce_report(const asking *a, const ask_board *board, void *found, report *r,
                               dm_error *err)
{
    const reduce_fields *own = a->own;
    const reduce_found *f = found;
    const report_board about = {.source = a->by_words ? own->file : "formula",
                                .arena = f->board->arena,
                                .begun = board->begun};
    report_about(r, &about);
    report_reduction(r, f);
    if (own->check) {
        /* whether the formula and the board agree */
        reduce_known wins = reduce_board_wins(f);
        if (f->is_sat) {
            report_known(r, "satisfiable", f->formula_wins, "not known yet");
            report_assignment(r, f);
            report_known(r, "black_wins", wins, "not known yet");
            report_reduced_value(r, f, -1);
        } else {
            report_known(r, "first_wins", f->formula_wins, "not known yet");
            report_known(r, "white_wins", wins,
                         f->too_large ? "not tried: the board is large (try it with --time S)"
                                      : "not known yet");
            report_reduced_value(r, f, 1);
        }
        if (wins != UNKNOWN && f->formula_wins != UNKNOWN)
            report_flag(r, "agree", wins == f->formula_wins);
    } else if (is_given(own->assignment) || is_given(own->black)) {
        report_assignment(r, f);
        report_flag(r, "satisfied", f->formula_wins == YES);
        report_reduced_value(r, f, -1);
    }
    if (own->plays)
        reduce_report_play(r, f);
    if (own->to)
        report_string(r, "written", own->to);
    if (own->output)
        report_string(r, "file", own->output);
    if (!own->board)
        return DM_OK;
    char *text = NULL;
    dm_status status = dm_arena_text(f->board->arena, "json", &text, err);
    if (status == DM_OK)
        report_json(r, "board", json_loads(text, 0, NULL));
    dm_free(text);
    return status;
}

static void reduce_clear(void *found)
{
    reduce_found *f = found;
    dm_reduction_free(f->board);
    dm_formula_free(f->formula);
    free(f->assignment);
    free(f->black);
    reduce_play_clear(&f->play);
}

const question question_reduce_sat = {
    .name = "reduce/sat", .fields = sat_fields, QUESTION_PARTS(reduce)};
const question question_reduce_dnf = {
    .name = "reduce/dnf", .fields = dnf_fields, QUESTION_PARTS(reduce)};
