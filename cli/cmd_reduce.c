/* cmd_reduce.c - `demesne reduce`: turns a formula into a board that decides it. */
#include "reduce.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *file;
    int64_t problem;
    bool check;
    const char *assignment, *black;
    const char *to, *format, *output;
} own_options;

/* clang-format off */
#define FILE_FIELD                                                                                 \
    {.name = "file", .place = 1, .type = Q_FILE, .argument = "FILE", .required = true,             \
     .at = offsetof(own_options, file), .help = "the formula"},                                    \
    {.name = "check", .type = Q_FLAG, .at = offsetof(own_options, check),                          \
     .help = "solve the formula and the board and compare"}
#define BOARD_FIELDS                                                                               \
    {.name = "to", .type = Q_FILE, .argument = "FILE", .writes = true,                             \
     .at = offsetof(own_options, to),                                                              \
     .help = "write the board to FILE, in the format of its ending; - is standard output"},        \
    {.name = "format", .type = Q_TEXT, .argument = "NAME", .at = offsetof(own_options, format),    \
     .help = "the format of --to, whatever the ending"},                                           \
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,          \
     .endings = QUESTION_PICTURES, .at = offsetof(own_options, output),                            \
     .help = "draw the board, with the stones that are known, as FILE.svg, .png or .pdf"}

static const question_field sat_fields[] = {
    FILE_FIELD,
    {.name = "problem", .type = Q_COUNT, .argument = "N", .low = 1, .high = 2, .standard = 1,
     .at = offsetof(own_options, problem),
     .help = "1: White holds only u; 2: White has as many stones as Black"},
    {.name = "assignment", .type = Q_TEXT, .argument = "L,..",
     .at = offsetof(own_options, assignment),
     .help = "Black's stones for this assignment, literals such as 1,-2,3"},
    {.name = "black", .type = Q_TEXT, .argument = "V,..", .at = offsetof(own_options, black),
     .help = "the assignment that these stones of Black mean"},
    BOARD_FIELDS, {0}};

static const question_field dnf_fields[] = {FILE_FIELD, BOARD_FIELDS, {0}};
/* clang-format on */

static const question sat = {
    .name = "reduce/sat", .fields = sat_fields, .size = sizeof(own_options)};
static const question dnf = {
    .name = "reduce/dnf", .fields = dnf_fields, .size = sizeof(own_options)};

static bool is_sat(const cli_call *cli)
{
    return cli->ask.about == &sat;
}

/* "yes", "no", or if unknown null in JSON and words in text. */
static void add_known(report *r, const char *key, answer_known known, const char *otherwise)
{
    if (known != UNKNOWN) {
        report_flag(r, key, known == YES);
        return;
    }
    report_json(r, key, json_null());
    report_row(r, key, "%s", otherwise);
}

/* Vertices by number in JSON and by name in text. */
static void add_vertices(const cli_call *cli, report *r, const char *key, const dm_arena *arena,
                         const dm_vertex *list, int32_t count)
{
    enum { SHOWN = 24 };
    if (cli->json) {
        report_vertices(r, key, list, count);
        return;
    }
    char *text = NULL;
    size_t size;
    FILE *names = open_memstream(&text, &size);
    for (int32_t i = 0; names && i < count && i < SHOWN; i++)
        fprintf(names, "%s%s", i ? "," : "", dm_arena_name(arena, list[i]));
    if (names && fclose(names) == 0)
        report_row(r, key, "%s%s", text, count > SHOWN ? ",.." : "");
    free(text);
}

static void add_names(report *r, const dm_arena *arena)
{
    json_t *names = json_array();
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
        json_array_append_new(names, json_string(dm_arena_name(arena, v)));
    report_json(r, "names", names);
}

static void add_board(const cli_call *cli, const finding *f, report *r)
{
    const own_options *own = cli->ask.own;
    const dm_reduction *board = f->board;
    report_count(r, "variables", f->formula->variables);
    report_count(r, is_sat(cli) ? "clauses" : "disjuncts", board->clauses);
    if (is_sat(cli)) {
        report_count(r, "problem", own->problem);
        add_vertices(cli, r, "white", board->arena, board->white, board->white_count);
        report_count(r, "count", board->count);
    } else {
        report_count(r, "rounds", board->rounds);
    }
    if (cli->json)
        add_names(r, board->arena);
}

/* The value of the game, or bounds; `sign` is 1 if it counts for White. */
static void add_value(const finding *f, int sign, report *r)
{
    bool settled = f->has_bounds && (f->lower == f->upper || f->lower > 0 || f->upper < 0);
    int64_t value = f->lower == f->upper || f->lower > 0 ? f->lower : f->upper;
    if (f->has_bounds && f->lower == f->upper) {
        report_count(r, "value", f->lower);
    } else if (f->has_bounds) {
        report_count(r, "lower", f->lower);
        report_count(r, "upper", f->upper);
    }
    report_json(r, "outcome", settled ? json_string(report_outcome(sign * value)) : json_null());
    if (settled)
        report_row(r, "outcome", "%s", report_verdict(sign * value));
}

static void add_assignment(const cli_call *cli, const finding *f, report *r)
{
    if (f->has_assignment)
        report_vertices(r, "assignment", f->assignment, f->formula->variables);
    else
        report_json(r, "assignment", json_null());
    if (f->has_black)
        add_vertices(cli, r, "black", f->board->arena, f->black, f->board->count);
}

static void add_check(const cli_call *cli, const finding *f, report *r)
{
    answer_known board = finding_board_wins(f);
    bool both = board != UNKNOWN && f->formula_wins != UNKNOWN;
    if (is_sat(cli)) {
        add_known(r, "satisfiable", f->formula_wins, "not known yet");
        add_assignment(cli, f, r);
        add_known(r, "black_wins", board, "not known yet");
        add_value(f, -1, r);
    } else {
        add_known(r, "first_wins", f->formula_wins, "not known yet");
        add_known(r, "white_wins", board,
                  f->too_large ? "not tried: the board is large (try it with --time S)"
                               : "not known yet");
        add_value(f, 1, r);
    }
    if (both)
        report_flag(r, "agree", board == f->formula_wins);
}

static dm_status report_finding(const cli_call *cli, const ask_board *board, const finding *f,
                                dm_error *err)
{
    const own_options *own = cli->ask.own;
    report *r = report_new(cli, board);
    add_board(cli, f, r);
    if (own->check) {
        add_check(cli, f, r);
    } else if (own->assignment || own->black) {
        add_assignment(cli, f, r);
        report_flag(r, "satisfied", f->formula_wins == YES);
        add_value(f, -1, r);
    }
    if (own->to)
        report_string(r, "written", own->to);
    if (own->output)
        report_string(r, "file", own->output);
    return report_end(r, err);
}

static dm_status draw(cli_call *cli, const finding *f, dm_error *err)
{
    const own_options *own = cli->ask.own;
    const dm_reduction *board = f->board;
    enum { NAMED = 250 }; /* vertices; with more, names would overlap */
    const dm_picture picture = {
        .seed = cli->ask.seed,
        .hide_numbers = true,
        .labels = dm_arena_vertices(board->arena) <= NAMED ? DM_LABELS_VERTICES : DM_LABELS_AUTO};
    int32_t black = f->has_black ? board->count : 0;
    dm_stone *stones = malloc(((size_t)board->white_count + (size_t)black + 1) * sizeof *stones);
    if (!stones)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the stones");
    for (int32_t i = 0; i < board->white_count; i++)
        stones[i] = (dm_stone){board->white[i], DM_WHITE};
    for (int32_t i = 0; i < black; i++)
        stones[board->white_count + i] = (dm_stone){f->black[i], DM_BLACK};
    dm_status status = dm_draw_file(board->arena, stones, board->white_count + black,
                                    DM_TIES_NEUTRAL, &picture, own->output, err);
    free(stones);
    if (status == DM_BAD_ARGUMENT)
        cli->ask.wrong_words = true;
    return status;
}

static dm_status find(cli_call *cli, finding *f, dm_error *err)
{
    const own_options *own = cli->ask.own;
    if (own->assignment)
        return stones_of(cli, own->assignment, f, err);
    if (own->black)
        return assignment_of(cli, own->black, f, err);
    if (own->check)
        return is_sat(cli) ? check_sat(cli, f, err) : check_dnf(cli, f, err);
    return DM_OK;
}

/* Writes the files first, because the answer names them. */
static dm_status write_and_print(cli_call *cli, const finding *f, double begun, dm_error *err)
{
    const own_options *own = cli->ask.own;
    const ask_board board = {.source = own->file, .arena = f->board->arena, .begun = begun};
    dm_status status = DM_OK;
    if (own->to)
        status = cli_write_board(cli, f->board->arena, own->to, own->format, err);
    if (status == DM_OK && own->output)
        status = draw(cli, f, err);
    if (status == DM_OK && !(own->to && strcmp(own->to, "-") == 0))
        status = report_finding(cli, &board, f, err);
    return status;
}

static dm_status answer(cli_call *cli, const dm_formula *formula, const dm_reduction *reduction,
                        double begun, dm_error *err)
{
    finding f = {0};
    dm_run *run = NULL;
    dm_status status = cli_run_new(cli, &run, err);
    if (status == DM_OK)
        status = finding_init(formula, reduction, run, &f, err);
    if (status == DM_OK) {
        dm_status found = find(cli, &f, err), told = DM_OK;
        if (found == DM_OK || found == DM_STOPPED || found == DM_UNFINISHED)
            told = write_and_print(cli, &f, begun, err);
        status = told == DM_OK ? found : told;
    }
    cli_run_free(run);
    finding_clear(&f);
    return status;
}

static dm_status reduce(cli_call *cli, dm_error *err)
{
    const own_options *own = cli->ask.own;
    double begun = report_clock();
    dm_formula *formula = NULL;
    dm_reduction *reduction = NULL;
    const char *path = own->file;
    dm_error reason = {0};
    dm_status status =
        is_sat(cli) ? dm_cnf_read(path, &formula, err) : dm_dnf_read(path, &formula, err);
    if (status == DM_OK) {
        status = is_sat(cli) ? dm_reduce_sat(formula, (int)own->problem, &reduction, &reason)
                             : dm_reduce_dnf(formula, &reduction, &reason);
        if (status != DM_OK)
            answer_fail(err, status, "%.200s: %s", path, reason.message);
    }
    if (status == DM_OK)
        status = answer(cli, formula, reduction, begun, err);
    dm_reduction_free(reduction);
    dm_formula_free(formula);
    return status;
}

/* What is wrong with the options, or NULL. */
static const char *bad_options(const own_options *own)
{
    if (own->check + (own->assignment != NULL) + (own->black != NULL) > 1)
        return "--check, --assignment and --black exclude each other";
    if (own->format && !own->to)
        return "--format names the format of --to FILE, which is missing";
    return NULL;
}

static int run(cli_call *cli)
{
    const char *wrong = bad_options(cli->ask.own);
    if (wrong) {
        cli_error("%s: %s", cli->command->name, wrong);
        return CLI_USAGE;
    }
    dm_error err = {0};
    return cli_report_failure(cli, reduce(cli, &err), &err);
}

static const char *const more_sat[] = {
    "demesne reduce sat no.cnf --check",
    "demesne reduce sat figure3.cnf --problem 2 --assignment 1,2,-3,4",
    "demesne reduce sat figure3.cnf --to board.json -o board.svg", NULL};

static const cli_spec spec_sat = {
    .run = run,
    .question = &sat,
    .operands = {1, 1},
    .more = more_sat,
    .about =
        "FILE is DIMACS CNF.  White holds u and Black adds one stone per variable: Black can\n"
        "win if and only if the formula can be satisfied.  --problem 2 gives White as many\n"
        "stones as Black has.  --check asks CaDiCaL about the formula and `reply` about the\n"
        "board; the winning stones give an assignment.\n\n"
        "Vertices have the paper's names (u, x1+, y1.2, c3', p4), which formats with names\n"
        "keep.  If stopped by --time or Ctrl-C, --check reports what it knows, with status 3."};

static const cli_spec spec_dnf = {
    .run = run,
    .question = &dnf,
    .operands = {1, 1},
    .about = "FILE is a positive DNF: one disjunct per line, as variable numbers from 1 (`#`\n"
             "comments; `variables N` first if some do not occur).  Two players choose variables\n"
             "in turn, and the first wins with all of one disjunct; White wins the board's game\n"
             "of n/2 + 1 rounds if and only if the first player wins that.  --check solves the\n"
             "formula game, and the board if it is small; with --time it tries any."};

static const cli_command verbs[] = {
    {"reduce sat", "FILE.cnf [--problem 1|2] [--check] [--to FILE]",
     "a CNF formula: Black can win the board if and only if it can be satisfied",
     "demesne reduce sat figure3.cnf", &spec_sat},
    {"reduce dnf", "FILE [--check] [--to FILE]",
     "a positive DNF: White wins the board if and only if the first player wins the formula",
     "demesne reduce dnf figure4.dnf --check", &spec_dnf},
    {0}};

const cli_spec spec_reduce = {
    .verbs = verbs,
    .about = "The proofs of Teramoto, Demaine and Uehara that the game is hard, as programs."};
